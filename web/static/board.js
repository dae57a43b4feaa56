// The board as SVG: printed cards once for a table, what lies on them again at every change.

import { chip, el, mark, svg, SUIT_PATHS, TEAM_OF } from "./draw.js";
import { lying, seen, shape } from "./side.js";
import { spaceName, spaceNumber } from "./state.js";
import { cardParts, letterOf, say, spaceWords, team, texts } from "./words.js";

// Width and height of a space and the edge around them all, in the drawing's own units.
export const W = 40;
export const H = 44;
export const EDGE = 13;
const ASIDE = 17; // between two fives that are asked about

export function makeBoard(home, onPick) {
  let table = null, state = null, parts = {}, hits = [], cursor = 0, shown = null;
  const note = el("p", { class: "note", role: "status" }, texts.page.tap_hint);

  const seenAt = (space) => seen(Math.floor(space / table.columns), space % table.columns, table);
  const at = (space) => { const [row, column] = seenAt(space); return [EDGE + column * W + W / 2, EDGE + row * H + H / 2]; };
  const spaceAt = (row, column) => { const [r, c] = lying(row, column, table); return r * table.columns + c; };
  const number = (name) => spaceNumber(name, table.columns);

  function layTable(setting) {
    table = setting;
    const [rows, columns] = shape(table), width = columns * W + 2 * EDGE, height = rows * H + 2 * EDGE;
    parts = {};
    for (const layer of ["cards", "chips", "lines", "marks", "hidden", "last", "claims", "faults", "cursor"]) {
      parts[layer] = svg("g", { class: layer, "aria-hidden": "true" });
    }
    parts.spaces = svg("g", { role: "presentation" });
    const board = svg("svg", {
      viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": say("page", "board", table),
      style: null, class: "field",
    },
    svg("defs", {},
      ...Object.entries(SUIT_PATHS).map(([suit, d]) => svg("path", { id: `suit-${suit}`, d })),
      svg("pattern", { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { width: 7, height: 7, class: "hatch-ground" }), svg("rect", { width: 2.6, height: 7, class: "hatch-line" }))),
    svg("rect", { class: "frame", width, height, rx: 9 }),
    ...labels(), ...Object.values(parts));
    board.addEventListener("keydown", onKey);
    table.cards.forEach((card, space) => parts.cards.append(drawCard(card, space)));
    hits = [];
    for (let row = 0; row < rows; row++) {
      const cells = [];
      for (let column = 0; column < columns; column++) {
        const space = spaceAt(row, column);
        cells.push(hits[space] = hitArea(space));
      }
      parts.spaces.append(svg("g", { role: "row" }, ...cells));
    }
    cursor = 0;
    home.replaceChildren(board, note);
    home.style.setProperty("--shape", String(width / height));
  }

  function labels() {
    const all = [], [rows, columns] = shape(table), turned = seen(0, 0, table)[0] !== seen(0, 1, table)[0];
    const named = (row, column, letter) => { const [r, c] = lying(row, column, table); return letter ? String.fromCharCode(97 + c) : String(r + 1); };
    for (let column = 0; column < columns; column++) {
      const x = EDGE + column * W + W / 2, name = named(0, column, !turned);
      all.push(svg("text", { class: "label", x, y: EDGE - 3.6 }, name));
      all.push(svg("text", { class: "label", x, y: EDGE + rows * H + 9.6 }, name));
    }
    for (let row = 0; row < rows; row++) {
      const y = EDGE + row * H + H / 2 + 3, name = named(row, 0, turned);
      all.push(svg("text", { class: "label", x: EDGE / 2, y }, name));
      all.push(svg("text", { class: "label", x: EDGE * 1.5 + columns * W, y }, name));
    }
    return all.map((label) => { label.setAttribute("aria-hidden", "true"); return label; });
  }

  function drawCard(card, space) {
    const [x, y] = at(space);
    const place = { transform: `translate(${x} ${y})` };
    const paper = svg("rect", { class: "paper", x: -W / 2 + 1, y: -H / 2 + 1, width: W - 2, height: H - 2, rx: 4 });
    if (card === "*") {
      return svg("g", { class: "card free", ...place }, paper,
        svg("path", { class: "star", d: "M0-11 3.2-3.2 11 0 3.2 3.2 0 11-3.2 3.2-11 0-3.2-3.2z" }));
    }
    const known = cardParts(card);
    if (known) {
      const red = known.suit === "H" || known.suit === "D";
      return svg("g", { class: `card ${red ? "red-suit" : "black-suit"}`, ...place }, paper,
        svg("text", { class: known.rank === "10" ? "rank ten" : "rank", y: -2.5 }, known.rank),
        svg("use", { class: "suit", href: `#suit-${known.suit}`, transform: "translate(0 10.5) scale(.82)" }));
    }
    const name = card || "";
    const squeeze = name.length > 7 ? { textLength: W - 5, lengthAdjust: "spacingAndGlyphs" } : {};
    return svg("g", { class: "card picture", ...place }, paper,
      svg("text", { class: "rank", y: 1 }, name.slice(0, 2)),
      svg("text", { class: "name", y: 13.5, ...squeeze }, name));
  }

  function hitArea(space) {
    const [x, y] = at(space);
    return svg("rect", {
      class: "hit", role: "gridcell", tabindex: space === 0 ? 0 : -1, x: x - W / 2, y: y - H / 2, width: W, height: H,
      onclick: () => pick(space, true), onfocus: () => { cursor = space; },
    });
  }

  function onKey(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(cursor, true); return; }
    if (!step) return;
    event.preventDefault();
    const [rows, columns] = shape(table), [row, column] = seenAt(cursor);
    focusSpace(spaceAt(Math.min(Math.max(row + step[0], 0), rows - 1), Math.min(Math.max(column + step[1], 0), columns - 1)));
  }

  function focusSpace(space) {
    hits[cursor].setAttribute("tabindex", -1);
    hits[space].setAttribute("tabindex", 0);
    cursor = space;
    hits[space].focus();
    pick(space);
  }

  // `meant`: tapped or chosen, not only passed by with the arrow keys.
  function pick(space, meant = false) {
    shown = space;
    drawCursor();
    note.textContent = describe(space);
    if (onPick) onPick(spaceName(space, table.columns), meant);
  }

  function drawCursor() {
    parts.cursor.replaceChildren();
    if (shown === null) return;
    const [x, y] = at(shown);
    parts.cursor.append(svg("rect", { x: x - W / 2, y: y - H / 2, width: W, height: H, rx: 5 }));
  }

  function letterAt(space) {
    const row = state.position[Math.floor(space / table.columns)] || "";
    return row[space % table.columns] || ".";
  }

  function describe(space) {
    const name = spaceName(space, table.columns), letter = letterAt(space);
    const said = [`${spaceWords(name)} (${name})`];
    const lying = TEAM_OF[letter.toLowerCase()];
    if (lying) {
      // The last turn at this space, unless something else made it so: a swap that stood, say.
      const last = [...state.turns].reverse().find((one) => one.space === name);
      const turn = last && last.action === "place" && last.team === lying ? last : null;
      said.push(say("page", "chip", { team: team(lying) }) + (turn ? ` ${say("page", "since_turn", turn)}` : ""));
      if (letter !== letter.toLowerCase()) said.push(texts.page.in_sequence);
      if (state.flipped.includes(name)) said.push(texts.page.white_side);
    } else if (table.cards[space] !== "*") said.push(texts.page.empty);
    if (state.last && state.last.space === name) {
      said.push(state.last.action === "remove" ? texts.page.removed_here : texts.page.last_turn);
    }
    if (!state.winner && state.hidden.includes(name)) said.push(texts.page.hidden);
    if (state.faults.some((fault) => fault.spaces.includes(name))) said.push(texts.page.at_fault);
    else if (couldBe().includes(name)) said.push(texts.page.could);
    return said.join(", ");
  }

  function drawChips(news) {
    const bodies = [], marks = [], covered = new Set();
    for (let space = 0; space < table.rows * table.columns; space++) {
      const letter = letterAt(space), lying = TEAM_OF[letter.toLowerCase()];
      if (!lying) continue;
      const name = spaceName(space, table.columns), [x, y] = at(space);
      const classes = [
        letter !== letter.toLowerCase() ? "locked" : "", state.flipped.includes(name) ? "white" : "",
        news && state.last && state.last.space === name ? "new" : "",
      ].join(" ");
      const body = chip(lying, classes);
      body.querySelector(".mark").remove();
      bodies.push(svg("g", { transform: `translate(${x} ${y})` }, body));
      covered.add(space);
      marks.push(svg("g", { transform: `translate(${x} ${y})` }, svg("g", { class: `chip ${lying} ${classes}` },
        letter !== letter.toLowerCase() && svg("circle", { class: "seal", r: 9 }), mark(lying))));
    }
    parts.cards.childNodes.forEach((card, space) => card.classList.toggle("covered", covered.has(space)));
    parts.chips.replaceChildren(...bodies);
    parts.marks.replaceChildren(...marks);
  }

  function drawLines() {
    parts.lines.replaceChildren(...state.sequences.flatMap((made) => {
      const spaces = made.spaces.map(number).sort((one, other) => one - other);
      const [x1, y1] = at(spaces[0]), [x2, y2] = at(spaces[spaces.length - 1]);
      const drawing = state.winner === made.team ? "drawing" : ""; // the winner's lines draw themselves
      const ends = { x1, y1, x2, y2, pathLength: 1 };
      return [svg("line", { class: `casing ${drawing}`, ...ends }), svg("line", { class: `through ${made.team} ${drawing}`, ...ends })];
    }));
  }

  function drawLast() {
    parts.last.replaceChildren();
    if (!state.last || !state.last.space || number(state.last.space) >= table.cards.length) return;
    const [x, y] = at(number(state.last.space));
    const removed = state.last.action === "remove";
    parts.last.append(svg("g", { transform: `translate(${x} ${y})`, class: `${removed ? "removed" : "placed"} ${state.last.team}` },
      svg("rect", { class: "under", x: -W / 2 + 1, y: -H / 2 + 1, width: W - 2, height: H - 2, rx: 4 }),
      svg("rect", { class: "ring", x: -W / 2 + 1, y: -H / 2 + 1, width: W - 2, height: H - 2, rx: 4 }),
      removed && svg("path", { class: "cross", d: "M-9-9 9 9M9-9-9 9" })));
  }

  function drawHidden() {
    parts.hidden.replaceChildren(...(state.winner ? [] : state.hidden).map((name) => {
      const [x, y] = at(number(name));
      return svg("rect", { x: x - W / 2, y: y - H / 2, width: W, height: H });
    }));
  }

  // The fives that are asked about, side by side where they share a line, each with the letter of its button.
  function drawClaims() {
    const asked = state.questions.find((question) => question.about === "claim");
    parts.claims.replaceChildren(...(asked ? asked.options : []).map((option, nth, { length }) => {
      const [[x1, y1], [x2, y2]] = option.split("-").map((name) => at(number(name)));
      const apart = ASIDE * (nth - (length - 1) / 2) / Math.hypot(x2 - x1, y2 - y1), dx = (y1 - y2) * apart, dy = (x2 - x1) * apart;
      const ends = { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy }, [x, y] = nth % 2 ? [ends.x2, ends.y2] : [ends.x1, ends.y1];
      return svg("g", { class: `claim claim-${nth % 2} ${asked.team || ""}` }, svg("line", { class: "casing", ...ends }), svg("line", { class: "stroke", ...ends }),
        svg("circle", { cx: x, cy: y, r: 11 }), svg("text", { x, y: y + 5 }, letterOf(option, asked.options)));
    }));
  }

  // What a question is about, unless it is drawn otherwise.
  const askedAbout = () => state.questions.filter((question) => question.about !== "claim").flatMap((question) => question.spaces).filter((name) => hits[number(name)]);

  // Where the card that was laid could have been played: one that is wrong, or that the host is asked about.
  function couldBe() {
    const asked = state.questions.filter((question) => question.about === "card");
    return [...new Set([...state.faults.flatMap((fault) => fault.could || []), ...asked.flatMap((question) => question.spaces)])];
  }

  // What lies there and ought not to is drawn too, and what is missing is crossed out.
  function drawFaults() {
    const lying = new Map();
    for (const fault of state.faults) {
      for (const name of fault.spaces) if (!lying.has(name)) lying.set(name, null);
      for (const change of fault.changes || []) {
        const [name, letters] = change.split(":");
        lying.set(name, letters ? letters[1] : null);
      }
    }
    const could = [...new Set([...couldBe(), ...askedAbout()])].filter((name) => !lying.has(name));
    parts.faults.replaceChildren(...could.map((name) => {
      const [x, y] = at(number(name));
      return svg("rect", { class: "could", x: x - W / 2 + 1.5, y: y - H / 2 + 1.5, width: W - 3, height: H - 3, rx: 4 });
    }), ...[...lying].map(([name, letter]) => {
      const [x, y] = at(number(name));
      const there = letter && TEAM_OF[letter.toLowerCase()];
      return svg("g", { transform: `translate(${x} ${y})` },
        there && svg("g", { class: "ghost" }, chip(there)),
        letter === "." && svg("path", { class: "missing", d: "M-11-11 11 11M11-11-11 11" }),
        svg("rect", { class: "alarm", x: -W / 2, y: -H / 2, width: W, height: H, rx: 4 }),
        svg("circle", { class: "flag", cx: W / 2 - 5, cy: -H / 2 + 5, r: 8.5 }),
        svg("text", { class: "flag-text", x: W / 2 - 5, y: -H / 2 + 9.6 }, "!"));
    }));
  }

  return {
    show(next, news) {
      if (!next.table) { home.hidden = true; return; }
      home.hidden = false;
      const before = state;
      const changed = (...fields) => !before || fields.some((field) => before[field] !== next[field]);
      state = next;
      let fresh = false;
      if (changed("table") && JSON.stringify(table) !== JSON.stringify(next.table)) {
        layTable(next.table);
        shown = null;
        note.textContent = texts.page.tap_hint;
        fresh = true;
      }
      if (fresh || changed("position", "flipped", "last")) drawChips(news);
      if (fresh || changed("sequences", "winner")) drawLines();
      if (fresh || changed("last")) drawLast();
      if (fresh || changed("hidden", "winner")) drawHidden();
      if (fresh || changed("faults", "questions")) drawFaults();
      if (fresh || changed("questions")) drawClaims();
      if (fresh || changed("position", "flipped", "last", "hidden", "faults", "questions", "turns")) {
        hits.forEach((cell, space) => cell.setAttribute("aria-label", describe(space)));
      }
      if (shown !== null) note.textContent = describe(shown);
    },
    pick(name) { if (table) pick(number(name)); },
    // What lies there comes into view, between what stands fast above and below.
    reveal(name) { hits[name ? number(name) : -1]?.scrollIntoView({ block: "nearest" }); },
    // It is looked at from another side.
    turn() {
      if (!table || !state) return;
      const now = state;
      layTable(table);
      state = shown = null;
      this.show(now, false);
    },
  };
}
