"""What one simulated table looks like: everything that chance decides once, before the first frame."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.equipment.board import Layout
from hardware.tabletop.boards import STYLES, SURFACES, BoardStyle
from hardware.tabletop.chips import MAKES, SHADES, ChipLook
from hardware.tabletop.hand import SLEEVES, TONES, HandLook
from hardware.tabletop.light import Light
from hardware.tabletop.optics import View


@dataclass(frozen=True)
class Decor:
    """Board, table, chips, light and camera of one table."""

    board: BoardStyle
    surface: str
    chips: ChipLook
    light: Light
    view: View
    noise: float
    clutter: bool
    seed: int

    def hand(self, seat: int) -> HandLook:
        """The hand of the player on a seat."""
        chance = random.Random(f"hand {self.seed} {seat}")
        return HandLook(chance.choice(TONES), chance.choice(SLEEVES), chance.random() < 0.15)


def choose(
    seed: int,
    layout: Layout,
    size: tuple[int, int],
    *,
    style: str = "",
    orientation: int | None = None,
    tilt: float | None = None,
    clutter: bool = True,
) -> Decor:
    """The table of a seed. `style` names a board, `orientation` turns it by so many quarters."""
    chance = random.Random(f"decor {seed}")
    if style and style not in STYLES:
        raise ValueError(f"no board style is called {style!r}; there are {', '.join(STYLES)}")
    drawn = chance.choice(sorted(STYLES))
    board = STYLES[style or drawn]
    # A dark board on a dark cloth is a real table too, but green on green would be a trick.
    tops = [name for name in SURFACES if not (board.name == "garden" and name == "felt")]
    surface = chance.choice(tops)
    chips = ChipLook(chance.choice(sorted(SHADES)), chance.choice(sorted(MAKES)))
    light = Light(
        ambient=chance.uniform(0.66, 0.84),
        tint=(chance.uniform(0.92, 1.0), 0.98, chance.uniform(0.95, 1.0)),
        lamp=chance.uniform(0.12, 0.34),
        lamp_at=(chance.uniform(0.1, 0.9), chance.uniform(0.1, 0.9)),
        lamp_tint=(chance.uniform(0.72, 0.98), 0.95, chance.uniform(1.0, 1.08)),
        spread=chance.uniform(0.35, 0.7),
        glare=chance.choice((0.0, 0.0, 40.0, 80.0)),
        glare_at=(chance.uniform(0.35, 0.65), chance.uniform(0.35, 0.65)),
        vignette=chance.uniform(0.12, 0.35),
    )
    quarter = chance.randrange(4)  # the same draws, whatever was asked
    lean = chance.uniform(2, 26)
    view = View(
        size=size,
        fov=chance.choice((62.2, 62.2, 66.0, 75.0)),
        turn=90 * (quarter if orientation is None else orientation % 4) + chance.gauss(0, 1.6),
        tilt=lean if tilt is None else tilt,
        distortion=(chance.uniform(-0.04, 0.02), chance.uniform(-0.01, 0.01)),
    )
    width, height = board.size(layout)
    outline = [(x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)]
    view = view.framed(outline, chance.uniform(0.74, 0.86))
    x, y = view.shift
    view = replace(view, shift=(x + chance.uniform(-1.5, 1.5), y + chance.uniform(-1, 1)))
    return Decor(
        board=board,
        surface=surface,
        chips=chips,
        light=light,
        view=view,
        noise=chance.uniform(1.4, 3.2),
        clutter=clutter,
        seed=seed,
    )
