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
    guesses: str = ""
    """The likeliest of `.bgr` for each space even where `letters` is unsure or hidden (`*` at corners)."""
    confidence: bytes = b""
    """Probability of each guess, 0 to 255 for 0 to 1."""
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
