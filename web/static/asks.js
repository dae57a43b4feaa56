// What players ask for: the host says yes or no with one tap, who asked sees that it waits.

import { el } from "./draw.js";
import { sendAsHost, surely } from "./host.js";
import { answerWords, cardShort, faultTitle, optionWords, player, say, texts } from "./words.js";

// By the name its player typed.
function whose(at, state) {
  const seat = state.table?.seats[at];
  return seat ? player(seat.team, state.people.players.find((one) => one.seat === at)?.name || seat.name) : "";
}

function whatIsAsked({ call }, state) {
  const { input, turn, card, fault, answer, question } = call;
  const about = state.questions.find((one) => one.number === question);
  const code = state.faults.find((one) => one.number === fault)?.code;
  return say("asked", input, { turn, card: cardShort(card), title: code ? faultTitle(code) : "", answer: answer && optionWords(answer, about) });
}

// What is shown stays as long as it says the same: it may be tapped just now.
function show(bar, what, draw) {
  const key = JSON.stringify(what);
  if (bar.asks.dataset.shown === key) return;
  bar.asks.dataset.shown = key;
  bar.asks.replaceChildren(...draw().filter(Boolean));
}

export const clearAsks = (bar) => show(bar, [], () => []);

// For hosts each open one, with its two buttons.
export function showAsks(bar, state) {
  const open = state.people.asks.filter((one) => !one.outcome);
  show(bar, ["host", open.map((one) => [one.number, whose(one.seat, state), whatIsAsked(one, state)])], () => open.map((one) => {
    const answer = (yes) => async (event) => {
      const pressed = event.currentTarget;
      pressed.disabled = true;
      const said = await sendAsHost(`/api/asks/${one.number}`, "POST", { yes });
      pressed.disabled = false;
      bar.say(answerWords(said), !said.accepted);
    };
    return el("article", { class: "ask" },
      el("p", {}, el("b", {}, whose(one.seat, state)), ` ${whatIsAsked(one, state)}`),
      el("button", { type: "button", class: "button", onclick: answer(true) }, texts.question.yes),
      el("button", { type: "button", class: "button", onclick: answer(false) }, texts.question.no));
  }));
}

// For a player what they asked for themselves.
export function showOwnAsk(bar, state, seat, neverMind, takeOver) {
  const offered = state.people.players.find((one) => one.seat === seat)?.offered;
  const own = state.people.asks.find((one) => one.seat === seat && !one.outcome);
  const waiting = own && say("ask", "waiting", { what: `${whose(seat, state)} ${whatIsAsked(own, state)}` });
  show(bar, ["player", own?.number, waiting, offered], () => [
    own && el("article", { class: "ask" }, el("p", {}, waiting),
      el("button", { type: "button", class: "button", onclick: neverMind }, texts.ask.never_mind)),
    offered && el("button", { type: "button", class: "button", onclick: takeOver }, texts.ask.take_over),
  ]);
}

// Whether what players say counts without a host's yes; what holds is asked for, since the machine may have changed it.
function atOnce(bar) {
  const box = el("input", { type: "checkbox", autocomplete: "off" });
  sendAsHost("/api/at-once", "GET").then((said) => { box.checked = Boolean(said.at_once); });
  box.addEventListener("change", async () => {
    const said = await sendAsHost("/api/at-once", "PUT", { at_once: box.checked });
    if (!said.accepted) box.checked = !box.checked;
    bar.say(said.message, !said.accepted);
  });
  return el("label", { class: "switch" }, box, el("span", {}, texts.ask.alone));
}

// For hosts the players' phones, and how to free a seat.
export function players(bar, state, again) {
  const seated = state?.people?.players || [];
  return seated.length > 0 && [el("h3", {}, texts.ask.players), atOnce(bar), el("ul", { class: "devices" }, seated.map((one) => {
    const who = whose(one.seat, state) || one.name;
    const give = async () => {
      const said = await sendAsHost(`/api/host/${one.seat}`, "POST");
      bar.say(said.message, !said.accepted);
    };
    return el("li", {}, el("span", {}, who), surely(texts.ask.hand_over, `${texts.ask.hand_over}: ${who}`, give), surely(texts.ask.free, `${texts.ask.free}: ${who}`, async () => {
      const said = await sendAsHost(`/api/seats/${one.seat}`, "DELETE");
      bar.say(said.message, !said.accepted);
      again();
    }));
  }))];
}
