"""One run: an evening, a camera, hosts, a disk and the program, in virtual time, with every invariant watched."""

from __future__ import annotations

import contextlib
import io
import logging
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import msgspec

from engine import calls, events
from engine.events import AnyEvent
from engine.judging.acts import TurnAct
from engine.judging.ledger import Ledger
from engine.judging.states import State
from referee.command_line import main
from referee.evidence.keeper import Keeper
from referee.refusal import Refusal
from referee.storage.history import HistoryFull
from referee.wiring import Rules
from tests.arbiter.scoring import Score
from tests.simulation import invariants, judging
from tests.simulation.camera import DrawnCamera, ModelledEye, TroubledCamera
from tests.simulation.disk import Disk, Killed
from tests.simulation.drawn import DrawnEvening
from tests.simulation.hosts import Hosts
from tests.simulation.house import House
from tests.simulation.invariants import Violated
from tests.simulation.plan import CAMERA, DISK, Plan, Trouble
from tests.simulation.players import Evening
from vision.rectify.pictures import PictureError

DOWN_SECONDS = (1.0, 6.0)
"""How long it takes until a program that ended is there again."""


@dataclass
class Outcome:
    """What a run came to."""

    plan: Plan
    violation: str = ""
    """Name of the invariant that was violated; empty when none was."""
    says: str = ""
    seconds: float = 0.0
    kills: int = 0
    score: Score = field(default_factory=Score)
    longest_wrong: float = 0.0
    heard: list[tuple[float, AnyEvent]] = field(default_factory=list)
    """Every event that was announced, with the evening's time."""
    laid: list[tuple[float, str]] = field(default_factory=list)
    """What people truly did on the board, with the evening's time: `e4:.b` for each space that changed."""


class Run:
    """One evening and all that goes wrong in it."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.disk = Disk(folder, Random(f"disk {plan.seed}"))
        self.film = DrawnEvening(plan) if plan.deep else Evening(plan)
        self.disk.now = self.now
        camera = DrawnCamera if plan.deep else TroubledCamera
        self.camera = camera(self.film.play(), self.now, list(plan.troubles), self._tick)
        self.film.held_up, self.film.asked = self._held_up, self._asked
        self.film.no_room = lambda: self.disk.full
        self.hosts = Hosts(plan)
        rules = Rules(plan.edition, plan.seats, plan.rules, None, plan.on_fault)  # type: ignore[arg-type]
        eye = self.film.eye if isinstance(self.film, DrawnEvening) else lambda: ModelledEye(self.camera.shown)
        self.house = House(rules, self.disk, eye, self)
        self.watch = invariants.Watch()
        self.phone: invariants.Phone | None = None
        self.heard: dict[int, list[AnyEvent]] = {}
        self.heard_at: list[tuple[float, AnyEvent]] = []
        self._page: dict[str, Any] = {}
        self._down = True
        self._machine = plan.of(DISK)
        self._lying, self.laid = self.film.lying, []
        self._away: list[tuple[float, float]] = []
        self.kills = 0

    def now(self) -> float:
        """Seconds of the evening."""
        return self.film.at

    def _held_up(self) -> bool:
        table = self.house.table
        return self.camera.noticed or self._down or (table is not None and table.arbiter.ledger.lost)

    def unwatched(self, at: float, after: float) -> bool:
        """Whether nothing could be seen at this time, or at most so many seconds before."""
        blind = [(t.at, t.at + t.seconds) for t in self.plan.of(CAMERA)]
        return any(began - 1.0 <= at <= ended + after for began, ended in (*self._away, *blind))

    def _asked(self, about: str) -> bool:
        table = self.house.table
        return table is not None and any(q.about == about for q in table.arbiter.ledger.questions.values())

    # ---- the listener

    def hear(self, happened: Any) -> None:
        """Announced, after it was written: it must be on disk now."""
        table = self.house.table
        assert table is not None
        recorder = table.sitting.recorder
        heard = self.heard.setdefault(recorder.game, [])
        heard.extend(happened)
        self.heard_at.extend((self.now(), event) for event in happened)
        if len(heard) % 5 == 0:
            on_disk = self.house.kept.history.events(recorder.game)
            invariants.kept(heard, on_disk, recorder.waiting)
        if len(heard) % 40 == 0:
            invariants.same_ledger(table.arbiter, heard)
        self._page = self.house.feed.state
        self.phone.follow()

    # ---- what happens at each moment

    def _tick(self) -> None:
        now = self.now()
        if self._lying != self.film.lying:
            name, pairs = self.film.game.layout.name_of, zip(self._lying, self.film.lying, strict=True)
            self.laid.append((now, " ".join(f"{name(n)}:{a}{b}" for n, (a, b) in enumerate(pairs) if a != b)))
            self._lying = self.film.lying
        while self._machine and self._machine[0].at <= now:
            self._befall(self._machine.pop(0))
        if now >= self._full_until:
            self.disk.room = None
        table = self.house.table
        if table is None or self._down:
            return
        for call in self.hosts.say(table.arbiter, self.film.lying, now):
            table.say(call)
        while self.film.to_say:
            call = self.film.to_say[0]
            self.film.answer = table.say(call)
            self.film.to_say.pop(0)

    def _befall(self, trouble: Trouble) -> None:
        random = Random(trouble.dice)
        if trouble.kind == "kill":
            self.disk.kill_in = random.randint(0, 12)
        elif trouble.kind == "clock":
            self.disk.wall += random.choice((-1.7e9, -86400.0, -3600.0, -2.0, 5.0, 3600.0, 86400.0 * 365))
        elif trouble.kind == "full":
            self.disk.room, self._full_until = random.choice((0, 60, 700)), trouble.at + trouble.seconds
        elif not self._down:
            self.house.stop = True

    _full_until = 0.0
    _over = 0
    """The game whose end was announced, and lost with what could not be written: it may be gone on with or not."""

    def after_frame(self) -> None:
        """Every invariant that can be seen from outside."""
        self.watch.after_frame(self.house, self.film.lying, self.now())
        if self.film.demand and not self._down:
            self.watch.all_well(self.house.table.arbiter, self.film.lying, self.film.demand)

    # ---- the evening

    def go(self) -> None:
        """Run it to its end. Raises Violated, and whatever escapes the program."""
        while not self.camera.over:
            was_full = self.disk.room is not None
            try:
                self._start()
                self.house.serve(self.camera, self.after_frame)
                self.disk.kill_in = None if self.camera.over else self.disk.kill_in
                self._last_words()
                self.house.end()
            except Killed:
                self.kills += 1
                self._after_kill()
            except (Refusal, HistoryFull):
                if self.disk.room is None and not was_full:
                    raise
                self.house.abandon()
            except PictureError:
                self.house.abandon()
            self._down, began = True, self.now()
            self.camera.pass_time(Random(f"{self.plan.seed} {self.now()}").uniform(*DOWN_SECONDS))
            self._away.append((began, self.now()))
        self.disk.room = self.disk.kill_in = None
        judging.at_the_end(self)

    def _start(self) -> None:
        house, page, going = self.house, self._page, self._going_on()
        house.start()
        if going not in (0, house.game, self._over):
            raise Violated("the game goes on after a restart", f"game {going} was open, {house.game} was begun")
        self.phone = invariants.Phone(house.feed)
        self.watch.begin()
        heard = self.heard.setdefault(house.game, [])
        if house.told:
            invariants.kept(heard, house.told, 0)
            if len(house.told) == len(heard) and page:
                invariants.same_page(page, house.told)
            self._answer_of_the_dead(house.told[len(heard) :])
            heard[:] = house.told
        self._page = house.feed.state
        self._down = False

    def _going_on(self) -> int:
        """The number of the game that was open when the program ended, as far as it was announced; 0 where none was."""
        game = max(self.heard, default=0)
        ledger = Ledger(self.film.game)
        for event in self.heard.get(game, ()):
            ledger.take(event)
        played = any(isinstance(act, TurnAct) for act in ledger.acts)
        return game if played and ledger.ended is None and ledger.state is not State.FINISHED else 0

    def _answer_of_the_dead(self, unheard: list[AnyEvent]) -> None:
        """A call that was written when the program was killed counts; people see on the page that it does."""
        self.heard_at.extend((self.now(), event) for event in unheard)
        for event in unheard:
            if isinstance(event, events.CallMade) and self.film.to_say:
                call = msgspec.convert(event.call, calls.AnyCall)
                if type(call) is type(self.film.to_say[0]):
                    self.film.answer = event
                    self.film.to_say.pop(0)

    def _last_words(self) -> None:
        """There may be room again for what could not be written."""
        if self.house.table is not None and self.house.table.sitting.recorder is not None:
            self.house.table.sitting.recorder.write(())
        self._forget_unsaved()

    def _after_kill(self) -> None:
        self._forget_unsaved()
        self.house.abandon()

    def _forget_unsaved(self) -> None:
        """What is not on disk when the program ends is lost, and people were told how much that is."""
        recorder = self.house.table.sitting.recorder if self.house.table is not None else None
        if recorder is not None and recorder.waiting:
            heard = self.heard.get(recorder.game, [])
            lost = heard[max(0, len(heard) - recorder.waiting) :]
            del heard[len(heard) - len(lost) :]
            if any(isinstance(event, events.GameWon | events.GameDrawn) for event in lost):
                self._over = recorder.game
            self._page = {}  # it showed what is lost
            self.film.games[-1].excused = True


def run(plan: Plan) -> Outcome:
    """What the run of a plan comes to; nothing is raised."""
    outcome = Outcome(plan)
    errors = _Errors()
    logger = logging.getLogger("referee")
    logger.addHandler(errors)
    with tempfile.TemporaryDirectory(dir=_memory(), prefix="evening-", ignore_cleanup_errors=True) as folder:
        evening = Run(plan, Path(folder))
        try:
            # Films are a help, not the record, and are written by a thread of their own.
            with evening.disk.mounted(), mock.patch.object(Keeper, "_write_all"):
                evening.go()
                if errors.said:
                    raise Violated("no exception escapes", errors.said)
            outcome.score = judging.score(evening)
        except Violated as violated:
            outcome.violation, outcome.says = violated.name, str(violated)
        except (Exception, Killed):  # noqa: BLE001 - whatever escapes is what is looked for
            outcome.violation, outcome.says = "no exception escapes", traceback.format_exc(limit=-6)
        finally:
            with contextlib.suppress(Exception):
                evening.house.abandon()
        outcome.says += f" (at {evening.now():.1f} s)" if outcome.says else ""
        outcome.heard, outcome.laid = evening.heard_at, evening.laid
        outcome.seconds, outcome.kills = evening.now(), evening.kills
        outcome.longest_wrong = evening.watch.longest
    logger.removeHandler(errors)
    return outcome


class _Errors(logging.Handler):
    """Errors with a traceback that went to the log instead of a person."""

    said = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            error = record.exc_info[1]
            self.said = self.said or "".join(traceback.format_exception(error, limit=-5))


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def command(*words: str) -> tuple[int, str]:
    """Exit code and output of a command of ours, run here."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main(list(words))
        except SystemExit as left:
            return int(left.code or 0), said.getvalue()
    return 0, said.getvalue()
