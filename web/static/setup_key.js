// The host's key on the pages that set a table up and show its machine: this phone shows it once, and a token of its own from then on.

import { el } from "./draw.js";

function recall(what) {
  try { return localStorage.getItem(what) || ""; } catch { return ""; }
}

function remember(what, value) {
  try { localStorage.setItem(what, value); } catch { /* private window: for this visit only */ }
}

let token = recall("host-key");

export const named = () => recall("host-name");
export const known = () => token !== "";

// Asks the table; what it says, with the status of the answer, and 0 where it gave none.
export async function ask(path, options = {}) {
  try {
    const answer = await fetch(path, {
      ...options, cache: "no-store",
      headers: { "X-Host-Key": token, "X-Host-Name": encodeURIComponent(named()), ...options.headers },
    });
    const told = await answer.json().catch(() => ({}));
    return { ...told, status: answer.status };
  } catch {
    return { status: 0 };
  }
}

export const post = (path, body, headers = {}) =>
  ask(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } });

// With the right key this phone is the host's; otherwise, why not.
async function enter(key, name = named()) {
  remember("host-name", name);
  const answer = await post("/calls", { input: "hello", device: recall("host-token") }, { "X-Host-Key": key });
  if (!answer.accepted) return answer.message || "";
  token = answer.device;
  remember("host-token", token);
  remember("host-key", token);
  return "";
}

export function leave() {
  token = "";
  remember("host-key", "");
}

// The key of the host's own link, which no server ever sees; it does not stay in the address.
function keyInLink() {
  const link = /^#host\b=?(.*)$/.exec(location.hash);
  if (link) history.replaceState(null, "", location.pathname);
  return link ? link[1] : null;
}

// What a phone that is not the host's fills in; `came(why)` hears that it was let in, or why not.
export function keyForm(words, came) {
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

// Begins a page: with the key in its link, if there is one, `look()` for whoever is let in, else `turnedAway(why)`.
export async function begin(look, turnedAway) {
  const link = keyInLink();
  const refused = link === null ? "" : await enter(link);
  if (refused || !known()) turnedAway(refused);
  else look();
}
