// The form in which the host says what is played: edition, players, colours, house rules, each in plain words.

import { timeWritten } from "./dates.js";
import { badge, el } from "./draw.js";
import { fill } from "./page_texts.js";

const CLOCKS = [0, 30, 45, 60, 120]; // seconds a turn

// `texts` holds the words, `begun` what is played until now; gives the form and what it says.
export function makeGame(state, texts, onStart) {
  const words = texts.setup, { books } = state;
  const chosen = {
    book: books.find((one) => one.name === state.edition) || books[0],
    players: state.seats.length,
    teams: new Set(state.seats.map((seat) => seat.team)).size,
    colours: [...new Set(state.seats.map((seat) => seat.team))],
    names: state.seats.map((seat) => seat.name),
    rules: { ...state.rules }, clock: state.clock,
  };
  const editions = el("div", { class: "editions", role: "radiogroup", "aria-labelledby": "edition-heading" });
  const seats = el("div", { class: "who-sits" });
  const rules = el("div", { class: "rules" }), deals = el("p", { id: "deals" });
  const players = el("select", { id: "players", onchange: () => { chosen.players = Number(players.value); layOut(); } });
  const teams = el("select", { id: "teams", onchange: () => { chosen.teams = Number(teams.value); layOut(); } });
  const teamsRow = el("label", { class: "field-of" }, words.game.teams, teams);

  for (const book of books) {
    const radio = el("input", { type: "radio", name: "edition", value: book.name, checked: book === chosen.book });
    radio.addEventListener("change", () => { chosen.book = book; chosen.rules = {}; layOut(); layRules(); });
    editions.append(el("label", { class: "edition" }, radio, el("span", {}, el("b", {}, words.edition[book.name] || book.title),
      el("small", {}, words.edition_about[book.name] || book.about))));
  }

  // Whoever begins sits to the left of the dealer, whichever way turns go.
  function tellDeal() {
    const named = (at) => chosen.names[at] || texts.team[chosen.colours[at % chosen.teams]];
    const counter = (chosen.rules.direction || chosen.book.rules.direction) === "counter-clockwise";
    deals.textContent = fill(words.game.deals, { dealer: named(counter ? 1 : chosen.players - 1), first: named(0) });
  }

  function layOut() {
    const { book } = chosen, counts = Object.keys(book.teams).map(Number);
    if (!counts.includes(chosen.players)) chosen.players = counts.find((n) => n >= chosen.players) || counts[counts.length - 1];
    players.replaceChildren(...counts.map((n) => el("option", { value: n, selected: n === chosen.players }, n)));
    const ways = book.teams[chosen.players];
    if (!ways.includes(chosen.teams)) chosen.teams = ways[0];
    teams.replaceChildren(...ways.map((n) => el("option", { value: n, selected: n === chosen.teams },
      n === chosen.players ? words.game.each : fill(words.game.teams_of, { n }))));
    teamsRow.hidden = ways.length < 2;
    const usual = chosen.teams === 2 && book.of_two.length ? book.of_two : book.colours;
    chosen.colours = [...chosen.colours.filter((colour) => book.colours.includes(colour)), ...usual, ...book.colours]
      .filter((colour, at, all) => all.indexOf(colour) === at).slice(0, chosen.teams);
    laySeats();
  }

  // The chip beside a name: a tap gives the player's team the next colour. One that another team has is exchanged with it.
  function chipOf(at) {
    const team = at % chosen.teams, { colours } = chosen.book, colour = chosen.colours[team];
    const next = colours[(colours.indexOf(colour) + 1) % colours.length];
    const change = () => {
      const other = chosen.colours.indexOf(next);
      if (other >= 0) chosen.colours[other] = colour;
      chosen.colours[team] = next;
      laySeats();
      document.getElementById(`chip-${at}`).focus();
    };
    return el("button", { type: "button", class: "chip-of", id: `chip-${at}`, onclick: change,
      "aria-label": fill(words.game.colour_of, { n: at + 1, team: texts.team[colour] }) }, badge(colour));
  }

  // Enter leads to the next name: a game does not begin while somebody still types.
  function goOn(event, at) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (seats.querySelectorAll("input")[at + 1] || document.getElementById("start")).focus();
  }

  function laySeats() {
    const list = el("ol", { class: "seat-list" }, Array.from({ length: chosen.players }, (_, at) => {
      const colour = chosen.colours[at % chosen.teams];
      const input = el("input", {
        maxlength: 20, autocomplete: "off", value: chosen.names[at] || "", dir: "auto", placeholder: texts.team[colour],
        "aria-label": `${fill(words.game.seat, { n: at + 1 })} (${texts.team[colour]})`,
        enterkeyhint: "next",
        oninput: (event) => { chosen.names[at] = event.target.value; tellDeal(); },
        onkeydown: (event) => goOn(event, at),
      });
      return el("li", { class: colour }, chipOf(at), input);
    }));
    seats.replaceChildren(list);
    tellDeal();
  }

  // What was chosen at the terminal is offered, too.
  function clockField() {
    const times = [...new Set([...CLOCKS, chosen.clock])].sort((one, other) => one - other);
    const select = el("select", { id: "clock", "aria-describedby": "clock-help", onchange: () => { chosen.clock = Number(select.value); } },
      times.map((one) => el("option", { value: one, selected: one === chosen.clock }, one ? timeWritten(one) : words.game.clock_none)));
    return el("div", {}, el("label", { class: "field-of" }, words.game.clock, select), el("small", { class: "quiet", id: "clock-help" }, words.game.clock_help));
  }

  function layRules() {
    rules.replaceChildren(...Object.entries(chosen.book.choices).map(([name, values]) => {
      const value = (one) => words.value[one] || one, book = chosen.book.rules[name];
      const select = el("select", {
        onchange: (event) => { chosen.rules[name] = event.target.value; tellDeal(); },
      }, el("option", { value: "" }, book ? fill(words.game.book, { value: value(book) }) : words.game.book_plain),
      values.filter((one) => one !== book)
        .map((one) => el("option", { value: one, selected: chosen.rules[name] === one }, value(one))));
      return el("label", { class: "field-of" }, words.rule[name], select);
    }), clockField());
  }

  layOut();
  layRules();
  const start = () => onStart({
    edition: chosen.book.name,
    seats: Array.from({ length: chosen.players }, (_, at) => ({ team: chosen.colours[at % chosen.teams], name: chosen.names[at] || "" })),
    rules: Object.fromEntries(Object.entries(chosen.rules).filter(([, value]) => value)), clock: chosen.clock,
  });
  return el("div", { class: "game" },
    books.length > 1 ? [el("h3", { id: "edition-heading" }, words.game.edition), editions] : null,
    el("h3", {}, words.game.seats), el("label", { class: "field-of" }, words.game.players, players), teamsRow, seats,
    el("p", { class: "quiet" }, words.game.seats_help), deals,
    el("details", {}, el("summary", {}, words.game.house), el("p", { class: "quiet" }, words.game.house_help), rules),
    el("button", { type: "button", class: "button main", id: "start", onclick: start }, words.game.start));
}
