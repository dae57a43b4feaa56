// Reactions of whoever watches: one tap, and every phone shows it for a moment.

import { el } from "./draw.js";
import { texts } from "./words.js";

const SIGNS = { clap: "👏", wow: "😮", laugh: "😂" };
const SHOWN = 2400; // milliseconds, as long as it rises in page.css

export function cheerButtons(home) {
  const send = (kind) => fetch("/api/cheer", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kind }) }).catch(() => {});
  home.replaceChildren(...Object.entries(SIGNS).map(([kind, sign]) =>
    el("button", { type: "button", class: "icon", "aria-label": texts.cheer[kind], onclick: () => send(kind) }, sign)));
}

export function showCheer(before, { cheer }) {
  if (!before || !cheer?.n || before.cheer?.n === cheer.n || !SIGNS[cheer.kind]) return;
  const shown = el("div", { class: "cheer", "aria-hidden": "true" }, SIGNS[cheer.kind]);
  shown.style.left = `${20 + ((cheer.n * 37) % 60)}%`; // side by side where several come at once
  document.body.append(shown);
  setTimeout(() => shown.remove(), SHOWN);
}
