// The page about the machine, for the host: how it is, which network it is in, which version runs.

import { byId, el, surely } from "./draw.js";
import { alarm, hostPage, section, tellTrouble } from "./host_page.js";
import { all as texts, fill } from "./page_texts.js";

const words = texts.machine;
const LOOK = 4000, PATIENCE = 2; // milliseconds between two looks; looks without answer until that is said

async function act(action, more = {}) {
  const done = await page.act({ action, ...more });
  if (!done) return false;
  tellTrouble(done.refusal);
  page.look();
  return done.accepted;
}

function health({ facts, worries }) {
  const f = words.health, number = (value, text, digits = 0) => value === null || value === undefined ? null : fill(text, { n: value.toFixed(digits) });
  const rows = [
    [f.temperature, number(facts.temperature, f.degrees)],
    [f.power, facts.power.length ? f.power_ill : f.power_well],
    [f.clock, f[`clock_${facts.clock}`]],
    [f.signal, number(facts.signal, f.strength)],
    [f.disk_free, facts.disk_free === null ? null : number(facts.disk_free / 1e9, f.gigabytes, 1)],
  ];
  return [
    el("h2", {}, f.heading),
    el("div", { class: "remarks" }, worries.map(alarm)),
    !worries.length && el("p", {}, f.well),
    el("details", { open: byId("health").querySelector("details")?.open }, el("summary", {}, f.figures), el("dl", { class: "facts" }, rows.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]))),
  ];
}

function away(form, why) {
  for (const id of ["health", "network", "secure", "version"]) section(id, null);
  section("enter", { why }, () => [el("h2", {}, words.page.host_only), form]);
}

// Strengths waver: while somebody types, the list stays as it is.
let listed = null;
function steady(there) {
  const typing = byId("network").contains(document.activeElement) || byId("wifi-word")?.value || byId("wifi-name")?.value;
  if (!typing || !listed) listed = there.in_reach;
  return { ...there, in_reach: listed };
}

function network(there) {
  const n = words.network;
  const choice = el("select", { id: "wifi", onchange: follow },
    there.in_reach.map((one) => el("option", { value: one.name }, `${one.name} · ${one.strength} %${one.locked ? "" : ` · ${n.open}`}`)),
    el("option", { value: "" }, n.other));
  const name = el("input", { id: "wifi-name", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 32 });
  const word = el("input", { id: "wifi-word", type: "password", autocomplete: "off", maxlength: 63 });
  const named_ = el("label", { class: "field-of" }, n.name, name), worded = el("label", { class: "field-of" }, n.word, word);
  function follow() {
    const chosen = there.in_reach.find((one) => one.name === choice.value);
    named_.hidden = choice.value !== "";
    worded.hidden = Boolean(chosen && !chosen.locked);
  }
  follow();
  const leads = n.leads.split("{address}");
  return [
    el("h2", {}, n.heading),
    el("p", {}, fill(n[there.state], { name: there.name })),
    there.trouble && alarm(there.trouble),
    there.joining ? el("p", { role: "status" }, fill(n.joining, { name: there.joining })) : el("form", {
      onsubmit: (event) => {
        event.preventDefault();
        act("join", { name: choice.value || name.value, word: worded.hidden ? "" : word.value });
      },
    },
    el("label", { class: "field-of" }, n.choose, choice), named_, worded, el("button", { class: "button" }, n.join)),
    el("p", { class: "quiet" }, leads[0], el("b", {}, there.address), leads[1]),
  ];
}

function secure({ state }) {
  const w = words.https;
  const box = el("input", { type: "checkbox", id: "https", checked: state !== "off", onchange: () => { box.disabled = true; act("https", { on: box.checked }).then((done) => { box.disabled = false; if (!done) box.checked = !box.checked; }); } });
  return [
    el("h2", {}, w.heading),
    el("label", { class: "switch" }, box, el("span", {}, w.switch)),
    el("p", {}, w.what),
    state === "served" ? el("p", {}, `${w.trust} `, el("a", { href: "/trust" }, w.page)) : el("p", {}, state === "on" ? w.later : w.once),
    el("p", { class: "quiet" }, w.away),
  ];
}

function show(told) {
  section("enter", null);
  section("health", { facts: told.facts, worries: told.worries }, health);
  section("network", told.network && steady(told.network), network);
  section("secure", told.secure && { state: told.secure }, secure);
  section("version", { runs: told.version, versions: told.versions }, version);
}

function version({ runs, versions: there }) {
  const v = words.version, [before, after] = v.how.split("{command}");
  const change = (id, text, name, action) => {
    const label = fill(text, { version: name }), sure = `${label}. ${v.sure}`;
    return surely(label, sure, (made) => { made.disabled = true; made.textContent = sure; act(action); }, { id });
  };
  return [
    el("h2", {}, v.heading),
    there?.gave_up && el("p", { class: "trouble" }, fill(v.gave_up, { version: there.gave_up })),
    runs && el("p", {}, fill(v.runs, { version: there?.runs || runs })),
    there?.changing ? el("p", { role: "status" }, v.changing) : there && [
      there.waiting && [el("p", {}, fill(v.waiting, { version: there.waiting })), change("update", v.update, there.waiting, "update")],
      there.before && change("back", there.newer_before ? v.update : v.back, there.before, "back"),
    ].flat().filter(Boolean),
    el("p", { class: "quiet" }, before, el("code", {}, "sudo ./install.sh"), after),
  ];
}

const page = hostPage("/api/machine", texts.key, { show, away, pause: () => LOOK, patience: () => PATIENCE });
