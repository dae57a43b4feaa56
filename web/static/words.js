// Sentences from keys and values: the rules of wording.py, once more in the browser.

import { spaceNumber } from "./state.js";

export const texts = JSON.parse(document.getElementById("texts").textContent);

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SPACE = /^[a-z]\d{1,2}$/;
const CARD = /^(10|[2-9AKQJ])([SHDC])$/;

export function fill(text, values) {
  return (text || "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function say(section, key, values = {}) {
  return fill(texts[section][key], values);
}

export function team(name) {
  return texts.team[name] || name;
}

export function player(team_name, name) {
  return name ? `${name} (${team(team_name)})` : team(team_name);
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

// The table that is shown, so that spaces can be named by the cards printed on them.
let printed = null;
export function nameSpacesOf(table) { printed = table; }

// A space as people know it: its card, and which of the two where the board has it twice.
export function spaceParts(name) {
  const found = printed && SPACE.exec(name || "");
  const card = found ? printed.cards[spaceNumber(name, printed.columns)] : null;
  if (!card) return null;
  if (card === "*") return { card, which: "" };
  const same = printed.cards.flatMap((other, at) => (other === card ? [at] : []));
  if (same.length !== 2) return { card, which: "" };
  const [one, other] = same.map((at) => [Math.floor(at / printed.columns), at % printed.columns]);
  const mine = spaceNumber(name, printed.columns) === same[0];
  const key = one[0] !== other[0] ? (mine ? "upper" : "lower") : (mine ? "left" : "right");
  return { card, which: texts.space[key] };
}

// In a sentence: to be read with its coordinate, aloud without.
export function spaceShort(name, aloud = false) {
  const parts = spaceParts(name);
  if (!parts) return name;
  const card = parts.card === "*" ? texts.card.free : aloud ? cardWords(parts.card) : cardShort(parts.card);
  const words = parts.which ? fill(texts.space.short, { card, which: parts.which }) : card;
  return aloud ? words : `${words} (${name})`;
}

// By itself: `king of hearts, the upper one`.

export function spaceWords(name) {
  const parts = spaceParts(name);
  if (!parts) return name;
  return fill(parts.which ? texts.space.named : "{card}", { card: cardWords(parts.card), which: parts.which });
}

// The referee's own sentences name spaces by their coordinates; people look for cards.
export function byCards(sentence, aloud = false) {
  return (sentence || "").replace(/\b[a-j](?:10|[1-9])\b/g, (name) => spaceShort(name, aloud));
}

export function faultTitle(code) {
  return texts.fault[code] || texts.fault.other;
}

// What words of the scoreboard say: to be read, or aloud with cards named in full.
export function sentence(words, aloud = false) {
  if (!words || !words.key) return "";
  const filled = { ...words };
  if (words.team) {
    filled.team = team(words.team);
    filled.who = aloud ? words.name || filled.team : player(words.team, words.name);
  }
  if (words.card) filled.card = aloud ? cardWords(words.card) : cardShort(words.card);
  for (const name of ["space", "message", "question", "assumed", "reason", "answer"]) {
    if (words[name]) filled[name] = byCards(words[name], aloud);
  }
  if (words.code) filled.title = faultTitle(words.code);
  return fill(texts.said[words.key], filled).trim();
}

// What else there is to say of a turn, under its sentence. That the card printed there, or a jack, explains
// it goes without saying; what it must have been where that card cannot does not.
export function asides(turn, printed) {
  const said = [];
  if (turn.dead) said.push(say("turn", "dead", { cards: turn.dead.map(cardShort).join(", ") }));
  if (turn.action === "place" && !turn.card && turn.cards && turn.cards.length <= 3 && !turn.cards.includes(printed)) {
    said.push(say("turn", "must_be", { cards: turn.cards.map(cardShort).join(` ${texts.turn.or} `) }));
  }
  if (turn.irregular) said.push(say("turn", "irregular", { title: faultTitle(turn.irregular) }));
  return said;
}
