// The host's phone: what it may tell the referee. Each button is one call; what it means is the arbiter's.

import { el, surely as twice } from "./draw.js";
import { askAsHost, greet, hold, isHost, keyForm, letGo } from "./key.js";
import { keyInLink } from "./phone.js";
import { answerWords, cardParts, optionWords, player, team, texts } from "./words.js";

let home = null, changed = null, now = null;

const saidIn = (answer) => (answer.status ? answer.message || "" : texts.call.failed);

// What only a host may ask; who is none any more is told so on the page.
export async function sendAsHost(address, method, content) {
  const answer = await askAsHost(address, method, content);
  if (answer.status === 403) leave(answer.message);
  return { ...answer, message: saidIn(answer) };
}

export const sayAsHost = (call) => sendAsHost("/calls", "POST", call);

function tell(button, call) {
  const said = button.closest("section, article").querySelector(".answer");
  button.disabled = true;
  sayAsHost(call).then((answer) => {
    button.disabled = false;
    if (answer.status === 403) return;
    if (said) {
      said.className = `answer ${answer.accepted ? "" : "refused"}`;
      said.textContent = answerWords(answer);
      said.scrollIntoView({ block: "nearest" });
    }
  });
}

function button(label, call, sure = false) {
  const make = (pressed) => tell(pressed, typeof call === "function" ? call() : call);
  if (sure) return surely(label, null, make);
  return el("button", { type: "button", class: "button", onclick: (event) => make(event.currentTarget) }, label);
}

// A button that wants a second tap.
export const surely = (label, name, act) => twice(label, texts.call.sure, act, { name });

const answerLine = () => el("p", { class: "answer", role: "status" });
const drawerAnswer = answerLine(); // outlives the buttons, which are made anew each time the drawer opens

// Buttons beside a fault or a question, on the host's phone only.
export function hostActions(kind, about) {
  if (!isHost()) return null;
  if (kind === "over") return button(texts.ending.rematch, { input: "start" }, true);
  if (kind === "fault") {
    return el("div", { class: "actions" },
      button(texts.call.stands, { input: "stands", fault: about.number }), answerLine());
  }
  return el("div", { class: "actions" },
    about.options.map((option) => button(optionWords(option, about),
      { input: "answer", question: about.number, answer: option })), answerLine());
}

function enter() {
  const { host_hint, host_key: key, host_name: name, host_enter: enter } = texts.menu, said = answerLine();
  const form = keyForm({ host_hint, key, name, enter }, (answer) => come(answer, (why) => { said.className = "answer refused"; said.textContent = why; }));
  form.append(said);
  return form;
}

// With the right key this phone is the host's; otherwise `refuse` hears why not.
function come(answer, refuse) {
  if (answer.accepted) becomeHost(answer.device, answer.message);
  else refuse(saidIn(answer));
}

// This phone is the host's from now on, and shows that token.
export function becomeHost(token, message) {
  hold(token);
  show();
  tellPage(message);
}

// What holds for the whole phone is said on the page itself: the drawer may be closed.
let telling = 0;
function tellPage(message, refused = false) {
  const told = document.getElementById("told");
  clearTimeout(telling);
  told.className = `told ${refused ? "refused" : ""}`;
  told.textContent = message;
  telling = setTimeout(() => { told.textContent = ""; }, refused ? 30000 : 8000);
}

function leave(why = "") {
  letGo();
  show();
  tellPage(why, true);
}

// The host's phones, and how to take one off; `tell(message, refused)` says what came of it.
export function devices(tell) {
  const list = el("ul", { class: "devices" });
  async function look() {
    const { devices: found, message } = await sendAsHost("/api/devices", "GET");
    if (!found) { tell(message, true); return; }
    list.replaceChildren(...found.map((one) => el("li", {},
      el("span", {}, one.words, el("small", {}, one.this ? ` ${texts.call.this_phone}` : "")),
      one.this ? null : surely(texts.call.take_off, `${texts.call.take_off}: ${one.words}`, () => takeOff(one.number)))));
  }
  async function takeOff(number) {
    const said = await sendAsHost(`/api/devices/${number}`, "DELETE");
    tell(said.message, !said.accepted);
    look();
  }
  look();
  return [el("h3", {}, texts.call.devices), list];
}

// What a call needs to be told, as fields; `number` and `card` fields may stay empty where the call allows it.
const FIELDS = {
  turn: () => el("input", { inputmode: "numeric", size: 4, maxlength: 4, name: "turn", "aria-label": texts.call.turn, placeholder: texts.call.turn }),
  card: () => el("input", { size: 6, maxlength: 20, name: "card", autocapitalize: "characters", "aria-label": texts.call.card, placeholder: "7H" }),
  cards: () => el("input", { size: 10, maxlength: 80, name: "cards", autocapitalize: "characters", "aria-label": texts.call.cards, placeholder: texts.call.cards }),
  dead: () => el("input", { size: 6, maxlength: 80, name: "dead", autocapitalize: "characters", "aria-label": texts.call.dead, placeholder: texts.call.dead }),
  space: () => el("input", { size: 4, maxlength: 3, name: "space", autocapitalize: "none", "aria-label": texts.call.space, placeholder: "e4" }),
  spaces: () => el("input", { size: 7, maxlength: 20, name: "spaces", autocapitalize: "none", "aria-label": texts.call.spaces, placeholder: "b2-f2" }),
  action: () => choice("action", texts.call.action, [["", "–"], ["place", texts.call.place], ["remove", texts.call.remove], ["pass", texts.call.pass]]),
  team: (state) => choice("team", texts.call.team, state.teams.map((one) => [one, team(one)])),
  seat: (state) => choice("seat", texts.call.seat, seats(state)),
  one: (state) => choice("one", texts.call.seat, seats(state)),
  other: (state) => choice("other", texts.call.seat, seats(state)),
  to_move: (state) => choice("to_move", texts.call.to_move, [["", texts.call.whoever], ...seats(state)]),
};
const LISTS = ["cards", "dead"];
const NUMBERS = ["turn", "seat", "one", "other", "to_move"];

function seats(state) {
  return state.table.seats.map((seat, at) => [String(at), player(seat.team, seat.name)]);
}

function choice(name, label, options) {
  return el("select", { name, "aria-label": label }, options.map(([value, text]) => el("option", { value }, text)));
}

function filled(input, form) {
  const call = { input };
  for (const field of form.querySelectorAll("[name]")) {
    const text = field.value.trim();
    if (!text) continue;
    if (LISTS.includes(field.name)) { call[field.name] = text.split(/[\s,]+/).filter(Boolean).map(cardCode); continue; }
    call[field.name] = NUMBERS.includes(field.name) ? Number(text) : field.name === "card" ? cardCode(text)
      : field.name === "spaces" ? text.split(/[\s-]+/) : text;
  }
  return call;
}

// Cards of the deck are written in capitals; pictures with names as the layout writes them.
function cardCode(text) {
  const upper = text.toUpperCase();
  return cardParts(upper) ? upper : text;
}

// The forms stand in the page: each names the call, the fields it takes, and whether it wants a second tap.
function moreCalls(state) {
  return JSON.parse(home.dataset.forms).map(({ input, fields, sure }) => {
    const form = el("div", { class: "actions call" }, fields.map((field) => FIELDS[field](state)));
    form.append(button(texts.call[input], () => filled(input, form), sure));
    return form;
  });
}

function controls() {
  const state = now();
  return [
    state && state.table && el("details", {}, el("summary", {}, texts.call.more), moreCalls(state)),
    drawerAnswer,
    el("button", { type: "button", class: "link", onclick: () => leave() }, texts.menu.host_leave),
  ];
}

function show() {
  if (isHost()) home.replaceChildren(el("h2", {}, texts.call.title), ...controls().filter(Boolean));
  else home.replaceChildren(el("details", {}, el("summary", {}, texts.menu.host), enter()));
  changed();
}

export function setUpHost(section, onChange, current) {
  home = section;
  changed = onChange;
  now = current;
  if ("none" in section.dataset) { section.replaceChildren(el("p", { class: "quiet" }, texts.menu.host_none)); return; }
  show();
  document.getElementById("open-menu").addEventListener("click", () => { drawerAnswer.textContent = ""; show(); });
  const link = keyInLink();
  if (link !== null) greet(link).then((answer) => come(answer, (why) => tellPage(why, true)));
  else if (isHost()) ask();
}

// Whether this phone is still the host's: somebody may have taken it off meanwhile.
export async function ask() {
  const answer = await greet();
  if (!answer.accepted && answer.status) leave(answer.message);
}
