"""The learnt reader: runs the trained network over straight pictures, over what changed alone where that is known.

Weights are `reader_stem.onnx` (the picture of each space to features) and `reader_mind.onnx` (all features and teams to
chances), made by `make train TRAIN=reader`; `reader.json` holds what the training said of itself.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.trouble import Trouble
from vision.network import Network, shares
from vision.read import inputs
from vision.read.inputs import Floats, Twins
from vision.read.teams import Teams
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE, by_space

Box = tuple[slice, ...]
"""Rows and columns of some spaces."""
Spaces = NDArray[np.bool_]
"""Which spaces; shape (rows, columns)."""


class Seen(NamedTuple):
    """Chances of what one picture shows; nothing is decided here."""

    chances: Floats
    """(rows, columns, 2 + 2 * teams): bare, hidden, each team's face, each team's white side."""
    centre: Floats
    """(rows, columns, 2): where the foot of a chip lies, x and y from the middle of its space, in spaces."""
    light: Floats
    """(3,): by what factor the light changed since the empty board was seen, linear blue, green, red."""


class LearntReader:
    """The trained network, and the features of the picture it read last."""

    def __init__(self, layout: Layout, *, thorough: bool = False) -> None:
        """`thorough`: the geometric mean of the chances of four flipped pictures is told, which takes four times as
        long and errs less: for pictures by themselves, not for a film.

        Raises Trouble where the weights are missing or damaged.
        """
        self._layout, self._thorough = layout, thorough
        self._stem, self._mind, self._temperatures = _networks()
        self._shape = (layout.rows, layout.columns)
        self._apart = inputs.apart_of(*self._shape)
        self._related = inputs.twin_matrix(Twins(_others(layout), np.zeros(layout.size, np.intp)))
        self._features: Floats | None = None
        self._pooled: Floats | None = None
        self._bare: Picture | None = None
        self.paper: Floats
        """Linear white of the paper in each space, as the last picture was read by; shape (rows, columns, 3)."""

    def read(self, straight: Picture, bare: Picture | None, teams: Teams, spaces: Spaces | None = None) -> Seen:
        """Reads a straight picture.

        Args:
            straight: the board, shape (rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN, 3).
            bare: the empty board in the same form; None where nobody measured it.
            teams: whose chips may lie there.
            spaces: those that changed since the picture before; None for all.
        """
        light = np.ones(3, np.float32)
        around = box = tuple(slice(0, length) for length in self._shape)
        if bare is None:
            twins = twins_of(straight, self._layout)
            self.paper = inputs.paper_without_profile(straight)
            planes = inputs.planes_without_print(straight, self.paper, twins)
        else:
            if bare is not self._bare:
                self._bare, spaces, self.paper = bare, None, inputs.paper_of(bare)
                self._inverse = inputs.inverse_of(self.paper)
            light = inputs.light_between(straight, bare)
            if spaces is not None and self._features is not None and not self._thorough:
                box, around = _box(spaces, 0), _box(spaces, 1)
            here = tuple(slice(one.start * SIDE, one.stop * SIDE + 2 * MARGIN) for one in around)
            planes = inputs.planes_with_print(straight[here], bare[here], self._inverse[here], light)
        logs = []
        places = np.arange(self._layout.size).reshape(self._shape)
        for axes in ((0, 1), (1,), (0,), ())[0 if self._thorough else -1 :]:
            self._encode(np.flip(planes, axes), box, around)
            there = np.flip(places, axes).ravel()
            seen = self._told(teams, bare is not None, light, self._related[np.ix_(there, there)])
            logs.append(np.log(np.flip(seen.chances, axes) + 1e-9))
        return seen._replace(chances=shares(np.mean(logs, axis=0)))

    def _encode(self, planes: Floats, box: Box, around: Box) -> None:
        """Takes over the features of the spaces in a box, of which `planes` show those `around`."""
        picture = np.ascontiguousarray(planes.transpose(2, 0, 1)[None])
        features, pooled = self._stem.run(picture=picture)
        if self._features is None or self._pooled is None:
            self._features, self._pooled = features, pooled
        # The outermost were seen with an edge that the board may not have there.
        inner = [slice(a.start - b.start, a.stop - b.start) for a, b in zip(box, around, strict=True)]
        self._features[:, :, *box] = features[:, :, *inner]
        self._pooled[:, :, *box] = pooled[:, :, *inner]

    def _told(self, teams: Teams, measured: bool, light: Floats, related: Floats) -> Seen:
        flags = np.stack([teams.playing, teams.playing & teams.measured, teams.playing & ~teams.measured], 1)
        logits, centre = self._mind.run(
            features=self._features,
            pooled=self._pooled,
            measured=np.full((1, 1, 1), measured, np.float32),
            colours=np.log(np.clip(teams.colours, 0, 1.6) + inputs.FLOOR)[None] * teams.playing[None, :, None],
            flags=flags[None].astype(np.float32),
            twins=related[None],
            apart=self._apart,
        )
        mode = "cold" if not measured else "measured" if flags[:, 1].any() else "empty"
        chances = shares(logits[0] / self._temperatures[mode])
        return Seen(chances.reshape(*self._shape, -1), centre.reshape(*self._shape, 2), light)


def _box(spaces: Spaces, beside: int) -> Box:
    """The smallest box with all `spaces`, of which there must be one, and those so far `beside` it on the board."""
    left, top, width, height = cv2.boundingRect(spaces.view(np.uint8))
    rows, columns = spaces.shape
    return (
        slice(max(top - beside, 0), min(top + height + beside, rows)),
        slice(max(left - beside, 0), min(left + width + beside, columns)),
    )


def twins_of(straight: Picture, layout: Layout) -> Twins:
    """The other space of each card, turned as most of the board is: some boards have cards that face outwards."""
    others = _others(layout)
    half = SIDE // 2
    grey = cv2.resize(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).astype(np.float32), None, fx=0.5, fy=0.5)
    spaces = by_space(np.asarray(grey), (layout.rows, layout.columns), 2).swapaxes(1, 2).reshape(-1, half, half)
    spaces = spaces - spaces.mean(axis=(1, 2), keepdims=True)
    spaces /= np.sqrt((spaces * spaces).mean(axis=(1, 2), keepdims=True)) + 1.0
    alike = np.stack([(spaces * np.rot90(spaces[others], turn, (1, 2))).mean(axis=(1, 2)) for turn in range(4)], 1)
    return Twins(others, alike.argmax(axis=1))


def _others(layout: Layout) -> NDArray[np.intp]:
    return np.array([layout.twins.get(space, -1) for space in range(layout.size)], np.intp)


@lru_cache(maxsize=1)
def _networks() -> tuple[Network, Network, dict[str, float]]:
    """The weights, loaded once; raises Trouble in words."""
    folder = resources.files("vision.read")
    stem, mind = (Network(folder / f"reader_{part}.onnx") for part in ("stem", "mind"))
    try:
        report: dict[str, Any] = json.loads((folder / "reader.json").read_text("utf-8"))
        temperatures = {mode: float(value) for mode, value in report["temperature"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Trouble(
            f"The reader's report reader.json is missing or damaged ({error}).", "Install the program again."
        ) from None
    return stem, mind, temperatures
