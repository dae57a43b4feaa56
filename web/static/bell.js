// What waits for the host: how much stands on the bell of the bar as long as it waits; whoever switches the bell on hears and feels it come.

import { el } from "./draw.js";
import { recall, remember } from "./phone.js";
import { icon } from "./rolebar.js";
import { say, texts } from "./words.js";

const BUZZ = [120, 60, 120]; // milliseconds
const TONES = [660, 880], TONE = 0.18, LOUD = 0.2; // Hz; seconds each; of the most a phone can

export function makeBell(changed) {
  let on = recall("bell") === "on", sound = null, known = null;

  // Phones let a page sound only after a touch.
  function wake() {
    sound ||= window.AudioContext ? new AudioContext() : null;
    sound?.resume().catch(() => {});
  }
  if (on) document.addEventListener("pointerdown", wake, { once: true });

  function ring() {
    navigator.vibrate?.(BUZZ);
    if (sound?.state !== "running") return;
    TONES.forEach((pitch, nth) => {
      const from = sound.currentTime + nth * TONE, tone = sound.createOscillator(), loud = sound.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(LOUD, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + TONE);
      tone.connect(loud).connect(sound.destination);
      tone.start(from);
      tone.stop(from + TONE);
    });
  }

  function turn() {
    on = !on;
    remember("bell", on ? "on" : "");
    if (on) { wake(); ring(); }
    changed();
  }

  const waiting = (state) => [
    ...state.people.asks.filter((one) => !one.outcome).map((one) => `ask ${one.number}`),
    ...state.questions.filter((one) => one.options.length).map((one) => `question ${one.number}`),
    ...state.faults.map((one) => `fault ${one.number}`)];

  return {
    heard(state) {
      const now = waiting(state);
      if (on && known && now.some((one) => !known.includes(one))) ring();
      known = now;
      (now.length ? navigator.setAppBadge?.(now.length) : navigator.clearAppBadge?.())?.catch(() => {});
    },
    button() {
      const count = known?.length || 0;
      const label = [texts.bar[on ? "bell_on" : "bell_off"], count && say("bar", "waiting", { count })].filter(Boolean).join(", ");
      return el("button", { type: "button", class: "tab bell", "data-name": "bell", "aria-pressed": String(on), "aria-label": label, onclick: turn },
        icon("bell"), count > 0 && el("b", { class: "count" }, String(count)));
    },
  };
}
