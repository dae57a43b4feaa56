"""Everything decided so far, built from the events alone.

The arbiter's only lasting memory: what is announced is taken in here at once, and after a restart the same
events bring back the same ledger. A game is a list of acts; the table is what they make of the first position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

import msgspec

from engine import calls, events
from engine.faults import CARD_CODES, Code, kind_of
from engine.judging.acts import Act, EditAct, Played, SaidAct, SetAct, TurnAct, done, is_of_people, without
from engine.judging.states import State
from engine.judging.table import Table
from engine.rules.legality import Turn
from engine.rules.position import Game, Seat, parse_seats, start
from engine.saying import saying


class LedgerError(ValueError):
    """These events are no game, or have none of what is asked for."""

    def __init__(self, code: str, **about: object) -> None:
        self.said = saying(code, **about)
        super().__init__(" ".join((code, *self.said.about.values())))


def write_changes(game: Game, changes: Sequence[tuple[int, str, str]]) -> tuple[str, ...]:
    """Space, before, after as `e4:.b`, as events hold changes; `Ledger.changes_of` reads them."""
    return tuple(f"{game.layout.name_of(space)}:{before}{after}" for space, before, after in changes)


@dataclass(frozen=True)
class OpenFault:
    """A fault nobody has put right or let stand."""

    number: int
    code: str
    spaces: tuple[int, ...]
    changes: tuple[tuple[int, str, str], ...]
    """Space, what ought to lie there, what does."""
    team: str | None
    at: float
    key: int = 0
    """The key of the turn it was committed in, or of the last one before it; turns may get other numbers."""


@dataclass
class Ledger:
    """The game so far."""

    game: Game
    started: bool = False
    acts: list[Act] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    """The table before each act, and after the last."""
    faults: dict[int, OpenFault] = field(default_factory=dict)
    questions: dict[int, events.Question] = field(default_factory=dict)
    asked_of: dict[int, TurnAct] = field(default_factory=dict)
    """The turn each open question was asked about, as it was then; questions about no turn are not in it."""
    lying: dict[int, str] = field(default_factory=dict)
    """What still lies on the board after an undo and counts as nothing, by space."""
    doubted: int = 0
    """Turns that were told though the eye would not swear to them."""
    told: dict[int, tuple[str, int]] = field(default_factory=dict)
    """What people said lies on a doubtful space, and how many acts there were when they did."""
    state: State = State.WATCHING
    counted: dict[str, int] = field(default_factory=lambda: {"fault": 0, "question": 0, "call": 0})
    said: dict[int, tuple[tuple[Act, ...], tuple[Act, ...]]] = field(default_factory=dict)
    """For each call with an effect, the acts before and after it."""
    piles_said: dict[int, int | None] = field(default_factory=dict)
    """Spaces beside which a discard pile lies of which somebody said whose it is; None: everybody's."""
    turn_at: float = 0.0
    """When the last turn was announced."""
    blocked: bool = False
    lost: bool = False
    seats_told: tuple[Seat, ...] = ()
    """Who was announced to sit where; empty before a game begins."""
    sequences_told: dict[tuple[str, tuple[str, ...]], None] = field(default_factory=dict)
    """Team and spaces of each sequence that was announced and stands, or lay there when the game began."""
    end_told: str | None = None
    """What was announced as the end of the game: the winning team, or `drawn`."""
    position_told: bool = True
    """Whether the position was announced since it changed."""
    _added: int = 0
    _call: int = 0
    _before: tuple[Act, ...] = ()

    def __post_init__(self) -> None:
        if not self.tables:
            self.tables = [Table(self.game, start(self.game))]

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.tables[-1]

    @property
    def upset(self) -> OpenFault | None:
        """The open fault of a board on which nothing counts until it is built up again or stands as it lies."""
        return next((fault for fault in self.faults.values() if kind_of(fault.code).stands == "position"), None)

    @property
    def disputed(self) -> dict[int, str]:
        """The spaces of open faults that look otherwise than they ought to, and what lies there."""
        return {space: now for fault in self.faults.values() for space, _, now in fault.changes}

    @property
    def ended(self) -> str | None:
        """The winning team, `drawn`, or None while the game goes on or the card of the chip that won is in dispute."""
        return None if self.win_held else self.table.ended

    @property
    def win_held(self) -> bool:
        """Whether the last chip won, no win was told yet, and its card is an open fault."""
        last = self.table.last
        if last is None or last.turn.irregular not in CARD_CODES or self.end_told or self.table.ended is None:
            return False
        return any(fault.code in CARD_CODES and fault.key == self.last_key for fault in self.faults.values())

    @property
    def last_key(self) -> int:
        """The key of the last turn; 0 before the first."""
        return next((one.act.key for one in self.turns()), 0)

    def turns(self, back: int | None = None) -> Iterator[Played]:
        """The turns among the last `back` acts, or all, latest first."""
        first = 0 if back is None else max(0, len(self.acts) - back)
        return (one for index in reversed(range(first, len(self.acts))) if (one := self.played_at(index)) is not None)

    def played_at(self, index: int) -> Played | None:
        """The turn at this place among the acts, where it is one."""
        act = self.acts[index]
        return Played(index, act, *self.tables[index : index + 2]) if isinstance(act, TurnAct) else None

    def turn_numbered(self, number: int) -> Played | None:
        """The turn of that number, where there is one."""
        return next((one for one in self.turns() if one.number == number), None)

    def turn(self, number: int) -> Played:
        """The turn of that number; 0 means the last one. Raises LedgerError."""
        found = self.turn_numbered(number) if number else next(self.turns(), None)
        if found is not None:
            return found
        if not any(self.turns()):
            raise LedgerError("no-turn-yet")
        raise LedgerError("no-such-turn", turn=number, last=self.table.position.turn)

    def acts_with(self, index: int, *acts: Act) -> list[Act]:
        """The acts with these in the place of the one there."""
        return [*self.acts[:index], *acts, *self.acts[index + 1 :]]

    def still_asks(self, question: events.Question) -> bool:
        """Whether the turn a question was asked about stands, under its number and with its chip where it was.

        The number alone does not say so: the next turn gets that of one which was taken back.
        """
        asked, found = self.asked_of.get(question.number), self.turn_numbered(question.turn)
        if asked is None or found is None:
            return False
        return found.act.key == asked.key and found.turn.space == asked.turn.space

    def replayed(self, acts: Sequence[Act], keep: int = 0) -> list[Table]:
        """The tables these acts lead to; the first `keep` acts are as they were."""
        tables = self.tables[: keep + 1]
        for act in acts[keep:]:
            tables.append(done(tables[-1], act))
        return tables

    def _set(self, acts: list[Act], keep: int = 0) -> None:
        self.tables = self.replayed(acts, keep)
        self.acts = acts

    def _add(self, act: Act) -> None:
        self._added += 1
        act = replace(act, key=self._added)
        self.tables.append(done(self.tables[-1], act))
        self.acts.append(act)

    # ---- taking in events

    def take(self, event: events.AnyEvent, reach: int = -1) -> None:
        """Take in one event. Raises LedgerError where it does not fit the ones before."""
        if event.moves:
            self.position_told = False
        if event.frame is not None:
            self._call = 0
        self._take(event, reach)
        if self._call:
            self.said[self._call] = (self._before, tuple(self.acts))

    def _take(self, event: events.AnyEvent, reach: int) -> None:
        match event:
            case events.GameStarted():
                self._start(event)
            case events.CallMade():
                self._take_call(event)
            case events.TurnPlayed():
                self._add(TurnAct(self.turn_of(event), event.seat, reach, event.doubted, event.confidence))
                self.doubted += event.doubted
                self.turn_at = event.at
                self.lying.clear()
            case events.TurnCorrected():
                self._correct(event)
            case events.TurnUndone():
                self._undo(event)
            case events.ChangeStood():
                changed = tuple((space, now) for space, _, now in self.changes_of(event.changes))
                self._add(EditAct(changed, event.code, event.to_move, event.team))
            case events.PositionSet():
                self._add(SetAct(event.position, event.to_move, event.turn, not event.assumed))
                self.faults.clear()
                self.lying.clear()
            case events.FaultFound():
                self._found(event)
            case events.FaultCleared():
                fault = self.faults.pop(event.number, None)
                if fault is not None and fault.code == Code.TWO_CHIPS and not event.stands:
                    self._relieve(fault, reach)
            case events.Question():
                self._asked(event)
            case events.QuestionClosed():
                self.asked_of.pop(event.number, None)
                self._answered(self.questions.pop(event.number, None), event)
            case events.CallUndone():
                self._undo_call(event)
            case events.SequenceMade():
                self.sequences_told[event.team, event.spaces] = None
            case events.SequenceBroken():
                self.sequences_told.pop((event.team, event.spaces), None)
            case events.PositionSettled():
                self.position_told = True
            case events.GameWon() | events.GameDrawn():
                self.end_told = event.team if isinstance(event, events.GameWon) else "drawn"
            case events.StateChanged():
                if event.state in tuple(State):  # A newer program may tell of others.
                    self.state = State(event.state)
                self.end_told = self.end_told if event.state == State.FINISHED else None
            case events.SeatsChanged():
                self.seats_told = parse_seats(event.seats)
            case events.ViewBlocked() | events.ViewClear():
                self.blocked = isinstance(event, events.ViewBlocked)
            case events.CameraLost() | events.CameraBack():
                self.lost = isinstance(event, events.CameraLost)
            case (
                events.GameResumed() | events.BoardMoved() | events.LightChanged() | events.PileKnown()
                | events.Remarked()
            ):  # fmt: skip
                pass  # it follows from the others, or nothing that is judged hangs on it
            case unknown:
                assert_never(unknown)

    def _undo(self, event: events.TurnUndone) -> None:
        index = self.turn(event.turn).index
        self._set(self.acts_undoing(index), index)
        self.lying = self._lying_of(event.lying)

    def _correct(self, event: events.TurnCorrected) -> None:
        """Put another turn in the place of one that was told; whether the deck was shuffled there stays as it was."""
        old, turn = self.turn(event.turn), self.turn_of(event)
        dead = old.turn.dead if event.dead is None else event.dead
        self._put_right(old, msgspec.structs.replace(turn, dead=dead, shuffles=old.turn.shuffles))
        self.lying |= self._lying_of(event.lying)

    def _put_right(self, old: Played, turn: Turn) -> None:
        self._set(self.acts_with(old.index, replace(old.act, turn=turn)), old.index)

    def _found(self, event: events.FaultFound) -> None:
        spaces = tuple(self.game.layout.space(name) for name in event.spaces)
        changes = self.changes_of(event.changes)
        of = self.turn_numbered(event.turn)
        key = of.act.key if of is not None else 0
        self.faults[event.number] = OpenFault(event.number, event.code, spaces, changes, event.team, event.at, key)
        self.counted["fault"] = event.number

    def _relieve(self, fault: OpenFault, reach: int) -> None:
        """Note that the second of two chips was taken off: the first may go with it, and its turn was none."""
        last = self.table.last
        if last is not None and last.space in fault.spaces:
            self.tables[-1] = replace(self.table, last=last._replace(relieved=reach))

    def _asked(self, event: events.Question) -> None:
        self.questions[event.number] = event
        self.counted["question"] = event.number
        found = self.turn_numbered(event.turn)
        if found is not None:
            self.asked_of[event.number] = found.act

    def _answered(self, question: events.Question | None, event: events.QuestionClosed) -> None:
        if question is not None and question.about == "doubt" and event.why == "said":
            space = self.game.layout.space(question.spaces[0])
            chip, due = (question.team or "?")[0], self.table.letters[space]
            self.told[space] = (chip if event.answer == "yes" else "." if due == chip else due, len(self.acts))

    def told_of_late(self) -> dict[int, str]:
        """What people said of doubtful spaces since the turn before the last, by space."""
        return {space: letter for space, (letter, acts) in self.told.items() if acts >= len(self.acts) - 1}

    def _lying_of(self, words: Sequence[str]) -> dict[int, str]:
        return {space: now for space, _, now in self.changes_of(words)}

    def _start(self, event: events.GameStarted) -> None:
        self.started = True
        self.end_told = None
        self.acts = []
        self.seats_told = parse_seats(event.seats)
        game = replace(self.table.game, seats=self.seats_told)
        table = Table(game, start(game))
        if event.position:
            table = done(table, SetAct(event.position, event.to_move, 0, sure=False))
        elif event.to_move:
            table = replace(table, position=msgspec.structs.replace(table.position, seat=event.to_move))
        self.tables = [table]
        standing = table.position.sequences
        self.sequences_told = dict.fromkeys((one.team, self.game.layout.names_of(one.spaces)) for one in standing)
        self.faults.clear()
        self.lying.clear()
        self.questions.clear()
        self.asked_of.clear()
        self.told.clear()
        # A call of the game before means nothing in this one, and this one's start is no call to take back.
        self.said.clear()
        self._call = 0

    def _take_call(self, event: events.CallMade) -> None:
        self.counted["call"] = max(self.counted["call"], event.number)
        self._call = 0
        if not event.accepted:
            return
        call = msgspec.convert(event.call, calls.AnyCall)
        if isinstance(call, calls.PileIs):
            self.piles_said[self.game.layout.space(call.beside)] = call.seat
        if isinstance(call, calls.PassingCall):
            return
        self._call, self._before = event.number, tuple(self.acts)
        if isinstance(call, calls.DeadCard) and call.turn:
            pass  # a turn that was played is put right by what follows
        elif isinstance(call, calls.ActCall):
            self._add(SaidAct(call, event.number))
        elif isinstance(call, calls.NoDraw):
            old = self.turn(call.turn)
            self._put_right(old, msgspec.structs.replace(old.turn, no_draw=True))

    def undoable(self, number: int) -> int:
        """The call `undo-call` means. Raises LedgerError."""
        kept = [n for n, (before, after) in self.said.items() if before != after]
        if not kept:
            raise LedgerError("nothing-said")
        if number and number not in kept:
            raise LedgerError("no-such-call", number=number)
        return number or kept[-1]

    def acts_undoing(self, index: int) -> list[Act]:
        """The acts as they would be without the turn at this place; what followed the last turn goes with it, but for
        what was said of people."""
        if index < self.turn(0).index:
            return self.acts_with(index)
        return [*self.acts[:index], *(act for act in self.acts[index:] if is_of_people(act, self.ended is None))]

    def acts_without(self, number: int) -> list[Act]:
        """The acts as they would be had the call not been made."""
        return without(self.acts, *self.said[number])

    def _undo_call(self, event: events.CallUndone) -> None:
        self._set(self.acts_without(self.undoable(event.number)))
        self.said.pop(event.number, None)
        self._call = 0
        self.lying = self._lying_of(event.lying)

    # ---- words to numbers

    def turn_of(self, event: events.TurnPlayed | events.TurnCorrected) -> Turn:
        """The turn an event tells of."""
        layout = self.game.layout
        return Turn(
            action=event.action,
            space=None if event.space is None else layout.space(event.space),
            card=event.card,
            dead=event.dead if isinstance(event, events.TurnPlayed) else (),
            claims=tuple(tuple(layout.space(name) for name in claim) for claim in event.claims),
            no_draw=event.no_draw,
            irregular=event.irregular,
            shuffles=event.shuffles if isinstance(event, events.TurnPlayed) else (),
        )

    def changes_of(self, words: Sequence[str]) -> tuple[tuple[int, str, str], ...]:
        """`e4:.b` as space, before, after. Raises LedgerError."""
        found = []
        for word in words:
            name, _, letters = word.partition(":")
            if len(letters) != 2:
                raise LedgerError("no-change", word=word)
            found.append((self.game.layout.space(name), letters[0], letters[1]))
        return tuple(found)
