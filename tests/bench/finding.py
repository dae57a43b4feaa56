"""How well and how fast the board is found: on camera pictures where they are at hand, on drawings always."""

import json
import statistics

import cv2
import numpy as np

from engine.equipment.board import load_layout
from tests.bench._figures import at_least, at_most, figure
from tests.bench._warps import Warps
from tests.rendered import SCENES
from tests.vision.boards import draw_scene
from vision.finding.again import find_again, remember
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound
from vision.holding import Anchors
from vision.rectify.mesh import Mesh
from vision.rectify.straight import Straightener

DRAWINGS = 60
TURNS = 4
"""Other views made from each camera picture: turned, tilted, recoloured."""
SIDES = (820, 1640, 3280)
"""Widths of pictures in which the board is searched, pixels."""
TRIES = 7
"""How often each is timed on each picture."""


def figures():
    """The figures, each with its unit and goal."""
    cv2.setNumThreads(1)
    found = _Finds()
    for name, empty, picture, nodes in _camera_pictures():
        found.add("empty" if empty else "played", picture, nodes)
        if empty:
            for turn in range(TURNS):
                found.add("turned and recoloured", *_seen_otherwise(picture, nodes, turn + len(name)))
    for seed in range(DRAWINGS):
        scene = draw_scene(load_layout("classic"), seed, chips=[0, 20][seed % 2], hand=seed % 4 == 3)
        found.add("drawn", scene.picture, scene.nodes)
    return found.figures() | _speed()


class _Finds:
    def __init__(self):
        self.layout = load_layout("classic")
        self.errors = {}

    def add(self, kind, picture, nodes):
        """Find one board; None stands for a board not found or the wrong way up."""
        space = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean()
        try:
            found = find_board(picture, self.layout)
        except BoardNotFound:
            self.errors.setdefault(kind, []).append(None)
            return
        error = float(np.linalg.norm(found.mesh.nodes - nodes, axis=2).mean() / space)
        right = found.layout_fits and error < 0.25
        self.errors.setdefault(kind, []).append(error if right else None)

    def figures(self):
        """Share found and mean error of the nodes, by kind of picture."""
        told = {}
        for kind, errors in self.errors.items():
            good = [e for e in errors if e is not None]
            share = 100 * len(good) / len(errors)
            told[f"finding: {kind}, found and right way up ({len(errors)})"] = at_least(share, 99, "%")
            told[f"finding: {kind}, nodes off by"] = at_most(float(np.mean(good)) if good else 9.0, 0.08, "spaces")
        return told


def _camera_pictures():
    for truth in sorted(SCENES.glob("sets/*/truth.json")):
        for name, told in json.loads(truth.read_text())["images"].items():
            nodes = np.array(told["grid"], float).reshape(11, 11, 2)
            picture = cv2.imread(str(truth.parent / name))
            yield truth.parent.name, name == "empty.jpg", picture, nodes


def _seen_otherwise(picture, nodes, seed):
    """The same scene from elsewhere in other light: turned, leant, nearer or farther, recoloured."""
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    size = np.array([width, height])
    turn = np.radians(rng.uniform(0, 360))
    lean = rng.uniform(-0.25, 0.25, 2) / width
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [*lean, 1]])
    about = nodes.reshape(-1, 2).mean(0)
    matrix = spin @ np.array([[1, 0, -about[0]], [0, 1, -about[1]], [0, 0, 1.0]])

    def through(points, m):
        p = np.concatenate([points, np.ones((*points.shape[:-1], 1))], -1) @ m.T
        return p[..., :2] / p[..., 2:]

    seen = through(nodes, matrix).reshape(-1, 2)
    scale = rng.uniform(0.75, 0.95) * float((size / np.ptp(seen, axis=0)).min())
    shift = size / 2 - scale * (seen.max(0) + seen.min(0)) / 2
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ matrix
    other = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    colours = other.astype(np.float32) * rng.uniform(0.55, 1.15) * rng.uniform(0.85, 1.15, 3)
    return np.clip(colours, 0, 255).astype(np.uint8), through(nodes, matrix)


def _speed():
    pictures = [(p, n) for _, empty, p, n in _camera_pictures() if empty]
    if not pictures:
        drawn = [draw_scene(load_layout("classic"), s, size=(1640, 1232), chips=0, hand=False) for s in range(3)]
        pictures = [(d.picture, d.nodes) for d in drawn]
    layout, weighed = load_layout("classic"), []
    for picture, nodes in pictures:
        warps = Warps(picture, (1000, 1000))
        mesh = Mesh(nodes.astype(np.float32))
        before, glance = remember(picture, mesh), Straightener(mesh).glance(picture)
        anchors = Anchors(glance, mesh)
        scales = {side: side / picture.shape[1] for side in SIDES}
        sized = {side: cv2.resize(picture, None, fx=scale, fy=scale) for side, scale in scales.items()}
        for _ in range(TRIES):
            for side, seen in sized.items():
                warps.weigh(f"from nothing, {side} wide", lambda p=seen: find_board(p, layout))
            warps.weigh("after a bump", lambda p=picture, b=before: find_again(p, b))
            warps.weigh("moved?", lambda g=glance, a=anchors: a.check(g), times=30)
        weighed.append(warps)
    goals = {f"from nothing, {side} wide": 40.0 for side in SIDES} | {"after a bump": 15.0, "moved?": 0.1}
    told = {
        f"finding: {what}": at_most(statistics.median(warps.least(what) for warps in weighed), goal, "warps")
        for what, goal in goals.items()
    }
    warp = statistics.median(warps.warp for warps in weighed) * 1000
    return told | {"finding: yardstick, one warp": figure(round(warp, 2), "ms")}
