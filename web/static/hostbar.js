// The host's bar: pause, take back, correct, and what is needed now and then. Whatever it does, it names it first.

import { cardButtons, stepButtons, turnTitle, wasOn } from "./correction.js";
import { players } from "./asks.js";
import { makeBell } from "./bell.js";
import { el } from "./draw.js";
import { devices, sayAsHost, sendAsHost, surely } from "./host.js";
import { isHost } from "./key.js";
import { icon } from "./rolebar.js";
import { answerWords, player, say, sentence, texts } from "./words.js";

const SURE = 5000, MACHINE = 60000; // milliseconds: for the second tap; between two looks at the machine

// `mine()`: buttons of the seat that the host's phone may have besides.
export function makeHostBar(bar, current, mine) {
  let undoing = null, resting = 0, shown = null, elsewhere = "", worries = [], asked = 0;
  const bell = makeBell(() => show());
  const { machine, deck, club, setsUp } = document.getElementById("table").dataset;

  async function tell(pressed, call) {
    if (pressed) pressed.disabled = true;
    const answer = await sayAsHost(call);
    if (pressed) pressed.disabled = false;
    if (answer.status === 403) return;
    bar.say(answerWords(answer), !answer.accepted);
    if (answer.accepted && call.input !== "pause") bar.close(true);
  }

  // The first tap names the turn, the second takes back that one and no other, whatever was played meanwhile.
  function undo(last) {
    if (undoing) {
      const { turn } = undoing;
      rest();
      tell(null, { input: "undo", turn });
      return;
    }
    undoing = last;
    bar.say(say("call", "undo_turn", { turn: last.turn, sentence: sentence(last) }));
    resting = setTimeout(() => { rest(); bar.say(""); }, SURE);
    show();
  }

  function rest() {
    clearTimeout(resting);
    undoing = null;
    show();
  }

  function plain(label, call) {
    return el("button", { type: "button", class: "button", onclick: (event) => tell(event.currentTarget, call) }, label);
  }

  function correct(turn, focus = false, space = "") {
    const { turns, table } = current();
    shown = turn;
    elsewhere = space;
    const told = space && space !== turn.space ? wasOn(turn, space) : null;
    bar.open("correct", turnTitle(turn), [
      told && el("div", { class: "actions" }, plain(told.label, told.call)),
      cardButtons(turn, table, (card, pressed) => tell(pressed, { input: "card-was", turn: turn.turn, card })),
      el("p", { class: "quiet" }, texts.bar.tap_space),
      el("div", { class: "actions" }, surely(texts.call["not-a-turn"], null, (pressed) => tell(pressed, { input: "not-a-turn", turn: turn.turn }))),
      stepButtons(turn, turns, (other) => correct(other)),
    ], focus);
  }

  function more() {
    const state = current();
    const seat = state?.table && state.to_move !== null && state.arbiter !== "paused" ? state.table.seats[state.to_move] : null;
    bar.open("more", texts.call.title, [
      worries.map((worry) => el("p", { class: "trouble worry" }, `${worry.reason} ${worry.mend}`)),
      el("div", { class: "actions" },
        surely(texts.bar.new_game, null, (pressed) => tell(pressed, { input: "start" })),
        seat && surely(say("call", "cannot_play", { who: player(seat.team, seat.name) }), null, (pressed) => tell(pressed, { input: "cannot-play" })),
        plain(texts.call["undo-call"], { input: "undo-call" }), mine(),
        setsUp !== undefined && el("a", { class: "button", href: "/setup" }, texts.bar.set_up),
        deck && el("a", { class: "button", href: "/deck" }, deck),
        club && el("a", { class: "button", href: "/club" }, club),
        machine && el("a", { class: "button", href: "/machine" }, machine)),
      players(bar, state, () => more()),
      devices(bar.say),
    ], true);
  }

  function show() {
    const state = current();
    if (!isHost()) { clearTimeout(resting); undoing = null; return false; }
    const paused = state?.arbiter === "paused", last = state?.turns?.[state.turns.length - 1];
    const named = undoing || last;
    const sure = undoing ? `. ${texts.call.sure}` : "";
    bar.show(
      paused ? bar.button("resume", texts.call.resume, (event) => tell(event.currentTarget, { input: "resume" }))
        : bar.button("pause", texts.call.pause, (event) => tell(event.currentTarget, { input: "pause" })),
      named && bar.button("undo", undoing ? texts.call.sure : say("bar", "undo", named), () => undo(named), {
        "aria-label": say("call", "undo_turn", { turn: named.turn, sentence: sentence(named) }) + sure, "data-armed": Boolean(undoing),
      }),
      last && bar.button("correct", texts.bar.correct, () => toggle("correct", () => correct(last, true))),
      bell.button(),
      bar.button("more", texts.bar.more, () => toggle("more", more), {
        "data-worry": worries.length > 0, "aria-label": worries.length ? `${texts.bar.more}: ${worries[0].reason}` : null,
      }),
    );
    if (machine && !asked) lookAtMachine();
    if (bar.opened === "correct") follow(state);
    return true;
  }

  // What the host should know of the machine: a dot on the last button, and the sentence above all in its panel.
  async function lookAtMachine() {
    asked = setTimeout(lookAtMachine, MACHINE);
    if (document.hidden || !isHost()) return;
    const told = await sendAsHost("/api/machine", "GET");
    worries = told.worries || [];
    show();
  }

  function toggle(kind, open) {
    if (bar.opened === kind) bar.close(true);
    else open();
  }

  // A turn that was put right meanwhile is shown as it is now; one that is gone is none to correct.
  function follow(state) {
    const now = state.turns.find((one) => one.turn === shown.turn);
    if (!now) bar.close();
    else if (JSON.stringify(now) !== JSON.stringify(shown)) correct(now, false, elsewhere);
  }

  return {
    show,
    heard: bell.heard,
    // Beside each turn in the list.
    pencil(turn) {
      return isHost() && el("button", { type: "button", class: "icon seen", "aria-label": `${texts.bar.correct}: ${turnTitle(turn)}`, onclick: () => correct(turn, true) }, icon("correct"));
    },
    // A space was meant, not only looked at: the turn that was played there, or the last one, which was played there after all.
    pick(space) {
      const { turns } = current();
      const there = [...turns].reverse().find((one) => one.space === space);
      const last = turns[turns.length - 1];
      if (bar.opened === "correct" && space !== shown.space) correct(shown, false, space);
      else if (there || last) correct(there || last, false, space);
    },
  };
}
