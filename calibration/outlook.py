"""What a rehearsal means to people: how the table will be read, why no better, and what helps.

Sentences and a refusal; the counts are those of `calibration.forecast`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.forecast import Fault, Forecast
from calibration.usable import CalibrationError
from engine.equipment.board import Layout
from engine.observation import EMPTY
from engine.trouble import Remark
from vision.monitor.quality import size_of_space
from vision.normalize.expected import glow_of, is_burnt_out
from vision.normalize.light import BURNT
from vision.normalize.look import TableLook
from vision.rectify.straight import spaces_of

MOST_WRONG = 1.0
"""A table at which surely more of 1,000 spaces are read wrong is refused; where that is likely, people are warned."""
MOST_UNSURE = 10.0
"""And where more of 1,000 stay `?`, players will be asked often. 5 to 20."""
WHITES_UNSURE = 10.0
"""The same of 100 white sides. 5 to 20."""
MOST_OF = 0.5
"""What more than this of the faults have in common is told. Parts; 0.4 to 0.7."""
DIM, TINY = 70.0, 20.0
"""Paper that is darker, and spaces that are smaller, explain faults. Grey levels, 50 to 90; pixels, 16 to 24."""
MIRRORED = 0.03
"""A lamp mirrors in a space of which so much is burnt out. Parts; 0.01 to 0.1."""
NAMES = {"b": "blue", "g": "green", "r": "red"}
PICTURE_CARDS = frozenset(rank + suit for rank in "JQK" for suit in "SHDC")


@dataclass(frozen=True)
class Outlook:
    """How a table will be read, in words."""

    forecast: Forecast
    figures: Remark
    """How many spaces will be `?` or wrong."""
    cause: Remark | None
    """What most of them have in common, and what helps; None where nothing is to be mended."""
    whites: Remark | None
    """A warning where white sides will be read badly."""

    @property
    def hopeless(self) -> bool:
        """Whether more spaces will surely be wrong than a referee may be trusted with."""
        return self.forecast.surely_wrong_in_1000 > MOST_WRONG

    @property
    def doubtful(self) -> bool:
        """Whether something should be done about it."""
        return bool(self.forecast.wrong) or self.forecast.unsure_in_1000 > MOST_UNSURE or self.whites is not None

    @property
    def sentences(self) -> tuple[Remark, ...]:
        """All that is to be said, the most important first."""
        return tuple(one for one in (self.figures, self.cause, self.whites) if one is not None)

    def must_be_fit(self) -> None:
        """Raises CalibrationError, with the way out, where the table is hopeless."""
        if self.hopeless:
            wrong = _about(self.forecast.wrong_in_1000)
            because = "" if self.cause is None else f" {self.cause}"
            raise CalibrationError(
                f"About {wrong} of 1,000 spaces would be read wrong at this table.{because}",
                "Then measure it again, or add --anyway to play at it as it is.",
                code="misread",
                wrong=wrong,
            )


def outlook_of(forecast: Forecast, look: TableLook, layout: Layout) -> Outlook:
    """What the forecast of a measured table means."""
    return Outlook(forecast, _figures(forecast), _cause(forecast, look, layout), _whites(forecast))


def _about(value: float) -> str:
    return f"{max(round(value), 1)}"


def _figures(forecast: Forecast) -> Remark:
    if not forecast.faults:
        return Remark(
            f"In a rehearsal with drawn chips all {forecast.spaces} spaces were read right.",
            "forecast-clear",
            read=str(forecast.spaces),
        )
    unsure = _about(forecast.unsure_in_1000) if forecast.unsure else "0"
    if not forecast.wrong:
        return Remark(
            f"Of 1,000 spaces about {unsure} will be “?” and hardly one wrong, as a rehearsal with drawn chips tells.",
            "forecast",
            unsure=unsure,
        )
    wrong = _about(forecast.wrong_in_1000)
    return Remark(
        f"Of 1,000 spaces about {unsure} will be “?” and {wrong} wrong, as a rehearsal with drawn chips tells.",
        "forecast-wrong",
        unsure=unsure,
        wrong=wrong,
    )


def _whites(forecast: Forecast) -> Remark | None:
    share = 100.0 * len(forecast.white_faults) / max(forecast.whites, 1)
    if share <= WHITES_UNSURE:
        return None
    return Remark(
        f"Of 100 chips that are turned white side up about {share:.0f} will not be told: "
        "more light helps, or chips with a wide coloured ring.",
        "forecast-whites",
        share=f"{share:.0f}",
    )


def _cause(forecast: Forecast, look: TableLook, layout: Layout) -> Remark | None:
    """What most faults have in common; a wrong letter counts as much as all that are `?`, for it must not be."""
    faults = [fault for fault in forecast.faults if fault.wrong] if forecast.wrong else list(forecast.faults)
    if not faults:
        return None

    def most(common: Callable[[Fault], bool]) -> bool:
        return sum(map(common, faults)) > MOST_OF * len(faults)

    burnt = (look.empty.min(axis=2) >= BURNT) & (glow_of(look) > 0)
    mirrors = spaces_of(burnt, look.rows, look.columns).mean(axis=(2, 3)).ravel() > MIRRORED
    if most(lambda fault: bool(mirrors[fault.space])):
        worst = Counter(fault.space for fault in faults if mirrors[fault.space]).most_common()
        spaces = ", ".join(layout.name_of(space) for space, _ in worst[:6]) + (" and more" if len(worst) > 6 else "")
        sentence = f"Most of them lie where a lamp mirrors ({spaces}): move the lamp or the camera a little."
        return Remark(sentence, "forecast-glare", spaces=spaces)
    return _of_the_table(look) or _of_what_lies(faults, most, layout)


def _of_the_table(look: TableLook) -> Remark | None:
    """What is amiss with light or size, if anything is."""
    if float(np.median(look.white.max(axis=2))) < DIM:
        return Remark("It is dark: a lamp beside the board helps.", "forecast-dark")
    if is_burnt_out(look):
        return Remark("The paper is burnt out: less light, or a shorter exposure, helps.", "forecast-burnt")
    if size_of_space(look.mesh) < TINY:
        return Remark(
            "The board is small in the picture: bring the camera nearer, or choose a larger picture.", "forecast-small"
        )
    return None


def _of_what_lies(
    faults: list[Fault], most: Callable[[Callable[[Fault], bool]], bool], layout: Layout
) -> Remark | None:
    """Whose chips they are, or on what they lie."""

    def on_picture(fault: Fault) -> bool:
        return (layout.cards[fault.space] or "") in PICTURE_CARDS

    light = "whiter and stronger light helps, or chips of another colour"
    for team, name in NAMES.items():
        if most(lambda fault, team=team: fault.lies == team and on_picture(fault)):  # type: ignore[misc]
            sentence = f"Most of them are {name} chips on picture cards: {light}."
            return Remark(sentence, "forecast-team-picture", team=name)
    for team, name in NAMES.items():
        if most(lambda fault, team=team: fault.lies == team):  # type: ignore[misc]
            return Remark(f"Most of them are {name} chips: {light}.", "forecast-team", team=name)
    if most(lambda fault: fault.lies == EMPTY):
        sentence = "Most of them are spaces without a chip: more light on the board, and a sharp picture, help."
        return Remark(sentence, "forecast-bare")
    if most(on_picture):
        sentence = "Most of them are picture cards: more light, or a larger picture, helps."
        return Remark(sentence, "forecast-picture")
    return None
