// A phone that speaks, where its owner switched that on.

import { el } from "./draw.js";
import { recall, remember } from "./phone.js";
import { texts } from "./words.js";

let on = false;
const buttons = [];

export function speak(text) {
  if (!on || !text || !window.speechSynthesis) return;
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = texts.language.code;
  saying.voice = ownVoice() || null;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}

// The phone's voice for the page's language, rather one that needs no internet.
function ownVoice() {
  const fitting = speechSynthesis.getVoices().filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === texts.language.code);
  return fitting.find((voice) => voice.localService) || fitting[0];
}

function sayWhatIsMissing(row) {
  const foreign = speechSynthesis.getVoices().length > 0 && !ownVoice();
  row.querySelector("small")?.remove();
  if (foreign) row.lastElementChild.append(el("small", { class: "quiet" }, ` ${texts.voice.foreign}`));
}

function show() {
  for (const button of buttons) {
    if (button.type === "checkbox") button.checked = on;
    else {
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", on ? texts.voice.on : texts.voice.off);
    }
  }
}

function turn(value) {
  on = value;
  remember("voice", on ? "on" : "");
  show();
  if (on) speak(texts.voice.hello);
  else if (window.speechSynthesis) speechSynthesis.cancel();
}

export function setUpVoice(button, box, row) {
  if (!window.speechSynthesis) {
    row.replaceChildren(el("span", { class: "quiet" }, texts.voice.none));
    return;
  }
  on = recall("voice") === "on";
  buttons.push(button, box);
  button.hidden = false;
  button.addEventListener("click", () => turn(!on));
  box.addEventListener("change", () => turn(box.checked));
  show();
  sayWhatIsMissing(row);
  speechSynthesis.addEventListener?.("voiceschanged", () => sayWhatIsMissing(row)); // many phones learn their voices late
  // Phones let a page speak only after a touch: the first one, wherever it falls, opens its mouth.
  if (on) document.addEventListener("pointerdown", () => speechSynthesis.speak(new SpeechSynthesisUtterance("")), { once: true });
}
