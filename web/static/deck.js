// The page on which the host shows a deck to the table: the card that is asked for, what was just taken or why not, what can be done.

import { byId, el, surely } from "./draw.js";
import { forget, hostPage, section, tellTrouble } from "./host_page.js";
import { all as texts } from "./page_texts.js";

const words = texts.deck;
const LOOK = 700, SLOWLY = 3000; // milliseconds between two looks

let state = null, was = null;

async function act(action) {
  for (const one of byId("do").querySelectorAll("button")) one.disabled = true;
  const done = await page.act({ action, number: state.number });
  if (!done) return;
  forget("do");
  await page.look();
}

const button = (id, label, action, kind = "") =>
  el("button", { type: "button", id, class: `button ${kind}`, onclick: () => act(action) }, label);

const damaged = () => Boolean(state.trouble && state.trouble.code === "deck-damaged");

function buttons() {
  if (!state.showing) {
    return [
      !state.whole && !damaged() && button("start", state.begun ? words.go_on : words.start, "start", "main"),
      // What was shown is forgotten by a second tap only.
      (state.begun || damaged()) && surely(words.anew, `${words.anew}. ${words.sure}`, () => act("anew"), { id: "anew" }),
    ];
  }
  return [
    el("div", { class: "pair" }, button("back", words.back, "back"), button("skip", words.skip, "skip")),
    button("stop", words.stop, "stop"),
    // The only one that comes and goes stands last, so that no other moves away from under a finger.
    state.correction && button("correct", state.correction, "correct"),
  ];
}

function show(told) {
  state = told;
  const { showing, whole } = state;
  const entered = was !== null && was !== showing;
  was = showing;
  byId("heading").hidden = showing;
  byId("heading").textContent = whole ? words.heading_whole : words.heading;
  tellTrouble(page.refusal || state.trouble);
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

function away(form, why) {
  state = was = null;
  for (const id of ["said", "more"]) section(id, null);
  byId("count").hidden = byId("last").hidden = byId("camera").hidden = true;
  byId("heading").hidden = false;
  byId("heading").textContent = words.host_only;
  section("do", { why }, () => [form]);
}

const page = hostPage("/api/deck", texts.key, { show, away, pause: () => (state && !state.showing ? SLOWLY : LOOK) });
