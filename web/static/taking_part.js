// The page on which a table joins a club's evening and leaves it, for the host.

import { el } from "./draw.js";
import { ask, begin, keyForm, leave, post } from "./setup_key.js";

const { club: words, key: keyWords } = JSON.parse(document.getElementById("texts").textContent);
const byId = (id) => document.getElementById(id);
const LOOK = 4000; // milliseconds between two looks while the table is in a club

// The club's page hands its link on in the address; `begin` clears only the host's key.
const handed = /^#club=(.+)$/.exec(location.hash);
if (handed) history.replaceState(null, "", location.pathname);
let link = "", timer = 0, drawn = "";
try { link = handed ? decodeURIComponent(handed[1]) : ""; } catch { /* it is typed, then */ }

const tellTrouble = (told) => byId("trouble").replaceChildren(...(told
  ? [el("div", { class: "trouble" }, el("p", {}, told.reason), told.mend && el("p", { class: "mend" }, told.mend))] : []));

function turnedAway(why = "") {
  leave();
  clearTimeout(timer);
  drawn = "";
  tellTrouble(why ? { reason: why } : null);
  byId("do").replaceChildren(keyForm(keyWords, (refused) => {
    tellTrouble(refused ? { reason: refused } : null);
    if (!refused) look();
  }));
}

async function act(button, action, more = {}) {
  button.disabled = true;
  byId("answer").textContent = action === "join" ? words.joining : "";
  const answer = await post("/api/taking-part", { action, ...more });
  button.disabled = false;
  byId("answer").textContent = "";
  if (answer.status === 403) { turnedAway(answer.message); return; }
  if (answer.accepted) link = "";
  await look();
  tellTrouble(answer.accepted ? null : { reason: answer.reason || keyWords.no_answer, mend: answer.mend });
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

async function look() {
  clearTimeout(timer);
  const told = await ask("/api/taking-part");
  if (told.status === 403 || told.status === 429) { turnedAway(told.message); return; }
  if (told.status === 200) {
    tellTrouble(told.trouble);
    const now = JSON.stringify([told.name, told.address, told.pictures]);
    if (now !== drawn) byId("do").replaceChildren(told.address ? member(told) : joinForm(told.name));
    drawn = now;
    if (told.address) timer = setTimeout(look, LOOK);
  } else tellTrouble({ reason: keyWords.no_answer });
}

begin(look, turnedAway);
