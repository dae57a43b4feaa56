// Sentences from keys and values: the rules of wording.py, once more in the browser.

export const texts = JSON.parse(document.getElementById("texts").textContent);

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
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
