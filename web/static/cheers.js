// Reactions of whoever watches: one tap, and every phone shows it for a moment.

import { el, svg } from "./draw.js";
import { asked } from "./phone.js";
import { texts } from "./words.js";

// Drawn: a screen of the room often has no font with these signs.
const GOLD = "#ffc83d", INK = "#3a2a00", FACE = ["M12 12h0", "none", GOLD, 20];
const HAND = "M7.5 13.5l6-7M9.5 15.2 16 7.5M11.5 17 18 9.8M13.5 18.8l5.5-5.8M7 9.5l1.5 5L13 19";
const SIGNS = { // path, what fills it, and the line's colour and width
  clap: [["M4 3v2.5M8.5 1.5 8 4M1.5 7l2.5.5", "none", GOLD, 1.6], [HAND, "none", INK, 5], [HAND, "none", GOLD, 3.4]],
  wow: [FACE, ["M8.5 9h0M15.5 9h0", "none", INK, 2.8], ["M9.4 16a2.6 3.2 0 0 1 5.2 0 2.6 3.2 0 0 1-5.2 0z", INK, "none", 0]],
  laugh: [FACE, ["M6 10.2l2-2 2 2M14 10.2l2-2 2 2", "none", INK, 1.6], ["M6 13.2h12a6 6 0 0 1-12 0z", INK, "none", 0]],
};
const SHOWN = 2400; // milliseconds, as long as it rises in page.css

function sign(kind) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, SIGNS[kind].map(([d, fill, stroke, width]) =>
    svg("path", { d, fill, stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" })));
}

export function cheerButtons(home) {
  const send = (kind) => asked("/api/cheer", "POST", { kind });
  home.replaceChildren(...Object.keys(SIGNS).map((kind) =>
    el("button", { type: "button", class: "icon", "aria-label": texts.cheer[kind], onclick: () => send(kind) }, sign(kind))));
}

export function showCheer(before, { cheer }) {
  if (!before || !cheer?.n || before.cheer?.n === cheer.n || !SIGNS[cheer.kind]) return;
  const shown = el("div", { class: "cheer", "aria-hidden": "true" }, sign(cheer.kind));
  shown.style.left = `${20 + ((cheer.n * 37) % 60)}%`; // side by side where several come at once
  document.body.append(shown);
  setTimeout(() => shown.remove(), SHOWN);
}
