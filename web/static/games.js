// The list of earlier games: dates as this phone writes them, and for hosts a way to delete a game.

import "./dates.js";
import { el } from "./draw.js";

const SURE = 4000; // milliseconds for the second tap
const list = document.querySelector(".games[data-delete]"), said = document.getElementById("said");
let key = "";
try { key = localStorage.getItem("host-key") || ""; } catch { /* storage is off: nobody's host here */ }

async function remove(row, game) {
  const answer = await fetch(`/api/games/${game}`, { method: "DELETE", headers: { "X-Host-Key": key } }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  said.textContent = told?.message || list.dataset.failed;
  if (answer?.ok) row.remove();
}

function button(row) {
  const { delete: label, sure } = list.dataset, game = row.dataset.game;
  let armed = 0;
  const made = el("button", { type: "button", class: "link", "aria-label": `${label}: ${game}`, onclick: () => {
    if (armed) { remove(row, game); return; }
    made.textContent = sure;
    armed = setTimeout(() => { armed = 0; made.textContent = label; }, SURE);
  } }, label);
  return made;
}

if (key && list) for (const row of list.querySelectorAll("[data-game]")) row.append(button(row));
