// The host's key on this phone: it is shown once, and from then on a token of the phone's own.

import { el } from "./draw.js";
import { asked, recall, remember, SOON } from "./phone.js";

let token = recall("host-key"), name = recall("host-name");

export const isHost = () => token !== "";

// What the table says to this host; with a `patience` of 0 it is waited for without end.
export const askAsHost = (address, method, content, patience = SOON, key = token) =>
  asked(address, method, content, { "X-Host-Key": key, "X-Host-Name": encodeURIComponent(name) }, patience);

// This phone is the host's with that token.
export function hold(given) {
  token = given;
  remember("host-token", token);
  remember("host-key", token);
}

// It is not the host's any more; whoever shows the key on it again is known by the token.
export function letGo() {
  token = "";
  remember("host-key", "");
}

// With the right key, or its own token, this phone is the host's; gives what the table says to it.
export async function greet(key = token, who = name) {
  name = who;
  const answer = await askAsHost("/calls", "POST", { input: "hello", device: recall("host-token") }, SOON, key);
  if (answer.accepted) { remember("host-name", name); hold(answer.device); }
  return answer;
}

// What a phone that is not the host's fills in; `came(answer)` hears what the table says to it.
export function keyForm(words, came) {
  const key = el("input", { id: "key", name: "key", inputmode: "numeric", autocomplete: "off", maxlength: 20, required: true });
  const who = el("input", { id: "name", name: "who", autocomplete: "nickname", maxlength: 40, value: name });
  return el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      came(await greet(key.value.trim(), who.value.trim()));
    },
  },
  el("p", { class: "quiet" }, words.host_hint), el("label", { class: "field-of" }, words.key, key),
  el("label", { class: "field-of" }, words.name, who), el("button", { class: "button main" }, words.enter));
}
