// A player's phone: a name, a seat, the board from that side, "your turn", and what a player may say.

import { clearAsks, showOwnAsk } from "./asks.js";
import { badge, el } from "./draw.js";
import { becomeHost } from "./host.js";
import { isHost } from "./key.js";
import { asked, recall, remember, SOON } from "./phone.js";
import { look, sideNow, sideOf } from "./side.js";
import { answerWords, faultTitle, optionWords, player, say, team, texts } from "./words.js";

const BUZZ = [180, 80, 180];

const plain = (label, act) => el("button", { type: "button", class: "button", onclick: act }, label);

// `offer`: the button by which whoever has no seat takes one; `turned()`: the board is to be shown from another side.
export function makeSeat(bar, current, { may, offer, turned }) {
  let mine = may ? JSON.parse(recall("seat") || null) : null, sitting = false, lock = null, answered = 0;
  if (mine?.token) look(mine.side || 0);

  async function send(address, method, content) {
    const answer = await asked(address, method, content, { "X-Player": mine?.token || "" }, SOON);
    return answer.status ? answer : { ...answer, message: texts.call.failed };
  }

  const keep = () => remember("seat", JSON.stringify(mine));
  // Its player at the table, none where nobody of this phone sits there; players may change places.
  function sits() {
    const there = mine && current()?.people?.players.find((one) => one.id === mine.id);
    if (there && there.seat !== mine.seat) { mine.seat = there.seat; keep(); }
    return there;
  }

  const seat = () => current()?.table?.seats[mine.seat];

  async function sit(at, name, side) {
    sitting = true;
    const said = await send("/api/seat", "PUT", { seat: at, name });
    sitting = false;
    if (!said.accepted) {
      if (said.status && side === undefined) forget(); // it does not come back by itself
      bar.say(said.message, true);
      return;
    }
    mine = { seat: said.seat, name, token: said.player, id: said.id, side: side ?? mine?.side ?? 0 };
    const kept = keep();
    if (side === undefined) { show(); return; }
    bar.close();
    bar.say([said.message, !kept && texts.ask.not_kept, !navigator.wakeLock && texts.ask.not_awake].filter(Boolean).join(" "));
    turn(mine.side);
    stayAwake();
    show();
  }

  function forget() {
    mine = null;
    keep();
    lock?.release().catch(() => {});
    lock = null;
    turn(0);
    bar.close();
    if (!isHost() && !show()) bar.show();
  }

  async function takeOver() {
    const said = await send("/api/host", "POST");
    if (said.accepted) { clearAsks(bar); becomeHost(said.device, said.message); }
    else bar.say(said.message, true);
  }

  async function standUp() {
    sitting = true; // what is heard of it before the answer comes is no reason to sit down again
    const said = await send("/api/seat", "DELETE");
    sitting = false;
    if (said.status) forget();
    bar.say(said.status === 403 ? texts.ask.stood_up : said.message, !said.status);
  }

  function turn(side) {
    look(side);
    if (mine) { mine.side = sideNow(); keep(); }
    turned();
  }

  // The screen stays on while its player sits; the browser lets go of it whenever the page is hidden.
  async function stayAwake() {
    if (!mine || document.visibilityState !== "visible") return;
    try { lock = await navigator.wakeLock?.request("screen"); } catch { /* a phone that saves power does not let it */ }
  }
  document.addEventListener("visibilitychange", stayAwake);

  async function ask(call, pressed) {
    if (pressed) pressed.disabled = true;
    const said = await send("/api/asks", "POST", call);
    if (pressed) pressed.disabled = false;
    bar.say(answerWords(said), !said.accepted);
    if (said.accepted) bar.close(true);
  }

  const says = (label, call) => plain(label, (event) => ask(call, event.currentTarget));

  // Seats round a small board, where they are likely to be; whoever sits elsewhere turns the board afterwards.
  function choose() {
    const { table, people } = current();
    const name = el("input", { name: "player", maxlength: 40, autocomplete: "nickname", value: mine?.name || JSON.parse(recall("player-name") || '""') });
    const around = [0, 1, 2, 3].map((side) => el("div", { class: `side side-${side}` }, table.seats.map((one, at) => {
      if (sideOf(at, table.seats.length) !== side) return null;
      const there = people.players.find((other) => other.seat === at);
      const called = there?.name || one.name || team(one.team), taken = there && there.id !== mine?.id;
      return el("button", { type: "button", class: `button ${one.team}`, onclick: () => { remember("player-name", JSON.stringify(name.value)); sit(at, name.value, side); } },
        badge(one.team), el("span", {}, called, taken && el("small", {}, ` ${texts.ask.taken}`),
          called !== team(one.team) && el("span", { class: "aloud" }, ` (${team(one.team)})`)));
    })));
    bar.open("sit", texts.ask.sit, [
      el("label", {}, texts.ask.your_name, name), el("p", { class: "quiet" }, texts.ask.where),
      el("div", { class: `around ${table.seats.length > 2 ? "many" : ""} ${table.seats.length > 6 ? "crowd" : ""}`, role: "group", "aria-label": texts.ask.where }, around, el("div", { class: "middle", "aria-hidden": "true" })),
    ], true);
  }

  function me() {
    bar.open("seat", player(seat().team, mine.name || seat().name), [el("div", { class: "actions" }, ...myButtons())], true);
  }

  function myButtons() {
    if (!may || !current()?.table) return [];
    if (!sits()) return [plain(texts.ask.sit, choose)];
    return [plain(texts.ask.turn_board, () => turn(sideNow() + 1)), plain(texts.ask.change_seat, choose), plain(texts.ask.get_up, standUp)];
  }

  async function mineWas(about) {
    const { cardButtons, stepButtons, turnTitle } = await import("./correction.js").catch(() => ({}));
    if (!cardButtons) { bar.say(texts.call.failed, true); return; }
    const state = current(), own = state.turns.filter((one) => one.team === seat().team);
    const one = about || own.filter((other) => other.seat === mine.seat).pop() || own[own.length - 1];
    bar.open("mine", one ? turnTitle(one) : texts.ask.not_played, [
      one && cardButtons(one, state.table, (card, pressed) => ask({ input: "card-was", turn: one.turn, card }, pressed)),
      el("div", { class: "actions" },
        state.faults.filter(ours).map((fault) => says(`${faultTitle(fault.code)} ${texts.ask.my_turn}`, { input: "stands", fault: fault.number }))),
      one && stepButtons(one, own, (other) => mineWas(other)),
    ], !about);
  }

  const ours = (about) => !about.team || about.team === seat().team;

  // A host takes a seat by what is in the bar.
  function showOffer() {
    const state = current();
    offer.hidden = !may || !state?.table || Boolean(mine || state.winner) || isHost();
  }
  offer.addEventListener("click", () => (bar.opened === "sit" ? bar.close(true) : choose()));

  function show() {
    const state = current();
    document.body.classList.remove("my-turn");
    showOffer();
    if (!may || !state?.table) return false;
    if (!sits()) { clearAsks(bar); return false; }
    showOwnAsk(bar, state, mine.seat, () => send("/api/asks", "DELETE"), takeOver);
    const paused = state.arbiter === "paused", turn = state.to_move === mine.seat && !state.winner && !paused && !state.faults.length;
    document.body.classList.toggle("my-turn", turn);
    const toggle = (kind, open) => () => (bar.opened === kind ? bar.close(true) : open());
    bar.show(
      bar.button("seat", turn ? texts.ask.your_turn : mine.name || seat().name || team(seat().team), toggle("seat", me), { class: `tab ${turn ? `to-move ${seat().team}` : ""}` }),
      bar.button("card", texts.ask.wrong_card, toggle("mine", () => mineWas())),
      turn && bar.button("pass", texts.ask.cannot_play, (event) => ask({ input: "cannot-play" }, event.currentTarget)),
      paused ? bar.button("resume", texts.call.resume, (event) => ask({ input: "resume" }, event.currentTarget))
        : bar.button("stop", texts.ask.stop, (event) => ask({ input: "pause" }, event.currentTarget)));
    return true;
  }

  return {
    show,
    showOffer,
    myButtons,
    // Beside a fault or a question of one's own team.
    actions(kind, about) {
      if (!sits() || !ours(about)) return null;
      if (kind === "fault") return el("div", { class: "actions" }, says(texts.ask.my_turn, { input: "stands", fault: about.number }));
      if (kind === "question") return el("div", { class: "actions" }, about.options.map((answer) => says(optionWords(answer, about), { input: "answer", question: about.number, answer })));
      return null;
    },
    heard(state, before) {
      if (!may || !mine || !state.table) return;
      if (!sits()) { if (!sitting && before?.people !== state.people) sit(mine.seat, mine.name); return; }
      const done = state.people.asks.find((one) => one.seat === mine.seat && one.outcome);
      if (done && done.number > answered && before) {
        answered = done.number;
        bar.say(done.outcome === "taken" ? say("ask", "agreed", done) : done.outcome === "declined" ? texts.ask.host_no : say("call", "refused", done), done.outcome !== "taken");
      }
      if (before?.table && state.to_move === mine.seat && before.to_move !== state.to_move && !state.winner) navigator.vibrate?.(BUZZ);
      if (!lock || lock.released) stayAwake();
    },
  };
}
