"""What lies on the board before a game begins, as most looks have it. Nothing is announced here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.judging.ledger import Ledger
from engine.observation import HIDDEN, UNSURE, Observation
from engine.rules.dealing import seat_after
from engine.rules.position import Game

LOOKS = 3
"""Observations in which an empty board must be seen empty."""
TAKE_UP_SECONDS = 1.6
"""How long a board with chips on it is looked at before it is taken for what it is."""
LONGEST_SECONDS = 5.0
"""After this long the game begins with what could be seen; covered spaces are taken to be empty."""
DOUBTFUL = 5
"""Most doubtful spaces of a board that is taken to be empty: a chip in doubt is told of in the game as any other."""


@dataclass
class Beginning:
    """Waits for a view of the board that holds still."""

    game: Game
    to_move: int | None = None
    """Seat that begins by what somebody said; none where nobody did."""
    first: int = 0
    """Seat that begins on an empty board where nobody says another."""
    _votes: list[Counter[str]] = field(default_factory=list)
    looks: int = 0
    """Observations so far: a recording that ends after one has shown a board that a game may begin from."""
    _since: float | None = None
    over: bool = False
    """Whether a game that is won lies on the board: the next one begins on an empty board."""

    @classmethod
    def after(cls, ledger: Ledger) -> Beginning:
        """The beginning of the next game at this table: where everyone deals in turn, the next seat begins."""
        began, game = ledger.tables[0].position, ledger.table.game
        if not (ledger.started and game.edition.turns.dealing_rotates) or began.taken:
            return cls(game)
        played = ledger.table.position.turn > 0
        return cls(game, first=seat_after(began.seat, len(game.seats)) if played else began.seat)

    def look_anew(self) -> None:
        """What was seen so far counts no more."""
        self.looks, self._since = 0, None

    def look(self, seen: Observation) -> bool:
        """One more observation; whether enough of them agree for the game to begin."""
        if self._since is None:
            self._since = seen.at
            self._votes = [Counter() for _ in seen.letters]
        for votes, letter in zip(self._votes, seen.letters, strict=True):
            votes[letter] += 1
        self.looks += 1
        if self.looks < LOOKS:
            return False
        waited = seen.at - self._since
        unknown = [votes for votes in self._votes if not self._letter(votes)]
        if all(self._letter(votes) in (".", "*", "") for votes in self._votes) and len(unknown) <= DOUBTFUL:
            # What covers a few of them in every look, while nothing else is covered, is a stand.
            stands = all(votes[HIDDEN] in (0, self.looks) for votes in self._votes)
            return stands or waited >= LONGEST_SECONDS or all(votes[UNSURE] for votes in unknown)
        return waited >= (LONGEST_SECONDS if unknown else TAKE_UP_SECONDS)

    def rows(self, flipped: frozenset[int]) -> tuple[str, ...]:
        """What lies on the board, white sides as capitals."""
        letters = [self._letter(votes) or "." for votes in self._votes]
        free = self.game.layout.free
        return self.game.layout.rows_of(
            ["*" if n in free else letter.upper() if n in flipped else letter for n, letter in enumerate(letters)]
        )

    def _letter(self, votes: Counter[str]) -> str:
        """What lies on a space as most observations have it; empty text where none could tell."""
        letter, most = max(votes.items(), key=lambda item: (item[0] not in "?#", item[1]))
        known = sum(count for other, count in votes.items() if other not in "?#")
        if letter in "?#":
            return ""
        return letter if letter == "." or most * 5 >= known * 4 else "."
