// A club's evening: asks for its one JSON, and shows what changed.

import { badge, byId, el, svg, TEAM_OF } from "./draw.js";
import { fill } from "./page_texts.js";
import { asked } from "./phone.js";
import { turnsWritten } from "./result.js";
import { byCards, faultTitle, isolated, nameSpacesOf, team, texts } from "./words.js";

const club = JSON.parse(document.getElementById("club-texts").textContent);
const PACE = 500, SLOW = 3000, HIDDEN = 15000, LATE = 8000, KEY = "club-organiser";

let etag = "", state = null, heard = Date.now(), key = sessionStorage.getItem(KEY) || "";

const given = /^#organiser=(\d+)$/.exec(location.hash);
if (given) {
  key = given[1];
  sessionStorage.setItem(KEY, key);
  history.replaceState(null, "", location.pathname);
}

// A host's phone that scanned the code for tables: it takes the link on to the page of its own table.
const joining = /^#join=\w+$/.test(location.hash) && `${location.origin}${location.pathname}${location.hash}`;
if (joining) {
  byId("guide").hidden = false;
  byId("guide-link").textContent = joining;
  byId("guide-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const at = new FormData(event.target).get("at").trim().replace(/^https?:\/\//, "").replace(/\/.*$/, "");
    location.assign(`http://${at}/club#club=${encodeURIComponent(joining)}`);
  });
}

// ---- what is shown

// By the hub's clock: that of this phone may be a day off.
let ahead = 0;
function ago(since) {
  const minutes = Math.floor(((Date.now() - ahead) / 1000 - since) / 60);
  return minutes < 1 ? club.since.now : fill(club.since.minutes, { n: minutes });
}

function waits(one) {
  if (one.kind === "fault") {
    nameSpacesOf(one.setting);
    return [faultTitle(one.words.code), [one.words.who, byCards(one.words.mend)].filter(Boolean).join(": ")];
  }
  if (one.kind === "question") {
    nameSpacesOf(one.setting);
    return [club.waits.question, byCards(one.words.question)];
  }
  return [club.waits[one.kind], fill(club.helps[one.kind], one)];
}

function showWaiting() {
  byId("waiting").hidden = !state.waiting.length;
  byId("waiting").querySelector("ol").replaceChildren(...state.waiting.map((one) => {
    const [title, mend] = waits(one);
    return el("li", { class: one.kind }, el("strong", {}, one.table ? `${isolated(one.table)}: ${title}` : title), el("span", {}, mend),
      el("span", { class: "quiet" }, ` ${ago(one.since)}`),
      one.picture && el("img", { src: one.picture, alt: `${isolated(one.table)}: ${texts.games.picture_straight}` }));
  }));
}

// A board as small as a stamp: only where whose chips lie.
function mini(position) {
  const rows = position.length || 10, columns = (position[0] || "..........").length;
  const dots = [...position].flatMap((row, y) => [...row].map((letter, x) => {
    const whose = TEAM_OF[letter.toLowerCase()];
    return whose && svg("circle", { class: `dot ${whose} ${letter === letter.toUpperCase() ? "locked" : ""}`, cx: x + 0.5, cy: y + 0.5, r: 0.4 });
  }));
  return svg("svg", { class: "mini", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" }, ...dots);
}

function sidesOf(table) {
  const found = new Map();
  table.seats.forEach((seat, at) => {
    const side = found.get(seat.team) || { names: [], moves: false };
    if (seat.name) side.names.push(isolated(seat.name));
    side.moves ||= at === table.to_move;
    found.set(seat.team, side);
  });
  return [...found].map(([colour, side]) => el("span", { class: `${colour} ${side.moves ? "moves" : ""}` }, badge(colour),
    side.names.join(" & ") || team(colour), side.moves && el("span", { class: "aloud" }, club.page.to_move), el("b", {}, String(table.score[colour] || 0))));
}

function showTables() {
  const waiting = new Set(state.waiting.map((one) => one.table));
  byId("tables").querySelector(".none").hidden = state.tables.length > 0;
  byId("tables").querySelector("ol").replaceChildren(...state.tables.map((table) => el("li", {},
    el("a", { class: waiting.has(table.name) ? "waits" : "", href: table.game ? `/games/${table.game}` : null },
      mini(table.position), el("span", { class: "name" }, table.name), el("span", { class: "sides" }, ...sidesOf(table)),
      el("span", { class: `state ${table.state === "live" ? "" : table.state}` }, table.winner ? club.state.over : club.state[table.state] || table.state,
        table.game ? ` · ${turnsWritten(table.turns)}` : "")))));
}

function showStandings() {
  byId("standings").hidden = !state.standings.length;
  byId("standings").querySelector("tbody").replaceChildren(...state.standings.map((one) => el("tr", {},
    ...[one.place, one.who, one.played, one.won, one.played - one.won - one.drawn, `${one.made}:${one.against}`].map((cell) => el("td", {}, String(cell))))));
}

function showRounds() {
  const number = state.rounds.length, last = state.rounds[number - 1] || [];
  byId("rounds").hidden = !number;
  byId("rounds").querySelector("h2").textContent = fill(club.page.round, { n: number });
  byId("rounds").querySelector("ol").replaceChildren(...last.map((one) => el("li", {}, one.table ? `${isolated(one.table)}: ` : `${club.page.sits_out}: `,
    ...one.sides.flatMap((side, at) => [at ? " – " : "", el("span", { class: side === one.winner ? "won" : "" }, isolated(side))]),
    one.given && el("span", { class: "quiet" }, ` · ${club.page.given}`),
    one.now.length ? el("span", { class: "quiet" }, ` · ${fill(club.page.there_now, { who: one.now.map(isolated).join(" – ") })}`) : "")));
}

function showGames() {
  byId("games").hidden = !state.games.length;
  byId("games").querySelector("ol").replaceChildren(...state.games.map((game) => {
    const who = Object.entries(game.sides), won = game.sides[game.result];
    return el("li", {}, el("a", { href: `/games/${game.number}` },
      el("strong", {}, won ? fill(club.page.won, { who: isolated(won) }) : game.result === "drawn" ? texts.page.drawn : game.open ? club.page.going_on : club.page.broken_off),
      el("span", {}, who.map(([, side]) => isolated(side)).join(" – ")),
      el("span", { class: "quiet" }, `${isolated(game.table)} · ${turnsWritten(game.turns)}${game.gone ? ` · ${club.page.gone}` : ""}${game.counts ? "" : ` · ${club.page.struck}`}`)));
  }));
}

function show() {
  byId("name").textContent = state.name || club.page.title;
  byId("notice").hidden = !state.notice;
  byId("notice").textContent = state.notice;
  document.body.classList.toggle("at-fault", state.waiting.some((one) => one.kind === "fault"));
  showWaiting();
  showTables();
  showStandings();
  showRounds();
  showGames();
  fillForms();
  showDesk();
}

// What of the desk follows the evening: each table, to take off, the round's games, to give, and those that are over, to
// strike; not those in whose place one was given. Drawn anew only where something of it changed, under a finger.
let seen = "";
function showDesk() {
  if (!state || byId("organiser").hidden) return;
  const paired = (state.rounds.at(-1) || []).filter((one) => one.table);
  const over = state.games.filter((game) => game.result !== "*" && (game.counts || game.struck));
  const shown = JSON.stringify([state.tables.map((one) => one.name), paired, over]);
  if (seen === shown) return;
  seen = shown;
  byId("give").replaceChildren(...paired.map(({ table, sides, given }) => el("li", {}, el("label", {}, `${isolated(table)}: ${club.organiser.given_to}`,
    el("select", { onchange: (event) => act("give", { table, side: event.target.value }) }, ...["", ...sides].map((side) =>
      el("option", { value: side, selected: side === given }, side ? isolated(side) : club.organiser.played_for)))))));
  byId("strike").replaceChildren(...over.map((game) => el("li", {}, el("label", { class: "check" },
    el("input", { type: "checkbox", checked: !game.struck, onchange: (event) => act("strike", { game: game.number, counts: event.target.checked }) }),
    ` ${fill(club.organiser.counts, { game: `${isolated(game.table)}: ${Object.values(game.sides).map(isolated).join(" – ")}` })}`))));
  byId("take-off").replaceChildren(...state.tables.map(({ name }) => el("li", {}, el("span", {}, name),
    el("button", { type: "button", class: "button", "aria-label": `${club.organiser.take_off}: ${name}`,
      onclick: () => { if (confirm(fill(club.organiser.off_sure, { name }))) act("take-off", { table: name }); } }, club.organiser.take_off))));
}

// The organiser changes what was said before, and sees it: once, so that nothing is torn from under a pen.
let filled = false;
function fillForms() {
  if (filled || !state || byId("organiser").hidden) return;
  filled = true;
  byId("notice-form").elements.notice.value = state.notice;
  byId("choose-form").elements.name.value = state.name;
  byId("choose-form").elements.players.checked = state.counting === "players";
  byId("choose-form").elements.free.checked = state.free_wins;
}

// ---- asking

async function ask() {
  try {
    const answer = await fetch(`/api/club?lang=${texts.language.code}`, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal: AbortSignal.timeout(LATE) });
    const there = Date.parse(answer.headers.get("Date"));
    if (there) ahead = Date.now() - there;
    if (answer.ok) {
      etag = answer.headers.get("ETag") || "";
      state = await answer.json();
      show();
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    heard = Date.now();
  } catch { /* said below, and asked again */ }
  const lost = Date.now() - heard > LATE;
  byId("live").dataset.link = lost ? "lost" : "live";
  byId("live").textContent = lost ? texts.status.lost : texts.status.live;
  setTimeout(ask, document.visibilityState === "hidden" ? HIDDEN : lost ? SLOW : PACE);
}
document.addEventListener("visibilitychange", () => { if (state && document.visibilityState === "visible") show(); });
setInterval(() => { if (state?.waiting.length) showWaiting(); }, 30000); // how long it waits

// ---- the organiser

async function act(action, more) {
  const answer = await asked("/api/club/act", "POST", { action, ...more }, { "X-Organiser-Key": key });
  byId("answer").textContent = answer.done ? club.organiser.done : answer.message || texts.status.lost;
}

async function openDesk() {
  if (!key) return;
  const answer = await fetch("/api/club/organiser", { headers: { "X-Organiser-Key": key } }).catch(() => null);
  if (!answer?.ok) { if (answer?.status === 403) sessionStorage.removeItem(KEY); return; }
  const { link, qr, entries } = await answer.json();
  byId("organiser").hidden = false;
  fillForms();
  showDesk();
  byId("entries-form").elements.entries.value = entries.join("\n");
  byId("join").textContent = link;
  byId("join-code").src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
  byId("join-code").hidden = false;
  const sent = (form, what) => byId(form).addEventListener("submit", (event) => { event.preventDefault(); what(new FormData(event.target), event.submitter); });
  sent("notice-form", (said) => act("choose", { notice: said.get("notice") }));
  sent("entries-form", (said) => act("choose", { entries: said.get("entries").split("\n") }));
  byId("round-back").addEventListener("click", () => { if (confirm(club.organiser.back_sure)) act("round-back"); });
  sent("round-form", (said, button) => act("round", { how: button.value, text: said.get("text") }));
  sent("choose-form", (said) => act("choose", { name: said.get("name"), counting: said.get("players") ? "players" : "sides", free_wins: said.has("free") }));
  byId("evening").addEventListener("click", () => { if (confirm(club.organiser.sure)) act("evening"); });
}

ask();
openDesk();
