"""White chips of a kind nobody showed: discs without print, all alike, in a straight five.

Nothing but a sequence that was turned over lies like that. Which team's it is, all of them together tell: a thin ring
or a little star on one is soon lost in the print beside it.
"""

from __future__ import annotations

import numpy as np

from vision.company import FIVE, fives
from vision.discs import Chip, half_of, polars, space_of
from vision.evenness import evenly_centred
from vision.evidence import Evidence
from vision.look import TableLook
from vision.stains import HELD, WITHIN, Doubts
from vision.white import CAST, Tone, tone_of

FEWEST_SEEN = 4
"""Of five spaces in a line so many must show it, free ones among them. 4 or 5."""
FEWEST_KNOWN, MODELS = 3, 2
"""Or so many must, the others being hidden, or found by them; and with so many known ones the new are compared. 3 or 4;
2 or 3."""
LIKELY = 0.5
"""Something lies in a space that is less likely empty than this. 0.2 to 0.8."""
SAME = 0.4
"""The print of one is of the same hue as that of the others, but for this. Radians; 0.25 to 0.5."""
FEWEST_NEW = 0.05
"""By so much more than around it the print is gone under each. Parts; 0.03 to 0.1."""
ALIKE = 0.25
"""The white of all is equally light, but for this. Parts of paper white; 0.15 to 0.3."""
STARTS = (0.25, 0.5, 0.75)
"""From where in a space its middle is looked for, each way. Spaces."""
LIKE, BARER = 0.5, 0.5
"""The print of a fifth is like that of four others when hue and strength differ by less than this; and it hides at
least so much of what the least of them does. Parts; 0.3 to 0.7, 0.3 to 0.8."""
NEAR = 0.35
"""The hue of all together is no farther from their team's than this, one way or the other. Radians; 0.25 to 0.4."""
APART, AGAIN = 0.3, 0.5
"""The hue of all together is nearer to their team's than to any other's by this factor that way; and by this one the
other way. 0.2 to 0.5; 0.3 to 0.7."""


def turned_fives(
    evidence: Evidence, doubt: Doubts, whites: list[Chip], hidden: frozenset[int], look: TableLook
) -> list[Chip]:
    """White chips among the discs where no chip was told, and those of `whites`, which seem to be some, that a five
    confirms; `hidden` are spaces that cannot be seen."""
    half = half_of(look.radius)
    new = {space: disc for space, disc in doubt.marked.items() if disc.held < HELD}
    new |= {space: disc for space, disc in doubt.bare.items() if doubt.unlike.get(space, 0.0) >= FEWEST_NEW}
    known = {space: chip for chip in whites if (space := space_of(chip, look)) is not None}
    lines = [five for five in fives(look.rows, look.columns) if len(five & (new.keys() | known.keys())) >= MODELS]
    told = sorted(frozenset[int]().union(*lines) & (new.keys() - known.keys()))
    # Where the print is gone tells roughly where a disc lies, and the hue of a thin ring only from its middle.
    new.update(zip(told, evenly_centred([new[space] for space in told], evidence, half), strict=True))
    plain = {**new, **known}
    tones: dict[int, Tone] = {}

    def tone(space: int) -> Tone:
        if space not in tones:
            tones[space] = tone_of(plain[space], evidence, half)
        return tones[space]

    found: dict[int, Chip] = {}
    full: list[frozenset[int]] = []
    # Fullest first: four of a full five are not looked at again for another fifth.
    for five in sorted(lines, key=lambda five: -len(five & (plain.keys() | look.free))):
        seen = [space for space in five if space in plain]
        missing = sorted(five - {*seen} - look.free, key=doubt.empty)
        count = FIVE - len(missing)
        # Three will do where nothing is to be seen of the others, or where something lies that they tell.
        enough = count >= FEWEST_SEEN or (count >= FEWEST_KNOWN and {*missing} <= hidden)
        doubted = count >= FEWEST_KNOWN and doubt.empty(missing[0]) < LIKELY if missing else False
        if len(seen) < MODELS or not (enough or doubted):
            continue
        shown = {known[space].team for space in seen if space in known}
        fresh = [tone(space) for space in seen if space not in known]
        team = _team_of(fresh, [tone(space) for space in seen if space in known], shown, evidence)
        if team is None:
            continue
        lying = {space: plain[space] for space in seen}
        if len(missing) <= FIVE - FEWEST_KNOWN and all(len(five & whole) < FEWEST_SEEN for whole in full):
            for space in missing:
                fifth = _like(space, [plain[one] for one in seen], [tone(one) for one in seen], evidence, look)
                if fifth is None:
                    break
                lying[space] = fifth
        complete = len(lying) == len(five - look.free)
        if complete:
            full.append(five)
        for space, disc in lying.items() if complete or enough else ():
            company = len(lying) + len(five & look.free) - 1
            if space not in found or company > found[space].company:
                found[space] = disc._replace(team=team, white=True, company=company)
    return list(found.values())


def _like(space: int, others: list[Chip], tones: list[Tone], evidence: Evidence, look: TableLook) -> Chip | None:
    """The white chip in a space that is like the `others` of its five and has their tone; None where none lies."""
    half = half_of(look.radius)
    row, column = divmod(space, look.columns)
    starts = [Chip("", column + right, row + below, 0.0, 0.0, True) for right in STARTS for below in STARTS]
    discs = evenly_centred(starts, evidence, half)
    gone = polars(evidence.unlike, [*discs, *others], half, WITHIN).mean(axis=(1, 2)).tolist()
    (against, _), white = _together(tones), sum(tone.cast for tone in tones) / len(tones)
    light = sum(tone.lightness for tone in tones) / len(tones)
    best, least = None, LIKE
    for disc, lost in zip(discs, gone[: len(discs)], strict=True):
        one = tone_of(disc, evidence, half)
        off = abs(one.against_white * len(tones) / against - 1.0)
        alike = abs(one.cast - white) <= CAST and abs(one.lightness - light) <= ALIKE
        if alike and off < least and lost > BARER * min(gone[len(discs) :]):
            best, least = disc, off
    return best


def _team_of(fresh: list[Tone], known: list[Tone], teams: set[str], evidence: Evidence) -> str | None:
    """The team all of them show together, `teams` being those of the known; None where they are not alike or show
    none plainly."""
    tones = fresh + known
    light = [tone.lightness for tone in tones]
    if len(teams) > 1 or max(light) - min(light) > ALIKE:
        return None
    if len(known) >= MODELS:
        white = sum(tone.cast for tone in known) / len(known)
        alike = all(abs(tone.cast - white) <= CAST and min(_off(tone, known)) <= SAME for tone in tones)
        return next(iter(teams)) if alike else None
    if max(abs(tone.cast) for tone in tones) > CAST:
        return None
    # One may be spoilt by the print beside it.
    if len(tones) > FEWEST_SEEN:
        worst = max(tones, key=lambda tone: _off(tone, [other for other in tones if other is not tone])[0])
        tones = [tone for tone in tones if tone is not worst]
    # Against their own white and against the paper: a lamp turns the one, old paper the other.
    own, paper = (evidence.nearest_team(hue) for hue in _together(tones))
    for (team, far, apart), (again, _, less) in ((own, paper), (paper, own)):
        if team == again and far <= NEAR and apart <= APART and less <= AGAIN and teams <= {team}:
            return team
    return None


def _together(tones: list[Tone]) -> tuple[complex, complex]:
    """Which way the print of all turns, against their own white and against paper."""
    return sum(tone.against_white for tone in tones), sum(tone.print for tone in tones)


def _off(one: Tone, others: list[Tone]) -> tuple[float, float]:
    """How far the hue of one is from that of the others together, each way, radians."""
    own, paper = (
        abs(float(np.angle(a * np.conj(b)))) for a, b in zip(_together([one]), _together(others), strict=True)
    )
    return own, paper
