// The page of the table: the live game, what is called out, and how the line is doing.

import { showAsks } from "./asks.js";
import { makeBoard } from "./board.js";
import { cheerButtons, showCheer } from "./cheers.js";
import { makeClock } from "./clock.js";
import { badge, byId, el } from "./draw.js";
import { ask, hostActions, setUpHost } from "./host.js";
import { isHost } from "./key.js";
import { follow } from "./live.js";
import { setUpMenu } from "./menu.js";
import { makeBar } from "./rolebar.js";
import { makeView } from "./view.js";
import { keepState, keptState, settleIn } from "./offline.js";
import { makeSeat } from "./seat.js";
import { setUpVoice, speak } from "./voice.js";
import { byCards, player, say, sentence, texts } from "./words.js";

const RECENT = 15000; // an announcement missed by less than this is still spoken
const LARGE = 6000;

let state = null, announced = null, link = "connecting", heard = Date.now(), last = Date.now(), clearing = 0, past = null;
const keepsGames = "games" in byId("table").dataset;
const bar = makeBar(byId("bar"));
let hostBar = null; // fetched by hosts only
const board = makeBoard(byId("board"), (space, meant) => meant && isHost() && !past?.open && hostBar?.pick(space));
const view = makeView({
  board: { show: showBoard, pick: (space) => board.pick(space), reveal: (space) => !past?.open && board.reveal(space) },
  actions: (kind, about) => (kind === "turn" ? hostBar?.pencil(about) : hostActions(kind, about) || seat.actions(kind, about)),
  onTurn: lookBack,
  story: (fault) => {
    if (!keepsGames || !state.game) return null;
    const home = el("div", { class: "story" }), { game, table } = state;
    import("./story.js").then(({ tell }) => tell(home, game, fault, table)).catch(() => {}); // the fault is told all the same
    return home;
  },
  seen: (one) => {
    if (!keepsGames || !state.game) return null;
    if (one.code) return `/games/${state.game}#fault-${one.number}`;
    return one.space ? `/games/${state.game}#${one.turn}` : null;
  },
});

const seat = makeSeat(bar, () => state, {
  may: !("none" in byId("host").dataset),
  offer: byId("sit"),
  turned() {
    board.turn();
    if (state) view.show(state, null, false);
  },
});

// While an earlier moment is looked at the live game goes on beside it.
function showBoard(next, news) {
  if (past?.open) past.news(next);
  if (!past?.open) board.show(next, news);
}

async function lookBack(turn) {
  const pick = () => { if (turn.space) board.pick(turn.space); };
  if (!keepsGames || !state.game) { pick(); return; }
  const { makePast } = await import("./past.js").catch(() => ({}));
  if (makePast) past ||= makePast(byId("past"), { board, live: () => state });
  if (past && await past.look(state.game, turn.turn)) byId("board").scrollIntoView({ block: matchMedia("(min-width: 60rem)").matches ? "nearest" : "start" });
  pick();
}

function ago() {
  const seconds = Math.round((Date.now() - heard) / 1000);
  if (seconds < 2) return texts.status.just_now;
  if (seconds < 60) return say("status", "seconds", { n: seconds });
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? say("status", "minutes", { n: minutes })
    : new Intl.DateTimeFormat(texts.language.code, { dateStyle: "long", timeStyle: "short" }).format(new Date(heard));
}

function showLink() {
  const live = byId("live"), lost = byId("lost");
  live.dataset.link = link;
  const unseen = state && state.table && !state.winner && (state.camera !== null || state.blocked !== null);
  live.dataset.sight = unseen ? "none" : "";
  const words = link === "lost" ? "" : unseen ? texts.status.unseen : texts.status[link];
  if (live.textContent !== words) live.textContent = words; // a status that is written anew is read out anew
  document.body.classList.toggle("lost", link === "lost");
  lost.hidden = link !== "lost";
  byId("lost-words").textContent = link === "lost" ? `${texts.status.lost} ${texts.status.lost_mend}` : "";
  byId("lost-since").textContent = link === "lost" && state ? say("status", "stood", { ago: ago() }) : "";
}

function announce(how, gap) {
  const made = state.announcements;
  const fresh = announced === null ? [] : made.filter((one) => one.number > announced);
  announced = made.length ? made[made.length - 1].number : 0;
  if (how === "again") return;
  for (const one of fresh) {
    if (how === "news" || gap < RECENT) speak(byCards(one.words.aloud, true));
  }
  const large = fresh.filter((one) => one.words.key !== "fault").pop();
  if (state.faults.length || state.questions.length || state.winner) hideLarge(); // nothing may lie over a fault, a question, or a won board
  else if (large) showLarge(large.words);
}

async function fetchHostBar() {
  const { makeHostBar } = await import("./hostbar.js").catch(() => ({})); // the drawer's calls are there all the same
  if (hostBar || !makeHostBar) return;
  hostBar = makeHostBar(bar, () => state, () => seat.myButtons());
  if (state) hostBar.heard(state);
  view.again();
  showBar();
}

// At a club's evening: what the organiser says to this table.
function showClub() {
  const { round, sides, notice } = state.club || {};
  const said = [round && sides?.length ? say("club", "round", { n: round, sides: sides.join(" – ") }) : "", notice].filter(Boolean);
  byId("club").hidden = !said.length;
  byId("club").textContent = said.join(" · ");
}

// Whoever watches has no bar: there is everything to see and nothing to touch.
function showBar() {
  seat.showOffer();
  if (isHost() && !hostBar) fetchHostBar();
  if (!hostBar?.show() && !seat.show()) bar.show();
  if (isHost() && state) showAsks(bar, state);
}

// Most tables lay no cards in the camera's view: what shows the piles is fetched where somebody does.
async function showPiles() {
  const home = byId("piles");
  home.hidden = !state.piles?.length || !state.table;
  if (home.hidden) return;
  const made = await import("./piles.js").catch(() => null);
  if (made && state.piles?.length) made.showPiles(home, state, isHost());
}

// What there is at the end is fetched when there is an end; the won game keeps its number while it is shown.
let ending = null;
async function showEnd() {
  showLastGame();
  const home = byId("ending");
  if (!state.winner) { home.hidden = true; ending = null; return; }
  const asked = ending = String([state.winner, state.game, state.turns.length, state.minutes]);
  const { showEnding } = await import("./ending.js").catch(() => ({})); // the winner is told all the same
  if (ending !== asked || !showEnding) return;
  const { draws } = byId("table").dataset;
  showEnding(home, state, { game: keepsGames && state.game, draws: draws !== undefined, replay: true, more: () => hostActions("over") });
}

// The game before this one stays within reach; asked for once a game, and gone while an end is shown.
let lastOf = null;
async function showLastGame() {
  const home = byId("last-game"), game = keepsGames && !state.winner ? state.game : null;
  if (game === lastOf) return;
  lastOf = game;
  home.hidden = true;
  if (!game) return;
  const { showLast } = await import("./series.js").catch(() => ({})); // the game is followed all the same
  if (showLast) showLast(home, () => lastOf === game);
}

function showLarge(words) {
  const called = byId("called");
  called.className = `called show ${words.team || ""} ${words.key}`;
  called.replaceChildren(el("button", { type: "button", onclick: hideLarge },
    words.team ? badge(words.team) : null, el("span", {}, sentence(words))));
  clearTimeout(clearing);
  clearing = setTimeout(hideLarge, LARGE);
}

// Without a line nobody knows here whether the turn was played meanwhile.
function showClock() {
  clock.show(live && link !== "lost" && state?.table ? state.clock : null);
}

const clock = makeClock(byId("clock"), byId("clock-told"), () => line.now(), (fresh) => {
  view.late(clock.up);
  const { team, name } = state.table.seats[state.to_move] || {};
  if (fresh) speak(say("clock", "said", { who: player(team, name) }));
});

function hideLarge() {
  byId("called").classList.remove("show");
  clearTimeout(clearing);
  clearing = setTimeout(() => byId("called").replaceChildren(), 400);
}

setUpVoice(byId("voice"), byId("voice-switch"), byId("voice-row"));
setUpMenu();
setUpHost(byId("host"), () => { view.again(); showBar(); if (state) { showEnd(); showPiles(); } }, () => state);

// Where the table cannot be reached, the page opens with what this phone was shown last, and says how old it is.
function showKept() {
  const kept = keptState();
  if (!kept) return;
  try {
    view.show(kept.state, null, false);
    state = kept.state;
    heard = kept.at;
    showEnd();
  } catch { /* kept by an older page: the line of trouble says enough */ }
}

if (byId("cheers")) cheerButtons(byId("cheers"));
let live = false;
const line = follow({
  onState(next, how) {
    if (!live) { live = true; state = null; settleIn(); }
    keepState(next);
    const before = state, gap = Date.now() - last;
    last = Date.now();
    state = next;
    view.show(state, before, how === "news" && before && before.last !== next.last);
    showClock();
    showLink();
    showClub();
    showCheer(before, state);
    const cheers = byId("cheers");
    if (cheers) cheers.hidden = isHost() || !state.table;
    if (!before || ["winner", "game", "minutes"].some((field) => before[field] !== next[field])) showEnd();
    if (isHost()) hostBar?.heard(next);
    if (!before || ["arbiter", "turns", "to_move", "table", "winner", "people", "faults", "questions"].some((field) => before[field] !== next[field])) showBar();
    if (!before || ["piles", "table", "people"].some((field) => before[field] !== next[field])) showPiles();
    // Who sits where decides which buttons stand beside faults and questions.
    if (before && JSON.stringify(before.people?.players) !== JSON.stringify(next.people.players)) view.again();
    if (!isHost()) seat.heard(next, before);
    else if (before && before.people?.hosts !== next.people.hosts) ask(); // somebody ceased to be a host: was it this phone?
    announce(how, gap);
    // A turn is called by its card, where the camera saw one.
    if (how === "news" && state.just?.card_seen && (!before || before.just !== state.just)) speak(byCards(state.just.aloud, true));
  },
  onLink(kind, when) {
    link = kind;
    if (kind === "lost" && !state) showKept();
    if (live || !state) heard = when;
    last = Math.max(last, when);
    showLink();
    showClock();
  },
});
setInterval(() => { if (link === "lost") showLink(); }, 1000);
