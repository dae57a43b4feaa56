// What the host's pages share (set up, machine, deck, club): the key, which this phone shows once, with a token of its own from then on;
// looking at the table again and again; what is wrong.

import { byId, el } from "./draw.js";
import { asked, keyInLink, recall, remember, rememberHost, SOON } from "./phone.js";

const REFUSED = 8000; // milliseconds for which it is said why a button did nothing

let token = recall("host-key");

const named = () => recall("host-name");
const known = () => token !== "";

const ask = (address, method, content, key = token, patience = 0) =>
  asked(address, method, content, { "X-Host-Key": key, "X-Host-Name": encodeURIComponent(named()) }, patience);

// With the right key this phone is the host's; otherwise, why not.
async function enter(key, name = named()) {
  remember("host-name", name);
  const answer = await ask("/calls", "POST", { input: "hello", device: recall("host-token") }, key);
  if (!answer.accepted) return answer.message || "";
  token = answer.device;
  rememberHost(token);
  return "";
}

// What a phone that is not the host's fills in; `came(why)` hears that it was let in, or why not.
function keyForm(words, came) {
  const key = el("input", { id: "key", inputmode: "numeric", autocomplete: "off", maxlength: 20, required: true });
  const name = el("input", { id: "name", autocomplete: "nickname", maxlength: 40, value: named() });
  return el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      const refused = await enter(key.value.trim(), name.value.trim());
      came(known() ? "" : refused || words.no_answer);
    },
  },
  el("p", { class: "quiet" }, words.host_hint), el("label", { class: "field-of" }, words.key, key),
  el("label", { class: "field-of" }, words.name, name), el("button", { class: "button main" }, words.enter));
}

// A text that is written anew is read out anew.
export function write(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

export const alarm = (told) => el("div", { class: "trouble" }, el("p", {}, told.reason), told.mend && el("p", { class: "mend" }, told.mend));

export function tellTrouble(told) {
  const home = byId("trouble"), text = told ? [told.reason, told.mend].join("\n") : "";
  if (home.dataset.told === text) return;
  home.dataset.told = text;
  home.replaceChildren(...(told ? [alarm(told)] : []));
}

// Writes a part of the page anew only where something changed for it, so that nothing that is typed, armed or read out is lost.
const drawn = {};
export function section(id, about, make) {
  const home = byId(id), now = JSON.stringify(about ?? null), focused = document.activeElement?.id;
  home.hidden = !about;
  if (drawn[id] === now) return;
  drawn[id] = now;
  home.replaceChildren(...(about ? make(about).flat().filter(Boolean) : []));
  if (focused && home.contains(byId(focused))) byId(focused).focus();
}

// It is written anew in any case when its turn comes.
export const forget = (id) => { delete drawn[id]; };

// A page that looks at `address` now and then. `show(told)` draws what the table says; `away(form)` shows the form for the key to whoever
// is no host; `pause()` gives the milliseconds to the next look, 0 for none; without answer for `patience()` looks that is said; `gone(told)`
// hears of another answer, and says whether the page is left.
export function hostPage(address, words, { show, away, pause, patience = () => 3, gone = () => false }) {
  let silent = 0, timer = 0, refusal = null, refusedAt = 0;

  function turnedAway(why = "") {
    token = "";
    remember("host-key", "");
    clearTimeout(timer);
    tellTrouble(why ? { reason: why } : null);
    away(keyForm(words, (refused) => {
      tellTrouble(refused ? { reason: refused } : null);
      if (!refused) look();
    }), why);
  }

  async function look() {
    clearTimeout(timer);
    const told = await ask(address, "GET", undefined, token, SOON);
    if (told.status === 403 || told.status === 429) { turnedAway(told.message); return; }
    if (told.status === 200) {
      silent = 0;
      show(told);
    } else if (gone(told)) return;
    else silent += 1;
    byId("lost").hidden = silent < patience();
    write("lost", silent < patience() ? "" : words.no_answer);
    clearTimeout(timer);
    if (pause()) timer = setTimeout(look, pause());
  }

  // What was asked of the table: nothing where this phone may not, else its answer, refused or not.
  async function act(body) {
    const answer = await ask(address, "POST", body);
    if (answer.status === 403) { turnedAway(answer.message); return null; }
    refusal = answer.accepted ? null : { reason: answer.reason || words.no_answer, mend: answer.mend || "" };
    refusedAt = Date.now();
    return { accepted: answer.accepted, refusal };
  }

  // With the key in the page's link, if there is one.
  async function begin() {
    const link = keyInLink();
    const refused = link === null ? "" : await enter(link);
    if (refused || !known()) turnedAway(refused);
    else look();
  }

  begin();
  return { look, act, get refusal() { return Date.now() - refusedAt < REFUSED ? refusal : null; } };
}
