"""Boards drawn by chance, with exact truth: styles, tables, cameras and clutter no tuning has seen.

Nothing here is meant to look like any maker's board; it is meant to differ from draw to draw.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.drawing.faces import spots
from vision.drawing.pips import lay, pip

UNIT = 56
"""Pixels a space in the flat drawing."""


@dataclass
class Scene:
    """A picture and the truth about it."""

    picture: np.ndarray
    nodes: np.ndarray
    """(rows + 1, columns + 1, 2) in layout order."""
    chips: dict[int, str]
    told: dict[str, object] = field(default_factory=dict)


def draw_scene(layout, seed, *, chips=None, size=(820, 616), **fixed):
    """One scene; `fixed` pins any of the choices named in `_choices`."""
    rng = np.random.default_rng(seed)
    pick = _choices(rng) | fixed
    if chips is None:
        chips = int(rng.choice([0, 0, 5, 25, 50]))
    flat, ppu, border, where = _flat_board(layout, rng, pick, chips)
    table = _table(rng, pick["table"], size)
    picture, nodes = _photograph(flat, ppu, border, layout, table, rng, pick, size)
    picture = _light(picture, nodes, rng, pick)
    told = {k: v for k, v in pick.items() if not isinstance(v, np.ndarray)}
    return Scene(picture, nodes, where, told)


def slid(scene, degrees=0.0, right=0.0, down=0.0):
    """The picture after the board slid and turned on its table, by spaces, and where its nodes went."""
    height, width = scene.picture.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(11.0) - 5, np.arange(11.0) - 5), -1).reshape(-1, 2)
    lay, _ = cv2.findHomography(grid, scene.nodes.reshape(-1, 2))
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    went = lay @ np.array([[c, -s, right], [s, c, down], [0, 0, 1]]) @ np.linalg.inv(lay)
    picture = cv2.warpPerspective(scene.picture, went, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return picture, cv2.perspectiveTransform(scene.nodes.reshape(-1, 1, 2), went).reshape(11, 11, 2)


def leaned(scene, right, down):
    """The picture after the board, or the camera, was tilted about the board's middle, by how much nearer to the camera
    its right and its lower side went in parts of its width, and where its nodes went."""
    height, width = scene.picture.shape[:2]
    across, along = scene.nodes.reshape(-1, 2).mean(0)
    size = float(np.ptp(scene.nodes[..., 1]))
    to_middle = np.array([[1, 0, -across], [0, 1, -along], [0, 0, 1.0]])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [-right / size, -down / size, 1.0]])
    went = np.linalg.inv(to_middle) @ tilt @ to_middle
    picture = cv2.warpPerspective(scene.picture, went, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return picture, cv2.perspectiveTransform(scene.nodes.reshape(-1, 1, 2), went).reshape(11, 11, 2)


def off_by(mesh, nodes):
    """Mean distance of a mesh from the true nodes, in spaces."""
    space = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean()
    return float(np.linalg.norm(mesh.nodes - nodes, axis=2).mean() / space)


def _choices(rng):
    gap = float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.2), rng.uniform(0.1, 0.35)]))
    dark = lambda: tuple(int(v) for v in rng.integers(10, 130, 3))  # noqa: E731
    paper = np.array([255, 255, 255]) - rng.integers(0, 25) - np.array([int(rng.integers(0, 45)), 8, 0])
    return {
        "gap": gap,
        "gap_down": 0.0,  # where the gaps between rows are others than those between columns
        "paper": tuple(int(v) for v in paper),
        "line": dark(),
        "line_width": int(rng.integers(2, 5)),
        "ground": rng.choice(["solid", "solid", "yellow", "grey", "tartan", "blue"]),
        "border": float(rng.choice([0.25, 0.6, 0.8])),
        "border_colour": tuple(int(v) for v in rng.integers(20, 220, 3)),
        "face": rng.choice(["pips", "pips", "index", "mixed"]),
        "four_colours": False,  # whether each suit has its own
        "sideways": bool(rng.random() < 0.5),
        "halves": bool(rng.random() < 0.3),
        "aspect": float(rng.choice([1.0, 1.05, 1.3, 1 / 1.3, 1.2])),
        "free": rng.choice(["disc", "star", "dark", "plain"]),
        "table": rng.choice(["wood", "plain", "checked", "felt", "white", "planks"]),
        "tilt": float(rng.uniform(0, 50)),
        "turn": float(rng.uniform(0, 360)),
        "fov": float(rng.choice([55, 66, 66, 90, 102])),
        "wave": float(rng.choice([0.0, 0.0, 0.06, 0.12])),
        "crease": bool(rng.random() < 0.3),
        "fill": float(rng.uniform(0.7, 0.96)),
        "hand": bool(rng.random() < 0.25),
        "glare": bool(rng.random() < 0.35),
        "clutter": int(rng.integers(0, 9)),
        "noise": float(rng.uniform(1, 7)),
        "blur": float(rng.choice([0.0, 0.5, 0.8, 1.2])),
        "exposure": float(rng.uniform(0.55, 1.15)),
        "warmth": float(rng.uniform(-0.18, 0.18)),
        "shade": float(rng.uniform(0, 0.45)),
    }


# The flat board ------------------------------------------------------------------------------------


def _flat_board(layout, rng, pick, chips):
    w, h = UNIT, round(UNIT / pick["aspect"])
    bx = round(pick["border"] * UNIT)
    wide, high = layout.columns * w + 2 * bx, layout.rows * h + 2 * bx
    board = np.empty((high, wide, 3), np.uint8)
    board[:] = pick["border_colour"]
    _letters(board, bx, rng)
    field_ = board[bx : high - bx, bx : wide - bx]
    field_[:] = _ground(field_.shape, rng, pick) if pick["gap"] else pick["paper"]
    gx, gy = round(pick["gap"] * w / 2), round((pick["gap_down"] or pick["gap"]) * h / 2)
    if pick["gap"] and pick["ground"] == "tartan":
        gx = round(gx * rng.uniform(0.6, 1.6))
    faces = {}
    for space, card in enumerate(layout.cards):
        row, column = divmod(space, layout.columns)
        cell = field_[row * h + gy : (row + 1) * h - gy, column * w + gx : (column + 1) * w - gx]
        if card is None:
            _free(cell, pick, rng)
            continue
        if card not in faces:
            faces[card] = _face(card, cell.shape, pick)
        face = faces[card]
        cell[:] = face[::-1, ::-1] if pick["halves"] and row < layout.rows // 2 else face
    if not pick["gap"]:
        t = pick["line_width"]
        for c in range(layout.columns + 1):
            cv2.line(board, (bx + c * w, bx), (bx + c * w, high - bx), pick["line"], t)
        for r in range(layout.rows + 1):
            cv2.line(board, (bx, bx + r * h), (wide - bx, bx + r * h), pick["line"], t)
    where = _chips(board, layout, rng, chips, (bx, w, h))
    return board, (w, h), bx, where


def _ground(shape, rng, pick):
    plain = {"yellow": (60, 190, 225), "grey": (165, 165, 168), "blue": (120, 70, 60)}
    ground = np.empty(shape, np.uint8)
    ground[:] = plain.get(pick["ground"], tuple(int(v) for v in rng.integers(20, 150, 3)))
    if pick["ground"] == "tartan":
        for axis in (0, 1):
            at = 0
            while at < shape[axis]:
                width = int(rng.integers(2, 9))
                band = np.s_[at : at + width, :] if axis == 0 else np.s_[:, at : at + width]
                ground[band] = (ground[band] // 2 + rng.integers(0, 120, 3)).astype(np.uint8)
                at += width + int(rng.integers(1, 8))
    elif pick["ground"] == "blocks":
        # As many spaces wide as no pair of twins lies apart, so that the two of a card often lie on other colours.
        colours = ((45, 65, 35), (80, 30, 70), (95, 75, 20), (35, 95, 150))
        height, width = shape[0] // 10 * 3, shape[1] // 10 * 3
        for number, row in enumerate(range(0, shape[0], height)):
            for other, column in enumerate(range(0, shape[1], width)):
                ground[row : row + height, column : column + width] = colours[(number + 3 * other) % 4]
    return ground


def _letters(board, bx, rng):
    colour = tuple(int(v) for v in rng.integers(120, 255, 3))
    if bx > 20 and rng.random() < 0.8:
        for y in (bx - 12, board.shape[0] - 12):
            cv2.putText(board, "FIVE FIVE FIVE", (board.shape[1] // 3, y), 0, bx / 50, colour, 2)


def _free(cell, pick, rng):
    h, w = cell.shape[:2]
    cell[:] = pick["border_colour"] if pick["free"] == "dark" else pick["paper"]
    if pick["free"] != "plain":
        r = int(min(h, w) * 0.38)
        cv2.circle(cell, (w // 2, h // 2), r, pick["line"], -1)
        if pick["free"] == "star":
            a = np.arange(10) * np.pi / 5
            p = np.stack([np.sin(a), np.cos(a)], 1) * (r * np.where(np.arange(10) % 2, 0.4, 0.9))[:, None]
            cv2.fillPoly(cell, [(p + np.array([w, h]) / 2).astype(np.int32)], (90, 200, 230))


def _face(card, shape, pick):
    h, w = shape[:2]
    if pick["sideways"]:
        h, w = w, h
    scale = 3
    face = np.empty((h * scale, w * scale, 3), np.uint8)
    face[:] = pick["paper"]
    rank, suit = card[:-1], card[-1]
    ink = (40, 30, 200) if suit in "HD" else pick["line"] if pick["face"] == "index" else (30, 25, 25)
    if pick["four_colours"]:
        ink = {"H": (40, 30, 200), "D": (190, 80, 30), "C": (60, 130, 40), "S": (30, 25, 25)}[suit]
    centre, size = np.array([w, h]) * scale / 2, min(w, h) * scale

    def spot(at, r):
        lay(face, pip(suit, round(2 * r)), ink, *np.round(at - r).astype(int).tolist())

    court = rank in "KQ" and pick["face"] != "index"
    if pick["face"] == "index":
        cv2.putText(face, rank, (int(size * 0.08), int(size * 0.48)), 2, size / 75, ink, 6, cv2.LINE_AA)
        spot(centre + size * 0.18, size * 0.26)
    elif court:
        seed = np.random.default_rng(ord(suit) * 7 + ord(rank))
        inner = face[int(h * scale * 0.14) : int(h * scale * 0.86), int(w * scale * 0.2) : int(w * scale * 0.8)]
        for _ in range(14):
            colour = [(40, 30, 200), (150, 60, 30), (60, 190, 230), (30, 25, 25)][int(seed.integers(4))]
            p = seed.uniform(0, 1, (3, 2)) * inner.shape[1::-1]
            cv2.fillPoly(inner, [p.astype(np.int32)], colour)
            cv2.fillPoly(inner, [(np.array(inner.shape[1::-1]) - p).astype(np.int32)], colour)
    else:
        for x, y in [(0.5, 0.5)] if rank == "A" else spots(rank):
            spot(np.array([x * w, y * h]) * scale, size * (0.2 if rank == "A" else 0.1))
    if pick["face"] != "index":
        cv2.putText(face, rank, (int(w * 0.06 * scale), int(h * 0.2 * scale)), 0, size / 170, ink, 3, cv2.LINE_AA)
    face = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA)
    return cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE) if pick["sideways"] else face


_CHIPS = {
    "b": [(200, 60, 30), (130, 50, 40)],
    "g": [(60, 150, 40), (110, 150, 60)],
    "r": [(40, 40, 200), (40, 90, 220)],
}


def _chips(board, layout, rng, count, frame):
    bx, w, h = frame
    spaces = [s for s in range(layout.size) if layout.cards[s] is not None]
    shade = int(rng.integers(2))
    where = {}
    for space in rng.choice(spaces, min(count, len(spaces)), replace=False):
        row, column = divmod(int(space), layout.columns)
        off = rng.uniform(-0.3, 0.3, 2)
        at = (int(bx + (column + 0.5 + off[0]) * w), int(bx + (row + 0.5 + off[1]) * h))
        team = "bgr"[int(rng.integers(3))]
        _chip(board, at, int(min(w, h) * 0.31), _CHIPS[team][shade])
        where[int(space)] = team
    return where


def _chip(canvas, at, r, colour):
    cv2.circle(canvas, at, r + 2, tuple(int(c * 0.4) for c in colour), -1, cv2.LINE_AA)
    cv2.circle(canvas, at, r, colour, -1, cv2.LINE_AA)
    cv2.circle(canvas, at, int(r * 0.7), tuple(min(255, int(c * 1.25)) for c in colour), 2, cv2.LINE_AA)


# The table and the camera --------------------------------------------------------------------------


def _table(rng, kind, size):
    w, h = size
    base = {"wood": (60, 95, 140), "planks": (70, 85, 105), "felt": (50, 90, 30), "white": (225, 230, 232)}
    colour = np.array(base.get(kind, tuple(rng.integers(30, 200, 3))), float)
    table = np.empty((h, w, 3), float)
    table[:] = colour
    if kind in ("wood", "planks"):
        grain = cv2.resize(rng.normal(0, 1, (h // 3, 6)), (w, h), interpolation=cv2.INTER_CUBIC)
        table *= 1 + 0.18 * grain[..., None]
        if kind == "planks":
            for y in range(0, h, int(rng.integers(50, 110))):
                table[y : y + 3] *= 0.45
    elif kind == "checked":
        step, other = int(rng.integers(24, 80)), rng.integers(20, 235, 3)
        y, x = np.mgrid[:h, :w]
        angle = rng.uniform(0, 3.1)
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        share = ((u % step < step / 2).astype(float) + (v % step < step / 2)) / 2
        table = table * (1 - share[..., None]) + other * share[..., None]
    else:
        table *= 1 + 0.05 * rng.normal(0, 1, (h, w, 1))
    return np.clip(table, 0, 255).astype(np.uint8)


def _clutter(picture, rng, keep_out, count):
    h, w = picture.shape[:2]
    for _ in range(count):
        at = rng.uniform((0, 0), (w, h))
        if cv2.pointPolygonTest(keep_out, (float(at[0]), float(at[1])), True) > -35:
            continue
        kind = rng.integers(4)
        if kind == 0:
            for _ in range(6):
                _chip(
                    picture,
                    tuple((at + rng.normal(0, 16, 2)).astype(int).tolist()),
                    9,
                    _CHIPS["bgr"[int(rng.integers(3))]][0],
                )
            continue
        box = cv2.boxPoints((at.tolist(), (44, 62), float(rng.uniform(0, 180)))).astype(np.int32)
        colour = [(250, 250, 250), (25, 25, 28), (150, 60, 50)][int(kind) - 1]
        cv2.fillPoly(picture, [box], colour)
        if kind == 1:
            for p in rng.uniform(0.25, 0.75, (5, 2)):
                spot = box[0] + (box[1] - box[0]) * p[0] + (box[3] - box[0]) * p[1]
                cv2.circle(picture, tuple(spot.astype(int).tolist()), 4, (40, 30, 200), -1)


def _photograph(flat, ppu, bx, layout, table, rng, pick, size):
    w, h = size
    focal = w / 2 / np.tan(np.radians(pick["fov"]) / 2)
    half = np.array([flat.shape[1], flat.shape[0]]) / 2
    tilt, turn = np.radians(pick["tilt"]), np.radians(pick["turn"])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = lean @ spin
    k1 = -0.14 if pick["fov"] > 80 else float(rng.uniform(-0.05, 0.02))

    def project(points, distance):
        p = (points - half) @ rotation[:, :2].T + (0, 0, distance)
        q = p[..., :2] / p[..., 2:]
        return q * (1 + k1 * np.minimum((q * q).sum(-1, keepdims=True), 1.2)) * focal + ((w - 1) / 2, (h - 1) / 2)

    outline = np.array([[0, 0], [2 * half[0], 0], [2 * half[0], 2 * half[1]], [0, 2 * half[1]]])
    low, high = 1.05 * half.max(), 40 * half.max()
    for _ in range(40):
        distance = (low + high) / 2
        inside = np.abs(project(outline, distance) - ((w - 1) / 2, (h - 1) / 2)) / (w / 2, h / 2)
        low, high = (distance, high) if inside.max() > pick["fill"] else (low, distance)
    # The board seen on a grid of points; its waves move points a little within the board.
    step = 8
    gx, gy = np.meshgrid(
        np.arange(-2 * step, 2 * half[0] + 2 * step, step), np.arange(-2 * step, 2 * half[1] + 2 * step, step)
    )
    phase = rng.uniform(0, 6.3, 4)

    def waved(points):
        u = points / (2 * half)
        amount = pick["wave"] * UNIT
        bend = np.stack([np.sin(u[..., 1] * 4.4 + phase[0]) * np.sin(u[..., 0] * 3.1 + phase[1]),
                         np.sin(u[..., 0] * 4.0 + phase[2]) * np.sin(u[..., 1] * 2.9 + phase[3])], -1)  # fmt: skip
        fold = np.zeros_like(points)
        if pick["crease"]:
            fold[..., 1] = 0.1 * UNIT * (np.abs(u[..., 0] - 0.5) * 2 - 0.5)
        return points + amount * bend + fold

    mesh = np.stack([gx, gy], -1)
    seen = project(waved(mesh), distance)
    at = _inverse(seen, mesh, (h, w))
    inside = (
        (at[..., 0] >= 0) & (at[..., 1] >= 0) & (at[..., 0] <= flat.shape[1] - 1) & (at[..., 1] <= flat.shape[0] - 1)
    )
    picture = table.copy()
    outer = cv2.convexHull(project(waved(outline.astype(float)), distance).astype(np.float32))
    _clutter(picture, rng, outer, pick["clutter"])
    shrink = np.linalg.norm(
        project(waved(half + np.array([[0, 0], [1.0, 0]])), distance)[1] - project(waved(half[None]), distance)[0]
    )
    source = cv2.GaussianBlur(flat, (0, 0), max(0.01, 0.45 / max(shrink, 0.05))) if shrink < 1 else flat
    board = cv2.remap(source, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    picture[inside] = board[inside]
    columns = bx + np.arange(layout.columns + 1) * ppu[0]
    rows = bx + np.arange(layout.rows + 1) * ppu[1]
    # A pixel of the drawing covers its centre: lines drawn at x are centred there.
    nodes = project(waved(np.stack(np.meshgrid(columns, rows), -1).astype(float)), distance)
    return picture, nodes


def _inverse(seen, mesh, shape):
    """For every pixel the point of the drawing seen there: linear within each small square of the mesh."""
    h, w = shape
    out = np.full((h, w, 2), -1e4, np.float32)
    rows, columns = mesh.shape[:2]
    corners = np.stack([seen[:-1, :-1], seen[:-1, 1:], seen[1:, 1:], seen[1:, :-1]], 2)
    low = np.maximum(np.floor(corners.min(2)), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(2)) + 1, (w, h)).astype(int)
    wide, tall = np.moveaxis(np.maximum(high - low, 0), -1, 0)
    back = np.linalg.inv(np.stack([seen[:-1, 1:] - seen[:-1, :-1], seen[1:, :-1] - seen[:-1, :-1]], -2))
    for r in range(rows - 1):
        # All pixels about a row of squares at one time; where squares overlap, the last one's word stands.
        count = wide[r] * tall[r]
        square = np.repeat(np.arange(columns - 1), count)
        number = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        x = low[r, square, 0] + number % wide[r, square]
        y = low[r, square, 1] + number // wide[r, square]
        px = np.stack([x, y], -1) - seen[r, square]
        uv = (px[:, None] @ back[r, square])[:, 0]
        ok = (uv >= -0.02).all(-1) & (uv <= 1.02).all(-1)
        out[y[ok], x[ok]] = (mesh[r, square] + uv * (mesh[0, 1, 0] - mesh[0, 0, 0]))[ok]
    return out


def _light(picture, nodes, rng, pick):
    h, w = picture.shape[:2]
    if pick["hand"]:
        middle = nodes.reshape(-1, 2).mean(0)
        way = np.radians(rng.uniform(0, 360))
        tip = middle + rng.uniform(-0.25, 0.25, 2) * np.ptp(nodes.reshape(-1, 2), axis=0)
        far = tip + np.array([np.cos(way), np.sin(way)]) * w
        skin = tuple(int(v) for v in np.array([110, 140, 200]) * rng.uniform(0.4, 1.1))
        thick = int(w * 0.055)
        cv2.line(picture, tip.astype(int).tolist(), far.astype(int).tolist(), skin, thick, cv2.LINE_AA)
        for k in (-0.5, -0.2, 0.15, 0.5):
            end = tip - np.array([np.cos(way + k), np.sin(way + k)]) * thick * 1.1
            cv2.line(picture, tip.astype(int).tolist(), end.astype(int).tolist(), skin, thick // 3, cv2.LINE_AA)
    image = picture.astype(np.float32) * pick["exposure"]
    image *= np.array([1 - pick["warmth"], 1, 1 + pick["warmth"]], np.float32)
    y, x = np.mgrid[:h, :w].astype(np.float32)
    way = rng.uniform(0, 6.3)
    ramp = (x / w - 0.5) * np.cos(way) + (y / h - 0.5) * np.sin(way)
    image *= (1 + pick["shade"] * ramp)[..., None]
    if pick["glare"]:
        at = nodes.reshape(-1, 2)[rng.integers(nodes.shape[0] * nodes.shape[1])]
        r = w * rng.uniform(0.02, 0.045)
        far = np.hypot(x - at[0], y - at[1])
        image += (400 * np.exp(-((far / r) ** 4)) + 40 * np.exp(-far / (2 * r)))[..., None]
    if pick["blur"]:
        image = cv2.GaussianBlur(image, (0, 0), pick["blur"])
    image += rng.normal(0, pick["noise"], image.shape)
    image = np.clip(image, 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1], cv2.IMREAD_COLOR)
