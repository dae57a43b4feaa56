"""White chips of a kind nobody showed: discs without print, all alike, in a straight five.

Nothing but a sequence that was turned over lies like that. Which team's it is, all of them together tell: a thin ring
or a little star on one is soon lost in the print beside it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.company import fives
from vision.discs import SEARCH, Chip, space_of
from vision.evidence import Evidence
from vision.look import TableLook
from vision.stains import HELD, Doubts
from vision.straight import SIDE
from vision.white import CAST, FITS, Tone, tone_of

FEWEST_SEEN = 4
"""Of five spaces in a line so many must show it, free ones among them. 4 or 5."""
FEWEST_NEW = 0.05
"""By so much more than around it the print is gone under each. Parts; 0.03 to 0.1."""
ALIKE = 0.25
"""The white of all is equally light, but for this. Parts of paper white; 0.15 to 0.3."""
APART, AGAIN = 0.3, 0.5
"""The hue of all together is nearer to their team's than to any other's by this factor; and against their own white by
this one. 0.2 to 0.5; 0.3 to 0.7."""


def turned_fives(evidence: Evidence, doubt: Doubts, whites: list[Chip], look: TableLook) -> list[Chip]:
    """White chips among the discs where no chip was told; `whites` are those that are known to be some."""
    half = (look.radius[0] * SIDE / SEARCH, look.radius[1] * SIDE / SEARCH)
    new = {space: disc for space, disc in doubt.bare.items() if doubt.unlike.get(space, 0.0) >= FEWEST_NEW}
    # Between others a fainter sign will do.
    faint = {space: disc for space, disc in doubt.marked.items() if space not in new and disc.held < HELD}
    known = {space: chip for chip in whites if (space := space_of(chip, look)) is not None}
    tones = {space: tone_of(chip, evidence, half) for space, chip in {**new, **known}.items()}
    discs = {**faint, **new, **known}
    found: dict[int, Chip] = {}
    for five in fives(look.rows, look.columns):
        seen = [space for space in five if space in tones]
        between = [space for space in sorted(five)[1:-1] if space in faint and space not in known]
        count = len(seen) + len(five & look.free)
        if count < FEWEST_SEEN or (not between and all(space in known for space in seen)):
            continue
        team = _team_of([tones[space] for space in seen], evidence)
        if team is None or any(known[space].team != team for space in seen if space in known):
            continue
        for space in seen + between:
            if space not in found or count > found[space].company + 1:
                found[space] = replace(discs[space], team=team, white=True, company=count - 1)
    return list(found.values())


def _team_of(tones: list[Tone], evidence: Evidence) -> str | None:
    """The team all of them show together; None where they are not alike or show none plainly."""
    light = [tone.lightness for tone in tones]
    if max(light) - min(light) > ALIKE or max(abs(tone.cast) for tone in tones) > CAST:
        return None
    # Against the paper and against their own white: old paper turns the one, a lamp the other.
    shown = [_nearest(sum(tone.print for tone in tones), evidence)]
    shown.append(_nearest(sum(tone.against_white for tone in tones), evidence))
    (team, off, apart), (again, _, again_apart) = shown
    plain = team == again and off <= FITS and apart <= APART and again_apart <= AGAIN
    return team if plain else None


def _nearest(colour: complex, evidence: Evidence) -> tuple[str, float, float]:
    """The team a colour is nearest to in hue, how far off it is, radians, and that against the next one."""
    off = {team: abs(float(np.angle(colour * np.exp(-1j * evidence.colours[team].hue)))) for team in evidence.at_home}
    team = min(off, key=lambda one: off[one])
    other = min((far for one, far in off.items() if one != team), default=np.pi)
    return team, off[team], off[team] / max(other, 0.01)
