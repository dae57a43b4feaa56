"""The eye: pictures in, observations out.

Locate, straighten, read, remember. A frame in which nothing changed costs next to nothing, for only what changed is
read again; and a bump or a change of light is noticed and survived.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import numpy as np

from engine.equipment.board import Layout
from engine.observation import EMPTY, HIDDEN, UNSURE, Observation
from vision.finding.known import Laid
from vision.memory.board_memory import BELIEVE_SECONDS, BoardMemory, differ
from vision.memory.last_frame import LastFrame
from vision.memory.rereading import Due, Rereading
from vision.memory.stirring import HUNTING
from vision.read.inputs import GAMMA
from vision.read.letters import Told, letters
from vision.read.reader import LearntReader, Seen, Spaces
from vision.read.shades import PLAIN, Shades
from vision.read.teams import ANY, Play
from vision.rectify import working_memory
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import check_picture
from vision.rectify.straight import Straightener, pixels_in
from vision.table import TableLook
from vision.tracker import BoardTracker


class Eye:
    """Reads the pictures of one table, one after the other.

    Whatever it holds for true of place, light and what lay on the board, later pictures can overrule: none of it needs
    a new start. `look_again` forgets all of it at once.
    """

    def __init__(self, look: TableLook, layout: Layout, play: Play = ANY, reader: LearntReader | None = None) -> None:
        """`play` says which teams play; `reader` reads straight pictures, one of its own where none is given.

        Raises ValueError where table and layout have other numbers of spaces.
        """
        if (layout.rows, layout.columns) != (look.rows, look.columns):
            raise ValueError(
                f"The table was measured with {look.rows}x{look.columns} spaces, the layout "
                f"{layout.name} has {layout.rows}x{layout.columns}. Calibrate with this layout."
            )
        working_memory.keep_for_the_next()
        self.layout = layout
        self.table = replace(look, play=play)
        self.last_frame: LastFrame | None = None
        self._tracker = BoardTracker(look, layout)
        self._reader = reader or LearntReader(layout)
        self._rereading = Rereading((look.rows, look.columns), look.noise)
        self._memory = BoardMemory(layout.size)
        self._forget()

    def _forget(self) -> None:
        """Nothing that pictures told is known."""
        self._rereading.forget()
        self._shades = Shades(self.table.teams)
        self._bare = self.table.empty
        """The empty board; where another light shows it otherwise, as it looks in that."""
        self._looked_at = float("-inf")
        self._seen: Seen | None = None
        self._told: Told | None = None
        self._light = np.ones(3, np.float32)
        self._shaded_at: float | None = None
        self._odd: tuple[str, float] | None = None
        """Letters of a board that was found with other things on it than before, and since when, seconds."""
        self._cluttered = True

    @property
    def mesh(self) -> Mesh:
        """Where the board lies now."""
        return self._tracker.mesh

    def expect(self, letters: str) -> None:
        """The game stands so, a letter a space: as a board that was moved may lie, too. Empty where there is none."""
        self._memory.expected = letters

    def look_again(self) -> None:
        """Forgets what is held of place, light and chips; in the next picture the board is searched anew."""
        self._forget()
        self._memory.forget()
        self._tracker.forget()

    def look(self, picture: Picture, at: float, frame: int) -> Observation:
        """What the board shows in this picture.

        Raises PictureError when the array is no picture or not of the size the table was measured at.
        """
        check_picture(picture, self.table.size)
        straightener = self._tracker.straightener
        straight = cache(partial(straightener.take, picture))
        # Where the last picture stirred this one will, too, and then a glance is part of what is taken anyway.
        stirred = self._rereading.astir
        glance = cache(lambda: Straightener.glance_in(straight()) if stirred else straightener.glance(picture))
        believed = partial(self._believes, at=at)
        place = self._tracker.locate(picture, at, glance, straight, self._rereading.is_in_uproar, believed)
        if place.problem:
            astray = place.problem in ("no-board", "upset")
            return Observation(at=at, frame=frame, problem=place.problem, moving=astray)
        if place.laid is not None:
            self._cluttered = True
            due = self._rereading.all_read(place.laid.straightener.glance(picture), at)
            self._take_over(place.laid.straight, due)
        else:
            due = self._rereading.due(glance(), at, self._untold)
            if due.spaces is None or due.spaces.any():
                self._seen = self._shades.read(self._reader, straight(), self._bare, due.spaces)
                if due.spaces is None and at - self._looked_at < BELIEVE_SECONDS and self._lit_anew(straight()):
                    self._seen = self._shades.read(self._reader, straight(), self._bare)
                self._take_over(straight(), due)
            elif self._cluttered:
                # Nothing is to be read, so this costs nobody time.
                working_memory.give_back()
                self._cluttered = False
        self._looked_at = at
        passing = due.passing
        if due.spaces is not None and self._rereading.astir:
            # Where no letter is told of what was read, what moves lies over it.
            seen = self._letters(frozenset()).letters
            passing |= {space for space in np.flatnonzero(due.spaces).tolist() if seen[space] == UNSURE}
        told = self._letters(passing)
        self._memory.take(told.letters, at)
        return Observation(
            at=at,
            frame=frame,
            letters=told.letters,
            chances=np.round(told.chances * 255).astype(np.uint8).tobytes(),
            grazed=told.grazed,
            flipped=told.flipped,
            between=told.between,
            moved=place.moved,
            light_changed=self._light_changed(HIDDEN in told.letters, at),
            moving=self._rereading.astir,
        )

    @property
    def _untold(self) -> Spaces:
        """The spaces in the picture of which nothing was said when they were read; shape (rows, columns)."""
        letters = self._told.letters if self._told is not None else EMPTY * self.layout.size
        untold = np.array([letter in (UNSURE, HIDDEN) for letter in letters])
        untold[list(self._tracker.outside)] = False
        return untold.reshape(self.table.rows, self.table.columns)

    def _take_over(self, straight: Picture, due: Due) -> None:
        """Makes a straight picture that was read the last one."""
        assert self._seen is not None
        first = self._told is None
        self._told = None
        self._told = self._letters(frozenset())
        self.last_frame = LastFrame(self._seen, self._letters(due.passing), self.mesh, straight, self.table)
        if first:
            self._light = self._seen.light

    @property
    def _lit_otherwise(self) -> bool:
        """Whether the light, as it was last seen, is another than was told."""
        assert self._seen is not None
        return float(np.abs((self._seen.light / self._light) ** (1 / GAMMA) - 1.0).max()) > HUNTING

    def _lit_anew(self, straight: Picture) -> bool:
        """Takes the print of spaces from a picture in which only another light makes them look covered; whether it did.

        Glare that leaves uncovers print nobody saw before, and court cards look like chips then. What was bare a moment
        before still is, where nothing hides any of the board and no chip is plain.
        """
        if self._told is None or self._seen is None or not self._lit_otherwise:
            return False
        told = self._told.letters, self._letters_now(self._tracker.outside).letters
        before, now = (np.array(list(one)).reshape(self.table.rows, self.table.columns) for one in told)
        hides = (before == HIDDEN) | (now == HIDDEN)
        hides.flat[list(self._tracker.outside)] = False
        bare = (before == EMPTY) & (now != EMPTY) & (self._seen.chances[..., 2:].max(axis=2) < PLAIN)
        if hides.any() or not bare.any():
            return False
        unlit = np.clip(straight * self._seen.light ** (-1 / GAMMA), 0, 255).astype(np.uint8)
        self._bare = np.where(pixels_in(bare), unlit, self._bare)
        return True

    def _light_changed(self, hidden: bool, at: float) -> bool:
        """Whether it is told that the light is another.

        What hides part of the board may throw its shadow over the rest: then the light has to stay so.
        """
        changed = self._lit_otherwise
        since = at if self._shaded_at is None else self._shaded_at
        told = changed and not (hidden and at - since < BELIEVE_SECONDS)
        self._shaded_at = since if changed and not told else None
        if told and self._seen is not None:
            self._light = self._seen.light
        return told

    def _letters(self, passing: frozenset[int]) -> Told:
        """What is said of the board as it was last read, but for what something passes over."""
        if self._told is not None and not passing:
            return self._told
        return self._letters_now(passing | self._tracker.outside)

    def _letters_now(self, hidden: frozenset[int]) -> Told:
        assert self._seen is not None
        return letters(self._seen, self.layout, self.table.play, hidden=hidden, known=self._memory.letters)

    def _believes(self, laid: Laid, at: float) -> bool:
        """Whether what lies on a board that was found is to be believed, for what is known of it may lie otherwise."""
        seen = self._shades.read(self._reader, laid.straight, self._bare)
        hidden = laid.mesh.outside(self.table.size)
        told = letters(seen, self.layout, self.table.play, hidden=hidden).letters
        if self._memory.contradicts(told):
            # The reader holds the features of this place now: what lay elsewhere cannot be read again in parts.
            self._rereading.forget()
            if self._odd is None or at < self._odd[1] or differ(self._odd[0], told):
                self._odd = told, at
            if at - self._odd[1] < BELIEVE_SECONDS:
                return False
            self._memory.forget()
        self._odd, self._seen = None, seen
        return True


def eye_for_one(look: TableLook, layout: Layout, play: Play = ANY) -> Eye:
    """An eye for a single picture, which has time to look at it in four ways. Raises ValueError as `Eye`."""
    return Eye(look, layout, play=play, reader=LearntReader(layout, thorough=True))
