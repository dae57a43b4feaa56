// Puzzles to tap: a board out of a game, a hand, and whether the space that was tapped is right.

import { makeBoard } from "./board.js";
import { cardButton } from "./correction.js";
import { badge, byId, el, TEAM_OF } from "./draw.js";
import { fill } from "./page_texts.js";
import { spaceName, spaceNumber } from "./state.js";
import { cardShort, letterOf, moveWords, nameSpacesOf, player, spaceShort, texts } from "./words.js";

const words = JSON.parse(document.getElementById("puzzle-texts").textContent);
const main = document.querySelector("main");
const MOVE = /^(\w+)([@-])([a-z]\d{1,2})/;

// Games whose puzzles were not asked for yet: those of this table, the newest first, then those of simulated players.
function allGames() {
  const own = main.dataset.games.split(" ").filter(Boolean).map((game) => ({ game, address: `/api/games/${game}/puzzles` }));
  return [...own, ...Array.from({ length: Number(main.dataset.simulated) }, (_, at) => ({ address: `/api/puzzles/${at}` }))];
}

let games = allGames(), waiting = [], puzzle = null, chosen = null, solved = false;
const board = makeBoard(byId("board"), (space, meant) => { if (meant) judge(space); });

const button = (label, onclick, kind = "") => el("button", { type: "button", class: `button ${kind}`, onclick }, label);
const who = () => player(puzzle.seat.team, puzzle.seat.name);
const solutions = () => puzzle.solutions.map((move) => { const [, card, way, space] = MOVE.exec(move) || []; return { move, card, way, space }; });
const or = (moves) => moves.map(moveWords).join(` ${texts.turn.or} `);
const letterAt = (space) => puzzle.position[Math.floor(space / puzzle.table.columns)][space % puzzle.table.columns];

function say(said, right = false) {
  byId("said").textContent = said.charAt(0).toUpperCase() + said.slice(1); // a space's name may begin the sentence
  byId("said").classList.toggle("right", right);
}

// Whether a card may be laid for that space, or take a chip off it.
function fits(card, space) {
  const { cards, wilds, removes } = puzzle.table, letter = letterAt(space);
  if (removes.includes(card)) return letter in TEAM_OF && TEAM_OF[letter] !== puzzle.seat.team;
  return letter === "." && (cards[space] === card || wilds.includes(card));
}

function judge(name) {
  if (!puzzle || solved || puzzle.kind === "which-five") return;
  const space = spaceNumber(name, puzzle.table.columns);
  const right = solutions().find((one) => one.space === name && (!chosen || one.card === chosen));
  if (right) { answered(right); return; }
  const card = [chosen, ...new Set(puzzle.hand)].find((one) => one && fits(one, space) && (!chosen || one === chosen));
  if (!card) { say(chosen ? fill(words.card_not, { card: cardShort(chosen) }) : words.no_card); return; }
  const move = `${card}${puzzle.table.removes.includes(card) ? "-" : "@"}${name}`;
  say(fill(puzzle.kind === "block" ? words.stops_not : words.wins_not, { what: moveWords(move) }));
}

// What was right lies on the board.
function answered({ move, space, way }) {
  solved = true;
  if (space) {
    const at = spaceNumber(space, puzzle.table.columns), { columns } = puzzle.table, row = Math.floor(at / columns);
    const line = puzzle.position[row], letter = way === "@" ? puzzle.seat.team[0] : ".";
    puzzle.position = puzzle.position.map((one, nth) => (nth === row ? line.slice(0, at % columns) + letter + line.slice(at % columns + 1) : one));
    puzzle.last = { space, team: puzzle.seat.team, action: way === "@" ? "place" : "remove" };
  }
  show();
  say(fill(words.right, { answer: optionWords(move) }), true);
  byId("next").focus();
}

const optionWords = (option) => (puzzle.kind === "which-five" ? letterOf(option, puzzle.options) : moveWords(option));

function claimed(option) {
  if (puzzle.solutions.includes(option)) answered({ move: option });
  else say(fill(words.less, { what: optionWords(option) }));
}

// A card by itself shows where it goes.
function choose(card) {
  chosen = chosen === card ? null : card;
  const { wilds, removes } = puzzle.table;
  say(!chosen ? "" : wilds.includes(card) ? fill(words.anywhere, { card: cardShort(card) }) : removes.includes(card) ? fill(words.takes, { card: cardShort(card) }) : "");
  show();
}

function reveal() {
  solved = true;
  const answer = puzzle.kind === "which-five" ? puzzle.solutions.map(optionWords).join(` ${texts.turn.or} `) : or(puzzle.solutions);
  chosen = null;
  show(solutions().map((one) => one.space).filter(Boolean));
  say(fill(words.answer, { answer }));
  byId("next").focus();
}

function where() {
  if (!chosen || puzzle.table.wilds.includes(chosen) || puzzle.table.removes.includes(chosen)) return [];
  return puzzle.table.cards.flatMap((_, space) => (fits(chosen, space) ? [spaceName(space, puzzle.table.columns)] : []));
}

function show(marked = solved ? [] : where()) {
  const { table, position, sequences, last, options, kind } = puzzle, claim = kind === "which-five";
  const questions = claim ? [{ about: "claim", options, spaces: [], team: puzzle.seat.team }] : marked.length ? [{ about: "card", spaces: marked, options: [] }] : [];
  nameSpacesOf(table);
  board.show({ table, position, sequences, last, questions, flipped: [], hidden: [], turns: [], faults: [], winner: null }, false);
  byId("asked").replaceChildren(badge(puzzle.seat.team), el("span", {}, fill(words[kind], { who: who(), space: last && spaceShort(last.space) })));
  byId("hand").hidden = claim;
  byId("hand").setAttribute("aria-label", fill(words.hand, { who: who() }));
  if (!byId("hand").contains(document.activeElement) || byId("hand").dataset.of !== puzzle.key) drawHand();
  for (const one of byId("hand").children) {
    one.setAttribute("aria-pressed", String(one.dataset.card === chosen));
    one.disabled = solved;
  }
  byId("actions").replaceChildren(...(claim && !solved ? options.map((option) => button(optionWords(option), () => claimed(option))) : []),
    ...(solved ? [] : [button(words.show, reveal)]), el("button", { type: "button", id: "next", class: "button", onclick: next }, words.next));
}

function drawHand() {
  byId("hand").dataset.of = puzzle.key;
  byId("hand").replaceChildren(...puzzle.hand.map((card) => {
    const made = cardButton(card, false, () => choose(card));
    made.dataset.card = card;
    return made;
  }));
}

function showSource() {
  const link = puzzle.game && el("a", { href: `/games/${puzzle.game}#${puzzle.turn - 1}` }, fill(words.of_game, puzzle));
  byId("source").replaceChildren(...(link ? [link, "."] : [words.simulated]), puzzle.kind === "which-five" ? "" : ` ${words.made_up}`);
}

// Of a game that cannot be read there is nothing; it is passed over.
async function fetched({ game, address }) {
  const answer = await fetch(address);
  if (answer.status === 429) throw new Error("later");
  if (!answer.ok) return [];
  return (await answer.json()).map((one, at) => ({ ...one, game, key: `${address} ${at}` }));
}

async function next(pressed) {
  puzzle = chosen = null;
  solved = false;
  say("");
  byId("asked").textContent = words.looking;
  try {
    while (!waiting.length && games.length) {
      waiting = await fetched(games[0]);
      games.shift();
    }
  } catch {
    ended(texts.call.failed, button(words.next, next));
    return;
  }
  puzzle = waiting.shift() || null;
  if (!puzzle) { ended(words.none, button(words.again, () => { games = allGames(); next(true); })); return; }
  show();
  showSource();
  if (!pressed) return;
  byId("asked").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function ended(said, way) {
  byId("asked").textContent = said;
  byId("hand").replaceChildren();
  byId("source").replaceChildren();
  byId("actions").replaceChildren(way);
}

next();
