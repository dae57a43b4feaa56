// A screen that nobody touches: the board, the names, whose turn it is.

import { makeBoard } from "./board.js";
import { badge, el } from "./draw.js";
import { follow } from "./live.js";
import { faultTitle, namesOf, nameSpacesOf, player, say, sentence, team, texts } from "./words.js";

const byId = (id) => document.getElementById(id);
const CAMERA = 1000;

const board = makeBoard(byId("board"));
let state = null;

function headline() {
  if (!state.table) return ["", texts.page.waiting];
  if (state.winner === "drawn") return ["", texts.page.drawn];
  if (state.winner) return [state.winner, say("page", "won", { team: player(state.winner, namesOf(state.table.seats, state.winner)) })];
  if (state.faults.length) return ["fault", faultTitle(state.faults[0].code)];
  if (state.arbiter === "paused") return ["", texts.page.paused];
  const seat = state.to_move === null ? null : state.table.seats[state.to_move];
  return seat ? [seat.team, say("page", "to_play", { who: seat.name || team(seat.team) })] : ["", ""];
}

function show() {
  nameSpacesOf(state.table);
  document.body.classList.toggle("playing", Boolean(state.table));
  const [kind, words] = headline(), ofTeam = kind && kind !== "fault";
  const now = byId("now");
  now.className = `now ${kind} ${ofTeam ? "mine" : ""}`;
  now.replaceChildren(el("p", { class: "who" }, ofTeam ? badge(kind) : null, el("span", {}, words)));
  document.title = `${words} · ${texts.page.title}`;
  byId("just").textContent = state.table && !state.winner ? sentence(state.just) : "";
  const seats = state.table ? state.table.seats : [], told = new Set();
  byId("seats").replaceChildren(...seats.map((seat, at) => {
    const first = !told.has(seat.team), score = state.score[seat.team] || 0; // a team's sequences stand at its first seat
    told.add(seat.team);
    const dots = first ? Array.from({ length: Math.max(state.table.needed, score) }, (_, one) => el("i", { class: one < score ? "made" : "" })) : [];
    return el("li", { class: `${seat.team} ${at === state.to_move && !state.winner ? "playing" : ""}` }, badge(seat.team),
      el("span", { class: "name" }, seat.name || team(seat.team)),
      first && el("span", { class: "aloud" }, say("page", state.table.needed ? "score_of" : "score_open", { team: team(seat.team), score, needed: state.table.needed })),
      el("span", { class: "dots", "aria-hidden": "true" }, dots));
  }));
}

follow({
  onState(next, how) {
    const before = state;
    state = next;
    show();
    board.show(state, how === "news" && before && before.last !== next.last);
    for (const cell of byId("board").querySelectorAll("[tabindex]")) cell.setAttribute("tabindex", -1); // nothing to choose here
  },
  onLink(kind) {
    const lost = byId("lost");
    lost.hidden = kind !== "lost";
    lost.textContent = kind === "lost" ? `${texts.status.lost} ${texts.status.lost_mend}` : "";
  },
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
