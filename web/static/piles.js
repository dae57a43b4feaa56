// The discard piles beside the board and whose they are; on the host's phone a tap says it.

import { badge, el } from "./draw.js";
import { sayAsHost } from "./host.js";
import { answerWords, player, say, spaceShort, texts } from "./words.js";

export function showPiles(home, state, host) {
  const { seats } = state.table;
  const said = el("p", { class: "answer", role: "status" });

  function whose(pile) {
    if (pile.shared) return texts.pile.shared;
    const seat = pile.seat === null ? null : seats[pile.seat];
    return seat ? player(seat.team, seat.name) : texts.pile.open;
  }

  async function tell(pressed, beside, seat) {
    pressed.disabled = true;
    const answer = await sayAsHost({ input: "pile-is", beside, seat });
    pressed.disabled = false;
    said.className = `answer ${answer.accepted ? "" : "refused"}`;
    said.textContent = answerWords(answer);
  }

  function choice(pile, label, seat, chosen) {
    return el("button", {
      type: "button", class: "button", "aria-pressed": String(chosen), "data-seat": seat === null ? "shared" : seat,
      onclick: (event) => tell(event.currentTarget, pile.beside, seat),
    }, label);
  }

  const held = document.activeElement?.closest("#piles [data-pile]")?.dataset.pile;
  const open = new Set([...home.querySelectorAll("details[open]")].map((one) => one.dataset.pile || "all"));
  const lines = [...state.piles].sort((one, other) => one.pile - other.pile).map((pile) => {
    const team = pile.seat === null ? null : seats[pile.seat]?.team;
    const words = [team && badge(team), el("span", {}, `${whose(pile)} `, el("span", { class: "quiet" }, say("pile", "by", { space: spaceShort(pile.beside) })))];
    if (!host) return el("li", {}, words);
    return el("li", {}, el("details", { "data-pile": pile.pile, open: open.has(String(pile.pile)) }, el("summary", {}, words),
      el("div", { class: "actions" },
        seats.map((seat, at) => choice(pile, player(seat.team, seat.name), at, !pile.shared && pile.seat === at)),
        choice(pile, texts.pile.shared, null, pile.shared))));
  });
  const last = home.querySelector(".answer");
  if (last) { said.className = last.className; said.textContent = last.textContent; }
  const list = el("ul", {}, lines);
  // Guests seldom ask; the host says whose they are.
  home.replaceChildren(...(host ? [el("h2", {}, texts.pile.title), list, said] : [el("details", { open: open.has("all") }, el("summary", {}, texts.pile.title), list)]));
  if (held) home.querySelector(`[data-pile="${held}"] summary`)?.focus({ preventScroll: true });
}
