// The page of the table: what is shown where, at every change.

import { makeBoard } from "./board.js";
import { badge, el } from "./draw.js";
import { hostActions, setUpHost } from "./host.js";
import { follow } from "./live.js";
import { setUpMenu } from "./menu.js";
import { setUpVoice, speak } from "./voice.js";
import { asides, faultTitle, player, say, sentence, team, texts } from "./words.js";

const byId = (id) => document.getElementById(id);
const RECENT = 15000; // an announcement missed by less than this is still made
const LARGE = 6000;

const board = makeBoard(byId("board"));
let state = null, announced = null, link = "connecting", heard = Date.now(), clearing = 0;

function showNow() {
  const lines = [];
  const sub = [];
  const seat = state.table && state.to_move !== null ? state.table.seats[state.to_move] : null;
  let colour = "";
  if (!state.table) {
    lines.push(el("p", { class: "who" }, texts.page.waiting));
    sub.push(texts.page.waiting_more);
  } else if (state.winner) {
    colour = state.winner;
    const won = state.winner === "drawn" ? texts.page.drawn : say("page", "won", { team: team(state.winner) });
    lines.push(el("p", { class: "who won" }, state.winner === "drawn" ? null : badge(state.winner), el("span", {}, won)));
    sub.push(texts.page.game_over);
  } else if (state.arbiter === "paused") {
    lines.push(el("p", { class: "who" }, texts.page.paused));
    sub.push(sentence(state.just));
  } else {
    colour = seat ? seat.team : "";
    if (seat) lines.push(el("p", { class: "who" }, badge(seat.team), el("span", {}, say("page", "to_play", { who: player(seat.team, seat.name) }))));
    sub.push(state.just.key === "fault" ? texts.page.disputed : sentence(state.just));
  }
  lines.push(el("p", { class: "just" }, sub.join(" ")));
  const now = byId("now");
  now.className = `now ${colour} ${state.winner ? "over" : ""}`;
  now.replaceChildren(...lines);
}

function showScore() {
  const needed = state.table ? state.table.needed : 0;
  const playing = state.table && state.to_move !== null ? state.table.seats[state.to_move]?.team : null;
  byId("score").replaceChildren(...state.teams.map((name) => {
    const score = state.score[name] || 0;
    const said = say("page", needed ? "score_of" : "score_open", { team: team(name), score, needed });
    const dots = needed
      ? Array.from({ length: Math.max(needed, score) }, (_, at) => el("i", { class: at < score ? "made" : "" }))
      : [el("b", {}, String(score))];
    return el("li", { class: `${name} ${playing === name && !state.winner ? "playing" : ""}`, role: "img", "aria-label": said },
      badge(name), el("span", {}, team(name)), el("span", { class: "dots" }, dots));
  }));
}

function showFaults() {
  document.body.classList.toggle("at-fault", state.faults.length > 0);
  byId("faults").replaceChildren(...state.faults.map((fault) => el("article", { class: "fault" },
    el("h2", {}, el("span", { class: "sign", "aria-hidden": "true" }, "!"), faultTitle(fault.code)),
    fault.message && el("p", { class: "message" }, fault.message),
    fault.problems.length > 1 && el("p", { class: "also" }, fault.problems.slice(1).map(faultTitle).join(" ")),
    fault.mend && el("p", { class: "mend" }, el("b", {}, `${texts.banner.mend}: `), fault.mend),
    el("p", { class: "small" },
      fault.spaces.length > 0 && el("span", {}, `${texts.banner.where}: `, ...fault.spaces.map((name) =>
        el("button", { type: "button", class: "space", onclick: () => { board.pick(name); byId("board").scrollIntoView({ block: "center" }); } }, name))),
      fault.rule && el("span", { class: "rule" }, `${texts.banner.rule}: ${fault.rule}`)),
    hostActions("fault", fault))));
}

function showQuestions() {
  byId("questions").replaceChildren(...state.questions.map((question) => el("article", { class: "question" },
    el("h2", {}, texts.question.title),
    el("p", {}, question.question),
    hostActions("question", question) || el("p", { class: "small" }, texts.question.host_only),
    question.default && el("p", { class: "small" }, say("question", "default", question)))));
}

function showTurns(before) {
  if (before && before.turns === state.turns && before.sequences === state.sequences) return;
  const made = new Map(state.sequences.map((one) => [one.turn, one]));
  const last = state.turns.length - 1;
  byId("turns").replaceChildren(...[...state.turns].reverse().map((turn) => {
    const more = asides(turn);
    if (made.has(turn.turn)) more.unshift(sentence({ key: "sequence", team: made.get(turn.turn).team }));
    return el("li", { class: `${turn.irregular ? "irregular" : ""} ${made.has(turn.turn) ? "made" : ""}`, value: turn.turn },
      el("button", { type: "button", class: "turn", onclick: () => turn.space && board.pick(turn.space), "aria-current": turn === state.turns[last] ? "true" : null },
        el("span", { class: "number" }, String(turn.turn)), badge(turn.team),
        el("span", { class: "said" }, sentence(turn), more.length > 0 && el("small", {}, more.join(" · ")))));
  }));
  if (!state.turns.length) byId("turns").append(el("li", { class: "quiet none" }, texts.page.no_turns));
}

function showSeeing() {
  const seeing = byId("seeing");
  const text = state.camera !== null
    ? [texts.status.camera, state.camera] : state.blocked !== null ? [texts.status.blocked, state.blocked] : null;
  seeing.hidden = !text || !state.table;
  document.body.classList.toggle("unseen", Boolean(text));
  const words = text ? text.filter(Boolean).join(" ") : "";
  if (seeing.textContent !== words) seeing.textContent = words;
}

function ago() {
  const seconds = Math.round((Date.now() - heard) / 1000);
  if (seconds < 2) return texts.status.just_now;
  return seconds < 60 ? say("status", "seconds", { n: seconds }) : say("status", "minutes", { n: Math.round(seconds / 60) });
}

function showLink() {
  const live = byId("live"), lost = byId("lost");
  live.dataset.link = link;
  const fault = state && state.faults.length ? faultTitle(state.faults[0].code) : "";
  live.textContent = fault || (link === "lost" ? "" : texts.status[link]);
  document.body.classList.toggle("lost", link === "lost");
  lost.hidden = link !== "lost";
  const words = link === "lost" ? `${say("status", "lost", { ago: ago() })} ${texts.status.lost_mend}` : "";
  if (lost.textContent !== words) lost.textContent = words;
}

function announce(how, gap) {
  const made = state.announcement;
  const fresh = made && made.number !== announced && announced !== null;
  announced = made ? made.number : 0;
  if (!fresh || how === "again") return;
  if (made.words.key !== "fault") showLarge(made.words);
  if (how === "news" || gap < RECENT) speak(sentence(made.words, true));
}

function showLarge(words) {
  const called = byId("called");
  called.className = `called show ${words.team || ""} ${words.key}`;
  called.replaceChildren(el("button", { type: "button", onclick: hideLarge },
    words.team ? badge(words.team) : null, el("span", {}, sentence(words))));
  clearTimeout(clearing);
  clearing = setTimeout(hideLarge, LARGE);
}

function hideLarge() {
  byId("called").classList.remove("show");
  clearTimeout(clearing);
  clearing = setTimeout(() => byId("called").replaceChildren(), 400);
}

function show(before, news) {
  showNow();
  showScore();
  if (!before || before.faults !== state.faults) showFaults();
  if (!before || before.questions !== state.questions) showQuestions();
  showTurns(before);
  showSeeing();
  showLink();
  board.show(state, news);
  document.body.classList.toggle("playing", Boolean(state.table));
}

setUpVoice(byId("voice"), byId("voice-switch"), byId("voice-row"));
setUpMenu();
setUpHost(byId("host"), () => { if (state) { showFaults(); showQuestions(); } }, () => state);

let last = Date.now();
follow({
  onState(next, how) {
    const before = state, gap = Date.now() - last;
    last = Date.now();
    state = next;
    show(before, how === "news" && before && before.last !== next.last);
    announce(how, gap);
  },
  onLink(kind, when) {
    link = kind;
    heard = when;
    last = Math.max(last, when);
    showLink();
  },
});
setInterval(() => { if (link === "lost") showLink(); }, 1000);
