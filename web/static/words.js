// The labels of the page, and what cards, spaces and players are called for whoever looks at the board. Sentences about
// the game come made, in the language of the page; spaces stand in them by their coordinates.

import { seen } from "./side.js";
import { spaceNumber } from "./state.js";
import { all, fill } from "./page_texts.js";

export const texts = all;

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SPACE = /^[a-z]\d{1,2}$/;
const CARD = /^(10|[2-9AKQJ])([SHDC])$/;

export function say(section, key, values = {}) {
  return fill(texts[section][key], values);
}

export function team(name) {
  return texts.team[name] || name;
}

// A name written from right to left must not turn round the sentence it stands in.
export function isolated(name) {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

export function player(team_name, name) {
  return name ? isolated(name) : team(team_name);
}

// The names of all who play for a team, as far as they are known.
export function namesOf(seats, colour) {
  return seats.filter((seat) => seat.team === colour && seat.name).map((seat) => seat.name).join(", ");
}

// What a side is called: by its player where it has one with a name, else by its colour.
export function sideName(seats, colour) {
  const sitting = seats.filter((seat) => seat.team === colour);
  return sitting.length === 1 ? player(colour, sitting[0].name) : team(colour);
}

export function cardParts(card) {
  const parts = CARD.exec(card || "");
  return parts ? { rank: parts[1], suit: parts[2] } : null;
}

export function cardShort(card) {
  const parts = cardParts(card);
  return parts ? parts.rank + SUITS[parts.suit] : card;
}

export function cardWords(card) {
  const parts = cardParts(card);
  if (!parts) return card === "*" ? texts.card.free : card || texts.card.unknown;
  return fill(texts.card.named, { rank: texts.rank[parts.rank] || parts.rank, suit: texts.suit[parts.suit] });
}

// The table that is shown, so that spaces can be named by the cards printed on them, and sides by their players.
let printed = null;
export function nameSpacesOf(table) { printed = table; }

// A space as people know it: its card, and which of the two where the board has it twice; `many`: those words fit others, too.
export function spaceParts(name) {
  const found = printed && SPACE.exec(name || "");
  const card = found ? printed.cards[spaceNumber(name, printed.columns)] : null;
  if (!card) return null;
  if (card === "*") return { card, which: "", many: true };
  const same = printed.cards.flatMap((other, at) => (other === card ? [at] : []));
  if (same.length !== 2) return { card, which: "", many: same.length > 2 };
  const [own, twin] = (spaceNumber(name, printed.columns) === same[0] ? same : same.reverse())
    .map((at) => seen(Math.floor(at / printed.columns), at % printed.columns, printed));
  const key = own[0] !== twin[0] ? (own[0] < twin[0] ? "upper" : "lower") : (own[1] < twin[1] ? "left" : "right");
  return { card, which: texts.space[key] };
}

// In a sentence; with its coordinate only where its words fit other spaces, too, and it is read.
export function spaceShort(name, aloud = false) {
  const parts = spaceParts(name);
  if (!parts) return name;
  const card = parts.card === "*" ? texts.space.free : aloud ? cardWords(parts.card) : cardShort(parts.card);
  const words = parts.which ? fill(texts.space.short, { card, which: parts.which }) : card;
  return parts.many && !aloud ? `${words} (${name})` : words;
}

// What was done in a turn, behind its player's name and a card that was seen: as little as tells it. Nothing for others.
export function turnBrief(turn) {
  const parts = spaceParts(turn.space);
  if (!parts || !["place", "remove"].includes(turn.action)) return null;
  const printed = turn.card === parts.card;
  const space = fill(texts.space.brief, { card: printed ? "" : cardShort(parts.card), which: parts.which }).trim();
  if (turn.action === "remove") return say("turn", "took", { space });
  return turn.card && !printed ? `→ ${space}` : space;
}

// What a program writes as `7S@g1`, or `JH-h9` where a chip is taken off.
export function moveWords(move) {
  const [, card, way, space] = /^(\w+)([@-])([a-z]\d{1,2})$/.exec(move) || [];
  if (!card || SPACE.test(card)) return byCards(move);
  if (spaceParts(space)?.card === card) return spaceShort(space);
  return say("turn", way === "@" ? "card_on" : "card_from", { card: cardShort(card), space: spaceShort(space) });
}

// By itself: `king of hearts, the upper one`.
export function spaceWords(name) {
  const parts = spaceParts(name);
  if (!parts) return name;
  return fill(parts.which ? texts.space.named : "{card}", { card: cardWords(parts.card), which: parts.which });
}

// Sentences name spaces by their coordinates; people look for cards.
export function byCards(sentence, aloud = false) {
  return (sentence || "").replace(/\b[a-j](?:10|[1-9])\b/g, (name) => spaceShort(name, aloud));
}

export function faultTitle(code) {
  return texts.fault[code] || texts.fault.other;
}

// A possible answer to a question, as it is called on its button.
export function optionWords(option, question) {
  return byCards(question?.labels?.[question.options.indexOf(option)] ?? option);
}

// Fives are drawn on the board, each with the letter of its button.
export const letterOf = (five, fives) => String.fromCharCode(65 + fives.indexOf(five));

// What came of a call: `said` is the table's answer, its status included.
export function answerWords(said) {
  if (said.accepted) return said.message || texts.call.sent;
  return said.status === 200 ? say("call", "refused", said) : said.message;
}

// What words of the scoreboard say, to be read.
export function sentence(words) {
  return byCards(words?.said);
}
