"""What must hold at every moment of every evening, whatever happens."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.arbiter import Arbiter
from engine.events import AnyEvent, Question, encode
from engine.judging.ledger import Ledger
from engine.judging.states import State
from engine.judging.table import Table
from engine.observation import Observation
from tests.simulation.house import House
from tests.web.phones import lay_over
from web.feed import Feed
from web.updates import PageState

LONGEST_SECONDS = 10.0
"""How long the position may be wrong, or something stay open, while the eye says the truth."""
SHOWN = ("table", "position", "flipped", "to_move", "turns", "sequences", "score", "faults", "questions", "winner")
"""What of a page hangs on events alone and outlives the program."""


class Violated(BaseException):
    """Something that must always hold did not; no handler of the program may swallow it."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__(f"{name}: {says}")
        self.name = name


def lasting(ledger: Ledger) -> dict[str, object]:
    """Everything that must outlive a restart. (What still lies there after an undo is seen again.)"""
    table = {f.name: getattr(ledger.table, f.name) for f in dataclasses.fields(Table) if f.name not in ("game", "last")}
    names = ("started", "state", "faults", "questions", "counted", "ended", "blocked", "lost")
    return {**table, **{name: getattr(ledger, name) for name in names}, "acts": [type(a).__name__ for a in ledger.acts]}


def same_ledger(arbiter: Arbiter, told: Sequence[AnyEvent]) -> None:
    """What `Arbiter.resume` makes of the events is what the live arbiter holds."""
    again = lasting(Arbiter.resume(arbiter.game, told, on_fault=arbiter.context.on_fault).ledger)
    for name, now in lasting(arbiter.ledger).items():
        if now != again[name]:
            raise Violated("resume gives the same ledger", f"{name}: {now} live, {again[name]} from the events")


def kept(heard: Sequence[AnyEvent], on_disk: Sequence[AnyEvent], waiting: int) -> None:
    """Every event that was heard is on disk, those left out of which the page said that they are not saved."""
    due = [encode(event) for event in heard[: len(heard) - waiting]]
    there = [encode(event) for event in on_disk]
    if there[: len(due)] != due:
        first = next((n for n, (a, b) in enumerate(zip(due, there, strict=False)) if a != b), len(there))
        raise Violated("what was announced is on disk", f"event {first} of {len(due)}: {due[first].decode()}")


def same_page(before: PageState, on_disk: Sequence[AnyEvent]) -> None:
    """The page of the events on disk is the page that was shown."""
    again = Feed(events=on_disk).state
    for field in SHOWN:
        if before.get(field) != again.get(field):
            raise Violated("page of the disk is the page shown", f"{field}: {before.get(field)} / {again.get(field)}")


class Phone:
    """A phone that follows the page, sleeping now and then."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self.state: PageState = {}
        self._last = ""
        self._heard = 0

    def follow(self) -> None:
        """Take in what is new, and hold it against the page."""
        self._heard += 1
        if self._heard % 7 in (2, 3):
            return
        for update in self._feed.since(self._last):
            content: dict[str, Any] = msgspec.json.decode(update.data)
            self.state = content["state"] if "state" in content else lay_over(self.state, content)
            self._last = update.id
        if self.state != msgspec.json.decode(msgspec.json.encode(self._feed.state)):
            raise Violated("the phone shows the page", f"after update {self._last}")


class Watch:
    """Looks at the table after every frame."""

    def __init__(self) -> None:
        self._wrong: dict[int, float] = {}
        self._open: dict[str, float] = {}
        self._last = 0.0
        self.longest = 0.0
        """Seconds the position was wrong at most."""

    def begin(self) -> None:
        """The program began anew: what it half knew is forgotten."""
        self._wrong.clear()
        self._open.clear()

    def after_frame(self, house: House, lying: str, at: float) -> None:
        """Raises Violated when something has been wrong for too long."""
        table = house.table
        assert table is not None
        seen, arbiter = table.observation, table.arbiter
        step, self._last = min(at - self._last, 1.0), at
        if seen is None or not seen.letters:
            return
        self._in_step(arbiter, seen, lying, step)
        self._nothing_stays(house, arbiter, seen, lying, step)

    def _in_step(self, arbiter: Arbiter, seen: Observation, lying: str, step: float) -> None:
        held = arbiter.ledger.table.letters
        if as_told(held, lying) or not judging(arbiter):
            self._wrong.clear()
            return
        known = explained(arbiter)
        for space, (due, there) in enumerate(zip(held, lying, strict=True)):
            if due == there or there == "?" or space in known:
                self._wrong.pop(space, None)
            elif seen.letters[space] == there and not arbiter.ledger.blocked:
                wrong = self._wrong[space] = self._wrong.get(space, 0.0) + step
                self.longest = max(self.longest, wrong)
                if wrong > LONGEST_SECONDS:
                    name = arbiter.game.layout.name_of(space)
                    raise Violated(
                        "the position is right", f"{name} holds {there}, the referee says {due}, unexplained"
                    )

    def _nothing_stays(self, house: House, arbiter: Arbiter, seen: Observation, lying: str, step: float) -> None:
        bare = seen.letters == lying and not seen.between and not seen.flipped
        now: set[str] = set()
        if arbiter.ledger.blocked:
            now.add("the view is blocked")
        if arbiter.ledger.lost:
            now.add("the camera is lost")
        if house.feed.state.get("blocked") and not arbiter.ledger.blocked:
            now.add("the page says that the view is blocked")
        if house.feed.state.get("camera") and not arbiter.ledger.lost:
            now.add("the page says that the camera is lost")
        if as_told(arbiter.ledger.table.letters, lying) and judging(arbiter):
            now |= {f"fault {fault.number} {fault.code} is open" for fault in arbiter.ledger.faults.values()}
            now |= {f"question {q.number} is open" for q in arbiter.ledger.questions.values() if _of_board(q)}
        overdue = [q.about for q in arbiter.ledger.questions.values() if arbiter.context.at > q.until + LONGEST_SECONDS]
        if overdue:
            raise Violated("nothing stays for ever", f"nobody answered for too long: {overdue[0]}")
        if not arbiter.ledger.started and not arbiter.ledger.questions:
            now.add("no game has begun")
        self._open = {what: self._open.get(what, 0.0) + step * bare for what in now}
        for what, seconds in self._open.items():
            if seconds > LONGEST_SECONDS:
                raise Violated("nothing stays for ever", f"{what}, though the board is seen and as the game says")

    def all_well(self, arbiter: Arbiter, lying: str, why: str) -> None:
        """After what always helps the position is right, and nothing is open that the board could close."""
        won = arbiter.ledger.ended or any(q.about == "over" for q in arbiter.ledger.questions.values())
        if won and why.endswith("lies"):
            return
        problems = list(_amiss(arbiter, lying))
        if problems:
            raise Violated("the host can always set it right", f"{why}, yet {'; '.join(problems)}")


def _amiss(arbiter: Arbiter, lying: str) -> Iterator[str]:
    if not arbiter.ledger.started:
        yield "no game goes on"
        return
    if not as_told(arbiter.ledger.table.letters, lying):
        yield f"the referee says {arbiter.ledger.table.letters}, there lies {lying}"
    if arbiter.state in (State.PAUSED, State.DISPUTED):
        yield f"it is {arbiter.state}"
    yield from (f"fault {fault.code} is open" for fault in arbiter.ledger.faults.values())
    yield from (f"it asks: {question.about}" for question in arbiter.ledger.questions.values() if _of_board(question))


def _of_board(question: Question) -> bool:
    """Whether a question is of what lies there, and answered once that is as the game says."""
    return question.about != "claim"


def as_told(held: str, lying: str) -> bool:
    """Whether what the referee holds is what lies there; `?` lies where a chip is no one space's."""
    return held == lying or all(there in (due, "?") for due, there in zip(held, lying, strict=True))


def judging(arbiter: Arbiter) -> bool:
    """Whether the referee judges what it sees: not before the start, in a break or when the game is over."""
    context, still = arbiter.context, (State.PAUSED, State.FINISHED)
    return arbiter.ledger.started and context.beginning is None and context.state not in still


def explained(arbiter: Arbiter) -> set[int]:
    """Spaces of which people were told that something is not as it should be."""
    ledger, layout = arbiter.ledger, arbiter.game.layout
    waits = (
        arbiter.context.on_fault == "strict" and ledger.faults
    )  # nothing counts until it is put right, and people know
    if waits or any(fault.code == "board-upset" for fault in ledger.faults.values()):
        return set(range(layout.size))
    known = set(ledger.lying)
    for fault in ledger.faults.values():
        known |= set(fault.spaces) | {space for space, _, _ in fault.changes}
    for question in ledger.questions.values():
        if _of_board(question):
            known |= {layout.space(name) for name in question.spaces}
    return known | {space for spaces, _ in ledger.table.between for space in spaces}
