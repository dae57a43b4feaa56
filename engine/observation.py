"""What the eye can say about the board at one moment.

Here lives the form in which pictures reach the arbiter, and nothing else: no pixels, no rules.
"""

from __future__ import annotations

import msgspec

from engine.saying import Saying

EMPTY = "."
UNSURE = "?"
HIDDEN = "#"
FREE = "*"
CHIPS = "bgr"
"""A letter for the colour of a chip, as in `TEAM_OF`."""
MAY_LIE = EMPTY + CHIPS
"""What may lie on a space that is in view, in the order of its chances."""


def certain(letters: str) -> bytes:
    """Chances that are certain of these letters, as an observation has them; all 0 for a space without one."""
    return letters.translate(_CERTAIN).encode("latin-1")


_CERTAIN = {
    ord(letter): "".join("\xff" if kind == letter or (kind, letter) == (EMPTY, FREE) else "\0" for kind in MAY_LIE)
    for letter in (*MAY_LIE, FREE, UNSURE, HIDDEN)
}


class Between(msgspec.Struct, frozen=True):
    """A chip that lies so far over a line that no one space can claim it."""

    spaces: tuple[int, ...]
    team: str


class Observation(msgspec.Struct, frozen=True, tag_field="input", tag="observation", omit_defaults=True):
    """One look at the board.

    Spaces are numbered row by row, 0 for a1; every per-space field has one entry a space of the layout.
    """

    at: float
    """Seconds on the clock of the source, never going back."""
    frame: int
    """Index of the frame within its source."""
    letters: str = ""
    """A letter a space: `b` `g` `r` a chip, `.` empty, `*` free corner, `?` unsure, `#` hidden.
    Empty text when the board could not be read at all (`problem` says why)."""
    chances: bytes = b""
    """How likely each of `MAY_LIE` is, 0 to 255 for 0 to 1: as many bytes for each space, all 0 where nothing can be
    said of it; empty where there are only letters."""
    grazed: tuple[int, ...] = ()
    """Spaces of which something covers a part, though they can be read: a hand is near."""
    flipped: tuple[int, ...] = ()
    """Spaces whose chip shows its white side."""
    between: tuple[Between, ...] = ()
    moved: bool = False
    """The board lies elsewhere in the picture than before, was found again and verified."""
    light_changed: bool = False
    """The light changed so much that the eye took its measure anew."""
    moving: bool = False
    """Something moves over the board in this frame."""
    problem: str = ""
    """Why nothing can be read: `no-board`, `upset`, `black`, `white`, `grey` (without colours), `blurred`; empty when
    it can."""

    def chances_at(self, space: int) -> tuple[float, ...]:
        """The chance of each of `MAY_LIE` on a space, 0 to 1."""
        first = space * len(MAY_LIE)
        return tuple(chance / 255 for chance in self.chances[first : first + len(MAY_LIE)])

    def chance(self, space: int) -> float:
        """The chance of the letter that is told of a space, 0 to 1; 1 where there are only letters."""
        letter = EMPTY if self.letters[space] == FREE else self.letters[space]
        return self.chances[space * len(MAY_LIE) + MAY_LIE.index(letter)] / 255 if self.chances else 1.0

    def likeliest(self, space: int) -> tuple[str, float]:
        """What most likely lies on a space, and the chance of that."""
        chances = self.chances_at(space)
        best = max(chances)
        return MAY_LIE[chances.index(best)], best


class CardSeen(msgspec.Struct, frozen=True, tag_field="input", tag="card-seen", omit_defaults=True):
    """What lies on top of a discard pile now; said once for each card, and again when it is seen better."""

    at: float
    """Seconds on the clock of the source."""
    pile: int
    """Counts the piles of this table from 1."""
    chances: tuple[tuple[str, float], ...] = ()
    """The cards it may be and the chance of each, likeliest first; empty where a card was laid that nobody can read."""
    lying: bool = False
    """It lay there when the pile was first seen: nobody's turn."""
    same: bool = False
    """It is the card that was told last of this pile, seen better."""
    gone: bool = False
    """No pile lies there any more."""
    beside: int = -1
    """The space at the board's edge that is nearest to the pile; -1 where nobody said."""


class SourceLost(msgspec.Struct, frozen=True, tag_field="input", tag="source-lost", omit_defaults=True):
    """No frames come any more; the live loop says so, since the arbiter has no clock."""

    at: float
    reason: Saying | str = ""
    """A sentence where nobody made a saying of it."""


class SourceBack(msgspec.Struct, frozen=True, tag_field="input", tag="source-back", omit_defaults=True):
    """Frames come again."""

    at: float


class SourceEnded(msgspec.Struct, frozen=True, tag_field="input", tag="source-ended", omit_defaults=True):
    """A recording is over: what was seen and not yet counted is judged as far as it goes."""

    at: float
