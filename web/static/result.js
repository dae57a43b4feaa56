// How a game ended, in one line; the same wherever it is told.

import { minutesWritten } from "./dates.js";
import { say } from "./words.js";

// `2:1 · 25 minutes · 32 turns`: the winner's sequences first.
export function resultWords({ winner, teams, score, minutes, turns }) {
  const made = teams.filter((name) => name !== winner).map((name) => score[name] || 0).sort((one, other) => other - one);
  if (teams.includes(winner)) made.unshift(score[winner] || 0);
  return [made.join(":"), typeof minutes === "number" && minutesWritten(minutes), say("games", "turns", { count: turns.length })].filter(Boolean).join(" · ");
}
