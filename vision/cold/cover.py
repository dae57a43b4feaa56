"""What hides a board that nobody measured: told by its paper, the hue of skin, and the twin of each card.

A card in the open looks like its twin and shows as much paper; under a hand or a sleeve it does neither.
Signs and letters in, letters out; where chips lie is read elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.equipment.board import Layout
from engine.observation import EMPTY, HIDDEN, UNSURE
from vision.cold.discs import PRINTED_COLOURS
from vision.cold.signs import FULL, Signs
from vision.decode.reading import Reading

UNLIKE, LIKE = 0.45, 0.7
"""Correlation with its twin below which one of the two is not in the open, and above which both are. -1 to 1."""
FULLEST = 0.8
"""What of a chip's colour fills a space no more may be a chip whose whole edge is seen. Parts; 0.75 to 0.85."""
BARE = 0.12
"""Less paper than this, against the other spaces of the board, shows on no card, whatever is printed. 0.05 to 0.15."""
BARE_BESIDE = 0.2
"""Less than this shows beside no chip, but where its whole edge is seen. Parts; 0.15 to 0.25."""
LITTLE = 0.3
"""The same where the twin looks otherwise."""
SKIN, SKINNY = 0.7, 0.25
"""So much of a space of the hue of skin is a hand; so much is one if the twin has less. 0.5 to 0.9, 0.15 to 0.4."""
MORE = 0.1
"""By so much more skin one of two twins is the covered one. Parts; 0.05 to 0.2."""
CARD = (0.7, 1.25)
"""A card in the open shows so much paper, against the other spaces of the board. 0.6 to 0.8, and 1.1 to 1.4."""
BLIND = 0.06
"""A space of which so much lies in glare, and its twin, say nothing. Parts; 0.03 to 0.2."""
THIN = 0.2
"""A chip that colours less of its space is not believed where its twin is hidden. Parts; 0.15 to 0.25."""
TRACE = 0.25
"""With so much colour in it a space whose twin shows nothing may hold a chip. Parts; 0.2 to 0.3."""
RED_PRINT = 0.1
"""So much more red than of another colour is nothing strange: half of all print is red. Parts; 0.05 to 0.15."""
DOUBT, KNOWN = 0.66, 0.995
"""Probability that remains of a letter that is doubted, and that one has at most: as often as such turned out to be
so. 0.5 to 0.8; 0.99 to 0.998."""


def with_cover(
    reading: Reading,
    signs: Signs,
    layout: Layout,
    plain: frozenset[int],
    certain: frozenset[int] = frozenset(),
    doubted: frozenset[int] = frozenset(),
) -> Reading:
    """The reading with `#` for what seems covered and `?` where one of two twins is and it cannot be told which.

    No space is bare that shows more of a team's colour than most chips do.

    `plain` are the spaces that show no print, `certain` those whose chips need no twin to tell,
    `doubted` those that may not be empty. What else lies on the twin of a covered space is not guessed where it
    may be print: red and blue are printed, and a white chip is told from print by its twin alone.
    """
    usual = float(np.median(signs.paper))
    letters = list(reading.letters)
    twins = layout.twins
    hidden = {space for space in range(layout.size) if _hides(space, twins.get(space), letters, signs, usual, certain)}
    hidden = (hidden | plain) - layout.free
    unsure = set()
    for space, twin in twins.items():
        if space in hidden or letters[space] in (HIDDEN, UNSURE):
            continue
        coloured = max(float(one[space]) - RED_PRINT * (team == "r") for team, one in signs.colour.items())
        if letters[space] == EMPTY:
            unlike = signs.alike[space] < UNLIKE and not _dazzled(signs, space, twin)
            open_card = CARD[0] * usual < signs.paper[space] < CARD[1] * usual and coloured < TRACE
            odd = unlike and twin not in hidden and letters[twin] == EMPTY and not open_card
            if odd or space in doubted or coloured > FULL or (twin in plain and coloured > TRACE):
                unsure.add(space)
        elif space in certain:
            continue
        elif twin in hidden:
            printed = letters[space] in PRINTED_COLOURS or space in reading.flipped
            if printed or signs.colour[letters[space]][space] < THIN:
                unsure.add(space)
    for space in hidden:
        letters[space] = HIDDEN
    for space in unsure:
        letters[space] = UNSURE
    share, chance = reading.hidden.copy(), np.minimum(reading.confidence, KNOWN)
    chance[list(hidden | unsure)] = np.minimum(chance[list(hidden | unsure)], DOUBT)
    share.ravel()[list(hidden)] = 1.0
    flipped = tuple(space for space in reading.flipped if letters[space] not in (HIDDEN, UNSURE))
    return replace(reading, letters="".join(letters), confidence=chance, hidden=share, flipped=flipped)


def in_the_open(reading: Reading, signs: Signs, layout: Layout) -> tuple[list[int], list[int]]:
    """The spaces that are plainly empty, for they look like their twins; and those whose twins lie in the open."""
    compared = [space for space, twin in layout.twins.items() if reading.letters[twin] in (EMPTY, UNSURE)]
    empty = [s for s in compared if reading.letters[s] == EMPTY and signs.alike[s] > LIKE]
    return empty, compared


def _hides(
    space: int, twin: int | None, letters: list[str], signs: Signs, usual: float, certain: frozenset[int]
) -> bool:
    """Whether something other than a chip lies over a space."""
    paper, warm = signs.paper[space], signs.warm[space]
    if signs.blind[space] > BLIND:
        return False
    if letters[space] not in (EMPTY, UNSURE):
        colour = signs.colour.get(letters[space])
        full = max(signs.full, FULLEST) if space in certain else signs.full
        bare = 0.5 * BARE if space in certain else BARE_BESIDE
        # Red is of the hue of skin, but a chip that is certain is none.
        skin = warm - float(signs.colour["r"][space]) * (space in certain and letters[space] == "r")
        return bool((colour is not None and colour[space] > full) or paper < bare * usual or skin > SKIN)
    if max(one[space] for one in signs.colour.values()) > signs.full or paper < BARE * usual:
        return True
    if twin is None or letters[twin] not in (EMPTY, UNSURE):
        # Beside a chip on the twin there is little to compare with.
        return bool(warm > SKIN)
    if _dazzled(signs, space, twin) or signs.alike[space] > LIKE:
        return False
    if warm > SKIN or paper < LITTLE * usual:
        return True
    if signs.alike[space] > UNLIKE:
        return False
    # Red print seems warm, too, where the twin's is hidden; but it leaves the paper in sight.
    return bool(warm > SKINNY and warm - signs.warm[twin] > MORE and paper < CARD[0] * usual)


def _dazzled(signs: Signs, space: int, twin: int) -> bool:
    return bool(max(signs.blind[space], signs.blind[twin]) > BLIND)
