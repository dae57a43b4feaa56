// An earlier game, moment by moment, and what the camera saw of it.

import { makeBoard } from "./board.js";
import { clockWritten } from "./dates.js";
import { byId, el } from "./draw.js";
import { markFaults, unfold } from "./timeline.js";
import { makeView } from "./view.js";
import { cardShort, moveWords, say, team, texts } from "./words.js";

const PACE = 1200;

const game = byId("table").dataset.game;
const kept = byId("kept") && JSON.parse(byId("kept").textContent); // the game itself, where this page is a file
const slider = byId("slider");
let states = [], turns = [], at = 0, before = null, player = 0, shown = null;

const board = makeBoard(byId("board"));
const view = makeView({ board, onTurn: (turn) => goToTurn(turn.turn), whole: () => states[states.length - 1] });

function go(moment) {
  const to = Math.min(Math.max(moment, 0), states.length - 1);
  const forward = to === at + 1;
  at = to;
  slider.value = at;
  view.show(states[at], before, forward);
  before = states[at];
  const where = turns[at] ? whereWords(turns[at]) : texts.games.start;
  byId("where").textContent = where;
  const { seconds } = states[at].turns.find((one) => one.turn === turns[at]) || {};
  byId("took").textContent = seconds ? `· ${clockWritten(seconds)}` : "";
  slider.setAttribute("aria-valuetext", where);
  if (!kept) history.replaceState(null, "", turns[at] ? `#${turns[at]}` : "#");
  if (!kept) showEvidence(turns[at], states[at].faults);
  showEnd(states[at]);
}

// The turn's number in the list; where numbers are missing there, also how many turns that makes.
function whereWords(turn) {
  const played = states[states.length - 1].turns.map((one) => one.turn), count = played.length;
  const nth = played.filter((one) => one <= turn).length;
  return say("games", turn === nth && played[count - 1] === count ? "replay" : "replay_gaps", { turn, nth, count });
}

async function showEnd(state) {
  const home = byId("ending");
  home.hidden = !state.winner;
  if (!state.winner) return;
  const { showEnding } = await import("./ending.js");
  if (states[at] === state) showEnding(home, state, { game: kept ? null : game, draws: "draws" in byId("table").dataset });
}

function goToTurn(turn) {
  stop();
  const moment = turns.indexOf(turn);
  go(moment < 0 ? states.length - 1 : moment);
}

// `#7` is a turn, `#fault-2` a fault.
function goToAddress() {
  const fault = /^#fault-(\d+)$/.exec(location.hash);
  if (!fault) { goToTurn(Number(location.hash.slice(1))); return; }
  stop();
  const moment = states.findIndex((state) => state.faults.some((one) => one.number === Number(fault[1])));
  go(moment < 0 ? states.length - 1 : moment);
}

function stop() {
  clearInterval(player);
  player = 0;
  byId("play").classList.remove("running");
  byId("play").setAttribute("aria-label", texts.games.play);
}

function play() {
  if (player) { stop(); return; }
  if (at === states.length - 1) go(0);
  byId("play").classList.add("running");
  byId("play").setAttribute("aria-label", texts.games.stop);
  player = setInterval(() => { if (at < states.length - 1) go(at + 1); else stop(); }, PACE);
}

// Evidence is fetched when the replay rests on a turn, not for every turn it runs through.
let asking = 0;
function showEvidence(turn, faults) {
  const wanted = [...new Set([turn || null, ...faults.map((fault) => fault.turn)])].filter((one) => one !== null);
  if (String(wanted) === shown) return;
  shown = String(wanted);
  const home = byId("evidence");
  home.replaceChildren();
  clearTimeout(asking);
  if (!wanted.length) return;
  asking = setTimeout(async () => {
    try {
      const { drawEvidence, exhibitsOf } = await import("./evidence.js");
      const found = await Promise.all(wanted.map((one) => exhibitsOf(game, one)));
      if (shown === String(wanted)) drawEvidence(home, found.flat(), states.flatMap((state) => state.faults));
    } catch {
      home.replaceChildren(el("p", { class: "quiet none" }, texts.call.failed));
    }
  }, 250);
}

// What could be learnt, asked for once and only when the game is over.
function setUpLessons() {
  const home = byId("lessons");
  if (!home) return;
  const button = home.querySelector("button");
  button.addEventListener("click", async () => {
    home.replaceChildren(el("p", { class: "quiet small" }, texts.games.lessons_looking));
    try {
      const answer = await fetch(`/api/games/${game}/lessons`);
      if (!answer.ok) throw new Error(answer.status);
      drawLessons(home, await answer.json());
    } catch {
      home.replaceChildren(el("p", { class: "quiet small" }, texts.call.failed));
    }
  });
  button.disabled = false; // no tap before this is heard
}

function drawLessons(home, found) {
  const or = (moves) => moves.map(moveWords).join(` ${texts.turn.or} `);
  const jump = (turn, words) => el("button", { class: "link", type: "button", onclick: () => { if (turn) goToTurn(turn); else { stop(); go(0); } } }, words);
  const remarks = found.remarks.map((one) => {
    const key = one.kind === "missed-win" && one.sure < 1 ? "missed-win_likely" : one.kind;
    const told = { ...one, team: team(one.team), better: or(one.better), played: one.played && moveWords(one.played), sure: `${Math.round(one.sure * 100)} %` };
    return el("li", {}, jump(one.turn, say("games", key, told)));
  });
  const puzzles = found.puzzles.map((one) => el("li", {},
    jump(one.turn - 1, say("games", one.kind, { turn: one.turn, hand: one.hand.map(cardShort).join(", "), options: or(one.options) })),
    el("details", {}, el("summary", {}, texts.games.show_answer), say("games", "answer", { solutions: or(one.solutions) }))));
  const notes = [];
  if (!remarks.length && !puzzles.length) notes.push(texts.games.lessons_none);
  if (found.unseen) notes.push(say("games", "lessons_unseen", found));
  if (found.cut) notes.push(say("games", "lessons_cut", found));
  home.replaceChildren(el("h2", {}, texts.games.lessons), el("ul", {}, remarks, puzzles),
    ...notes.map((note) => el("p", { class: "quiet small" }, note)));
}

// A link to the turn that is shown: by the phone's own sheet, else copied, else to be copied by hand.
async function shareLink() {
  const url = `${location.origin}/games/${game}${turns[at] ? `?turn=${turns[at]}` : ""}`;
  if (navigator.share) { await navigator.share({ url, title: document.title }).catch(() => {}); return; } // closed by its owner
  try {
    await navigator.clipboard.writeText(url);
    byId("where").textContent = texts.games.copied;
  } catch {
    window.prompt(texts.games.share, url);
  }
}

async function asked(address) {
  const answer = await fetch(address).catch(() => { throw new Error(texts.call.failed); });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok || !said.moments) throw new Error(said.message || texts.error.failed);
  return said.moments;
}

async function start() {
  let moments;
  byId("print")?.addEventListener("click", () => print());
  try {
    moments = kept ? kept.moments : await asked(`/api/games/${game}?lang=${texts.language.code}`);
  } catch (error) {
    byId("now").replaceChildren(el("p", { class: "just" }, error.message));
    document.querySelector(".film").hidden = true;
    return;
  }
  ({ states, turns } = unfold(moments));
  if (!states.length) {
    byId("now").replaceChildren(el("p", { class: "just" }, texts.page.no_turns));
    document.querySelector(".film").hidden = true;
    return;
  }
  slider.max = states.length - 1;
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  const step = { first: () => go(0), before: () => go(at - 1), after: () => go(at + 1), last: () => go(states.length - 1) };
  for (const [id, action] of Object.entries(step)) byId(id).addEventListener("click", () => { stop(); action(); });
  byId("share")?.addEventListener("click", shareLink);
  byId("play").addEventListener("click", play);
  document.addEventListener("keydown", (event) => {
    const ways = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(states.length - 1) };
    // The board has arrow keys of its own, and so have fields.
    if (!ways[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, video, [role=grid]")) return;
    event.preventDefault();
    stop();
    ways[event.key]();
  });
  markFaults(byId("marks"), states, turns, (moment) => { stop(); go(moment); });
  window.addEventListener("hashchange", goToAddress);
  setUpLessons();
  const turn = new URLSearchParams(location.search).get("turn");
  if (location.hash.length > 1) goToAddress();
  else if (turn) goToTurn(Number(turn));
  else go(states.length - 1);
}

start();
