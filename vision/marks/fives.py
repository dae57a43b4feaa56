"""White chips of a kind nobody showed: discs without print, all alike, in a straight five.

Nothing but a sequence that was turned over lies like that. Which team's it is, all of them together tell: a thin ring
or a little star on one is soon lost in the print beside it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.company import filling, fives, is_apart
from vision.discs import WITHIN, Chip, half_of, polars, space_of
from vision.evidence import Evidence
from vision.look import TableLook
from vision.marks.evenness import evenly_centred
from vision.marks.side_profile import Array, alike, likest, profile_of
from vision.marks.stains import HELD, Doubts
from vision.placing import is_laid_in
from vision.play import FIVE
from vision.white import Tone, is_redder, least_colour, print_shows_in, tone_of

FEWEST_SEEN = 4
"""Of five spaces in a line so many must show it, free ones among them. 4 or 5."""
FEWEST_KNOWN, MODELS = 3, 2
"""Or so many must, the others being found by them; and so many at least, the others being hidden. With so many known
ones the new are compared. 3 or 4; 2 or 3."""
STEADY = 0.5
"""Where the hues of its print and ring agree less than this, a white chip does not show its own team. Parts; 0.4 to
0.7."""
LIKELY = 0.5
"""Something lies in a space that is less likely empty than this. 0.2 to 0.8."""
SAME = 0.4
"""The print of one is of the same hue as that of the others, but for this. Radians; 0.25 to 0.5."""
FEWEST_NEW = 0.05
"""By so much more than around it the print is gone under each. Parts; 0.03 to 0.1."""
STRANGE = 0.12
"""By so much more than around it what is only of another hue than the board must be unlike the print and of some team's
hue: a lamp that went off tints print, too. Parts; 0.08 to 0.16."""
ALIKE = 0.25
"""The white of all is equally light, but for this. Parts of paper white; 0.15 to 0.3."""
STARTS = (0.25, 0.5, 0.75)
"""From where in a space its middle is looked for, each way, besides where it looks most like the others. Spaces."""
LIKE, BARER = 0.5, 0.5
"""The print of a fifth is like that of four others when hue and strength differ by less than this; and it hides at
least so much of what the least of them does. Parts; 0.3 to 0.7, 0.3 to 0.8."""
JUST_LIKE = 0.5
"""Correlation with how the others look from the middle to the edge which one must have where nothing but three others
speaks for it, and below which one of five is not like the others. 0.4 to 0.6."""
MUCH_LIKE, STRONGER, VERY_LIKE = 0.6, 1.2, 0.85
"""From the first on print beside it may change hue and strength, but by less than the second; from the third on it need
not hide print: nothing else on a board is so like them. 0.55 to 0.7; parts, 1 to 1.5; 0.8 to 0.9."""
SHOWN = 0.5
"""Unless the print shows so plainly as it was. Correlation; 0.4 to 0.6."""
DARK, CLOSELY = 0.5, 0.95
"""Where rings are seen for what they are, dark, their print and they need turn only so much of what shows a team, if
the hues of all agree so far. Parts; 0.4 to 0.6, 0.9 to 0.98."""
AGREE, WEAKEST, EVEN = 0.8, 0.1, 0.4
"""How far the hues of all must agree, the length of their sum against the sum of their lengths; and the print of the
weakest against that of the strongest, and where they are redder than the paper. 0.7 to 0.9; 0.06 to 0.2; 0.3 to
0.5."""
NEAR, APART = 0.8, 0.45
"""The hue of all together is no farther from their team's than this, and nearer to it than to any other's by this
factor. Radians, 0.5 to 1; 0.2 to 0.5."""


def turned_fives(
    evidence: Evidence,
    doubt: Doubts,
    whites: list[Chip],
    hidden: frozenset[int],
    look: TableLook,
    faces: frozenset[int] = frozenset(),
    pale: Sequence[Chip] = (),
) -> list[Chip]:
    """White chips among the discs where no chip was told, and those of `whites`, which seem to be some, that a five
    confirms; `hidden` are spaces that cannot be seen, in the `faces` chips plainly show their colour."""
    if not look.play.turned:
        return []
    half = half_of(look.radius)
    new = {space: disc for space, disc in doubt.tinged.items() if doubt.strange.get(space, 0.0) >= STRANGE}
    new |= {space: disc for space, disc in doubt.marked.items() if disc.held < HELD}
    new |= {space: disc for space, disc in doubt.bare.items() if doubt.unlike.get(space, 0.0) >= FEWEST_NEW}
    new |= doubt.rings
    line = look.play.line
    lined = filling(doubt.bare.keys(), new.keys(), look.free, look.rows, look.columns, line)
    new |= {space: doubt.bare[space] for space in lined - doubt.rings.keys()}
    new = {space: disc for space, disc in new.items() if space not in faces}
    known = {space: chip for chip in whites if (space := space_of(chip, look)) is not None}
    new = {space: chip for chip in pale if (space := space_of(chip, look)) is not None} | new
    # One whose ring is of many hues has those of the print beside it.
    new |= {space: chip for space, chip in known.items() if not _shows_team(chip)}
    known = {space: chip for space, chip in known.items() if _shows_team(chip)}
    lines = [five for five in fives(look.rows, look.columns, line) if len(five & (new.keys() | known.keys())) >= MODELS]
    told = sorted(frozenset[int]().union(*lines) & (new.keys() - known.keys()))
    # Where the print is gone tells roughly where a disc lies, and the hue of a thin ring only from its middle.
    centred = zip(told, evenly_centred([new[space] for space in told], evidence, half), strict=True)
    new |= {space: disc for space, disc in centred if space_of(disc, look) == space}
    new = {space: disc for space, disc in new.items() if is_laid_in(disc)}
    sides = _Sides(new, known, doubt.rings.keys(), evidence, look)
    found: dict[int, Chip] = {}
    full: list[frozenset[int]] = []
    # Fullest first, and of those the ones that agree most: four of a full five are not looked at again for another
    # fifth, nor is one of another team's taken for it.
    for five in sorted(lines, key=lambda five: (-len(five & (sides.discs.keys() | look.free)), sides.spread(five))):
        seen = [space for space in five if space in sides.discs]
        missing = five - {*seen} - look.free
        noticed = line - len(missing)
        # Two will do where nothing is to be seen of the others, three where something lies that they tell; where
        # nothing seems to lie, what they tell must be just like them.
        plainly = noticed >= FEWEST_SEEN or missing <= hidden
        plainly = plainly or (noticed >= FEWEST_KNOWN and min(map(doubt.empty, missing)) < LIKELY)
        # One that lies in a full five already says little about another of which hardly anything is seen.
        telling = [space for space in seen if noticed >= FEWEST_KNOWN or not any(space in whole for whole in full)]
        if len(telling) < (MODELS if plainly else FEWEST_KNOWN):
            continue
        seen, team = sides.likest(seen)
        if team is None:
            continue
        lying = {space: sides.discs[space] for space in seen}
        missing = five - {*seen} - look.free
        apart = is_apart(five, full)
        if apart and line - len(missing) >= FEWEST_KNOWN:
            for space in sorted(missing, key=doubt.empty):
                other = sides.like(space, seen, strict=not plainly)
                if other is None:
                    break
                lying[space] = other
        rest = five - lying.keys() - look.free
        if not rest and not apart and sides.spread(five) > NEAR:
            continue
        if not rest:
            full.append(five)
        if not rest or (apart and (rest <= hidden or min(noticed, line - len(rest)) >= FEWEST_SEEN)):
            company = FIVE - len(rest) - 1  # as of a five, however long a line is
            for space, disc in lying.items():
                if space not in found or company > found[space].company:
                    found[space] = disc._replace(team=team, white=True, company=company)
    return list(found.values())


class _Sides:
    """What may be white sides, space by space, and what they look like."""

    def __init__(
        self, new: dict[int, Chip], known: dict[int, Chip], rings: Set[int], evidence: Evidence, look: TableLook
    ) -> None:
        self.discs = {**new, **known}
        self._rings = rings
        self._known, self._evidence, self._look, self._half = known, evidence, look, half_of(look.radius)
        self._tones: dict[int, Tone] = {}

    def tone(self, space: int) -> Tone:
        """What is white there, and which way its print turns."""
        if space not in self._tones:
            self._tones[space] = tone_of(self.discs[space], self._evidence, self._half)
        return self._tones[space]

    def team_of(self, spaces: list[int]) -> str | None:
        """The team that all of them show together; None where they are not alike or show none plainly."""
        known = [space for space in spaces if space in self._known]
        fresh = [self.tone(space) for space in spaces if space not in self._known]
        teams = {self._known[space].team for space in known}
        dark = len(self._rings & {*spaces}) >= FEWEST_KNOWN
        return _team_of(fresh, [self.tone(space) for space in known], teams, self._evidence, dark)

    def spread(self, five: frozenset[int]) -> float:
        """How far the hue of the one that fits least is from that of the others seen, radians; 0 where none are."""
        tones = [self.tone(space) for space in five if space in self.discs]
        rest = [[other for other in tones if other is not tone] for tone in tones]
        return max((_off(tone, others) for tone, others in zip(tones, rest, strict=True) if others), default=0.0)

    def like(self, space: int, others: list[int], strict: bool) -> Chip | None:
        """The white side in a space that is like those in the `others` and has their tone; None where none lies.

        Where it is `strict` it must be just like them."""
        row, column = divmod(space, self._look.columns)
        models, tones = [self.discs[one] for one in others], [self.tone(one) for one in others]
        barer = BARER * float(self._gone(models).min())
        likely, just = likest(row, column, self.profile(others), self._evidence, self._half, barer)
        if strict and just < JUST_LIKE:
            return None
        starts = [Chip("", column + right, row + below, 0.0, 0.0, True) for right in STARTS for below in STARTS]
        discs = [likely, *(() if strict else evenly_centred(starts, self._evidence, self._half))]
        against, white = _together(tones), _white_of(tones)
        light = sum(tone.lightness for tone in tones) / len(tones)
        best, least = None, LIKE
        shown = print_shows_in(self._evidence, discs, self._half).tolist()
        for disc, lost, shows in zip(discs, self._gone(discs).tolist(), shown, strict=True):
            # A pip on white paper may look like one, but nothing lies where it shows as ever.
            if lost < barer and shows > SHOWN:
                continue
            one = tone_of(disc, self._evidence, self._half)
            if not one.is_white_like(white) or abs(one.lightness - light) > ALIKE:
                continue
            off = abs(one.against_white * len(tones) / against - 1.0)
            if disc is likely and (just >= VERY_LIKE or (just >= MUCH_LIKE and off < STRONGER and lost > barer)):
                return disc
            if off < least and lost > barer:
                best, least = disc, off
        return best

    def _gone(self, discs: list[Chip]) -> Array:
        """How far the print is gone under each disc; shape (discs,)."""
        return np.asarray(polars(self._evidence.unlike, discs, self._half, WITHIN).mean(axis=(1, 2)))

    def profile(self, spaces: list[int]) -> Array:
        """How the colours of these change from the middle to the edge."""
        return profile_of([self.discs[space] for space in spaces], self._evidence, self._half)

    def likest(self, spaces: list[int]) -> tuple[list[int], str | None]:
        """Those of the `spaces` that show a team together, and which: all, or all but those unlike the others."""
        while True:
            team = self.team_of(spaces)
            if team is not None or len(spaces) <= FEWEST_KNOWN:
                return spaces, team
            like = {}
            for space in spaces:
                profile = self.profile([other for other in spaces if other != space])
                like[space] = float(alike([self.discs[space]], profile, self._evidence, self._half)[0])
            least = min(spaces, key=lambda space: like[space])
            if like[least] >= JUST_LIKE:
                return spaces, None
            spaces = [space for space in spaces if space != least]


def _shows_team(chip: Chip) -> bool:
    """Whether the print and the ring of a white chip are of one hue, and of any."""
    return chip.steady >= STEADY and chip.rival < 1.0


def _team_of(fresh: list[Tone], known: list[Tone], teams: set[str], evidence: Evidence, dark: bool) -> str | None:
    """The team all of them show together, `teams` being those of the known; None where they are not alike or show
    none plainly. In `dark` rings hue is faint."""
    tones = fresh + known
    light = [tone.lightness for tone in tones]
    if len(teams) > 1 or max(light) - min(light) > ALIKE:
        return None
    if len(known) >= MODELS:
        white = _white_of(known)
        if all(tone.is_white_like(white) and _off(tone, known) <= SAME for tone in tones):
            return next(iter(teams))
    white = _white_of(tones)
    if not all(tone.is_white_like(white) for tone in tones):
        return None
    # One may be spoilt by the print beside it.
    if len(tones) > FEWEST_SEEN:
        worst = max(tones, key=lambda tone: _off(tone, [other for other in tones if other is not tone]))
        tones = [tone for tone in tones if tone is not worst]
    team, far, apart = evidence.nearest_team(_together(tones), white * len(light) / sum(light))
    strong = [abs(tone.against_white) for tone in tones]
    together, least = abs(_together(tones)), least_colour(white) * len(tones)
    agree = together >= max(AGREE * sum(strong), least)
    agree |= dark and together >= max(CLOSELY * sum(strong), DARK * least)
    # What is redder than paper may be skin, of which no two parts look the same.
    even = min(strong) >= (EVEN if is_redder(white) else WEAKEST) * max(strong)
    return team if agree and even and far <= NEAR and apart <= APART and teams <= {team} else None


def _white_of(tones: list[Tone]) -> complex:
    """How far the white of all together is from that of paper, glare aside where it can be."""
    plain = [tone for tone in tones if not tone.in_glare] or tones
    return sum(tone.cast for tone in plain) / len(plain)


def _together(tones: list[Tone]) -> complex:
    """Which way the print of all turns, against their own white."""
    return sum(tone.against_white for tone in tones)


def _off(one: Tone, others: list[Tone]) -> float:
    """How far the hue of one is from that of the others together, radians."""
    return abs(float(np.angle(one.against_white * np.conj(_together(others)))))
