// An earlier moment of the running game: the board goes there and comes back. Loaded when a turn is tapped.

import { el, svg } from "./draw.js";
import { exhibitsOf } from "./evidence.js";
import { markFaults, unfold } from "./timeline.js";
import { say, sentence, texts } from "./words.js";

const REST = 250; // pictures are asked for when one rests on a moment, not for every one passed by

// `board`: where it is shown; `live()`: the state of this moment.
export function makePast(home, { board, live }) {
  let game = null, states = [], turns = [], at = 0, left = 0, known = 0, open = false, asking = 0, opener = null;
  const when = el("p", { class: "when", role: "status" });
  const slider = el("input", { type: "range", min: 0, value: 0, "aria-label": texts.games.steps, oninput: () => go(Number(slider.value)) });
  const marks = el("div", { class: "marks-line" });
  const back = el("button", { type: "button", class: "button", onclick: () => close(true) });
  const picture = el("figure", {});
  home.replaceChildren(when, slider, marks,
    el("div", { class: "actions" },
      step(texts.games.before, "m15 5-8 7 8 7", () => go(at - 1)), step(texts.games.after, "m9 5 8 7-8 7", () => go(at + 1)), back),
    picture);
  document.addEventListener("keydown", (event) => {
    if (open && event.key === "Escape" && !document.querySelector("dialog[open]")) close(true);
  });

  function step(label, d, act) {
    return el("button", { type: "button", class: "icon", "aria-label": label, onclick: act },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d })));
  }

  async function load() {
    const answer = await fetch(`/api/games/${game}?lang=${texts.language.code}`);
    if (!answer.ok) throw new Error(String(answer.status));
    ({ states, turns } = unfold((await answer.json()).moments));
    known = live().turns.length;
    slider.max = states.length - 1;
    markFaults(marks, states, turns, go);
  }

  function go(moment) {
    if (moment >= states.length - 1) { close(true); return; } // after the last known moment comes the live one
    at = Math.max(moment, 0);
    slider.value = at;
    const state = states[at], last = state.turns[state.turns.length - 1];
    const words = turns[at] ? `${say("page", "turn", { turn: turns[at] })}: ${sentence(state.faults.length ? state.just : last)}` : texts.games.start;
    when.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    markTurn();
    board.show(state, false);
    showPicture(state);
  }

  function markTurn() {
    document.querySelectorAll("#turns [data-turn]").forEach((one) => one.toggleAttribute("data-then", Number(one.dataset.turn) === turns[at]));
  }

  // The camera's picture of that moment, where one is kept: of the fault that stood, else of the turn.
  function showPicture(state) {
    clearTimeout(asking);
    picture.classList.remove("seen-then");
    const fault = state.faults[0], turn = fault ? fault.turn : turns[at], shown = at;
    if (!turn && !fault) return; // before the first turn there may be a fault
    asking = setTimeout(async () => {
      const exhibits = await exhibitsOf(game, turn).catch(() => []);
      const kinds = fault ? [["fault", "straight"], ["fault", "after"]] : [["turn", "after"], ["stood", "after"]];
      const found = kinds.map(([kind, name]) => exhibits.find((one) => one.folder.startsWith(kind) && one.name === name)).find(Boolean);
      if (!open || shown !== at || !found) return;
      const alt = say("games", "evidence_of", { turn });
      picture.replaceChildren(el("a", { href: `/games/${game}#${fault ? `fault-${fault.number}` : turn}` }, el("img", { src: found.url, alt })));
      picture.classList.add("seen-then");
    }, REST);
  }

  function sayBack() {
    const count = Math.max(0, live().turns.length - left);
    back.textContent = count ? say("past", count === 1 ? "one" : "many", { count }) : texts.past.live;
  }

  function close(byHand = false) {
    if (!open) return;
    open = false;
    home.hidden = true;
    clearTimeout(asking);
    document.body.classList.remove("past-shown");
    document.querySelectorAll("#turns [data-then]").forEach((one) => one.removeAttribute("data-then"));
    board.show(live(), false);
    if (byHand && home.contains(document.activeElement)) (document.querySelector(`#turns [data-turn="${opener}"]`) || document.getElementById("board")).focus({ preventScroll: true });
  }

  return {
    get open() { return open; },
    // Goes to the moment after that turn; false where it is not known.
    async look(wanted, turn) {
      try {
        if (game !== wanted || known !== live().turns.length) { game = wanted; await load(); }
      } catch { game = null; }
      const moment = game === null ? -1 : turns.indexOf(turn);
      if (moment < 0 || moment === states.length - 1) { close(); return false; }
      if (!open) left = live().turns.length;
      open = true;
      opener = turn;
      home.hidden = false;
      document.body.classList.add("past-shown");
      go(moment);
      sayBack();
      return true;
    },
    // The live game went on.
    news(next) {
      if (next.game !== game) { close(); return; }
      markTurn();
      sayBack();
    },
    close,
  };
}
