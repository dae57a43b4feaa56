"""White chips of a kind nobody showed: discs without print, all alike, in a straight five.

Nothing but a sequence that was turned over lies like that. Which team's it is, all of them together tell: a thin ring
or a little star on one is soon lost in the print beside it.
"""

from __future__ import annotations

import numpy as np

from vision.company import fives
from vision.discs import Chip, half_of, space_of
from vision.evidence import Evidence
from vision.look import TableLook
from vision.stains import HELD, Doubts
from vision.white import CAST, FITS, Tone, tone_of

FEWEST_SEEN = 4
"""Of five spaces in a line so many must show it, free ones among them. 4 or 5."""
FEWEST_KNOWN, MODELS = 3, 2
"""Or so many known white chips must, the others being hidden; and with so many known ones the new are compared. 3 or 4;
2 or 3."""
SAME = 0.4
"""The print of one is of the same hue as that of the others, but for this. Radians; 0.25 to 0.5."""
FEWEST_NEW = 0.05
"""By so much more than around it the print is gone under each. Parts; 0.03 to 0.1."""
ALIKE = 0.25
"""The white of all is equally light, but for this. Parts of paper white; 0.15 to 0.3."""
APART, AGAIN = 0.3, 0.5
"""The hue of all together is nearer to their team's than to any other's by this factor; and against their own white by
this one. 0.2 to 0.5; 0.3 to 0.7."""


def turned_fives(
    evidence: Evidence, doubt: Doubts, whites: list[Chip], hidden: frozenset[int], look: TableLook
) -> list[Chip]:
    """White chips among the discs where no chip was told, and those of `whites`, which seem to be some, that a five
    confirms; `hidden` are spaces that cannot be seen."""
    half = half_of(look.radius)
    new = {space: disc for space, disc in doubt.bare.items() if doubt.unlike.get(space, 0.0) >= FEWEST_NEW}
    # Between others a fainter sign will do.
    faint = {space: disc for space, disc in doubt.marked.items() if space not in new and disc.held < HELD}
    known = {space: chip for chip in whites if (space := space_of(chip, look)) is not None}
    plain = {**new, **known}
    discs = {**faint, **plain}
    tones: dict[int, Tone] = {}

    def tone(space: int) -> Tone:
        if space not in tones:
            tones[space] = tone_of(plain[space], evidence, half)
        return tones[space]

    found: dict[int, Chip] = {}
    for five in fives(look.rows, look.columns):
        seen = [space for space in five if space in plain]
        between = [space for space in sorted(five)[1:-1] if space in faint and space not in known]
        shown = [space for space in seen if space in known]
        count = len(seen) + len(five & look.free)
        # Three that are known will do where nothing is to be seen of the others.
        enough = len(shown) + len(five & look.free) >= FEWEST_KNOWN and five - {*seen} - look.free <= hidden
        if len(seen) < MODELS or (count < FEWEST_SEEN and not enough):
            continue
        teams = {known[space].team for space in shown}
        fresh = [tone(space) for space in seen if space not in known]
        team = _team_of(fresh, [tone(space) for space in shown], teams, evidence)
        for space in seen + between if team is not None else ():
            if space not in found or count > found[space].company + 1:
                found[space] = discs[space]._replace(team=team or "", white=True, company=count - 1)
    return list(found.values())


def _team_of(fresh: list[Tone], known: list[Tone], teams: set[str], evidence: Evidence) -> str | None:
    """The team all of them show together, `teams` being those of the known; None where they are not alike or show
    none plainly."""
    tones = fresh + known
    light = [tone.lightness for tone in tones]
    if len(teams) > 1 or max(light) - min(light) > ALIKE:
        return None
    if len(known) >= MODELS:
        model, white = sum(tone.print for tone in known), sum(tone.cast for tone in known) / len(known)
        off = [abs(float(np.angle(tone.print / (model or 1.0)))) for tone in tones]
        cast = [abs(tone.cast - white) for tone in tones]
        return next(iter(teams)) if max(off) <= SAME and max(cast) <= CAST else None
    if max(abs(tone.cast) for tone in tones) > CAST:
        return None
    # Against the paper and against their own white: old paper turns the one, a lamp the other.
    shown = [evidence.nearest_team(sum(tone.print for tone in tones))]
    shown.append(evidence.nearest_team(sum(tone.against_white for tone in tones)))
    (team, far, apart), (again, _, again_apart) = shown
    plain = team == again and far <= FITS and apart <= APART and again_apart <= AGAIN and teams <= {team}
    return team if plain else None
