// How a game ended, in one line; the same wherever it is told.

import { clockWritten, minutesWritten } from "./dates.js";
import { namesOf, player, say, texts } from "./words.js";

// `32 turns`, `1 turn`.
export function turnsWritten(count) {
  return say("games", count === 1 ? "one_turn" : "turns", { count });
}

// Who won, by the names of who played for that side.
export function wonWords({ winner, table }) {
  return winner === "drawn" ? texts.page.drawn : say("page", "won", { team: player(winner, namesOf(table.seats, winner)) });
}

// `2:1 · 25 minutes · 32 turns`: the winner's sequences first.
export function resultWords({ winner, teams, score, minutes, turns }) {
  const made = teams.filter((name) => name !== winner).map((name) => score[name] || 0).sort((one, other) => other - one);
  if (teams.includes(winner)) made.unshift(score[winner] || 0);
  return [made.join(":"), typeof minutes === "number" && minutesWritten(minutes), turnsWritten(turns.length)].filter(Boolean).join(" · ");
}

// `Ada 0:21 · Ben 0:35`: the median time of each player's turns; empty where nobody knows any.
export function paceWords({ turns }) {
  const took = new Map(turns.map(({ team, name }) => [player(team, name), []]));
  for (const { team, name, seconds } of turns) if (seconds) took.get(player(team, name)).push(seconds);
  const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
  const known = [...took].filter(([, times]) => times.length);
  return known.map(([who, times]) => `${who}\u00a0${clockWritten(median(times))}`).join(" · ");
}
