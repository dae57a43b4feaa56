// The drawer: voice, colours, language, how well the camera sees, the code for another phone.

import { byId, el } from "./draw.js";
import { remember } from "./phone.js";
import { say, texts } from "./words.js";

const LOOK_AGAIN = 2000;

export function setUpMenu() {
  const menu = byId("menu"), qr = byId("qr"), theme = byId("theme");
  let looking = 0;
  byId("open-menu").addEventListener("click", () => {
    if (!qr.src) qr.src = qr.dataset.src;
    menu.showModal();
    showEye();
    looking = setInterval(showEye, LOOK_AGAIN);
  });
  menu.addEventListener("close", () => clearInterval(looking));
  menu.addEventListener("click", (event) => { if (event.target === menu) menu.close(); });
  theme.value = document.documentElement.dataset.theme || "";
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    remember("theme", theme.value);
  });
  byId("language").addEventListener("change", (event) => {
    const address = new URL(location.href);
    address.searchParams.set("lang", event.target.value); // the server remembers it for the other pages
    location.assign(address);
  });
}

// Numbers of the eye, asked for only while somebody looks at them.
async function showEye() {
  try {
    const answer = await fetch("/api/eye", { cache: "no-store" });
    if (!answer.ok) return;
    const { measures } = await answer.json();
    byId("eye").hidden = !measures.length;
    byId("eye").replaceChildren(el("h2", {}, texts.menu.eye), el("ul", {}, measures.map((one) =>
      el("li", { class: one.good ? "good" : "bad" },
        el("span", { class: "sign", "aria-hidden": "true" }, one.good ? "✓" : "!"),
        el("span", {}, el("b", {}, one.name), el("small", {}, one.good ? say("menu", "bound", one) : one.advice)),
        el("span", { class: "value" }, `${Number(one.value.toPrecision(3))} ${one.unit}`)))));
  } catch { /* the line is down; the page says so elsewhere */ }
}
