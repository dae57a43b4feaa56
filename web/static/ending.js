// The end of a game: what it was won by, and what there is to take home. Loaded only when a game is over.

import { el } from "./draw.js";
import { paceWords, resultWords, wonWords } from "./result.js";
import { addSeries } from "./series.js";
import { say, sentence, sideName, spaceShort, texts } from "./words.js";

const ASK_AGAIN = 1000;
const PATIENCE = 120; // a small machine takes a while over a film

// `game`: its number where it is kept; `draws`: whether pictures of it can be had; `more`: further buttons.
export function showEnding(home, state, { game, draws, replay, more }) {
  const said = el("p", { class: "answer", role: "status" });
  const ends = [...state.sequences].filter((one) => one.team === state.winner);
  const facts = [
    [texts.ending.score, state.teams.map((name) => `${sideName(state.table.seats, name)} ${state.score[name] || 0}`).join(" · ")],
    ...ends.map((one) => [say("ending", "made", one), fromTo(one.spaces)]),
    [texts.ending.pace, paceWords(state)],
    [texts.ending.last_turn, sentence(state.turns[state.turns.length - 1])],
  ].filter((one) => one && one[1]);
  const name = `sequence-${game}`;
  const action = (label, act) => el("button", { type: "button", class: "button", onclick: (event) => act(event.currentTarget, said) }, label);
  const series = el("dl", { class: "facts" });
  if (game && replay) addSeries(series);
  home.hidden = false;
  home.replaceChildren(...[
    series,
    el("div", { class: "actions" },
      game && replay && el("a", { class: "button", href: `/games/${game}#1` }, texts.ending.replay), more && more()),
    game && el("details", {}, el("summary", {}, texts.ending.share), el("div", { class: "actions" },
      draws && action(texts.ending.picture, (pressed) => during(pressed, said, async () => share(await poster(game, state), `${name}.png`, said))),
      draws && action(texts.ending.clip, (pressed) => during(pressed, said, async () => share(await film(game, said), `${name}.mp4`, said))),
      action(texts.ending.file, (pressed) => during(pressed, said, async () => share(await fetched(`/games/${game}/game.html`), `${name}.html`, said))))),
    el("details", {}, el("summary", {}, texts.bar.more),
      el("dl", { class: "facts" }, facts.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]))),
    said,
  ].filter(Boolean)); // without its number there is nothing to share
}

function fromTo(spaces) {
  const ordered = [...spaces].sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)) || one.charCodeAt(0) - other.charCodeAt(0));
  return `${spaceShort(ordered[0])} – ${spaceShort(ordered[ordered.length - 1])}`;
}

// While something is made its button rests; what went wrong is said beside it.
async function during(pressed, said, act) {
  pressed.disabled = true;
  said.className = "answer";
  try {
    await act();
  } catch (error) {
    said.className = "answer refused";
    said.textContent = error.message || texts.call.failed;
  }
  pressed.disabled = false;
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json, */*" } }).catch(() => { throw new Error(texts.call.failed); });
  if (answer.status === 202) return null;
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).message || texts.call.failed);
  return answer.blob();
}

async function film(game, said) {
  for (let asked = 0; asked < PATIENCE; asked++) {
    const made = await fetched(`/games/${game}/clip.mp4`);
    if (made) return made;
    said.textContent = texts.error.making;
    await new Promise((done) => { setTimeout(done, ASK_AGAIN); });
  }
  throw new Error(texts.call.failed);
}

// The server's picture of the board with the winner above it, in this phone's letters.
async function poster(game, state) {
  const board = await createImageBitmap(await fetched(`/games/${game}/picture.png`));
  const head = 150, canvas = el("canvas", { width: board.width, height: board.height + head });
  const pen = canvas.getContext("2d");
  pen.fillStyle = { blue: "#123f96", green: "#0b5527", red: "#8d1616" }[state.winner] || "#1c2b3f";
  pen.fillRect(0, 0, canvas.width, head);
  pen.fillStyle = "#fff";
  pen.textAlign = "center";
  const write = (words, size, y) => {
    pen.font = `700 ${size}px system-ui, sans-serif`;
    pen.fillText(words, canvas.width / 2, y, canvas.width - 40);
  };
  write(wonWords(state), 52, 76);
  write(resultWords(state), 26, 120);
  pen.drawImage(board, 0, head);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

// By the phone's own sheet where it has one that takes files; else into its downloads.
async function share(blob, name, said) {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: document.title });
      said.textContent = "";
      return;
    } catch (error) {
      if (error.name === "AbortError") { said.textContent = ""; return; } // closed by its owner
    }
  }
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  said.textContent = say("ending", "saved", { name });
}
