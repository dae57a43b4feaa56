// The camera's picture with the board drawn into it, and handles to show its corners by touch, mouse or keyboard.

import { el, svg } from "./draw.js";

const STEP = 2, LARGE_STEP = 20; // pixels of the picture a key moves a handle by
const ZOOM = 3, LENS = 120; // the glass over a corner that a finger hides

const points = (line) => line.map((at) => at.join(",")).join(" ");

// `words`: alt, help, keys and `corner(n)`. Gives `show(state, picture)`, `corners()` and `edit(on)`.
export function makeView(home, words) {
  const image = el("img", { alt: words.alt, decoding: "async", hidden: true });
  const drawing = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const lens = el("canvas", { class: "lens", width: LENS, height: LENS, "aria-hidden": "true", hidden: true });
  const frame = el("div", { class: "frame-of" }, image, drawing, lens);
  const help = el("figcaption", { id: "corners-help", class: "quiet", hidden: true }, `${words.help} `, el("span", { class: "keys" }, words.keys));
  home.replaceChildren(frame, help);
  let size = [1, 1], shown = 0, loading = false, corners = [], editing = false, last = null;

  const handles = [0, 1, 2, 3].map((at) => {
    const handle = el("button", { type: "button", class: "handle", hidden: true, "aria-describedby": "corners-help" });
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      look(at);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = frame.getBoundingClientRect();
      move(at, [(event.clientX - box.left) / box.width * size[0], (event.clientY - box.top) / box.height * size[1]]);
      look(at);
    });
    handle.addEventListener("lostpointercapture", () => { lens.hidden = true; });
    handle.addEventListener("keydown", (event) => {
      const by = event.shiftKey ? LARGE_STEP : STEP;
      const [right, down] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key] || [0, 0];
      if (!right && !down) return;
      event.preventDefault();
      move(at, [corners[at][0] + right, corners[at][1] + down]);
    });
    frame.append(handle);
    return handle;
  });

  function move(at, [x, y]) {
    corners[at] = [Math.round(Math.min(size[0], Math.max(0, x))), Math.round(Math.min(size[1], Math.max(0, y)))];
    draw();
  }

  function look(at) {
    if (!image.naturalWidth) return;
    const glass = lens.getContext("2d"), scale = image.naturalWidth / size[0], wide = LENS / ZOOM;
    const [x, y] = corners[at];
    lens.hidden = false;
    lens.classList.toggle("right", x < size[0] / 2);
    glass.fillStyle = "#000";
    glass.fillRect(0, 0, LENS, LENS);
    glass.drawImage(image, x * scale - wide / 2, y * scale - wide / 2, wide, wide, 0, 0, LENS, LENS);
    glass.strokeStyle = "#ffb400";
    glass.lineWidth = 2;
    glass.strokeRect(LENS / 2 - 6, LENS / 2 - 6, 12, 12);
  }

  function draw() {
    const thick = size[0] / 400;
    const parts = [];
    if (editing) {
      parts.push(svg("polygon", { class: "by-hand", points: points(corners), "stroke-width": 2 * thick }));
    } else if (last) {
      for (const line of last.board ? last.board.lines : []) parts.push(svg("polyline", { class: "mesh", points: points(line), "stroke-width": thick }));
      for (const mark of last.marks) parts.push(svg("polygon", { class: "wrong", points: points(mark), "stroke-width": 2.5 * thick }));
      for (const place of last.places) {
        const [x, y] = [0, 1].map((axis) => place.outline.reduce((sum, at) => sum + at[axis], 0) / place.outline.length);
        const reach = Math.hypot(place.outline[0][0] - x, place.outline[0][1] - y);
        const kind = `place ${place.team} ${place.seen === place.team ? "seen" : place.now ? "now" : ""}`;
        parts.push(svg("circle", { class: "ring-under", cx: x, cy: y, r: reach, "stroke-width": 4 * thick }));
        parts.push(svg("circle", { class: kind, cx: x, cy: y, r: reach, "stroke-width": 2.5 * thick }));
      }
    }
    drawing.replaceChildren(...parts);
    handles.forEach((handle, at) => {
      handle.hidden = !editing;
      if (!editing) return;
      handle.style.left = `${corners[at][0] / size[0] * 100}%`;
      handle.style.top = `${corners[at][1] / size[1] * 100}%`;
      handle.setAttribute("aria-label", words.corner(at + 1, corners[at]));
    });
  }

  async function fetchPicture(number) {
    loading = true;
    const next = new Image();
    next.src = `/api/setup/picture.jpg?${number}`;
    try {
      await next.decode();
      image.src = next.src;
      image.hidden = false;
      shown = number;
    } catch { /* the next one may come */ }
    loading = false;
  }

  return {
    show(state) {
      home.hidden = !state.frame;
      if (!state.frame) return;
      last = state;
      size = state.size;
      drawing.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
      frame.style.aspectRatio = `${size[0]} / ${size[1]}`;
      if (state.frame !== shown && !loading) fetchPicture(state.frame);
      draw();
    },
    // Handles where the board was found, else well inside the picture.
    edit(on) {
      if (on && !editing) {
        const [w, h] = size;
        corners = last && last.board ? last.board.corners.map((at) => at.map(Math.round))
          : [[w * 0.2, h * 0.15], [w * 0.8, h * 0.15], [w * 0.8, h * 0.85], [w * 0.2, h * 0.85]].map((at) => at.map(Math.round));
      }
      editing = on;
      help.hidden = !on;
      draw();
    },
    corners: () => corners,
    focus: () => handles[0].focus(),
  };
}
