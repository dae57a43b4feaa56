"""What comes over the board: hands and sleeves, the times nobody could see them, and which was near a space last.

Each time something comes over a free board is a reach, counted from 0; changes of one reach are one hand's work.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.observation import HIDDEN

NEAR_SECONDS = 1.4
"""A change first seen this long after something covered its space or a neighbour is credited to a hand."""
BLIND_SECONDS = 0.75
"""A pause between observations in which a hand may have come and gone unseen."""
STILL_SECONDS = 20.0
"""What covers a space this long is a thing that lies there (or glare), no hand."""
STANDS_SECONDS = 4.0
"""Seconds after which a stand that is not seen has gone; of a space that it half covers an eye may be in two minds for
one or two. 3 to 10."""
HAND = 2
"""Covered spaces that make a hand; one alone may be glare."""
FREE_LOOKS = 2
"""Observations in a row that show the whole board before what comes next is another reach."""
LONG_COVER = 4.0
"""Seconds under cover in which more than one turn may be played unseen."""
UNSEEN_SECONDS = 1.2
"""A pause in which a turn may have been played, not only a hand have come and gone: where a bump ends, none was."""


@dataclass(slots=True)
class Hands:
    """What covers, and has covered, the spaces of one board."""

    spaces: int
    columns: int
    hidden: frozenset[int] = frozenset()
    """Spaces something covers now, things that have long lain there left out."""
    obscured: frozenset[int] = frozenset()
    """Spaces something hides now, things that have long lain there included, stands left out."""
    covered: frozenset[int] = frozenset()
    """The hidden spaces and those of which only a part is covered."""
    reach: int = 0
    came: bool = False
    """Whether something has just come over a board that was free."""
    over: bool = False
    """Whether anything is over the board, be it only over one space, or has been until just now."""
    at: float = -1.0
    """When the board was last seen, seconds."""
    blind_at: float = -10.0
    """When a hand may last have come and gone unseen."""
    unseen_at: float = -10.0
    """When a whole turn may last have been played unseen."""
    cover_ended: float = -10.0
    """When something was last over the board."""
    _cover_started: float = 0.0
    _hand: bool = False
    """Whether a hand is over the board, or has been until just now."""
    _free: int = 0
    """Observations in a row that show the whole board."""
    _hidden_at: list[float] = field(default_factory=list)
    _hidden_reach: list[int] = field(default_factory=list)
    _hidden_since: dict[int, float] = field(default_factory=dict)
    _rested: bool = False
    """Whether there was a look in which nothing moved."""
    _stood: dict[int, float] = field(default_factory=dict)
    """Spaces that were covered in the first such look, as by a stand, and when they last were."""
    neighbours: list[tuple[int, ...]] = field(default_factory=list)
    """For each space itself and those around it."""

    def __post_init__(self) -> None:
        self._hidden_at = [-10.0] * self.spaces
        self._hidden_reach = [0] * self.spaces
        self.neighbours = [self._around(space) for space in range(self.spaces)]

    def _around(self, space: int) -> tuple[int, ...]:
        row, column = divmod(space, self.columns)
        rows = self.spaces // self.columns
        return tuple(
            r * self.columns + c
            for r in range(max(0, row - 1), min(rows, row + 2))
            for c in range(max(0, column - 1), min(self.columns, column + 2))
        )

    def lately(self, then: float) -> bool:
        """Whether that was so short a time ago that a hand may still be credited with what looks new now."""
        return self.at - then <= NEAR_SECONDS

    def look(self, letters: str, grazed: tuple[int, ...], now: float, moving: bool) -> None:
        """Note what something covers, or covers a part of (`grazed`): near that a hand may do its work. `moving`:
        whether anything moves over the board."""
        # What moves shows from the second look on.
        first_at_rest = not (self._rested or moving) and self.at >= 0.0
        self._rested |= first_at_rest
        if now - self.at > BLIND_SECONDS:
            self.blind_at = now
            self.reach += 1
            if now - self.at > UNSEEN_SECONDS:
                self.unseen_at = now
        self.at = now
        self.came = False
        self._free = 0 if grazed or HIDDEN in letters else self._free + 1
        if self._free:
            if self._free >= FREE_LOOKS:
                self._hand = self.over = False
            self.covered = frozenset()
            if self._hidden_since:
                self._hidden_since.clear()
            self.hidden = self.obscured = frozenset()
            return
        since = self._hidden_since
        covered: list[int] = []
        still: dict[int, float] = {}
        for space in (*(space for space, letter in enumerate(letters) if letter == HIDDEN), *grazed):
            first = since.get(space, now)
            still[space] = first
            if first_at_rest or now - self._stood.get(space, -STANDS_SECONDS) < STANDS_SECONDS:
                self._stood[space] = now
            elif now - first < STILL_SECONDS:
                covered.append(space)
                self._hidden_at[space] = now
        self._hidden_since = still
        self.came = len(covered) >= HAND and not self._hand
        if self.came:
            self._cover_started = now
        self.reach += bool(covered) and not self.over
        self.over = bool(covered)
        for space in covered:
            self._hidden_reach[space] = self.reach
        self._hand = bool(covered) and (self._hand or self.came)
        if covered:
            self.cover_ended = now
        self.covered = frozenset(covered)
        self.obscured = frozenset(s for s in still if letters[s] == HIDDEN and self._stood.get(s) != now)
        self.hidden = self.obscured.intersection(covered)

    @property
    def covered_long(self) -> bool:
        """Whether something has just been over the board for so long that more than one turn may lie under it."""
        long = self.cover_ended - self._cover_started >= LONG_COVER
        return long and self.lately(self.cover_ended)

    def near(self, space: int, now: float) -> bool:
        """Whether a hand may have been at a space just before."""
        return self.lately(self.blind_at) or self.covered_near(space, now)

    def covered_near(self, space: int, now: float) -> bool:
        """Whether something covered a space or a neighbour just before."""
        earliest = now - NEAR_SECONDS
        hidden_at = self._hidden_at
        return any(hidden_at[s] >= earliest for s in self.neighbours[space])

    def covers_near(self, space: int) -> bool:
        """Whether something covers a space or a neighbour now."""
        return not self.hidden.isdisjoint(self.neighbours[space])

    def stays_near(self, space: int, reach: int) -> bool:
        """Whether what this reach brought still covers a space or a neighbour, however long it has lain there.

        A chip that vanished in that reach may lie under it: of its space only a part is seen, and that is bare.
        """
        return any(self._hidden_reach[s] == reach for s in self.obscured.intersection(self.neighbours[space]))

    def has_left(self, space: int, reach: int) -> bool:
        """Whether the hand of this reach has gone from a space, though the next may have come."""
        return (not self.hidden or self.reach > reach) and not self.stays_near(space, reach)

    def last_over(self, space: int) -> int:
        """The reach that last came near a space."""
        hidden_at = self._hidden_at
        return self._hidden_reach[max(self.neighbours[space], key=lambda s: hidden_at[s])]
