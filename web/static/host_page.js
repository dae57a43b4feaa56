// What the host's pages share (set up, machine, deck, club): looking at the table again and again, the form for the key, what is wrong.

import { byId, el } from "./draw.js";
import { askAsHost, greet, isHost, keyForm, letGo } from "./key.js";
import { keyInLink } from "./phone.js";

const REFUSED = 8000; // milliseconds for which it is said why a button did nothing

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
    letGo();
    clearTimeout(timer);
    tellTrouble(why ? { reason: why } : null);
    away(keyForm(words, ({ accepted, message }) => {
      tellTrouble(accepted ? null : { reason: message || words.no_answer });
      if (accepted) look();
    }), why);
  }

  async function look() {
    clearTimeout(timer);
    const told = await askAsHost(address, "GET");
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
    const answer = await askAsHost(address, "POST", body, 0);
    if (answer.status === 403) { turnedAway(answer.message); return null; }
    refusal = answer.accepted ? null : { reason: answer.reason || words.no_answer, mend: answer.mend || "" };
    refusedAt = Date.now();
    return { accepted: answer.accepted, refusal };
  }

  // With the key in the page's link, if there is one.
  async function begin() {
    const link = keyInLink(), { accepted, status, message } = link === null ? { accepted: isHost() } : await greet(link);
    if (accepted || (status === 0 && isHost())) look();
    else turnedAway(message);
  }

  begin();
  return { look, act, get refusal() { return Date.now() - refusedAt < REFUSED ? refusal : null; } };
}
