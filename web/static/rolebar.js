// The bar at the foot of the page, for hosts and players: a row of buttons, a panel that opens above it, a line for answers.

import { el, svg } from "./draw.js";
import { texts } from "./words.js";

const ICONS = {
  pause: "M9 5v14M15 5v14", resume: "M8 5l11 7-11 7z", undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  correct: "M4 20l1-4L16 5l3 3L8 19z", more: "M5 12h.1M12 12h.1M19 12h.1", seat: "M6 4v9h12M6 20v-4h12v4M18 13v3",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4", stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16v.1", card: "M6 3h12v18H6zM12 8l3 4-3 4-3-4z", close: "M6 6l12 12M18 6 6 18",
  pass: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12",
};
const SAID = 12000, REFUSED = 30000; // milliseconds: an answer that nobody needs any more goes

export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

export function makeBar(home) {
  const row = el("div", { class: "row" }), body = el("div", { class: "body" });
  const title = el("h2", { id: "panel-title", tabindex: -1 }), asks = el("div", { class: "asks", "aria-live": "polite" });
  const said = el("p", { class: "answer", role: "status" });
  const closer = el("button", { type: "button", class: "icon", "aria-label": texts.menu.close, onclick: () => bar.close(true) }, icon("close"));
  const panel = el("div", { class: "panel", role: "group", "aria-labelledby": "panel-title", hidden: true }, title, closer, body);
  let opener = null, going = 0;
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape") bar.close(true); });
  home.replaceChildren(asks, panel, said, row);

  // Without buttons there is a bar only while somebody without a seat takes one, or is told what came of it.
  function settle() {
    home.hidden = document.getElementById("to-bar").hidden = !row.childElementCount && panel.hidden && !said.textContent;
  }

  const bar = {
    asks,
    get opened() { return panel.hidden ? "" : panel.dataset.kind; },
    // Buttons by name; whoever stands on one with the keyboard stays there.
    show(...buttons) {
      const held = row.contains(document.activeElement) ? document.activeElement.dataset.name : null;
      row.replaceChildren(...buttons.filter(Boolean));
      if (held) (row.querySelector(`[data-name="${held}"]`) || row.firstElementChild)?.focus();
      if (!row.childElementCount && bar.opened !== "sit") bar.close();
      settle();
    },
    button(name, label, act, more = {}) {
      return el("button", { type: "button", class: "tab", "data-name": name, onclick: act, ...more }, icon(name), el("span", {}, label));
    },
    // `focus`: whoever opened it goes there, and comes back when it is closed.
    open(kind, heading, content, focus = false) {
      const held = panel.contains(document.activeElement);
      panel.dataset.kind = kind;
      title.textContent = heading;
      body.replaceChildren(...content.flat().filter(Boolean));
      panel.hidden = false;
      settle();
      if (focus) opener = document.activeElement?.dataset.name || null;
      if (focus || held) title.focus({ preventScroll: true });
    },
    close(back = false) {
      panel.hidden = true;
      body.replaceChildren();
      settle();
      if (back) (document.querySelector(`[data-name="${opener}"]`) || row.firstElementChild)?.focus();
    },
    say(message, refused = false) {
      clearTimeout(going);
      said.className = `answer ${refused ? "refused" : ""}`;
      said.textContent = message;
      settle();
      going = setTimeout(() => { said.textContent = ""; settle(); }, refused ? REFUSED : SAID);
    },
  };
  return bar;
}
