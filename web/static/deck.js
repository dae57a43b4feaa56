// The page on which the host shows a deck to the table: the card that is asked for, what was just taken or why not, what can be done.

import { el } from "./draw.js";
import { ask, begin, keyForm, leave, post } from "./setup_key.js";

const texts = JSON.parse(document.getElementById("texts").textContent);
const words = texts.deck;
const byId = (id) => document.getElementById(id);
const LOOK = 700, SLOWLY = 3000, PATIENCE = 3; // milliseconds between two looks; looks without answer until that is said
const REFUSED = 8000; // milliseconds for which it is said why a button did nothing

let state = null, silent = 0, timer = 0, refusal = null, refusedAt = 0;

// What is written anew is read out anew: only where something changed, so that nothing that has the focus or is armed is lost.
const drawn = {};
function section(id, about, make) {
  const now = JSON.stringify(about);
  if (drawn[id] === now) return;
  drawn[id] = now;
  const focused = document.activeElement && document.activeElement.id;
  byId(id).replaceChildren(...make().filter(Boolean));
  if (focused && byId(focused) && byId(id).contains(byId(focused))) byId(focused).focus();
}

function tellTrouble(told) {
  section("trouble", told, () => [told && el("div", { class: "trouble" }, el("p", {}, told.reason), told.mend && el("p", { class: "mend" }, told.mend))]);
}

async function act(action) {
  for (const one of byId("do").querySelectorAll("button")) one.disabled = true;
  const answer = await post("/api/deck", { action, number: state.number });
  if (answer.status === 403) { turnedAway(answer.message); return; }
  refusal = answer.accepted ? null : { reason: answer.reason || texts.key.no_answer, mend: answer.mend || "" };
  refusedAt = Date.now();
  delete drawn.do;
  await look();
}

const button = (id, label, action, kind = "") =>
  el("button", { type: "button", id, class: `button ${kind}`, onclick: () => act(action) }, label);

const damaged = () => Boolean(state.trouble && state.trouble.code === "deck-damaged");

// What was shown is forgotten by a second tap only.
function anew() {
  const made = el("button", { type: "button", id: "anew", class: "button", onclick: () => {
    if (made.dataset.armed) { act("anew"); return; }
    made.dataset.armed = "yes";
    made.textContent = `${words.anew}. ${words.sure}`;
  } }, words.anew);
  return made;
}

function buttons() {
  if (!state.showing) {
    return [
      !state.whole && !damaged() && button("start", state.begun ? words.go_on : words.start, "start", "main"),
      (state.begun || damaged()) && anew(),
    ];
  }
  return [
    el("div", { class: "pair" }, button("back", words.back, "back"), button("skip", words.skip, "skip")),
    button("stop", words.stop, "stop"),
    // The only one that comes and goes stands last, so that no other moves away from under a finger.
    state.correction && button("correct", state.correction, "correct"),
  ];
}

function show() {
  const { showing, whole } = state;
  const entered = drawn.showing !== undefined && drawn.showing !== showing;
  drawn.showing = showing;
  byId("heading").hidden = showing;
  byId("heading").textContent = whole ? words.heading_whole : words.heading;
  if (refusal && Date.now() - refusedAt > REFUSED) refusal = null;
  tellTrouble(refusal || state.trouble);
  section("said", [showing, whole, state.asked, state.news, state.worth], () => showing
    ? [el("p", { class: "asked" }, state.asked), state.news && el("p", { class: "news" }, state.news)]
    : [el("p", { class: "news" }, state.worth)]);
  byId("count").hidden = !showing && !state.begun;
  byId("bar").max = state.wanted;
  byId("bar").value = state.shown;
  if (byId("progress").textContent !== state.progress) byId("progress").textContent = state.progress;
  section("do", [showing, whole, state.begun, state.correction, damaged()], buttons);
  if (byId("back")) byId("back").disabled = !state.last;
  section("more", [showing, whole, showing && state.worth, state.missing, state.another, state.shown_at], () => (showing
    ? [words.where, state.worth, words.rests]
    : [state.another, state.missing, whole ? state.shown_at : words.about])
    .filter(Boolean).map((said) => el("p", {}, said)));
  pictures();
  if (entered && showing) byId("stop").focus({ preventScroll: true });
  else if (entered) byId("heading").focus();
}

// The face that was taken last, and while somebody wants to see it what the camera sees.
function pictures() {
  const face = byId("last").querySelector("img"), at = `/api/deck/card.jpg?${state.number}`;
  byId("last").hidden = !(state.showing && state.last);
  if (!byId("last").hidden && face.getAttribute("src") !== at) face.src = at;
  byId("camera").hidden = !state.showing;
  if (state.showing && byId("camera").open) byId("camera").querySelector("img").src = `/camera.jpg?${Date.now()}`;
}

function turnedAway(why = "") {
  leave();
  clearTimeout(timer);
  state = null;
  for (const id of ["said", "more"]) section(id, null, () => []);
  byId("count").hidden = byId("last").hidden = byId("camera").hidden = true;
  byId("heading").hidden = false;
  byId("heading").textContent = words.host_only;
  delete drawn.showing;
  tellTrouble(why ? { reason: why, mend: "" } : null);
  section("do", { why }, () => [keyForm(texts.key, (refused) => {
    tellTrouble(refused ? { reason: refused, mend: "" } : null);
    if (!refused) look();
  })]);
}

async function look() {
  clearTimeout(timer);
  const told = await ask("/api/deck");
  if (told.status === 403 || told.status === 429) { turnedAway(told.message); return; }
  if (told.status === 200) {
    silent = 0;
    state = told;
    show();
  } else silent += 1;
  byId("lost").hidden = silent < PATIENCE;
  if (silent >= PATIENCE) byId("lost").textContent = texts.key.no_answer;
  clearTimeout(timer);
  timer = setTimeout(look, state && !state.showing ? SLOWLY : LOOK);
}

begin(look, turnedAway);
