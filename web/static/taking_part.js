// The page on which a table joins a club's evening and leaves it, for the host.

import { byId, el } from "./draw.js";
import { forget, hostPage, section, tellTrouble } from "./host_page.js";
import { all } from "./page_texts.js";

const { club: words, key: keyWords } = all;
const LOOK = 4000; // milliseconds between two looks while the table is in a club

// The club's page hands its link on in the address; `hostPage` clears only the host's key.
const handed = /^#club=(.+)$/.exec(location.hash);
if (handed) history.replaceState(null, "", location.pathname);
let link = "", joined = false;
try { link = handed ? decodeURIComponent(handed[1]) : ""; } catch { /* it is typed, then */ }

async function act(button, action, more = {}) {
  button.disabled = true;
  byId("answer").textContent = action === "join" ? words.joining : "";
  const done = await page.act({ action, ...more });
  button.disabled = false;
  byId("answer").textContent = "";
  if (!done) return;
  if (done.accepted) link = "";
  await page.look();
  tellTrouble(done.refusal);
}

function joinForm(name) {
  const field = el("input", { id: "link", value: link, required: true, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "http://192.168.1.5:8090/#join=ABCDEFGH" });
  const called = el("input", { id: "table-name", value: name, required: true, maxlength: 40, autocomplete: "off" });
  return el("form", { onsubmit: (event) => {
    event.preventDefault();
    link = field.value;
    act(event.submitter, "join", { link: field.value, name: called.value });
  } },
  el("p", {}, words.how), el("label", { class: "field-of" }, words.link, field), el("label", { class: "field-of" }, words.name, called),
  el("button", { class: "button main" }, words.join));
}

function member({ name, address, pictures }) {
  const before = words.member.split("{address}")[0].replace("{name}", name);
  return el("div", {}, el("p", {}, before, el("a", { href: address }, address)),
    el("label", { class: "switch" }, el("input", { id: "pictures", type: "checkbox", checked: pictures,
      onchange: (event) => act(event.currentTarget, "pictures", { on: event.currentTarget.checked }) }), el("span", {}, words.pictures)),
    el("button", { type: "button", class: "button", onclick: (event) => act(event.currentTarget, "leave") }, words.leave));
}

function show(told) {
  joined = Boolean(told.address);
  tellTrouble(told.trouble);
  section("do", [told.name, told.address, told.pictures], () => [joined ? member(told) : joinForm(told.name)]);
}

function away(form) {
  joined = false;
  forget("do");
  section("do", ["key"], () => [form]);
}

const page = hostPage("/api/taking-part", keyWords, { show, away, pause: () => (joined ? LOOK : 0), patience: () => 1 });
