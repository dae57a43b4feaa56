// What the camera saw of a turn or fault: pictures, a film, and what the eye made of them. Loaded where somebody looks.

import { el, TEAM_OF } from "./draw.js";
import { faultTitle, say, spaceShort, team, texts } from "./words.js";

const FOLDER = /^(turn|stood|fault)-0*(\d+)(?:-(\d+))?$/;
const ORDER = ["straight", "before", "after"];

// The files kept of a turn and its faults; none where none are kept or may be seen.
export async function exhibitsOf(game, turn) {
  const answer = await fetch(`/api/games/${game}/evidence/${turn}`);
  return answer.ok ? (await answer.json()).exhibits || [] : [];
}

// What a folder of evidence is about, as `faults` of that game name it.
function titleOf(folder, faults) {
  const [, kind, turn, number] = FOLDER.exec(folder) || [];
  if (!kind) return texts.games.evidence;
  const fault = kind === "fault" && faults.find((one) => one.number === Number(number || 0));
  return fault ? say("games", "fault_at", { turn, title: faultTitle(fault.code) }) : say("page", "turn", { turn });
}

export function drawEvidence(home, exhibits, faults) {
  const bundles = new Map();
  for (const one of exhibits) bundles.set(one.folder, [...(bundles.get(one.folder) || []), one]);
  const title = el("h2", {}, texts.games.evidence);
  if (!bundles.size) { home.replaceChildren(title, el("p", { class: "quiet none" }, texts.games.evidence_none)); return; }
  home.replaceChildren(title, ...[...bundles].map(([folder, bundle]) => {
    const pictures = bundle.filter((one) => one.kind === "picture").sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));
    const words = el("dl", {});
    const said = bundle.find((one) => one.kind === "words");
    if (said) fetch(said.url).then((answer) => answer.json()).then((content) => drawWords(words, content)).catch(() => {});
    return el("article", {},
      el("h3", {}, titleOf(folder, faults)),
      el("div", { class: "pictures" }, pictures.map((one) => el("figure", {},
        el("a", { href: one.url }, el("img", { src: one.url, alt: texts.games[`picture_${one.name}`] || one.name, loading: "lazy" })),
        el("figcaption", { class: "quiet" }, texts.games[`picture_${one.name}`] || one.name)))),
      bundle.filter((one) => one.kind === "film").map((one) =>
        el("video", { src: one.url, controls: true, muted: true, playsinline: true, loop: true, preload: "metadata", "aria-label": texts.games.film })),
      words);
  }));
}

function drawWords(home, content) {
  const percent = (share) => `${Math.round(share * 100)} %`;
  for (const [space, eye] of Object.entries(content.eye || {})) {
    const colour = TEAM_OF[eye.guess];
    const what = colour ? say("page", "chip", { team: team(colour) }) : texts.games[`letter_${eye.guess === "." ? "empty" : "unsure"}`];
    home.append(el("dt", {}, say("games", "eye", { space: spaceShort(space) })), el("dd", {}, eye.probability === null ? what : `${what}, ${percent(eye.probability)}`));
  }
  const weighed = (content.event && content.event.weighed) || [];
  if (weighed.length) home.append(el("dt", {}, texts.games.weighed));
  for (const [words, weight] of weighed) home.append(el("dd", {}, `${words} — ${percent(weight)}`));
}
