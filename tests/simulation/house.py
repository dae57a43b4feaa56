"""The referee's program on one machine, put together as `serve` does it; started, ended in order, or killed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from engine.events import AnyEvent
from hardware.camera import CameraError
from hardware.reconnecting import Reconnecting
from hardware.watchdog import Watched
from referee.session.live import end_of
from referee.session.persistence import Kept, Persistence
from referee.session.showing import Announcer
from referee.session.table import Listener, LiveTable
from referee.wiring import Rules
from tests.simulation.camera import TroubledCamera
from tests.simulation.disk import Disk
from web.feed import Feed

PROFILE = "simulated table"


class Mute:
    """A voice that says nothing."""

    silent = ""

    def speak(self, _sentence: str) -> None:
        """Nothing is heard."""


class House:
    """What runs between a start and an end of the program."""

    def __init__(self, rules: Rules, disk: Disk, eye: Callable[[], Any], witness: Listener) -> None:
        self._rules, self._disk, self._eye, self._witness = rules, disk, eye, witness
        self.table: LiveTable | None = None
        self.kept: Kept | None = None
        self.feed = Feed()
        self.told: list[AnyEvent] = []
        """What was on disk of the game that is gone on with."""
        self.game = 0
        """The number of the game the program began with."""
        self.stop = False
        """Whether somebody asked it to end."""

    def start(self) -> None:
        """Open the data folder and go on with the game that waits there, or begin one. Raises Refusal, HistoryFull."""
        self.stop = False
        game = self._rules.game()
        kept = self.kept = Kept.below(self._disk.folder, 0)
        keeping, eye = Persistence(kept, "simulated", PROFILE), self._eye()
        left = keeping.unfinished(game)
        left, self.told = (left and keeping.readable(game, left)) or (None, [])
        self.feed = Feed(events=self.told)
        if left is None:
            sitting = keeping.begin(game, self._rules, eye)
        else:
            sitting = keeping.take_up(game, self._rules, left.id, self.told, eye)
        assert sitting.recorder is not None
        self.game = sitting.recorder.game
        listeners: Sequence[Listener] = (self.feed, Announcer(Mute(), self.told), self._witness)  # type: ignore[arg-type]
        self.table = LiveTable(
            eye, sitting, lambda: keeping.begin(game, self._rules, eye), listeners=listeners, began=end_of(self.told)
        )

    def serve(self, camera: TroubledCamera, after_frame: Callable[[], None]) -> None:
        """Look at frames until the evening is over or somebody asks the program to end. Raises what the loop raises."""
        table = self.table
        assert table is not None
        reconnecting = Reconnecting(camera, table.hear_of_camera, wait=camera.pass_time)
        with contextlib.suppress(CameraError), Watched(reconnecting, table.hear_of_camera) as source:
            for frame in source.frames():
                table.see(frame)
                after_frame()
                if self.stop:
                    return
            if camera.over:
                table.end_of_source()

    def end(self) -> None:
        """The program ends in order; however often it is asked to."""
        if self.table is not None:
            self.table.close()
            self.table.close()
        self._let_go()

    def abandon(self) -> None:
        """The program was killed: what it still held in memory is of no account."""
        if self.table is not None:
            self.table.close()  # its files and threads would stay; nothing of it reaches the disk
        self._let_go()

    def _let_go(self) -> None:
        self.table = None
        if self.kept is not None:
            self.kept.history.close()
            self.kept = None
        self._disk.let_go()
