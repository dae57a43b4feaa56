// The time line of a game: where something was wrong, a mark stands on it.

import { el } from "./draw.js";
import { lay } from "./state.js";
import { faultTitle, say } from "./words.js";

// `states`: the game moment by moment; `turns`: the last turn of each; `onMark(moment)`: a mark was chosen.
export function markFaults(home, states, turns, onMark) {
  const begins = states.flatMap((state, moment) => (state.faults.length && !(moment && states[moment - 1].faults.length) ? [moment] : []));
  const last = Math.max(states.length - 1, 1);
  home.replaceChildren(...begins.map((moment) => {
    const title = faultTitle(states[moment].faults[0].code);
    const mark = el("button", {
      type: "button", class: "fault-mark", onclick: () => onMark(moment),
      "aria-label": say("games", "fault_at", { turn: turns[moment] || 0, title }),
    });
    mark.style.setProperty("--at", String(moment / last));
    return mark;
  }));
}

// A game as it was told in moments: whole states, and the last turn of each.
export function unfold(moments) {
  let state = {};
  return { states: moments.map((moment) => { state = lay(state, moment); return state; }), turns: moments.map((moment) => moment.turn) };
}
