"""The deep level: a drawn table, whose pictures the real eye looks at. Evenings are shorter, for pictures cost time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import cv2

from engine import calls, events
from hardware.camera import Picture
from referee.wiring import Rules, eye_for
from tests.simulation.plan import DRAWN, Plan
from tests.simulation.players import Played
from tests.tabletop_troubles import Trouble as OfTable
from tests.watched_table import WatchedTable, measured
from vision.eye import Eye

SIZE = (480, 360)
LOOKS = 60
"""Camera periods in which nothing goes wrong, at the end."""


class DrawnEvening:
    """A drawn table as an evening; its players wait for nobody."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = Rules(plan.edition, plan.seats, "", None, plan.on_fault)  # type: ignore[arg-type]
        self.game = self.rules.game()
        troubles = tuple(OfTable(t.kind, t.at, max(t.seconds, 3.0)) for t in plan.of(DRAWN))  # type: ignore[arg-type]
        self._table = WatchedTable(
            seed=plan.seed,
            edition=plan.edition,
            seats=plan.seats,
            live=False,
            size=SIZE,
            games=None,
            quick=0.7,
            stands=0.5,
            troubles=troubles,
        )
        self.at = 0.0
        self.lying = "".join("*" if space in self.game.layout.free else "." for space in range(self.game.layout.size))
        self.games = [Played(excused=True)]
        self.to_say: list[calls.AnyCall] = []
        self.answer: events.CallMade | None = None
        self.held_up: Callable[[], bool] = lambda: False
        self.asked: Callable[[str], bool] = lambda about: False
        self.no_room: Callable[[], bool] = lambda: False
        self.demand = ""

    @cached_property
    def _look(self) -> object:
        return measured(self._table)

    def eye(self) -> Eye:
        """A fresh eye for the table, as it was measured."""
        return eye_for(self._look, self.game)  # type: ignore[arg-type]

    def play(self) -> Iterator[Picture]:
        """The evening, one picture after the other; at its end nobody moves."""
        _ = self._look
        with self._table as table:
            picture = None
            for frame in table.frames():
                truth = table.truth[frame.index]
                self.at, picture = frame.at, frame.picture
                self.lying = "".join(
                    "?" if space in truth.between else letter for space, letter in enumerate(truth.letters)
                )
                yield picture
                if self.at >= self.plan.seconds and not truth.hand:
                    break
            for _ in range(LOOKS):
                yield self._still(picture)
            self.to_say += [calls.Resume(at=0.0, who="host"), calls.PositionIs(at=0.0, who="host")]
            for _ in range(LOOKS):
                yield self._still(picture)
            self.demand = "the host said that the board is as it lies"
            yield self._still(picture)

    def _still(self, picture: Picture | None) -> Picture:
        """The last picture with fresh noise, for a camera never gives the same one twice."""
        assert picture is not None
        self.at += 0.2
        noise = cv2.randn(picture.astype("int16") * 0, 0, 2)
        return cv2.add(picture.astype("int16"), noise).clip(0, 255).astype("uint8")
