// The host's phone: what it may tell the referee. Each button is one call; what it means is the arbiter's.

import { el } from "./draw.js";
import { say, team, texts } from "./words.js";

let home = null, changed = null, now = null, key = "", name = "";

function recall(what) {
  try { return localStorage.getItem(what) || ""; } catch { return ""; }
}

function remember(what, value) {
  try { localStorage.setItem(what, value); } catch { /* private window: for this visit only */ }
}

async function post(call, withKey = key) {
  try {
    const answer = await fetch("/calls", {
      method: "POST", body: JSON.stringify(call), cache: "no-store",
      headers: { "Content-Type": "application/json", "X-Host-Key": withKey, "X-Host-Name": encodeURIComponent(name) },
    });
    const said = await answer.json();
    return { accepted: answer.ok && said.accepted, message: said.message || "", status: answer.status };
  } catch {
    return { accepted: false, message: texts.call.failed, status: 0 };
  }
}

function tell(button, call) {
  const said = button.closest("section, article").querySelector(".answer");
  button.disabled = true;
  post(call).then((answer) => {
    button.disabled = false;
    if (answer.status === 403) leave();
    if (said) {
      said.className = `answer ${answer.accepted ? "" : "refused"}`;
      said.textContent = answer.accepted ? answer.message || texts.call.sent
        : answer.status === 200 ? say("call", "refused", answer) : answer.message;
    }
  });
}

function button(label, call, sure = false) {
  let armed = 0;
  return el("button", {
    type: "button", class: "button",
    onclick: (event) => {
      const pressed = event.currentTarget;
      if (sure && !armed) {
        pressed.textContent = texts.call.sure;
        armed = setTimeout(() => { armed = 0; pressed.textContent = label; }, 4000);
        return;
      }
      clearTimeout(armed);
      armed = 0;
      pressed.textContent = label;
      tell(pressed, typeof call === "function" ? call() : call);
    },
  }, label);
}

const answerLine = () => el("p", { class: "answer", role: "status" });

// Buttons beside a fault or a question, on the host's phone only.
export function hostActions(kind, about) {
  if (!key) return null;
  if (kind === "fault") {
    return el("div", { class: "actions" },
      button(texts.call.stands, { input: "stands", fault: about.number }),
      button(texts.call.not_a_turn, { input: "not-a-turn", turn: about.turn || 0 }), answerLine());
  }
  return el("div", { class: "actions" },
    about.options.map((option) => button(option, { input: "answer", number: about.number, answer: option })), answerLine());
}

function enter() {
  const digits = el("input", { inputmode: "numeric", autocomplete: "off", maxlength: 20, required: true, name: "key" });
  const who = el("input", { autocomplete: "nickname", maxlength: 40, name: "who", value: name });
  const said = answerLine();
  return el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      const answer = await post({ input: "hello" }, digits.value.trim());
      if (!answer.accepted) { said.className = "answer refused"; said.textContent = answer.message; return; }
      key = digits.value.trim();
      name = who.value.trim();
      remember("host-key", key);
      remember("host-name", name);
      show();
    },
  },
  el("p", { class: "quiet" }, texts.menu.host_hint),
  el("label", {}, texts.menu.host_key, digits), el("label", {}, texts.menu.host_name, who),
  el("button", { class: "button" }, texts.menu.host_enter), said);
}

function leave() {
  key = "";
  remember("host-key", "");
  show();
}

function controls() {
  const state = now();
  const paused = state && state.arbiter === "paused";
  const turn = el("input", { inputmode: "numeric", size: 4, maxlength: 4, "aria-label": texts.call.card_turn, placeholder: texts.call.card_turn });
  const card = el("input", { size: 6, maxlength: 20, "aria-label": texts.call.card_name, placeholder: texts.call.card_name });
  return [
    el("div", { class: "actions" },
      button(paused ? texts.call.resume : texts.call.pause, { input: paused ? "resume" : "pause" }),
      button(texts.call.undo, { input: "undo" }, true),
      button(texts.call.cannot_play, { input: "cannot-play" }),
      button(texts.call.no_draw, { input: "no-draw" }),
      button(texts.call.shuffled, { input: "deck-shuffled" })),
    el("details", {}, el("summary", {}, texts.call.more),
      el("p", {}, texts.call.card_was),
      el("div", { class: "actions" }, turn, card,
        button(texts.call.send, () => ({ input: "card-was", turn: Number(turn.value) || 0, card: card.value.trim().toUpperCase() }))),
      el("div", { class: "actions" },
        ...(state ? state.teams : []).flatMap((one) => [
          button(say("call", "talk", { team: team(one) }), { input: "table-talk", team: one }, true),
          button(say("call", "resign", { team: team(one) }), { input: "resign", team: one }, true)]),
        button(texts.call.draw_agreed, { input: "draw-agreed" }, true))),
    answerLine(),
    el("button", { type: "button", class: "link", onclick: leave }, texts.menu.host_leave),
  ];
}

function show() {
  home.replaceChildren(el("h2", {}, key ? texts.call.title : texts.menu.host), ...(key ? controls() : [enter()]));
  changed();
}

export function setUpHost(section, onChange, current) {
  home = section;
  changed = onChange;
  now = current;
  if ("none" in section.dataset) { section.replaceChildren(el("p", { class: "quiet" }, texts.menu.host_none)); return; }
  key = recall("host-key");
  name = recall("host-name");
  show();
  document.getElementById("open-menu").addEventListener("click", show);
}
