// Sentences from keys and values: the rules of wording.py, once more in the browser.

import { answered } from "./answers.js";
import { seen } from "./side.js";
import { spaceNumber } from "./state.js";
import { all } from "./page_texts.js";

export const texts = all;

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

// A name written from right to left must not turn round the sentence it stands in.
function isolated(name) {
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
  const card = parts.card === "*" ? texts.card.free : aloud ? cardWords(parts.card) : cardShort(parts.card);
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
  if (!card || SPACE.test(card)) return optionWords(move);
  if (spaceParts(space)?.card === card) return spaceShort(space);
  return say("turn", way === "@" ? "card_on" : "card_from", { card: cardShort(card), space: spaceShort(space) });
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

// What the referee says in English of a fault or in a question, by its kind in the language of this page. Where the
// language has no text for it, as English itself, or what fills it is not known, the referee's own sentence is right.
function inOwnWords(section, key, about, aloud = false) {
  const templates = texts[section] || {};
  const named = (names) => (names || []).map((name) => byCards(name, aloud)), or = (words) => words.join(` ${texts.turn.or} `);
  const spaces = named(about.spaces);
  const kinds = [about.removed && "-removed", about.could?.length && "-could", spaces.length > 1 && "-many", ""];
  const template = templates[kinds.map((kind) => `${key}${kind}`).find((one) => templates[one])] || "";
  const values = {
    team: about.team && sideName(printed?.seats || [], about.team),
    card: about.card && (aloud ? cardWords(about.card) : cardShort(about.card)),
    first: spaces[0],
    last: spaces[spaces.length - 1],
    spaces: spaces.join(", "),
    could: or(named(about.could)),
    options: or((about.options || []).map((option) => (key === "claim" ? optionShort(option, { about: key, ...about }) : optionWords(option, aloud)))),
  };
  return [...template.matchAll(/\{(\w+)\}/g)].every(([, hole]) => values[hole]) ? fill(template, values) : "";
}

// A possible answer: yes or no, a card, a team, or spaces.
export function optionWords(option, aloud = false) {
  if (cardParts(option)) return aloud ? cardWords(option) : cardShort(option);
  return texts.team[option] || texts.question[option] || byCards(option, aloud);
}

// The same on a button. Fives are drawn on the board, each with the letter of its button.
export function optionShort(option, question) {
  if (question?.about === "claim") return String.fromCharCode(65 + question.options.indexOf(option));
  return texts.team[option] || texts.question[option] || cardShort(option);
}

// What came of a call: `said` is the table's answer, its status included.
export function answerWords(said) {
  if (said.accepted) return said.message || texts.call.sent;
  return said.status === 200 ? say("call", "refused", said) : said.message;
}

export function faultMessage(fault, aloud = false) {
  return inOwnWords("fault_message", fault.code, fault, aloud) || byPlayers(byCards(fault.message, aloud));
}

// The referee's own English calls the side whose turn it is by its colour.
function byPlayers(sentence) {
  return sentence.replace(/\b(Blue|Green|Red)'s turn\b/, (_, colour) => `${sideName(printed?.seats || [], colour.toLowerCase())}'s turn`);
}

// Who is to do what, in one line.
export function faultRemedy(fault, seats) {
  return { who: fault.team ? sideName(seats, fault.team) : "", what: inOwnWords("fault_mend", fault.code, fault) || byCards(fault.mend) || texts.page.mend };
}

// What else may be done, and what holds if play goes on.
export function faultOtherwise(fault) {
  if (!inOwnWords("fault_mend", fault.code, fault)) return ""; // the referee's own sentence says it, too
  return inOwnWords("fault_otherwise", fault.code, fault) || inOwnWords("fault_otherwise", "other", fault);
}

export function questionWords(question) {
  return inOwnWords("question_about", question.about, question) || byCards(question.question);
}

export function defaultWords(question) {
  return inOwnWords("question_default", question.about, question) || (question.about === "claim" ? optionShort(question.default, question) : optionWords(question.default));
}

// What words of the scoreboard say: to be read, or aloud with cards named in full.
export function sentence(words, aloud = false) {
  if (!words || !words.key) return "";
  const filled = { ...words };
  if (words.team) {
    filled.team = printed?.seats ? sideName(printed.seats, words.team) : team(words.team);
    filled.who = player(words.team, words.name);
  }
  if (words.card) filled.card = aloud ? cardWords(words.card) : cardShort(words.card);
  for (const name of ["message", "reason"]) if (words[name]) filled[name] = answered(words[name]);
  for (const name of ["space", "message", "question", "assumed", "reason", "answer"]) {
    if (filled[name]) filled[name] = byCards(filled[name], aloud);
  }
  if (words.code) {
    filled.title = faultTitle(words.code);
    filled.message = faultMessage(words, aloud);
  }
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
