// What stands around the board: whose turn, the score, faults, questions, the turns. The same live and in a replay.

import { badge, byId, el, svg } from "./draw.js";
import { resultWords, wonWords } from "./result.js";
import { turnLine } from "./turn_line.js";
import { byCards, faultTitle, nameSpacesOf, player, say, sentence, sideName, team, texts } from "./words.js";

const ASIDE = ["light_changed", "board_moved"]; // news of the camera, which do not take the last turn's place

const TICK = 5000;
const PASSING = 3000; // an arm over the board is said no sooner

// `actions(kind, about)`: the host's buttons or nothing; `onTurn(turn)`: a line was tapped;
// `seen(one)`: the address of what the camera saw of a turn or fault, where it is kept; `whole()`: the state whose turns are listed,
// where that is another than the one shown; `story(fault)`: an element that shows what was seen of it.
export function makeView({ board, actions, onTurn, seen, whole, story }) {
  let state = null, late = false;
  const over = Boolean(whole); // what was to be done about a fault of an earlier game nobody does any more

  function showNow() {
    const seat = state.table && state.to_move !== null ? state.table.seats[state.to_move] : null;
    const lines = [];
    let colour = "", playing = "", sub = sentence(state.just);
    if (ASIDE.includes(state.just.key)) sub = [sentence(lastTurn()), sub].filter(Boolean).join(" ");
    if (!state.table) {
      lines.push(texts.page.waiting);
      sub = texts.page.waiting_more;
    } else if (state.winner) {
      colour = state.winner;
      lines.push(state.winner === "drawn" ? "" : badge(state.winner), el("span", { class: "won" }, wonWords(state)));
      const [next, dealer] = state.next || [];
      sub = [resultWords(state), dealer && el("span", { class: "next-game" }, say("page", "next_game", { who: nameOf(next), dealer: nameOf(dealer) }))];
    } else if (state.arbiter === "paused") {
      lines.push(texts.page.paused);
    } else if (seat) {
      colour = seat.team;
      playing = "turn-of";
      lines.push(badge(seat.team, seat.name && team(seat.team)), el("span", {}, say("page", "to_play", { who: player(seat.team, seat.name) })));
      if (late) sub = texts.clock.up;
    }
    const now = byId("now");
    now.className = `now ${colour} ${state.winner ? "over" : playing}`;
    const who = el("p", { class: "who" }, lines);
    now.replaceChildren(who, el("p", { class: `just ${playing && late ? "late" : ""}` }, sub));
    document.title = `${state.faults.length && !over ? remedyOf(state.faults[0]) : who.textContent} · ${texts.page.title}`;
  }

  function nameOf(seat) {
    const [colour, name] = seat.split(":");
    return player(colour, name);
  }

  function lastTurn() {
    return state.turns[state.turns.length - 1];
  }

  function showScore() {
    const needed = state.table ? state.table.needed : 0;
    const playing = state.table && state.to_move !== null ? state.table.seats[state.to_move]?.team : null;
    byId("score").replaceChildren(...state.teams.map((name) => {
      const score = state.score[name] || 0;
      const dots = needed
        ? Array.from({ length: Math.max(needed, score) }, (_, at) => el("i", { class: at < score ? "made" : "" }))
        : [el("b", {}, String(score))];
      const called = sideName(state.table?.seats || [], name);
      const said = say("page", needed ? "score_of" : "score_open", { team: called, score, needed });
      return el("li", { class: `${name} ${playing === name && !state.winner ? "playing" : ""}` },
        el("span", { class: "aloud" }, said), badge(name, called !== team(name) && team(name)),
        el("span", { class: "called-by", "aria-hidden": "true" }, called), el("span", { class: "dots", "aria-hidden": "true" }, dots));
    }));
  }

  function remedyOf(fault) {
    return [fault.who, byCards(fault.mend)].filter(Boolean).join(": ");
  }

  // One line says who is to do what, of an earlier game what was wrong; why, the rule and what was seen are folded. What was unfolded stays so.
  function showFaults() {
    const open = new Set([...byId("faults").querySelectorAll("details[open]")].map((one) => one.dataset.number));
    byId("faults").replaceChildren(...state.faults.map((fault) => {
      const { who } = fault, title = faultTitle(fault.code);
      const tell = ({ currentTarget: folded }) => { if (folded.open && story && !folded.querySelector(".story")) folded.append(story(fault) || ""); };
      return el("article", { class: `fault ${fault.team || ""}` },
        el("h2", {}, fault.team ? badge(fault.team) : el("span", { class: "sign", "aria-hidden": "true" }, "!"), el("span", {}, who && el("b", {}, `${who}: `), over ? title : byCards(fault.mend))),
        el("details", { ontoggle: tell, open: open.has(String(fault.number)), "data-number": fault.number }, el("summary", {}, over ? texts.banner.why : title),
          el("p", { class: "message" }, byCards(fault.message)),
          fault.problems.length > 1 && el("p", { class: "also" }, `${texts.banner.also}: `,
            fault.problems.filter((code) => code !== fault.code).map(faultTitle).join(" ")),
          !over && el("p", { class: "otherwise" }, byCards(fault.otherwise)),
          el("p", { class: "small" },
            fault.rule && el("span", { class: "rule" }, `${texts.banner.rule}: `, fault.rule),
            seen && seen(fault) && el("a", { href: seen(fault) }, texts.games.evidence))),
        actions && actions("fault", fault));
    }));
  }

  // A fault that is gone leaves a tick for a moment, unless it was let stand. Read aloud it is by what just happened.
  function showRighted(before) {
    const gone = before ? before.faults.filter((fault) => !state.faults.some((one) => one.number === fault.number && one.code === fault.code)) : [];
    if (!gone.length || state.just.key !== "fault_cleared" || before.game !== state.game) return;
    byId("faults").append(...gone.map((fault) => {
      const righted = el("p", { class: "righted", "aria-hidden": "true" }, el("span", { class: "sign" }, "✓"), el("s", {}, faultTitle(fault.code)));
      setTimeout(() => righted.remove(), TICK);
      return righted;
    }));
  }

  // How much is left of the time to answer; nothing where this phone was not there when it began.
  const asked = new Map();
  function timeLeft({ number, seconds }) {
    if (!seconds || !asked.get(number)) return null;
    const bar = el("div", { class: "left", "aria-hidden": "true" }, el("i"));
    bar.firstChild.style.animationDuration = `${seconds}s`;
    bar.firstChild.style.animationDelay = `${(asked.get(number) - Date.now()) / 1000}s`;
    return bar;
  }

  // What is asked about is drawn on the board.
  function showQuestions(before) {
    for (const { number } of state.questions) if (!asked.has(number)) asked.set(number, before ? Date.now() : 0);
    byId("questions").replaceChildren(...state.questions.map((question) => {
      const buttons = actions && question.options.length ? actions("question", question) : null;
      return el("article", { class: "question" },
        el("h2", {}, texts.question.title),
        el("p", { class: "asked" }, byCards(question.question)),
        buttons || (actions && question.options.length > 0 && el("p", { class: "small" }, texts.question.host_only)),
        question.default && el("p", { class: "small" }, say("question", "default", { default: byCards(question.holds) })),
        timeLeft(question));
    }));
  }

  function showTurns() {
    const listed = whole ? whole() : state;
    const made = new Map(listed.sequences.map((one) => [one.turn, one]));
    const current = lastTurn() ? lastTurn().turn : 0;
    const list = byId("turns");
    const held = list.contains(document.activeElement) ? document.activeElement.dataset.turn : null;
    const rows = [...listed.turns, ...(listed.gaps || [])].sort((one, other) => other.turn - one.turn);
    list.previousElementSibling.textContent = listed.turns.length ? `${texts.page.turns} · ${listed.turns.length}` : texts.page.turns;
    list.replaceChildren(...rows.map((turn) => {
      if (!turn.action) {
        return el("li", { class: "gap quiet", value: turn.turn }, el("span", { class: "number" }, String(turn.turn)), el("span", {}, sentence(turn)));
      }
      const more = [...(made.has(turn.turn) ? [sentence(made.get(turn.turn))] : []), ...turn.asides];
      const address = seen && seen(turn);
      return el("li", { class: `${turn.irregular ? "irregular" : ""} ${made.has(turn.turn) ? "made" : ""}`, value: turn.turn },
        el("button", { type: "button", class: "turn", "data-turn": turn.turn, onclick: () => onTurn(turn), "aria-current": turn.turn === current ? "true" : null },
          el("span", { class: "number" }, String(turn.turn)), badge(turn.team),
          el("span", { class: "said" }, turnLine(turn), more.length > 0 && el("small", {}, more.join(" · ")))),
        address && el("a", { class: "icon seen", href: address, "aria-label": say("games", "evidence_of", turn) },
          svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M4 8h3l2-3h6l2 3h3v11H4z" }), svg("circle", { cx: 12, cy: 13, r: 3.4 }))),
        actions && actions("turn", turn));
    }));
    // Whoever reads the list with the keyboard stays where they were.
    if (held) list.querySelector(`[data-turn="${held}"]`)?.focus({ preventScroll: true });
    if (!listed.turns.length) list.append(el("li", { class: "quiet none" }, texts.page.no_turns));
  }

  let passing = 0;
  function showSeeing() {
    const seeing = byId("seeing");
    // Hands that clear the table are no trouble: a won board stays as it is.
    const unseen = state.winner ? null : state.camera !== null ? [texts.status.camera, state.camera]
      : state.blocked !== null ? [texts.status.blocked, state.blocked] : null;
    const words = state.winner ? "" : (unseen || [state.eye.trouble]).filter(Boolean).join(" ");
    // An arm that plays a chip asks for nothing.
    const covered = state.camera === null && state.blocked !== null && !state.winner, wait = covered && seeing.hidden;
    if (!covered) { clearTimeout(passing); passing = 0; }
    if (wait) passing ||= setTimeout(() => { seeing.hidden = false; }, PASSING);
    seeing.hidden = !words || !state.table || wait;
    seeing.classList.toggle("mild", !unseen);
    document.body.classList.toggle("unseen", Boolean(unseen));
    if (seeing.textContent !== words) seeing.textContent = words;
  }

  return {
    // Only what changed is made anew, so that nothing is read out or torn from under a finger twice.
    show(next, before, news) {
      const changed = (...fields) => !before || fields.some((field) => before[field] !== next[field]);
      state = next;
      nameSpacesOf(state.table);
      if (changed("table", "to_move", "winner", "arbiter", "just", "turns", "faults", "next", "score", "minutes")) showNow();
      if (changed("table", "to_move", "winner", "teams", "score")) showScore();
      if (changed("faults", "game")) { showFaults(); showRighted(before); }
      if (changed("questions")) showQuestions(before);
      if (changed("turns", "sequences", "game")) showTurns();
      showSeeing();
      board.show(state, news);
      document.body.classList.toggle("playing", Boolean(state.table));
      document.body.classList.toggle("at-fault", state.faults.length > 0);
      const fresh = state.faults.find((fault) => !before?.faults.some((one) => one.number === fault.number && one.code === fault.code));
      const asks = state.questions.find((question) => !before?.questions.some((one) => one.number === question.number));
      const fault = fresh || state.faults[0]; // what is asked pushes the place of a fault down
      if (fresh || asks) board.reveal([...fault?.spaces || [], ...fault?.could || [], ...asks?.spaces || [], asks?.options[0]?.split("-")[0]][0]);
    },
    // The time of the turn at hand is up, or is not any more.
    late(up) {
      late = up;
      if (state) showNow();
    },
    again() {
      if (!state) return;
      showFaults();
      showQuestions(state);
      showTurns();
    },
  };
}
