"""From a flat plane to the mesh: every grid node laid onto the line or gap it belongs to.

What parts two cards looks different on every board (a thin line, a white gap, a band of tartan), but it
looks the same all over one board and is symmetric. So its look is learned from the picture itself, found
again along every edge of every space, and the nodes follow, held together like a stiff net.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Plane, grid
from vision.rectify.channels import darkest_of

Array = NDArray[Any]
Ways = list[tuple[int, int]]
"""Ways to see an edge: which light, and half the width of the profile, in samples."""
Part = tuple[slice, slice]
"""Rows and columns of spaces."""

PER_SPACE = 24
"""Samples a space in the straightened picture."""
HALF_PROFILES = (4, 9)
"""Samples of a profile to each side: narrow for thin lines, wide for gaps; the one that fits a net is taken."""
REACH = 6
"""How far a line is looked for, in samples: a quarter of a space."""
FARTHER = 0.02
"""What is a sample farther from where a line was expected must be so much more like it: beside faint lines the marks in
the corners of cards look much like them, too. Correlation; 0.01 to 0.03."""
STIFFNESS, SLACK = 1.5, 1e-3
"""Weights of the bending of the net and of leaving the plane, against one well seen edge of a space."""
MARGINS, INK = -1, 0.1
"""The light in which the margins of cards part their print, and of all samples across a row the one that is print.
Parts; 0.05 to 0.15."""
ROUGHLY = 0.6
"""What a net by margins is worth against one by lines, which lie nearer to the nodes. 0.5 to 0.8."""
ASKEW = 0.04
"""A net that has the cards that were seen so far off the middles of their spaces is worth half. Spaces; 0.03 to
0.06."""
CENTRE_WEIGHT = 0.7
"""Weight of the centre of a card that was seen, against one well seen edge."""


def lay_nodes(
    picture: Array, plane: Plane, rows: int, columns: int, centres: tuple[Array, Array], rounds: int = 2
) -> tuple[Array, float]:
    """Nodes in the picture, shape (rows + 1, columns + 1, 2), and the share of edges that were seen.

    From the cards that were seen the nodes are laid outwards, a ring of spaces at a time: behind a fold the plane may
    be off by more than lines are looked for. `plane` must have its origin at the first node. `centres` are column and
    row, shape (n, 2), and place in the picture, shape (n, 2), of those cards.
    """
    off, where, drift = _by_centres(plane, rows, columns, centres)
    channels = (darkest_of(picture), cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    lights: Ways = [(light, half) for light in range(len(channels)) for half in HALF_PROFILES]
    seen = 0.0
    box = _box_of(where, rows, columns)
    ring = max(box[0].start, box[1].start, rows - box[0].stop, columns - box[1].stop)
    ways = [lights if ring == 0 else [*lights, (MARGINS, HALF_PROFILES[1])]] * 2
    for grown in [*range(ring), *([ring] * rounds)]:
        part = _wider(box, grown, rows, columns)
        pixels = _straight_pixels(plane, off, rows, columns)
        lines: dict[int, tuple[Array, Array]] = {}
        for light in {light for one in ways for light, _ in one}:
            flat = cv2.remap(
                channels[light],
                pixels[..., 0],
                pixels[..., 1],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            level = INK if light == MARGINS else 0.5
            lines[light] = _lines(np.asarray(flat), rows, level), _lines(np.ascontiguousarray(flat.T), columns, level)
        x, x_weight, way_x = _best_net(lines, 0, ways[0], part, _edge_off(off[..., 0]), where, drift[:, 0])
        y, y_weight, way_y = _best_net(
            lines, 1, ways[1], part[::-1], _edge_off(off[..., 1].T), where[:, ::-1], drift[:, 1]
        )
        if grown == ring:
            ways = [way_x, way_y]
        seen = float((np.sum(x_weight > 0.2) + np.sum(y_weight > 0.2)) / (x_weight.size + y_weight.size))
        off = np.stack([x, y.T], -1)
    return _in_picture(plane, off), seen


def nodes_by_centres(plane: Plane, rows: int, columns: int, centres: tuple[Array, Array]) -> Array:
    """Nodes in the picture as the cards that were seen have them, no line looked for; as in `lay_nodes`."""
    return _in_picture(plane, _by_centres(plane, rows, columns, centres)[0])


def _in_picture(plane: Plane, off: Array) -> Array:
    """Nodes in the picture that lie so far off the plane, in spaces; both of shape (rows + 1, columns + 1, 2)."""
    return plane.to_picture(grid(off.shape[0] - 1, off.shape[1] - 1).reshape(off.shape) + off)


def _by_centres(plane: Plane, rows: int, columns: int, centres: tuple[Array, Array]) -> tuple[Array, Array, Array]:
    """How far off the plane the cards have the nodes, shape (rows + 1, columns + 1, 2); and the column and row of those
    cards, and how far off each is, both of shape (n, 2)."""
    where, pixels = centres
    inside = ((where >= 0) & (where < (columns, rows))).all(1)
    where = where[inside]
    drift = plane.to_board(pixels[inside]) - where - 0.5
    blank = np.zeros((rows, columns + 1))
    off = np.stack([_net(blank, blank, where, drift[:, axis])[0] for axis in (0, 1)], -1)
    return off, where, drift


def _box_of(where: Array, rows: int, columns: int) -> Part:
    """The rows and the columns between which cards were seen, all of them where none were."""
    if not len(where):
        return slice(0, rows), slice(0, columns)
    (left, top), (right, bottom) = where.min(0).tolist(), where.max(0).tolist()
    return slice(top, bottom + 1), slice(left, right + 1)


def _wider(part: Part, by: int, rows: int, columns: int) -> Part:
    down, across = part
    return (
        slice(max(down.start - by, 0), min(down.stop + by, rows)),
        slice(max(across.start - by, 0), min(across.stop + by, columns)),
    )


def _best_net(
    lines: dict[int, tuple[Array, Array]], axis: int, ways: Ways, part: Part, before: Array, where: Array, drift: Array
) -> tuple[Array, Array, Ways]:
    """Shifts of the nodes along one axis, the weights of the edges that ask for them, and of the ways to see those the
    one that was taken; `before` is where the edges were looked for, and only those of the spaces of `part` count.

    What is seen well and fits no net is not what parts the cards, but print that many of them share.
    """
    nets = []
    for light, half in ways:
        shift, weight = _shifts(lines[light][axis], before.shape[1] - 1, half, part)
        net, kept = _net(before + shift, weight, where, drift)
        worth = kept * kept / max(float(weight.mean()), 1e-6) * (ROUGHLY if light == MARGINS else 1.0)
        worth /= 1.0 + (_off_centre(net, where, drift) / ASKEW) ** 2
        nets.append((worth, net, weight, [(light, half)]))
    return max(nets, key=lambda one: one[0])[1:]


def _off_centre(net: Array, where: Array, drift: Array) -> float:
    """How far off the middles of its spaces a net has the cards that were seen, in spaces; 0 where none were."""
    if not len(where):
        return 0.0
    middles = (net[:-1, :-1] + net[:-1, 1:] + net[1:, :-1] + net[1:, 1:]) / 4
    return float(np.median(np.abs(middles[where[:, 1], where[:, 0]] - drift)))


def _edge_off(off: Array) -> Array:
    return np.asarray((off[:-1] + off[1:]) / 2)


def _straight_pixels(plane: Plane, off: Array, rows: int, columns: int) -> Array:
    """Where to sample the spaces and half a space around them, PER_SPACE samples a space; float32.

    Worked out for every fourth sample; between them a lens is as good as straight.
    """
    n, every = PER_SPACE, 4
    x = (np.arange((columns + 1) * n // every) + 0.5) * every / n - 0.5
    y = (np.arange((rows + 1) * n // every) + 0.5) * every / n - 0.5
    coarse = np.stack(np.meshgrid(x, y), -1)
    if off.any():
        at = coarse.astype(np.float32)
        moved = cv2.remap(
            off.astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        coarse = coarse + moved
    # One row and column more on every side, so that the ends are not flattened.
    pixels = np.pad(plane.to_picture(coarse), ((1, 1), (1, 1), (0, 0)), mode="reflect", reflect_type="odd")
    height, width = pixels.shape[:2]
    fine = cv2.resize(pixels.astype(np.float32), (width * every, height * every), interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[every:-every, every:-every])


def _lines(flat: Array, rows: int, level: float) -> Array:
    """What is seen across each row of spaces: of all samples the middling one, which leaves print out, or one of
    another level, 0 to 1; shape (rows, width)."""
    n = PER_SPACE
    strips = flat[n // 2 : n // 2 + rows * n].reshape(rows, n, -1)[:, 3:-3]
    rank = int(level * strips.shape[1])
    return np.asarray(np.partition(strips, rank, axis=1)[:, rank])


def _shifts(lines: Array, columns: int, half: int, part: Part) -> tuple[Array, Array]:
    """How far each upright edge lies to the right of where it was expected, in spaces, and its weight.

    `lines` has one row for each row of spaces. Both of shape (rows, columns + 1): edge (r, c) runs from
    node (r, c) to node (r + 1, c). Those that are no edge of the spaces of `part` weigh nothing.
    """
    down, across = part
    n, rows = PER_SPACE, len(lines)
    width = half + REACH
    padded = np.pad(lines, ((0, 0), (width, width)), mode="edge")
    # The line of column c lies between samples n/2 + c*n - 1 and n/2 + c*n.
    index = (n // 2 + np.arange(columns + 1) * n)[:, None] + np.arange(2 * width) - width + width
    profiles = padded[:, index].astype(np.float64)
    inner = profiles[down, max(across.start, 1) : min(across.stop + 1, columns)].reshape(-1, 2 * width)
    look = _look_of_lines(inner, half)
    if look is None:
        return np.zeros((rows, columns + 1)), np.zeros((rows, columns + 1))
    whole = _best_shift(profiles, look, slice(0, 2 * half))
    left = _best_shift(profiles[:, :1], look, slice(half - half // 3, 2 * half))
    right = _best_shift(profiles[:, -1:], look, slice(0, half + half // 3))
    shift = np.concatenate([left[0], whole[0][:, 1:-1], right[0]], 1)
    weight = np.concatenate([0.5 * left[1], whole[1][:, 1:-1], 0.5 * right[1]], 1)
    outside = np.ones(weight.shape, bool)
    outside[down, across.start : across.stop + 1] = False
    weight[outside] = 0.0
    return shift / n, weight


def _look_of_lines(profiles: Array, half: int) -> Array | None:
    """The usual symmetric look of what parts two cards, 2 * half samples; None if there is none to see."""
    centred = profiles - np.median(profiles, axis=1, keepdims=True)
    usual = np.median(centred / np.maximum(centred.std(1, keepdims=True), 2.0), axis=0)
    looks = []
    for move in range(-3, 4):
        part = usual[REACH + move : REACH + move + 2 * half]
        part = part - part.mean()
        size = float(part @ part)
        even = float(part @ part[::-1]) / size if size > 1e-6 else 0.0
        looks.append((even - 0.01 * abs(move), (part + part[::-1]) / 2))
    _, look = max(looks, key=lambda one: one[0])
    return None if float(np.abs(look).max()) < 0.05 else look


def _best_shift(profiles: Array, look: Array, part: slice) -> tuple[Array, Array]:
    """Shift in samples and weight of the place where each profile is most like this part of the look."""
    pattern = look[part] - look[part].mean()
    pattern = pattern / max(float(np.linalg.norm(pattern)), 1e-9)
    windows = np.lib.stride_tricks.sliding_window_view(profiles, len(look), axis=2)[..., part]
    windows = windows - windows.mean(-1, keepdims=True)
    size = np.linalg.norm(windows, axis=-1)
    match = (windows @ pattern) / np.maximum(size, 3.0 * np.sqrt(len(pattern)))
    match = match - FARTHER * np.abs(np.arange(match.shape[-1]) - REACH)
    best = match.argmax(-1)
    peak = np.clip(best, 1, match.shape[-1] - 2)
    low, top, high = (np.take_along_axis(match, (peak + k)[..., None], -1)[..., 0] for k in (-1, 0, 1))
    curve = low - 2 * top + high
    fine = np.where(curve < -1e-6, 0.5 * (low - high) / np.where(curve < -1e-6, curve, -1.0), 0.0)
    shift = peak + np.clip(fine, -0.5, 0.5) - REACH
    at_end = (best == 0) | (best == match.shape[-1] - 1)
    weight = np.where(at_end, 0.0, np.clip((top - 0.5) / 0.4, 0.0, 1.0) ** 2)
    return shift, weight


@lru_cache(maxsize=8)
def _net_parts(rows: int, columns: int) -> tuple[Array, Array]:
    """Edges by nodes (each edge is the mean of its ends), and what holds the net together."""
    count = (rows + 1) * (columns + 1)
    index = np.arange(count).reshape(rows + 1, columns + 1)
    edges = np.zeros((rows * (columns + 1), count))
    k = np.arange(len(edges))
    edges[k, index[:-1].ravel()] = 0.5
    edges[k, index[1:].ravel()] = 0.5
    bends = []
    for a, b, c in [(index[:-2], index[1:-1], index[2:]), (index[:, :-2], index[:, 1:-1], index[:, 2:])]:
        for i, j, m in zip(a.ravel(), b.ravel(), c.ravel(), strict=True):
            row = np.zeros(count)
            row[[i, j, m]] = 1.0, -2.0, 1.0
            bends.append(row)
    twists = np.zeros((rows * columns, count))
    k = np.arange(len(twists))
    for part, sign in ((index[:-1, :-1], 1.0), (index[1:, 1:], 1.0), (index[:-1, 1:], -1.0), (index[1:, :-1], -1.0)):
        twists[k, part.ravel()] = sign
    stiff = np.concatenate([np.array(bends), twists])
    return edges, STIFFNESS * (stiff.T @ stiff) + SLACK * np.eye(count)


def _net(shift: Array, weight: Array, where: Array, drift: Array) -> tuple[Array, float]:
    """Shifts of the nodes, shape (rows + 1, columns + 1), that upright edges and centres of spaces ask for, and the
    mean weight of the edges that agree with them."""
    rows, lines = shift.shape
    edges, hold = _net_parts(rows, lines - 1)
    middles = np.zeros((len(where), len(hold)))
    first = where[:, 1] * lines + where[:, 0]
    for step in (0, 1, lines, lines + 1):
        middles[np.arange(len(where)), first + step] = 0.25
    parts = np.concatenate([edges, middles])
    wanted = np.concatenate([shift.ravel(), drift])
    start = np.concatenate([weight.ravel(), np.full(len(drift), CENTRE_WEIGHT)])
    trust: Array = start
    nodes: Array = np.zeros(len(hold))
    for _ in range(3):
        # OpenCV's solver rather than BLAS: for so small a system threads only get in one another's way.
        square = cv2.mulTransposed(np.sqrt(trust)[:, None] * parts, True) + hold
        right = cv2.gemm(parts, (trust * wanted)[:, None], 1.0, None, 0.0, flags=cv2.GEMM_1_T)  # type: ignore[call-overload]
        nodes = cv2.solve(square, right, flags=cv2.DECOMP_CHOLESKY)[1].ravel()
        off = (cv2.gemm(parts, nodes[:, None], 1.0, None, 0.0).ravel() - wanted) / 0.04  # type: ignore[call-overload]
        trust = start / (1 + off * off)
    return nodes.reshape(rows + 1, lines), float(trust[: shift.size].sum() / shift.size)
