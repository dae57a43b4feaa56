// The page on which the host sets a table up: board, chips, game, start. What can be done next stands below the picture.

import { badge, byId, el, surely } from "./draw.js";
import { makeGame } from "./setup_game.js";
import { hostPage, section, tellTrouble, write } from "./host_page.js";
import { all as texts } from "./page_texts.js";
import { makeView } from "./setup_view.js";

const words = texts.setup;
const COLOURS = ["blue", "green", "red"];
const KEPT_ANYWAY = ["misread", "not-alone", "other-colour"]; // troubles with chips that a host may know better
const LOOK = 700, SLOWLY = 3000, PATIENCE = 3; // milliseconds between two looks; looks without answer until that is said

let state = null, editing = false, drawn = "", starting = false;
const view = makeView(byId("view"), {
  alt: words.page.picture,
  help: words.board.corners_help,
  keys: words.board.corners_keys,
  corner: (n, at) => `${words.board.corner.replace("{n}", n)}: ${at.join(", ")}`,
});

async function act(action, more = {}) {
  for (const one of byId("do").querySelectorAll("button")) one.disabled = true;
  const done = await page.act({ action, step: state.step, ...more });
  if (!done) return;
  if (done.accepted && action === "start") starting = true;
  drawn = "";
  page.look();
  if (done.refusal) byId("trouble").scrollIntoView({ block: "nearest" });
}

const again = (id, label, to) => surely(label, `${label}. ${texts.call.sure}`, () => act("again", { to }), { id });
const button = (id, label, press, kind = "") => el("button", { type: "button", id, class: `button ${kind}`, onclick: press }, label);

// What can be done at a step, by what the table says.
const STEPS = {
  board() {
    const found = state.board, own = found && found.by_hand;
    if (editing) {
      return [
        button("corners-done", words.board.corners_done, () => { edit(false); act("corners", { corners: view.corners() }); }, "main"),
        button("corners-off", words.board.corners_off, () => { edit(false); act("corners", { corners: null }); }),
      ];
    }
    const taken = state.trouble && state.trouble.code === "not-empty";
    return [
      found && button("measure", words.board.measure, () => act("measure"), taken ? "" : "main"),
      found && taken && button("it-is-empty", words.board.it_is_empty, () => act("measure", { it_is_empty: true })),
      state.frame > 0 && button("corners", found ? words.board.corners : words.board.corners_missing, () => edit(true)),
      own && button("corners-off", words.board.corners_off, () => act("corners", { corners: null })),
      ...otherCameras(),
      state.measured && button("keep", words.board.keep, () => act("back", { to: "game" })),
    ];
  },
  chips() {
    const all = state.places.every((place) => place.seen === place.team);
    const misread = state.trouble && KEPT_ANYWAY.includes(state.trouble.code);
    return [
      el("ul", { class: "chips" }, state.places.map((place) => el("li", { class: place.team }, badge(place.team), chipWords(place)))),
      button("chips-done", state.places.length ? words.chips.done : words.chips.without, () => act("chips"), all && !misread ? "main" : ""),
      misread && button("anyway", words.chips.anyway, () => act("chips", { anyway: true })),
      state.places.length === 0 && el("p", { class: "quiet" }, words.chips.without_help),
      el("details", { open: state.places.length < COLOURS.length || byId("do").querySelector("details")?.open }, el("summary", {}, words.chips.fewer), el("div", { class: "actions" }, COLOURS.map((team) => {
        const asked = state.places.some((place) => place.team === team) ? words.chips.none_of : words.chips.some_of;
        return button(`skip-${team}`, asked.replace("{team}", texts.team[team]), () => act("skip", { team }), "small");
      }))),
      button("back", words.page.go_back, () => act("back", { to: "board" })),
    ];
  },
  game() {
    return [
      makeGame(state, texts, (game) => act("start", game)),
      button("measure-again", words.game.measure_again, () => act("back", { to: "board" })),
    ];
  },
  starting: () => [],
  playing() {
    return [el("p", {}, words.playing.ends),
      again("new-players", words.playing.new_players, "game"), again("measure-again", words.game.measure_again, "board"),
      byId("setup").dataset.deck && el("a", { class: "button", href: "/deck" }, byId("setup").dataset.deck)];
  },
};

// Another camera, where there is one: the words are for people, the name is what the machine calls it.
function otherCameras() {
  return state.cameras.filter((name) => name !== state.camera_name).map((name) => {
    const kind = name.split(":")[0], known = words.camera[kind] || words.camera.other;
    return button(`camera-${name}`, words.camera.use.replace("{name}", known.replace("{name}", name)), () => act("camera", { name }));
  });
}

function chipWords(place) {
  const team = texts.team[place.team];
  if (place.seen === place.team) return el("span", {}, `✓ ${words.chips.seen.replace("{team}", team)}`);
  if (place.seen) return el("b", {}, words.chips.wrong.replace("{other}", texts.team[place.seen]).replace("{team}", team));
  return el(place.now ? "b" : "span", {}, place.now ? place.words : words.chips.waiting.replace("{team}", team));
}

function edit(on) {
  editing = on;
  view.edit(on);
  drawn = "";
  show();
  if (on) view.focus();
}

function saying() {
  if (state.busy) return words.page.busy;
  if (state.step === "starting") return words.starting.wait;
  if (state.step === "board") {
    if (editing) return "";
    if (!state.frame) return state.camera ? "" : words.page.no_picture;
    if (!state.board) return state.trouble ? "" : words.board.looking;
    return state.board.by_hand ? words.board.by_hand : words.board.found;
  }
  if (state.step === "chips") return "";
  return state.step === "game" && state.chips_lie ? words.game.clear : "";
}

// Draws the step anew only where something changed for it, so that nothing that is typed is lost.
function show() {
  const { step } = state;
  const awaited = state.places.find((place) => place.seen !== place.team);
  state.places = state.places.map((place) => ({ ...place, now: place === awaited }));
  write("heading", words[step].heading);
  showSteps(step);
  write("said", saying());
  tellTrouble(state.camera && ["board", "chips"].includes(step) ? state.camera : page.refusal || state.trouble);
  section("remarks", !editing && state.remarks.length && state.remarks, (remarks) => remarks.map((remark) => el("p", { class: "trouble mild" }, remark)));
  view.show(["board", "chips"].includes(step) ? state : { frame: 0 });
  const seen = state.places.map((place) => [place.team, place.seen, place.now]);
  const found = state.board && state.board.by_hand;
  const now = JSON.stringify([step, editing, state.busy, Boolean(state.board), found, state.frame > 0, state.trouble && state.trouble.code, seen, state.measured, state.cameras, state.camera_name]);
  if (now === drawn || (step === "game" && drawn && JSON.parse(drawn)[0] === "game")) return;
  const entered = drawn && JSON.parse(drawn)[0] !== step;
  drawn = now;
  const focused = document.activeElement && document.activeElement.id;
  byId("do").replaceChildren(...STEPS[step]().filter(Boolean));
  for (const one of byId("do").querySelectorAll("button")) one.disabled = state.busy;
  if (entered) byId("heading").focus();
  else if (focused && byId(focused) && byId("do").contains(byId(focused))) byId(focused).focus();
}

function showSteps(step) {
  const list = byId("steps"), order = ["board", "chips", "game"], at = order.indexOf(step);
  list.hidden = at < 0;
  list.replaceChildren(...order.map((one, n) => el("li", { class: n < at ? "done" : "", "aria-current": n === at ? "step" : null },
    `${n + 1}. ${words.page[one]}`)));
}

function away(form) {
  state = null;
  drawn = "";
  byId("steps").hidden = byId("view").hidden = true;
  write("heading", words.page.host_only);
  write("said", "");
  section("remarks", null);
  byId("do").replaceChildren(form);
}

const home = () => location.assign("/");

const page = hostPage("/api/setup", words.page, {
  show(told) {
    if (starting && told.step === "playing") { home(); return; }
    state = told;
    show();
  },
  away,
  gone(told) {
    if (starting && told.status === 404) home();
    return starting && told.status === 404;
  },
  patience: () => (starting ? Infinity : PATIENCE),
  pause: () => (state && ["game", "playing"].includes(state.step) ? SLOWLY : LOOK),
});
