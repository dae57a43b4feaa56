// Small helpers that make elements; text always goes in as text, so nobody's name can become markup.

const SVG = "http://www.w3.org/2000/svg";

function put(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

export const byId = (id) => document.getElementById(id);

export function el(tag, attributes, ...children) {
  return put(document.createElement(tag), attributes, children);
}

// A button that wants a second tap within four seconds; `sure`: what it says until then; `name`: what it is read out as.
export function surely(label, sure, act, { name, ...more } = {}) {
  let armed = 0;
  const made = el("button", { type: "button", class: "button", "aria-label": name, ...more, onclick: () => {
    const meant = armed;
    rest();
    if (meant) { act(made); return; }
    made.textContent = sure;
    made.dataset.armed = "";
    if (name) made.setAttribute("aria-label", `${name}. ${sure}`);
    armed = setTimeout(rest, 4000);
  } }, label);
  function rest() {
    clearTimeout(armed);
    armed = 0;
    delete made.dataset.armed;
    made.textContent = label;
    if (name) made.setAttribute("aria-label", name);
  }
  return made;
}

export function svg(tag, attributes, ...children) {
  return put(document.createElementNS(SVG, tag), attributes, children);
}

export const TEAM_OF = { b: "blue", g: "green", r: "red" };

// Each team's own mark, so that chips are told apart without their colour.
export function mark(team) {
  if (team === "blue") return svg("circle", { class: "mark hollow", r: 4.6 });
  if (team === "green") return svg("path", { class: "mark", d: "M0-6.4 6 4.4H-6z" });
  if (team === "red") return svg("path", { class: "mark", d: "M-1.7-6.2h3.4v4.5h4.5v3.4H1.7v4.5h-3.4V1.7h-4.5v-3.4h4.5z" });
  return svg("text", { class: "mark letter", y: 4.5 }, (team[0] || "?").toUpperCase());
}

export function chip(team, extra = "") {
  return svg("g", { class: `chip ${team} ${extra}` },
    svg("circle", { class: "shadow", r: 16.2, cy: 1.3 }),
    svg("circle", { class: "body", r: 16 }),
    svg("circle", { class: "edge", r: 14.1 }),
    svg("circle", { class: "face", r: 11.2 }),
    mark(team));
}

// `label`: what it says to whoever does not see it, where nothing beside it does.
export function badge(team, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: "badge", viewBox: "-17 -17 34 34", ...spoken }, chip(team));
}

// Suits, drawn by hand in a box from -10 to 10.
export const SUIT_PATHS = {
  H: "M0 9C-5 4.6-9.5 1-9.5-3.6-9.5-6.8-7.2-8.8-4.6-8.8-2.6-8.8-.9-7.7 0-5.8.9-7.7 2.6-8.8 4.6-8.8 7.2-8.8 9.5-6.8 9.5-3.6 9.5 1 5 4.6 0 9z",
  D: "M0-9.6C2-5.8 4.4-2.8 7.4 0 4.4 2.8 2 5.8 0 9.6-2 5.8-4.4 2.8-7.4 0-4.4-2.8-2-5.8 0-9.6z",
  S: "M0-9.4C3.4-5.2 9.2-2 9.2 2.7 9.2 5.4 7.2 7 5 7 3.3 7 1.9 6.2 1 4.9 1.2 7 2 8.4 3.4 9.4H-3.4C-2 8.4-1.2 7-1 4.9-1.9 6.2-3.3 7-5 7-7.2 7-9.2 5.4-9.2 2.7-9.2-2-3.4-5.2 0-9.4z",
  C: "M0-9.4C2.6-9.4 4.6-7.4 4.6-4.9 4.6-3.6 4.1-2.5 3.3-1.7 3.8-1.9 4.4-2 5-2 7.6-2 9.6 0 9.6 2.5 9.6 5 7.6 7 5.1 7 3.4 7 1.9 6.2 1 4.9 1.2 7 2 8.4 3.4 9.4H-3.4C-2 8.4-1.2 7-1 4.9-1.9 6.2-3.4 7-5.1 7-7.6 7-9.6 5-9.6 2.5-9.6 0-7.6-2-5-2-4.4-2-3.8-1.9-3.3-1.7-4.1-2.5-4.6-3.6-4.6-4.9-4.6-7.4-2.6-9.4 0-9.4z",
};
