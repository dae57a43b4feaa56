"""How a game begins: from an empty board, or from what lies there, with what was assumed said aloud."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine import events
from engine.dealing import seat_after
from engine.judging.ledger import Ledger
from engine.judging.questions import ask, close
from engine.judging.table import CHIPS, taken_up, whose_turn
from engine.observation import Observation
from engine.position import Game

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

LOOKS = 3
"""Observations in which an empty board must be seen empty."""
TAKE_UP_SECONDS = 1.6
"""How long a board with chips on it is looked at before it is taken for what it is."""
OVER_SECONDS = 120.0
"""How long the page asks for a board to be cleared on which the last game lies."""
LONGEST_SECONDS = 5.0
"""After this long the game begins with what could be seen; covered spaces are taken to be empty."""


@dataclass
class Beginning:
    """Waits for a view of the board that holds still."""

    game: Game
    wait: bool = False
    """Whether somebody has to say `start` first."""
    to_move: int | None = None
    first: int = 0
    """Seat that begins on an empty board where nobody says another."""
    _votes: list[Counter[str]] = field(default_factory=list)
    _looks: int = 0
    _since: float | None = None
    _over: bool = False
    """Whether a game that is won lies on the board: the next one begins on an empty board."""

    def called(self, to_move: int | None) -> None:
        """Somebody said `start`."""
        self.wait, self.to_move = False, to_move
        self._looks, self._since, self._over = 0, None, False

    @classmethod
    def after(cls, ledger: Ledger) -> Beginning:
        """The beginning of the next game at this table: where everyone deals in turn, the next seat begins."""
        began, game = ledger.tables[0].position, ledger.table.game
        if not (ledger.started and game.edition.turns.dealing_rotates) or began.taken:
            return cls(game)
        played = ledger.table.position.turn > 0
        return cls(game, first=seat_after(began.seat, len(game.seats)) if played else began.seat)

    def look(self, arbiter: Arbiter, seen: Observation) -> None:
        """One more observation; begins the game when enough of them agree."""
        if self._since is None:
            self._since = seen.at
            self._votes = [Counter() for _ in seen.letters]
        for votes, letter in zip(self._votes, seen.letters, strict=True):
            votes[letter] += 1
        self._looks += 1
        if self.wait or self._looks < LOOKS:
            return
        waited = seen.at - self._since
        free = self.game.layout.free
        unknown = any(not self._letter(votes) for space, votes in enumerate(self._votes) if space not in free)
        empty = all(self._letter(votes) in (".", "*", "") for votes in self._votes)
        if waited >= LONGEST_SECONDS or (not unknown and (empty or waited >= TAKE_UP_SECONDS)):
            self._begin_unless_over(arbiter)

    def finish(self, arbiter: Arbiter) -> None:
        """A recording ended before the game began."""
        if self._looks and not self.wait:
            self._begin_unless_over(arbiter)

    def _begin_unless_over(self, arbiter: Arbiter) -> None:
        rows = self._rows(arbiter)
        won = taken_up(self.game, rows)[0].winner
        chips = any(letter in CHIPS for letter in "".join(rows).lower())
        if not won and not (self._over and chips):
            self._begin(arbiter, rows)
            return
        if not self._over:
            ask(
                arbiter,
                "over",
                f"A game that {won} won lies on the board. Please clear it for the next game.",
                "Nothing counts until the board is cleared.",
                OVER_SECONDS,
                (),
                team=won,
            )
        self._over = True
        self._looks, self._since = 0, None

    def _rows(self, arbiter: Arbiter) -> tuple[str, ...]:
        """What lies on the board, white sides as capitals."""
        letters = [self._letter(votes) or "." for votes in self._votes]
        flipped, free = arbiter.sight.flipped, self.game.layout.free
        text = "".join(
            "*" if space in free else letter.upper() if space in flipped else letter
            for space, letter in enumerate(letters)
        )
        width = self.game.layout.columns
        return tuple(text[start : start + width] for start in range(0, len(text), width))

    def _begin(self, arbiter: Arbiter, rows: tuple[str, ...]) -> None:
        game = self.game
        seats, edition = tuple(str(seat) for seat in game.seats), game.edition.found_by
        chips = sum(letter in CHIPS for letter in "".join(rows).lower())
        position: tuple[str, ...] = ()
        seat, assumed = self.first if self.to_move is None else self.to_move, ""
        if self.first and not chips and self.to_move is None:
            assumed = f"Everyone deals in turn, so {game.seats[seat]} begins."
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
        for question in list(arbiter.ledger.questions):
            close(arbiter, question, "done", "seen")
        arbiter.tell(
            events.GameStarted(
                **arbiter.now,
                edition=edition,
                layout=game.layout.found_by,
                seats=seats,
                rules=game.edition.rules,
                position=position,
                to_move=seat,
                assumed=assumed,
            )
        )
        arbiter.sight.begin()
        arbiter.tell_position()

    def _letter(self, votes: Counter[str]) -> str:
        """What lies on a space as most observations have it; empty text where none could tell."""
        letter, most = max(votes.items(), key=lambda item: (item[0] not in "?#", item[1]))
        known = sum(count for other, count in votes.items() if other not in "?#")
        if letter in "?#":
            return ""
        return letter if letter == "." or most * 5 >= known * 4 else "."
