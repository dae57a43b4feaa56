// A picture of an edition: rows that win, as they may lie, and the cards that lay a chip anywhere or take one away.

import { chip, svg } from "./draw.js";

const SIDE = 34, SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CARD = 52, UP = 78; // a card's width and height

export function editionPicture(book) {
  const across = book.length + 1, wide = across * SIDE, aside = wide + 10;
  const cards = [[book.lays, true], [book.takes, false]].filter(([name]) => name);
  return svg("svg", { class: "edition-picture", viewBox: `-2 -2 ${aside + CARD + 4} ${wide + 4}`, "aria-hidden": "true" },
    svg("rect", { class: "frame", x: -2, y: -2, width: wide + 4, height: wide + 4, rx: 6 }),
    ...Array.from({ length: across * across }, (_, at) => svg("rect", {
      class: "paper", x: (at % across) * SIDE + 1, y: Math.floor(at / across) * SIDE + 1, width: SIDE - 2, height: SIDE - 2, rx: 4,
    })),
    ...rows(book).map(([column, row]) => svg("g", { transform: `translate(${(column + 0.5) * SIDE} ${(row + 0.5) * SIDE})` },
      chip(book.colours[0], book.rules.flip === "yes" ? "white" : ""))),
    ...cards.map(([name, lays], nth) => special(book, name, lays, aside, nth * (wide - UP))));
}

// Aslant where the book has it, else along a row; the second along the other edge.
function rows({ length, rows: count, rules }) {
  const all = Array.from({ length }, (_, at) => at), aslant = rules.diagonals === "yes";
  const first = all.map((at) => (aslant ? [at, at] : [at, 0])), second = all.map((at) => [length, at + 1]);
  return count > 1 ? [...first, ...second] : first;
}

function special(book, name, lays, x, y) {
  const [, rank, suit] = /^(10|[2-9AKQJ])([SHDC])$/.exec(name) || [], words = rank ? rank + SUITS[suit] : name;
  const squeeze = words.length > 4 ? { textLength: CARD - 8, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("g", { transform: `translate(${x + CARD / 2} ${y})` },
    svg("rect", { class: "paper", x: -CARD / 2, width: CARD, height: UP, rx: 6 }),
    svg("text", { class: "HD".includes(suit || "?") ? "red-card" : "", y: 22, ...squeeze }, words),
    svg("g", { transform: "translate(0 50)" }, chip(lays ? book.colours[0] : book.colours[1] || book.colours[0]),
      !lays && svg("path", { class: "missing", d: "M-15-15 15 15M15-15-15 15" })));
}
