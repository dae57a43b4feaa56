"""What is no faulty turn and yet cannot be so: a record that contradicts itself, the box, the deck or the board.

`replay` asks as it goes along; nothing here changes what a record comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from engine.editions.edition import TEAM_OF
from engine.equipment.cards import in_words
from engine.faults import Code
from engine.nearest import did_you_mean
from engine.observation import CHIPS
from engine.plain_text import named_twice
from engine.records.notation import read_rows
from engine.records.record import KNOWN_TAGS, OPEN, BoardIs, Entry, Record, Shuffled, Stood, Talk
from engine.rules.deduction import can_be_laid
from engine.rules.found_position import taken_up
from engine.rules.legality import Turn, may_have_run_out, problems
from engine.rules.playing import UNKNOWN, after_dead_cards
from engine.rules.position import Game, Position
from engine.rules.wording import RULES


class Contradiction(msgspec.Struct, frozen=True):
    """One thing that cannot be so."""

    code: str
    """As `docs/record-format.md` lists them."""
    turn: int
    """The turn it is about, or the turns played before it; 0 before the first."""
    message: str


def of_tags(record: Record) -> Iterator[Contradiction]:
    """What the tags say that cannot be."""
    for name, _ in record.tags:
        if name not in KNOWN_TAGS:
            said = f"The tag {name} has no meaning here.{did_you_mean(name, KNOWN_TAGS, 0.5)}"
            yield Contradiction("unknown-tag", 0, said)
    if record.tag("Date") and not _is_day(record.tag("Date")):
        said = f"The date {record.tag('Date')} is no day. It is written as 2026.11.21, or left out."
        yield Contradiction("impossible-date", 0, said)
    if twice := named_twice([seat.name for seat in record.game.seats]):
        yield Contradiction("same-name", 0, f"Two players are called {twice}. Let one of them have another name.")
    if record.tag("Position"):
        yield from of_position(record.game, read_rows(record.tag("Position")), 0, told=False)


def _is_day(text: str) -> bool:
    try:
        return bool(datetime.strptime(text, "%Y.%m.%d"))
    except ValueError:
        return False


def of_position(game: Game, rows: tuple[str, ...], turn: int, told: bool = True) -> Iterator[Contradiction]:
    """What of a position cannot lie so on this board; `told` where chips that nobody plays may have been let stand."""

    def wrong(space: int, why: str) -> Contradiction:
        return Contradiction("impossible-position", turn, f"{game.layout.name_of(space)} {why}.")

    position, extra = taken_up(game, rows)
    text = "".join(rows)
    for space, letter in enumerate(text):
        if game.free >> space & 1:
            if letter.lower() in CHIPS and not told:
                yield wrong(space, "is a free space: no chip lies there")
        elif letter == "*":
            yield wrong(space, "is no free space")
        elif space in extra and not told:
            yield wrong(space, f"holds a {TEAM_OF[letter.lower()]} chip, and nobody plays {TEAM_OF[letter.lower()]}")
        elif letter.isupper() and not position.locked >> space & 1:
            length = game.edition.lines.length
            yield wrong(space, f"is written {letter}, and that chip is in no {length} in a line")
    for side, team in enumerate(game.teams):
        yield from _too_many(game, team, position.chips[side].bit_count(), turn)


def _too_many(game: Game, team: str, count: int, turn: int) -> Iterator[Contradiction]:
    box = getattr(game.edition.chips, team)
    if box and count > box:
        yield Contradiction(
            "too-many-chips", turn, f"{count} {team} chips would lie on the board, and the box holds {box}."
        )


class Doubts:
    """Goes along a record and notes what cannot be so."""

    def __init__(self, record: Record) -> None:
        self.record, self.game = record, record.game
        self.found = list(of_tags(record))
        self._draws_known = not record.tag("Position")
        self._ran_out = False
        """Whether the turn just played found the deck empty, so that a `shuffle` written after it is that one."""
        self._before: Entry | None = None

    def entry(self, position: Position, extra: dict[int, str], entry: Entry, turns: int) -> None:
        """One more entry, before it is applied; a turn that is faulty is none of ours."""
        if isinstance(entry, Turn):
            self.found += self._of_turn(position, entry, turns + 1)
        elif isinstance(entry, Shuffled):
            if not self._ran_out:
                self.found += self._shuffle(position, turns)
            self._ran_out = False
        elif isinstance(entry, Talk):
            self.found += _of_talk(self.game, position, entry, turns)
        elif isinstance(entry, Stood):
            self.found += _of_change(self.game, position, extra, entry, turns)
        elif isinstance(entry, BoardIs):
            self._draws_known = False
            self.found += of_position(self.game, entry.rows, turns)
        self._before = entry

    def end(self, position: Position, turns: int) -> None:
        """The record is over: does its result fit?"""
        result, winner = self.record.result, position.winner
        if winner is not None and result not in (winner, OPEN):
            said = f"The result is {result}, and {winner} has won."
        elif result in position.resigned:
            said = f"The result is {result}, and {result} has resigned."
        else:
            return
        self.found.append(Contradiction("result-against-board", turns, said))

    def _shuffle(self, position: Position, turn: int) -> Iterator[Contradiction]:
        left = position.draw_deck
        if self._draws_known and left > 0 and not may_have_run_out(self.game, position):
            cards = "a card is" if left == 1 else f"{left} cards are"
            said = f"The deck cannot have run out: {cards} left to draw."
            yield Contradiction("impossible-shuffle", turn, said)

    def _of_turn(self, position: Position, turn: Turn, number: int) -> Iterator[Contradiction]:
        if position.hands[position.seat] == 0 and (turn.dead or turn.action != "pass"):
            yield Contradiction("empty-hand", number, f"Seat {position.seat + 1} has no card left to play.")
        for count in turn.shuffles:
            before = after_dead_cards(self.game, position, msgspec.structs.replace(turn, dead=turn.dead[: count - 1]))
            yield from self._shuffle(before, number)
        drawn = position.draw_deck - len(turn.dead)
        self._ran_out = turn.action != "pass" and not turn.no_draw and not turn.shuffles and drawn <= 0
        if turn.action == "place" and turn.space is not None and not position.taken >> turn.space & 1:
            side = self.game.side_of[position.seat]
            yield from _too_many(self.game, self.game.teams[side], position.chips[side].bit_count() + 1, number)
        if turn.irregular is not None:
            yield from self._of_mark(position, turn, number)

    def _of_mark(self, position: Position, turn: Turn, number: int) -> Iterator[Contradiction]:
        found = [problem.code for problem in problems(self.game, position, turn)]
        for code in (turn.irregular or "").split():
            if code in RULES:
                wrong = code not in found
            else:
                before = self._before
                skipped = isinstance(before, Turn) and before.action == "pass"
                wrong = code == Code.OUT_OF_TURN and not skipped and not isinstance(before, Stood | BoardIs)
            if wrong:
                really = f"it is {', '.join(found)}" if found else "nothing is wrong with it"
                yield Contradiction("wrong-mark", number, f"The turn is marked !{code}, and {really}.")


def _of_talk(game: Game, position: Position, talk: Talk, turn: int) -> Iterator[Contradiction]:
    if not game.edition.turns.table_talk:
        said = f"The {game.edition.name} edition has no penalty for table talk."
        yield Contradiction("no-table-talk", turn, said)
    elif sum(seat.team == talk.team for seat in game.seats) < 2:
        yield Contradiction("no-table-talk", turn, f"{talk.team.capitalize()} has nobody to talk to.")
    for card in talk.cards:
        if card != UNKNOWN and not can_be_laid(game, position, card):
            said = f"Every copy of {in_words(card)} already lies in the discards since the last shuffle."
            yield Contradiction(Code.THIRD_COPY, turn, said)


def _of_change(
    game: Game, position: Position, extra: dict[int, str], stood: Stood, turn: int
) -> Iterator[Contradiction]:
    letters = "".join(position.rows(game, extra)).lower()
    for space, before, _ in stood.changes:
        lies = letters[space]
        if before != lies and not (lies == "*" and before == "."):
            name = game.layout.name_of(space)
            said = f"{name} is changed from {_thing(before)}, and {_thing(lies)} lies there."
            yield Contradiction("impossible-change", turn, said)
    if stood.code == Code.CHIP_MOVED:
        gone = sorted(before for _, before, after in stood.changes if before in CHIPS and after != before)
        come = sorted(after for _, before, after in stood.changes if after in CHIPS and after != before)
        if gone != come or not gone:
            said = "A chip that moves leaves one space and lies on another; that is not what is written."
            yield Contradiction("impossible-change", turn, said)


def _thing(letter: str) -> str:
    return f"a {TEAM_OF[letter]} chip" if letter in TEAM_OF else "nothing"
