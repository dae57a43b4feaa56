"""The list of turns as people know it after everything that was taken back, corrected, and said after all.

The arbiter judges; here its announcements are followed, so that the list on the page is the list in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from engine import events as e
from engine.calls import PassingCall
from engine.events import CallMade
from engine.saying import Saying
from web.setting import Seat

Words = dict[str, Any]
"""A sentence to be said: the key of its text and what fills it. Each language says it in its own words."""

PASSING = frozenset(call.__struct_config__.tag for call in get_args(PassingCall))
"""Calls that change no turn, and so are never taken back themselves, by their names."""


class Line(msgspec.Struct, frozen=True):
    """One turn."""

    id: int
    """Counts the lines ever made; a line that is corrected or numbered anew keeps it."""
    turn: int
    words: Words


Lines = tuple[Line, ...]


class Gap(msgspec.Struct, frozen=True):
    """A number of the list that no turn has."""

    turn: int
    seat: int
    """Whose turn it would have been."""
    undone: bool
    """Whether a turn was taken back there; else the seat was passed over."""


class Said(msgspec.Struct, frozen=True):
    """What a call did to the list."""

    call: int
    before: Lines
    after: Lines


class Resigned(msgspec.Struct, frozen=True):
    """A team that gave up: its seats are no turns from then on."""

    call: int
    team: str
    made: int
    """How many lines had been made by then."""


class TurnList(msgspec.Struct, frozen=True):
    """The turns, and what is needed to take calls back."""

    lines: Lines = ()
    teams: tuple[str, ...] = ("",)
    """The team of each seat."""
    first: int = 0
    """The seat that played first."""
    made: int = 0
    said: tuple[Said, ...] = ()
    speaking: int = 0
    """Number of the call whose effects are being announced; 0 for none."""
    before: Lines = ()
    """The list before that call."""
    taken: Lines = ()
    """Turns that were taken back while later ones stayed."""
    resigned: tuple[Resigned, ...] = ()

    @property
    def seats(self) -> int:
        """How many there are."""
        return len(self.teams)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The numbers between two turns that no turn has, and why."""
        found: list[Gap] = []
        taken = {line.turn: line for line in self.taken}
        last, seat = 0, self.first - 1
        for line in self.lines:
            # A seat that was passed over is one of the round; a longer gap only says where the game was taken up.
            missing = range(last + 1, line.turn)
            for turn in missing if last or len(missing) < self.seats or set(missing) & taken.keys() else ():
                back = taken.get(turn)
                whose = back.words.get("seat") if back else None
                found.append(Gap(turn, (seat + turn - last) % self.seats if whose is None else whose, back is not None))
            last, seat = line.turn, line.words.get("seat", seat + line.turn - last)
        return tuple(found)

    def of(self, turn: int) -> Line | None:
        """The line of that turn, where there is one."""
        return next((line for line in self.lines if line.turn == turn), None)

    def with_turn(self, turn: int, words: Words) -> TurnList:
        """A turn was played, or told again."""
        told = self.of(turn)
        line = Line(told.id if told else self.made + 1, turn, words)
        others = [other for other in self.lines if other.turn != turn]
        lines = sorted((*others, line), key=lambda line: line.turn)
        return replace(self._with(tuple(lines)), made=max(self.made, line.id))

    def without_turn(self, turn: int, over: bool) -> TurnList:
        """A turn was taken back; the later ones stay, since the seats between just did not play.

        Where nobody is left of a whole round, that round was none, and the later turns are numbered anew. Where the
        game was `over` it is no more, and who resigned after the turn has not.
        """
        resigned = self.resigned
        if over:
            resigned = tuple(one for one in resigned if any(line.id > one.made for line in self.lines))
        kept = [line for line in self.lines if line.turn != turn]
        numbered = self._numbered(kept, (self.lines,), resigned)
        gone = tuple(line for line in self.lines if line.turn == turn)
        taken = _moved((*self.taken, *gone), self.lines, numbered)
        return replace(self._with(numbered), taken=taken, resigned=resigned)

    def seen(self) -> TurnList:
        """What follows comes from the camera, and is no effect of a call."""
        return replace(self, speaking=0) if self.speaking else self

    def spoken(self, event: CallMade) -> TurnList:
        """Somebody made a call; what is announced next may be its effect."""
        if not event.accepted or event.call.get("input") in PASSING:
            return replace(self, speaking=0)
        resigned = self.resigned
        if event.call.get("input") == "resign":
            resigned = (*resigned, Resigned(event.number, str(event.call["team"]), self.made))
        return replace(self, speaking=event.number, before=self.lines, resigned=resigned)

    def unspoken(self, call: int) -> TurnList:
        """A call was taken back: what it took away comes again, what it brought goes, what came later follows."""
        said = next((one for one in self.said if one.call == call), Said(call, self.lines, self.lines))
        before, after = _by_id(said.before), _by_id(said.after)
        lines = [
            before[line.id] if line == after.get(line.id) and line.id in before else line
            for line in self.lines
            if line.id in before or line.id not in after
        ]
        kept = _by_id(lines)
        last = 0
        for line in said.before:
            if line.id not in kept and line.id not in after:
                place = next((at + 1 for at, other in enumerate(lines) if other.id == last), 0)
                lines.insert(place, line)
            last = line.id
        resigned = tuple(one for one in self.resigned if one.call != call)
        numbered = self._numbered(lines, (said.before, self.lines), resigned)
        rest = tuple(one for one in self.said if one.call != call)
        listed = _by_id(numbered)
        taken = _moved(tuple(line for line in self.taken if line.id not in listed), self.lines, numbered)
        return replace(self, lines=numbered, said=rest, speaking=0, taken=taken, resigned=resigned)

    def _numbered(self, lines: list[Line], known: tuple[Lines, ...], resigned: tuple[Resigned, ...]) -> Lines:
        """Lines in their order with the numbers they have there: seats between two that did not play count as turns,
        but for those that have `resigned`.

        Where two followed each other before, as many rounds lie between them as did.
        """
        rounds = {
            (last and last.id, line.id): line.turn - (last.turn if last else 0) - self._steps(last, line, self.resigned)
            for chain in known
            for last, line in zip((None, *chain), chain, strict=False)
        }
        numbered: list[Line] = []
        for line in lines:
            last = numbered[-1] if numbered else None
            steps = self._steps(last, line, resigned) + rounds.get((last and last.id, line.id), 0)
            turn = (last.turn if last else 0) + steps
            numbered.append(line if line.turn == turn else Line(line.id, turn, {**line.words, "turn": turn}))
        return tuple(numbered)

    def _steps(self, last: Line | None, line: Line, resigned: tuple[Resigned, ...]) -> int:
        """How many turns a line comes after the last one, within a round."""
        seat = last.words.get("seat", 0) if last else self.first - 1
        steps = (line.words.get("seat", 0) - seat - 1) % self.seats
        between = ((seat + 1 + step) % self.seats for step in range(steps))
        gone = {one.team for one in resigned if one.made < line.id}
        return 1 + sum(self.teams[other] not in gone for other in between)

    def _with(self, lines: Lines) -> TurnList:
        if not self.speaking:
            return replace(self, lines=lines)
        others = tuple(one for one in self.said if one.call != self.speaking)
        return replace(self, lines=lines, said=(*others, Said(self.speaking, self.before, lines)))


def _moved(taken: Lines, before: Lines, after: Lines) -> Lines:
    """Turns that were taken back, numbered anew with the turns that followed them."""
    now, numbers = _by_id(after), {line.turn for line in after}
    moved: list[Line] = []
    for line in taken:
        follows = next((other for other in before if other.turn > line.turn and other.id in now), None)
        if follows is not None:  # at the end of the list there is nothing to miss
            turn = line.turn + now[follows.id].turn - follows.turn
            if turn not in numbers:
                moved.append(Line(line.id, turn, line.words))
    return tuple(moved)


def _by_id(lines: Iterable[Line]) -> dict[int, Line]:
    return {line.id: line for line in lines}


def turn_words(event: e.TurnPlayed | e.TurnCorrected, seat: int | None, seats: Sequence[Seat]) -> Words:
    """A turn of a seat, as far as it is known which."""
    seen = "_card" if event.card and event.action != "pass" else ""
    words: Words = {
        "key": f"turn_{event.action}{seen}",
        **whose(event.team, seat, seats),
        "turn": event.turn,
        "seat": seat,
        "action": event.action,
        "space": event.space,
        "card": event.card,
        "card_seen": event.card_seen or None,
        "cards": list(event.cards),
        "dead": list(event.dead) if isinstance(event, e.TurnPlayed) else [],
        "irregular": event.irregular,
    }
    return {name: value for name, value in words.items() if value not in (None, [])}


def whose(team: str, seat: int | None, seats: Sequence[Seat]) -> Words:
    """A team, with the name of the player of that seat where it is known."""
    name = seats[seat].name if seat is not None and 0 <= seat < len(seats) else ""
    return {"team": team, "name": name} if name else {"team": team}


def assuming(key: str, assumed: Saying | str) -> Words:
    """A sentence that says, too, what was taken for granted, if anything."""
    return {"key": f"{key}_assumed", "assumed": assumed} if assumed else {"key": key}


def asked_of(event: e.Question) -> Words:
    """A question as pages are given it."""
    told = ("number", "about", "default", "team", "turn", "card")
    asked = {name: getattr(event, name) for name in told}
    asked |= {name: list(getattr(event, name)) for name in ("options", "spaces", "changes")}
    asked["seconds"] = round(event.until - event.at) if event.until > event.at else None
    return asked
