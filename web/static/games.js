// The list of earlier games: dates as this phone writes them, and for hosts ways to mend names and to delete a game.

import "./dates.js";
import { el, surely } from "./draw.js";
import { askAsHost, isHost } from "./key.js";

const list = document.querySelector(".games"), said = document.getElementById("said");

async function remove(row, game) {
  const told = await askAsHost(`/api/games/${game}`, "DELETE", null, 0);
  said.textContent = told.message || list.dataset.failed;
  if (told.accepted) row.remove();
}

function button(row) {
  const { delete: label, sure } = list.dataset, game = row.dataset.game;
  return surely(label, sure, () => remove(row, game), { class: "link", name: `${label}: ${game}` });
}

// A field for each name, in the order of the seats; what is kept is shown at once.
function naming(row) {
  const { names: label, keep } = list.dataset, game = row.dataset.game, players = [...row.querySelectorAll(".player")];
  const fields = players.map((one) => el("label", { class: `player ${one.classList[1]}` }, el("span", { class: "aloud" }, one.dataset.team),
    el("input", { value: one.dataset.name, maxlength: 20, autocomplete: "off" })));
  const form = el("form", { class: "naming", onsubmit: async (event) => {
    event.preventDefault();
    const names = fields.map((field) => field.querySelector("input").value);
    const told = await askAsHost(`/api/games/${game}/names`, "PUT", { names }, 0);
    said.textContent = told.message || list.dataset.failed;
    if (told.accepted) location.reload();
  } }, fields, el("button", { class: "button" }, keep));
  const made = el("button", { type: "button", class: "link", "aria-label": `${label}: ${game}`, onclick: () => {
    if (form.isConnected) form.remove();
    else { row.append(form); form.querySelector("input").focus(); }
  } }, label);
  return made;
}

if (isHost() && list) {
  for (const row of list.querySelectorAll("[data-game]")) {
    if (list.dataset.delete) row.append(button(row));
    if (list.dataset.names && "over" in row.dataset) row.append(naming(row));
  }
}
