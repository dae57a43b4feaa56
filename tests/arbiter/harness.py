"""A table for tests: chips are put down by name, hands come and go, and the arbiter sees all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine import calls, events
from engine.arbiter import Arbiter, OnFault
from engine.inputs import Head, Input, InputWriter
from engine.observation import CHIPS, MAY_LIE, Between, Observation, certain
from engine.rules.position import Game, new_game
from tests.arbiter.doubting import EVENLY, chances_of

Told = TypeVar("Told")


def write_inputs(head: Head, given: Iterable[Input]) -> Iterator[bytes]:
    """The lines of a whole file of inputs, line breaks included."""
    writer = InputWriter()
    yield writer.head(head) + b"\n"
    for one in given:
        yield writer.line(one) + b"\n"


class Harness:
    """A board, an arbiter that sees it five times a second, and everything it said."""

    def __init__(
        self,
        seats: str = "blue green",
        edition: str = "classic",
        on_fault: OnFault = "ask",
        rules: str = "",
        begun: bool = True,
        fps: float = 5.0,
    ) -> None:
        self.game: Game = new_game(edition, seats, rules=rules)
        self.arbiter = Arbiter(self.game, on_fault=on_fault)
        self.board = ["*" if space in self.game.layout.free else "." for space in range(self.game.layout.size)]
        self.told: list[events.AnyEvent] = []
        self.flipped: set[int] = set()
        self.between: tuple[Between, ...] = ()
        self.doubts: dict[str, tuple[str, float]] = {}
        """Spaces the eye will not swear to: the likeliest letter, and its chance; print leaves the rest to what lies
        there."""
        self.at, self.frame, self.step = 0.0, 0, 1 / fps
        if begun:
            self.look(4)

    def space(self, name: str) -> int:
        return self.game.layout.space(name)

    # ---- what is seen

    def see(self, hidden: str = "", wrong: str = "", **more: object) -> None:
        """One observation; `hidden` names spaces, `wrong` is like `e4=b c3=.`."""
        letters = list(self.board)
        for word in wrong.split():
            name, letter = word.split("=")
            letters[self.space(name)] = letter
        told = (lies if letter in "?#" else letter for lies, letter in zip(self.board, letters, strict=True))
        chances = list(map(certain, told))
        for name, (guess, probability) in self.doubts.items():
            space = self.space(name)
            other = "." if guess in CHIPS else self.board[space]
            rest = EVENLY if other == guess else tuple(float(kind == other) for kind in MAY_LIE)
            letters[space], chances[space] = "?", chances_of(guess, round(255 * probability), rest)
        for name in hidden.split():
            letters[self.space(name)] = "#"
        seen = Observation(
            at=self.at,
            frame=self.frame,
            letters="".join(letters),
            chances=b"".join(chances),
            flipped=tuple(sorted(self.flipped)),
            between=self.between,
            **more,  # type: ignore[arg-type]
        )
        self.give(seen)
        self.at += self.step
        self.frame += 1

    def doubt(self, name: str, guess: str, hidden: str) -> None:
        """One observation in which the eye will not swear to a space, but guesses."""
        board = list(self.board)
        self.board[self.space(name)] = guess
        self.see(hidden=hidden, wrong=f"{name}=?")
        self.board = board

    def give(self, given: object) -> None:
        self.told += self.arbiter.receive(given)  # type: ignore[arg-type]

    def look(self, times: int = 5, **more: object) -> None:
        for _ in range(times):
            self.see(**more)  # type: ignore[arg-type]

    def blind(self, problem: str, times: int = 10) -> None:
        for _ in range(times):
            self.give(Observation(at=self.at, frame=self.frame, problem=problem))
            self.at += self.step
            self.frame += 1

    def hand(self, changes: str, times: int = 4, then: int = 5) -> None:
        """A hand covers the spaces of `e4=b c3=.`, changes them, and goes."""
        words = [word.split("=") for word in changes.split()]
        spaces = [self.space(name) for name, _ in words]
        arm = {space + self.game.layout.columns for space in spaces} & set(range(len(self.board)))
        covered = " ".join(self.game.layout.name_of(space) for space in sorted({*spaces, *arm}))
        self.look(times // 2, hidden=covered)
        for name, letter in words:
            self.board[self.space(name)] = letter
        self.look(times - times // 2, hidden=covered)
        self.look(then)

    def play(self, *turns: str) -> None:
        """Turns one after the other, each `b e4` or `g -e4`."""
        for turn in turns:
            letter, space = turn.split()
            self.hand(f"{space[1:]}=." if space.startswith("-") else f"{space}={letter}")

    def hand_and_doubt(self, change: str, guess: str, sure: float, then: int = 5) -> None:
        """A hand changes one space, and the eye will not swear to what lies there now."""
        name = change.partition("=")[0]
        self.hand(change, then=0)
        self.doubts[name] = (guess, sure)
        self.look(then)

    def flip(self, names: str) -> None:
        self.look(2, hidden=names)
        self.flipped |= {self.space(name) for name in names.split()}
        self.look(2, hidden=names)
        self.look(5)

    # ---- what is said

    def say(self, kind: type[calls.Call], **more: object) -> events.CallMade:
        """A call; returns the answer to it."""
        before = len(self.told)
        self.give(kind(at=self.at, who="host", **more))  # type: ignore[arg-type]
        return next(event for event in self.told[before:] if isinstance(event, events.CallMade))

    # ---- what was told

    def all(self, kind: type[Told]) -> list[Told]:
        return [event for event in self.told if isinstance(event, kind)]

    def turns(self) -> list[str]:
        """Every turn told, as `blue place e4`, a mark after it where it is irregular."""
        return [
            f"{turn.team} {turn.action} {turn.space}" + (f" !{turn.irregular}" if turn.irregular else "")
            for turn in self.all(events.TurnPlayed)
        ]

    def faults(self) -> list[str]:
        return [" ".join((fault.code, *fault.spaces)) for fault in self.all(events.FaultFound)]

    def letter(self, name: str) -> str:
        """What the game says lies on a space."""
        return self.arbiter.ledger.table.letters[self.space(name)]
