// One turn put right: the cards that fit it, the turns before and after, another space.

import { el } from "./draw.js";
import { spaceNumber } from "./state.js";
import { cardParts, cardShort, cardWords, say, sentence, spaceShort, texts } from "./words.js";

// What the referee weighed where it says so; else the card printed there and the jacks that may do this.
export function cardsThatFit(turn, table) {
  if (turn.action === "pass") return [];
  const printed = table.cards[spaceNumber(turn.space, table.columns)];
  const allowed = turn.action === "remove" ? table.removes : [printed, ...table.wilds];
  const weighed = turn.cards?.length ? turn.cards : allowed;
  return [...new Set([...weighed, turn.card].filter((card) => card && card !== "*"))];
}

export function cardButton(card, pressed, onclick) {
  const suit = cardParts(card)?.suit;
  return el("button", {
    type: "button", class: `hand-card ${"HD".includes(suit || "?") ? "red-card" : ""}`, "aria-label": cardWords(card),
    "aria-pressed": String(pressed), onclick,
  }, cardShort(card));
}

export function cardButtons(turn, table, onCard) {
  return el("div", { class: "fitting", role: "group", "aria-label": texts.bar.which_card },
    cardsThatFit(turn, table).map((card) => cardButton(card, card === turn.card, (event) => onCard(card, event.currentTarget))));
}

export function turnTitle(turn) {
  return `${say("page", "turn", turn)}: ${sentence(turn)}`;
}

// `go(turn)`: look at a turn beside this one.
export function stepButtons(turn, turns, go) {
  const at = turns.findIndex((one) => one.turn === turn.turn);
  const step = (label, to) => to && el("button", { type: "button", class: "link", onclick: () => go(to) }, label);
  return el("p", { class: "steps" }, step(`‹ ${texts.bar.earlier}`, turns[at - 1]), step(`${texts.bar.later} ›`, turns[at + 1]));
}

// The call that says so; a seat that passed has laid a chip there after all.
export function wasOn(turn, space) {
  return { label: say("bar", "was_on", { space: spaceShort(space) }), call: { input: "correct-turn", turn: turn.turn, space, ...(turn.action === "pass" ? { action: "place" } : {}) } };
}
