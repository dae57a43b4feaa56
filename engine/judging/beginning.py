"""How a game begins: from an empty board, or from what lies there, with what was assumed said aloud."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine import events
from engine.judging.states import Happening
from engine.judging.table import CHIPS, taken_up, whose_turn
from engine.observation import HIDDEN, Observation
from engine.position import Game

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

LOOKS = 3
"""Observations that must agree before a game begins."""
LONGEST_SECONDS = 5.0
"""After this long the game begins with what could be seen; covered spaces are taken to be empty."""


@dataclass
class Beginning:
    """Waits for a view of the board that holds still."""

    game: Game
    wait: bool = False
    """Whether somebody has to say `start` first."""
    to_move: int | None = None
    _seen: list[str] = field(default_factory=list)
    _since: float | None = None

    def called(self, to_move: int | None) -> None:
        """Somebody said `start`."""
        self.wait, self.to_move = False, to_move

    def look(self, arbiter: Arbiter, seen: Observation) -> None:
        """One more observation; begins the game when enough of them agree."""
        self._seen = [*self._seen[1 - LOOKS :], seen.letters]
        if self._since is None:
            self._since = seen.at
        if self.wait:
            return
        waited = seen.at - self._since
        if len(self._seen) < LOOKS or (waited < LONGEST_SECONDS and not self._still()):
            return
        self._begin(arbiter)

    def finish(self, arbiter: Arbiter) -> None:
        """A recording ended before the game began."""
        if self._seen and not self.wait:
            self._begin(arbiter)

    def _still(self) -> bool:
        if any(HIDDEN in letters for letters in self._seen):
            return False
        return all(len(set(column)) == 1 or "?" in column for column in zip(*self._seen, strict=True))

    def _begin(self, arbiter: Arbiter) -> None:
        game = self.game
        letters = [self._settled(column) for column in zip(*self._seen, strict=True)]
        flipped = arbiter.sight.flipped
        text = "".join(
            "*" if space in game.layout.free else letter.upper() if space in flipped else letter
            for space, letter in enumerate(letters)
        )
        width = game.layout.columns
        rows = tuple(text[start : start + width] for start in range(0, len(text), width))
        seats, edition = tuple(str(seat) for seat in game.seats), game.edition.name
        chips = sum(letter in CHIPS for letter in text.lower())
        position: tuple[str, ...] = ()
        seat, assumed = self.to_move or 0, ""
        if chips:
            position = rows
            standing, _ = taken_up(game, rows)
            if self.to_move is None:
                seat = whose_turn(game, standing)
            team = game.seats[seat].team
            fives = len(standing.sequences)
            assumed = (
                f"The board was not empty: the game is taken up with {chips} chips on it, "
                f"{fives} {'sequence' if fives == 1 else 'sequences'} among them, and {team} to move."
            )
        arbiter.beginning = None
        arbiter.tell(
            events.GameStarted(
                **arbiter.now,
                edition=edition,
                layout=game.layout.name,
                seats=seats,
                rules=game.edition.rules,
                position=position,
                to_move=seat,
                assumed=assumed,
            )
        )
        arbiter.tell_position()
        if arbiter.ledger.ended:
            arbiter.tell(events.GameWon(**arbiter.now, team=arbiter.ledger.ended))
            arbiter.happen(Happening.END)

    def _settled(self, column: tuple[str, ...]) -> str:
        votes = Counter(letter for letter in column if letter in CHIPS or letter == ".")
        return votes.most_common(1)[0][0] if votes else "."
