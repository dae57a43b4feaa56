// The page state: laying a difference over it that updates.py made.

export function lay(state, change) {
  const after = { ...state, ...(change.set || {}) };
  if (change.turns) after.turns = [...(state.turns || []).slice(0, change.turns.keep), ...change.turns.add];
  return after;
}

export function spaceName(space, columns) {
  return String.fromCharCode(97 + (space % columns)) + (Math.floor(space / columns) + 1);
}

export function spaceNumber(name, columns) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1)) - 1;
  return row * columns + column;
}
