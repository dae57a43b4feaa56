"""A rehearsal: chips are drawn into the picture of the empty board, the eye reads them, and its faults are counted.

So it is known before anybody plays how a table will be read. The same table gives the same counts each time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from calibration.forecast import Fault, Forecast
from calibration.lit_board import GAMMA, LitBoard, Weather
from engine.equipment.board import Layout
from engine.observation import EMPTY, FREE
from vision.decode.reading import read_straight
from vision.drawn_chips import DrawnChip, Make, drawn_chip, make_of
from vision.monitor.learner import Learner
from vision.normalize.behind_glare import with_bare
from vision.normalize.colour import ChipColour
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE

SEED = 34
BOARDS, MORE = 10, 20
"""Boards that are read; and so many more where some letter of the first was wrong: one would tell too little."""
WHITES = 4
"""Boards besides, on which fives are turned white side up."""
FIVES = 2
RING, STAR = (0.2, 0.3), (0.4, 0.6)
"""What a white side looks like is not measured. It is drawn as boxes mostly have it: with a ring so wide, least and
most, that ends at the chip's edge, and a print that reaches so far. Chip radii."""
CHIPS = (30, 50)
"""Chips on each board, fewest and most."""
OFF = (0.08, 0.3)
"""How far chips lie from the middle of their spaces: standard deviation, and most. Spaces."""
DARKEST = 0.004
"""No chip sends back less light. Parts of paper white."""
SHADE, VIVID, LIGHT = 0.5, (0.85, 1.1), (0.8, 1.2)
"""Chips that nobody measured are not quite of the ordinary colour: standard deviation of their hue in its own spreads,
least and most of its saturation and of its value."""


class Laid(NamedTuple):
    """What lies on a rehearsed board."""

    letters: tuple[str, ...]
    """For each space the letter of a team, `.` for nothing, `*` for a free space."""
    white: frozenset[int]
    """Spaces whose chips lie white side up."""


def rehearse(look: TableLook, layout: Layout, *, whites: bool = True, seed: int = SEED) -> Forecast:
    """How a table will be read; as long as fifteen to thirty-five readings take, and the drawing as long again.

    Chips of the measured colours are drawn, or of ordinary ones where none was measured; white sides of chips, too,
    unless that is not asked for or nobody turns chips at this table.
    """
    stage = Stage.of(look, layout, Weather())
    forecast = Forecast()
    for number in range(BOARDS + MORE):
        if number == BOARDS and not forecast.wrong:
            break
        laid, faults = stage.read(np.random.default_rng([seed, number]), fives=0)
        forecast = forecast.with_board(len(laid.letters) - len(look.free), faults)
    for number in range(WHITES if whites and look.play.turned else 0):
        laid, faults = stage.read(np.random.default_rng([seed, 1000 + number]), fives=FIVES)
        forecast = forecast.with_whites(len(laid.white), [one for one in faults if one.space in laid.white])
    return forecast


@dataclass(frozen=True)
class Stage:
    """A table on which boards are rehearsed."""

    look: TableLook
    layout: Layout
    board: LitBoard
    weather: Weather
    teams: tuple[str, ...]

    @classmethod
    def of(cls, look: TableLook, layout: Layout, weather: Weather) -> Stage:
        """Of a measured table, for the teams that belong to it."""
        board = LitBoard.of(look)
        return cls(with_bare(look, layout), layout, board, weather, tuple(sorted(look.at_home)))

    def read(self, chance: np.random.Generator, fives: int) -> tuple[Laid, list[Fault]]:
        """One board, and the spaces that the eye does not read as they lie; free spaces are left out."""
        laid = self._laid(chance, fives)
        straight = self.drawn(laid, chance)
        # As an eye does it that sees its first picture; what one board teaches must not help with the next.
        learner = Learner(self.look, tuple("bgr"))
        reading = learner.refined(straight, read_straight(straight, learner.table, tuple("bgr")), 0.0)
        return laid, [
            Fault(space, lies, said)
            for space, (lies, said) in enumerate(zip(laid.letters, reading.letters, strict=True))
            if lies not in (FREE, said)
        ]

    def _laid(self, chance: np.random.Generator, fives: int) -> Laid:
        """Chips on random spaces, equally many of each team, and some fives that were turned over."""
        letters = [FREE if space in self.look.free else EMPTY for space in range(self.look.rows * self.look.columns)]
        lines = self.layout.windows(self.look.play.line)
        white: set[int] = set()
        for number in range(fives if lines else 0):
            for space in lines[int(chance.integers(len(lines)))]:
                if letters[space] == EMPTY:
                    letters[space] = self.teams[number % len(self.teams)]
                    white.add(space)
        bare = [space for space, letter in enumerate(letters) if letter == EMPTY]
        count = round(len(letters) / 100 * int(chance.integers(*CHIPS)))
        for number, place in enumerate(chance.permutation(len(bare))[:count].tolist()):
            letters[bare[place]] = self.teams[number % len(self.teams)]
        return Laid(tuple(letters), frozenset(white))

    def drawn(self, laid: Laid, chance: np.random.Generator) -> Picture:
        """The straight picture of a board."""
        makes, fall = self._makes(chance), float(chance.uniform(0, 2 * math.pi))
        chips: list[DrawnChip] = []
        for space, letter in enumerate(laid.letters):
            if letter not in makes:
                continue
            white = space in laid.white
            chip = drawn_chip(
                makes[letter], self._place(space, chance), self.look.empty.shape, chance, white=white, fall=fall
            )
            if chip is not None:
                chips.append(chip)
        return self.board.shown(chips, self.weather, chance)

    def _place(self, space: int, chance: np.random.Generator) -> tuple[float, float]:
        """Where the middle of a chip on a space is seen, pixels: near that of its space, leaning from the camera."""
        row, column = divmod(space, self.look.columns)
        aside, along = np.clip(chance.normal(0, OFF[0], 2), -OFF[1], OFF[1]).tolist()
        foot = self.look.parallax
        across, down = column + 0.5 + aside, row + 0.5 + along
        across, down = across + (across - foot.across) * foot.share, down + (down - foot.down) * foot.share
        return MARGIN + across * SIDE - 0.5, MARGIN + down * SIDE - 0.5

    def _makes(self, chance: np.random.Generator) -> dict[str, Make]:
        """Team letter -> its chips, all of one make."""
        mould = int(chance.integers(1 << 31))
        return {team: self._make(self.look.colour_of(team), mould, chance) for team in self.teams}

    def _make(self, colour: ChipColour, mould: int, chance: np.random.Generator) -> Make:
        if not colour.measured:
            colour = replace(
                colour,
                hue=colour.hue + SHADE * colour.spread * float(chance.normal()),
                saturation=colour.saturation * float(chance.uniform(*VIVID)),
                value=colour.value * float(chance.uniform(*LIGHT)),
            )
        light = np.asarray(np.maximum(colour.reflectance, DARKEST) ** GAMMA, np.float32)
        same = np.random.default_rng(mould)
        made = make_of(same, light, SIDE, self.look.radius)
        return replace(made, ring=(1.0 - float(same.uniform(*RING)), 1.0), face_print=float(same.uniform(*STAR)))
