// How a series of games by the same players stands, told when one of them is over.

import { el } from "./draw.js";
import { say, team, texts } from "./words.js";

// Adds the score to a list of facts, once there is more than one game to tell of.
export async function addSeries(facts) {
  try {
    const answer = await fetch("/api/series", { cache: "no-store" });
    const { series } = answer.ok ? await answer.json() : {};
    if (!series || series.games < 2) return;
    const parts = series.score.map(({ team: colour, names, wins }) => say("ending", "series_score", { name: names.join(", ") || team(colour), wins }));
    if (series.drawn) parts.push(say("ending", "series_drawn", { n: series.drawn }));
    facts.append(el("dt", {}, texts.ending.series), el("dd", {}, parts.join(" · ")));
  } catch { /* the line is down; the page says so elsewhere */ }
}
