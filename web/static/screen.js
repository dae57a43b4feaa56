// The screen of the room, which nobody touches: the board, who is to do what, how it stands, the last turns, how to join.

import { makeBoard } from "./board.js";
import { showCheer } from "./cheers.js";
import { makeClock } from "./clock.js";
import { badge, byId, el } from "./draw.js";
import { follow } from "./live.js";
import { resultWords, wonWords } from "./result.js";
import { eveningOf } from "./series.js";
import { turnLine } from "./turn_line.js";
import { byCards, faultTitle, nameSpacesOf, say, sentence, sideName, team, texts } from "./words.js";

const CAMERA = 1000; // milliseconds between two pictures
const LOOK = 3000; // milliseconds between two looks at the way for phones
const LATEST = 5; // turns that are listed
const AFTER = 2000; // milliseconds until a game that was won stands in its series

const board = makeBoard(byId("board"));
const keepsGames = "games" in byId("screen").dataset;
let state = null, link = "connecting", evening = "";

// The largest words, and the line beneath them: [kind or team, words, line].
function headline() {
  if (!state.table) return ["", texts.page.waiting, texts.page.waiting_more];
  if (state.faults.length) {
    const [fault] = state.faults;
    return ["to-mend", [fault.who && el("b", {}, `${fault.who}: `), byCards(fault.mend)], [faultTitle(fault.code), byCards(fault.otherwise)].join(" ")];
  }
  if (state.winner) return [state.winner, wonWords(state), [resultWords(state), evening].filter(Boolean).join(" · ")];
  if (state.questions.length) return ["asked", byCards(state.questions[0].question), texts.question.title];
  if (state.arbiter === "paused") return ["", texts.page.paused, sentence(state.just)];
  const seat = state.table.seats[state.to_move];
  return seat ? [seat.team, say("page", "to_play", { who: seat.name || team(seat.team) }), clock.up ? texts.clock.up : sentence(state.just)] : ["", "", ""];
}

// Why nothing counts at this moment: whoever trusts the referee meanwhile trusts nobody.
function unseenWords() {
  if (link === "lost") return `${texts.status.lost} ${texts.status.lost_mend}`;
  if (!state?.table || state.winner) return "";
  if (state.camera !== null) return `${texts.status.unseen}: ${texts.status.no_picture} ${state.camera}`;
  return state.blocked === null ? "" : `${texts.status.unseen}: ${texts.status.covered}`;
}

function showTrouble() {
  const words = unseenWords();
  byId("seeing").hidden = !words;
  byId("seeing").textContent = words;
  document.body.classList.toggle("unseen", Boolean(words));
}

function showSeats() {
  const told = new Set(), guilty = state.faults[0]?.team;
  byId("seats").replaceChildren(...(state.table ? state.table.seats : []).map((seat, at) => {
    const first = !told.has(seat.team), score = state.score[seat.team] || 0; // a team's sequences stand at its first seat
    told.add(seat.team);
    const dots = first ? Array.from({ length: Math.max(state.table.needed, score) }, (_, one) => el("i", { class: one < score ? "made" : "" })) : [];
    const acts = state.faults.length ? seat.team === guilty && "at-fault" : at === state.to_move && !state.winner && "playing";
    return el("li", { class: `${seat.team} ${acts || ""}` }, badge(seat.team), el("span", { class: "name" }, seat.name || team(seat.team)),
      first && el("span", { class: "aloud" }, say("page", state.table.needed ? "score_of" : "score_open", { team: sideName(state.table.seats, seat.team), score, needed: state.table.needed })),
      el("span", { class: "dots", "aria-hidden": "true" }, dots));
  }));
}

function show() {
  nameSpacesOf(state.table);
  document.body.classList.toggle("playing", Boolean(state.table));
  const [kind, words, line] = headline(), ofTeam = ["blue", "green", "red"].includes(kind), now = byId("now");
  now.className = `now ${kind} ${ofTeam ? "mine" : ""}`;
  now.replaceChildren(el("p", { class: "who" }, ofTeam ? badge(kind) : null, el("span", {}, words)), el("p", { class: `just ${line === texts.clock.up ? "late" : ""}` }, line));
  document.title = `${now.firstChild.textContent} · ${texts.page.title}`;
  showSeats();
  showTrouble();
  byId("turns").replaceChildren(...state.turns.slice(-LATEST).reverse().map((turn) => el("li", { value: turn.turn }, badge(turn.team), el("span", {}, turnLine(turn)))));
}

// What was seen of a fault takes the place of the camera's picture.
async function showFault(fault) {
  byId("seen").querySelector(".story")?.remove();
  if (!fault || !keepsGames || !state.game) return;
  const home = el("div", { class: "story" });
  byId("seen").append(home);
  const { tell } = await import("./story.js").catch(() => ({})); // the fault is told all the same
  tell?.(home, state.game, fault, state.table);
}

async function showEvening() {
  evening = state.winner && keepsGames ? await eveningOf() : "";
  if (evening) show();
}

function showClock() {
  clock.show(link !== "lost" && state?.table ? state.clock : null);
}
const clock = makeClock(byId("clock"), byId("clock-told"), () => line.now(), show);

const line = follow({
  onState(next, how) {
    const before = state;
    state = next;
    show();
    showClock();
    showCheer(before, state);
    board.show(state, how === "news" && before && before.last !== next.last);
    for (const cell of byId("board").querySelectorAll("[tabindex]")) cell.setAttribute("tabindex", -1); // nothing to choose here
    if (before?.faults[0]?.number !== next.faults[0]?.number) showFault(next.faults[0]);
    if (before?.winner !== next.winner) setTimeout(showEvening, before ? AFTER : 0);
  },
  onLink(kind) { link = kind; showTrouble(); showClock(); },
});

// The camera's picture is laid in when it has come, so that it never flickers; without one there is no place for it.
const camera = byId("camera");
function look() {
  const next = new Image();
  next.onload = () => { camera.src = next.src; camera.hidden = false; setTimeout(look, CAMERA); };
  next.onerror = () => { camera.hidden = true; setTimeout(look, 5 * CAMERA); };
  next.src = `/camera.jpg?${Date.now()}`;
}
if (camera) look();

// The screen of the table itself shows all ways for phones, and what is wrong; without that page the table waits again.
const word = new URLSearchParams(location.search).get("screen");
async function showWay() {
  const answer = await fetch(`/join-card?screen=${encodeURIComponent(word)}`).catch(() => null);
  if (answer?.status === 404) return location.reload();
  const card = document.querySelector(".join"), told = answer?.ok ? await answer.text().catch(() => "") : "";
  if (told && card.dataset.told !== told) {
    card.dataset.told = told;
    card.classList.add("join-card");
    card.innerHTML = told;
  }
  setTimeout(showWay, LOOK);
}
if (word) showWay();
