"""Learning in play, and unlearning: the shades and size of chips that nobody measured, kept only while they serve.

What one picture taught may have been a trick of the light, or a picture damaged on its way. So the table as it was
measured stays at hand, and where more is doubtful than should be it is asked whether that reads more.
"""

from __future__ import annotations

from engine.observation import HIDDEN, UNSURE
from vision.classify.evidence import weigh
from vision.classify.learning import FEWEST, certain, learn, learn_shades
from vision.classify.patches import patches, size_of
from vision.decode.reading import Reading, read_straight
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture

REACHED = 0.3
"""Where more of the board than this is hidden nothing is to be learnt. Parts; 0.1 to 0.5."""
DOUBTFUL = 3
"""So many spaces that nobody can tell, though nothing hides them, question what was learnt; it goes when so many more
are told without it. 2 to 6."""
RECKON_SECONDS = 2.0
"""Seconds between two such questions. 1 to 10."""


class Learner:
    """The look of one table, refined by what is seen in play."""

    def __init__(self, measured: TableLook, teams: tuple[str, ...]) -> None:
        self.table = measured
        """The look with all that was learnt."""
        self._measured = measured
        self._teams = teams
        self._learnt: frozenset[str] = frozenset()
        self._sized = measured.radius_measured
        self._unread = 0
        self._reckoned = float("-inf")

    def forget(self) -> None:
        """The table looks as it was measured again; all may be learnt anew."""
        self.table, self._learnt, self._unread = self._measured, frozenset(), 0
        self._sized = self._measured.radius_measured

    def refined(self, straight: Picture, reading: Reading, at: float, outside: frozenset[int] = frozenset()) -> Reading:
        """The reading of a straight picture in which nothing stirs, made anew where more is known now; learns from it,
        or forgets."""
        if self._learnt and abs(at - self._reckoned) >= RECKON_SECONDS and reading.letters.count(UNSURE) >= DOUBTFUL:
            self._reckoned = at
            plain = read_straight(straight, self._measured, self._teams, outside)
            if _unread(plain) + DOUBTFUL <= _unread(reading):
                self.forget()
                return plain
        return self._taught(straight, reading, outside)

    def _taught(self, straight: Picture, reading: Reading, outside: frozenset[int]) -> Reading:
        """Refines ordinary colours by chips that are certain, once for each team; the reading, made anew where that
        tells more."""
        unknown = frozenset(colour.team for colour in self.table.chips if not colour.measured) & self.table.at_home
        ready = frozenset(team for team in unknown - self._learnt if len(certain(reading.chips, team)) >= FEWEST)
        unread, self._unread = self._unread, _unread(reading)
        if ready:
            self.table = learn(self.table, reading.chips, weigh(straight, self.table, self._teams), ready)
            self._learnt |= ready
        if self._unread > unread and reading.hidden.mean() < REACHED and (unknown - self._learnt or not self._sized):
            # More that nobody can tell: chips of a size or a shade nobody expects.
            return self._refined_by_patches(straight, reading, unknown - self._learnt, outside)
        return reading

    def _refined_by_patches(
        self, straight: Picture, reading: Reading, unknown: frozenset[str], outside: frozenset[int]
    ) -> Reading:
        """Learns the size of chips, and the shades of `unknown` teams, from what replaced the print; the reading, made
        anew where that tells more."""
        usual = self.table
        evidence = weigh(straight, usual, self._teams)
        found = patches(evidence.changed)
        size = None if self._sized else size_of(found)
        look = usual if size is None else usual.with_size(size)
        untold = frozenset(space for space, letter in enumerate(reading.letters) if letter in (UNSURE, HIDDEN))
        look = learn_shades(look, found, evidence, untold, unknown)
        if look is usual:
            return reading
        told = read_straight(straight, look, self._teams, outside)
        if _unread(told) >= self._unread:
            return reading
        self.table, self._unread, self._sized = look, _unread(told), self._sized or size is not None
        self._learnt |= {new.team for new in look.chips if new not in usual.chips}
        return told


def _unread(reading: Reading) -> int:
    """Spaces of which nothing is said."""
    return reading.letters.count(UNSURE) + reading.letters.count(HIDDEN)
