// A turn in a list: a name, the card and where the chip went. The eye needs less than the ear, to which the sentence is read.

import { el } from "./draw.js";
import { cardShort, cardWords, player, sentence, turnBrief } from "./words.js";

function laidCard(card) {
  return el("span", { class: `laid ${/[HD]$/.test(card) ? "red-suit" : ""}`, title: cardWords(card), "aria-hidden": "true" }, cardShort(card));
}

// What stands in the line, behind the badge of its team.
export function turnLine(turn) {
  const brief = turnBrief(turn), laid = turn.card && laidCard(turn.card);
  if (brief === null) return [laid, sentence(turn)];
  return [el("span", { class: "aloud" }, sentence(turn)),
    el("span", { "aria-hidden": "true" }, el("b", {}, player(turn.team, turn.name)), " ", laid, laid && " ", brief)];
}
