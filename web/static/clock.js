// The time of a turn, where the table limits it: what is left, counted here from the moment that the table named.

import { clockWritten } from "./dates.js";
import { say, texts } from "./words.js";

const SOON = 10; // seconds left that are said once
const FRESH = 15; // seconds after which it is no news any more that time is up

// `home` shows what is left; `aloud` is read out; `now()`: the table's clock, none before it was heard; `onUp(fresh)`: time is up,
// `fresh` where this phone has just seen it.
export function makeClock(home, aloud, now, onUp = () => {}) {
  let clock = null, timer = 0, soon = false, up = false, ran = 0;

  function left() {
    if (!clock) return null;
    if (clock.ends === undefined) return clock.left;
    const time = now();
    return time === null ? null : (clock.ends - time) / 1000;
  }

  function tick() {
    clearTimeout(timer);
    const seconds = left(), known = seconds !== null, whole = known ? Math.max(0, Math.ceil(seconds)) : 0;
    home.hidden = !clock;
    home.classList.toggle("still", Boolean(clock) && clock.ends === undefined);
    home.classList.toggle("soon", known && whole <= SOON);
    const shown = known ? clockWritten(whole) : "–:––";
    if (home.textContent !== shown) home.textContent = shown;
    home.setAttribute("aria-label", clock && clock.ends === undefined ? `${texts.clock.left}: ${shown}. ${texts.clock.still}` : `${texts.clock.left}: ${shown}`);
    if (!known || whole > SOON) soon = false;
    const first = known && whole > 0 && whole <= SOON && clock.seconds > SOON && !soon;
    if (first) aloud.textContent = say("clock", "ten", { n: whole });
    else if (!soon || whole === 0) aloud.textContent = "";
    soon = soon || first;
    const late = known && seconds <= 0;
    if (late !== up) {
      up = late;
      const fresh = late && ran === clock.ends && seconds > -FRESH;
      if (late) ran = 0; // it is said once, though the line may break meanwhile
      onUp(fresh);
    }
    if (known && !late) ran = clock.ends;
    if (known && clock.ends !== undefined && seconds > 0) timer = setTimeout(tick, (seconds % 1 || 1) * 1000 + 10);
    else if (clock && !known) timer = setTimeout(tick, 250);
  }

  return {
    show(next) {
      clock = next || null;
      tick();
    },
    get up() { return up; },
  };
}
