// A fault as a story: an arrow on the straightened picture, the seconds in which it happened. Loaded with the first fault.

import { EDGE, H, W } from "./board.js"; // the straightened picture has the same measures
import { el, svg } from "./draw.js";
import { exhibitsOf } from "./evidence.js";
import { spaceNumber } from "./state.js";
import { say, spaceShort, texts } from "./words.js";

const ASK_AGAIN = 2000; // evidence is written when its last seconds have been seen
const PATIENCE = 6;
const FILM = [7, 2.5]; // of a fault's film, the seconds from its end between which the deed is seen

const told = new Map(); // by number: what is shown stays, so that a film does not begin anew at each change

// Fills `home` with what was seen of a fault, when it is there; nothing where nothing is kept.
export async function tell(home, game, fault, table) {
  const key = `${game}-${fault.turn}-${fault.number}`;
  if (!told.has(key)) told.set(key, look(game, fault, table));
  const story = await told.get(key);
  if (story) home.append(story);
  else told.delete(key);
}

async function look(game, fault, table) {
  const folder = `fault-${String(fault.turn).padStart(4, "0")}-${fault.number}`;
  for (let asked = 0; asked < PATIENCE; asked++) {
    const exhibits = (await exhibitsOf(game, fault.turn).catch(() => [])).filter((one) => one.folder === folder);
    if (exhibits.length) return drawn(exhibits, fault, table);
    await new Promise((done) => { setTimeout(done, ASK_AGAIN); });
  }
  return null;
}

function drawn(exhibits, fault, table) {
  const straight = exhibits.find((one) => one.name === "straight"), film = exhibits.find((one) => one.kind === "film");
  const parts = [straight && above(straight, fault, table), film && loop(film)].filter(Boolean);
  return parts.length ? el("div", { class: parts.length > 1 ? "two" : "" }, parts) : null;
}

function above(straight, fault, table) {
  const width = table.columns * W + 2 * EDGE, height = table.rows * H + 2 * EDGE;
  const marks = fault.spaces.map((name) => spaceNumber(name, table.columns)).map((space) => {
    const x = EDGE + (space % table.columns + 0.5) * W, y = EDGE + (Math.floor(space / table.columns) + 0.5) * H;
    const turned = y < 3 * H ? "rotate(180)" : ""; // near the upper edge the arrow comes from below
    return svg("g", { transform: `translate(${x} ${y}) ${turned}` }, svg("circle", { class: "ring", r: 19 }),
      svg("path", { class: "arrow", d: "M0-22-15-42H-6V-74H6V-42H15z" }));
  });
  const where = fault.spaces.map((name) => spaceShort(name)).join(", ");
  return el("div", { class: "seen-above" }, el("img", { src: straight.url, alt: `${texts.games.picture_straight}: ${where}` }),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, marks));
}

// Only the seconds around the deed, again and again; without movement where nobody wants any.
function loop(film) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const video = el("video", { src: film.url, muted: true, playsinline: true, preload: "auto", controls: still, "aria-label": say("games", "film") });
  video.muted = true; // the attribute alone does not count for what a script makes
  const from = () => Math.max(0, video.duration - FILM[0]), to = () => video.duration - FILM[1];
  const again = () => { video.currentTime = from(); if (!still) video.play().catch(() => {}); };
  video.addEventListener("loadedmetadata", again);
  video.addEventListener("ended", again);
  video.addEventListener("timeupdate", () => { if (!still && video.currentTime > Math.max(to(), from() + 1)) again(); });
  video.addEventListener("error", () => video.remove()); // a film that this phone cannot play tells nothing
  return video;
}
