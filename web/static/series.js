// How the evening stands: the score of a series by the same players, and the game that was over last.

import { el } from "./draw.js";
import { say, team, texts } from "./words.js";

async function standing() {
  const answer = await fetch("/api/series", { cache: "no-store" });
  return answer.ok ? answer.json() : {};
}

function scoreOf(series) {
  const parts = series.score.map(({ team: colour, names, wins }) => say("ending", "series_score", { name: names.join(", ") || team(colour), wins }));
  if (series.drawn) parts.push(say("ending", "series_drawn", { n: series.drawn }));
  return parts.join(" · ");
}

// The score of the evening in a line, once there is more than one game to tell of.
export async function eveningOf() {
  const { series } = await standing().catch(() => ({}));
  return series?.games > 1 ? say("ending", "tonight", { score: scoreOf(series) }) : "";
}

// Adds the score to a list of facts, once there is more than one game to tell of.
export async function addSeries(facts) {
  try {
    const { series } = await standing();
    if (!series || series.games < 2) return;
    facts.append(el("dt", {}, texts.ending.series), el("dd", {}, scoreOf(series)));
  } catch { /* the line is down; the page says so elsewhere */ }
}

// While the next game is played: who won the last one, the ways to it, and the score of the evening. `still` tells
// whether the page still shows the game it was asked for.
export async function showLast(home, still) {
  const { series, last } = await standing().catch(() => ({}));
  if (!last || !still()) return;
  const won = last.winner === "drawn" ? texts.ending.last_drawn : say("ending", "last_won", { name: last.names.join(", ") || team(last.winner), score: last.score });
  home.replaceChildren(
    el("span", {}, won),
    el("a", { href: `/games/${last.game}#1` }, texts.ending.replay),
    el("a", { href: `/games/${last.game}` }, texts.ending.share),
    ...(series?.games ? [el("span", {}, say("ending", "tonight", { score: scoreOf(series) }))] : []));
  home.hidden = false;
}
