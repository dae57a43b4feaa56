"""The desk at which the host sets a table up: camera, measuring and choosing put together for the page.

Two threads beside the page's: the viewfinder's, which reads the camera, and one that looks for board and chips and
measures, so that a phone never waits for either. All that phones see lies behind one lock.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2

from calibration.profile import save_profile
from calibration.sighting import Sighting, look_for_board
from engine.editions.edition import TEAM_OF, TEAMS
from engine.equipment.board import Layout, load_layout
from engine.trouble import Remark, Trouble
from hardware.address import shown_name
from hardware.camera import CameraError
from hardware.present import lasting_name, short_name
from referee.refusal import unwritten
from referee.setup.measurement import (
    EmptyBoard,
    chips_seen,
    corners_of,
    drawn_board,
    marks_of,
    measure_chips,
    measure_empty,
    places_of,
)
from referee.setup.place import (
    REPLACED,
    Place,
    await_choice,
    camera_at,
    keep_chosen,
    played_at,
    rules_asked,
    unusable_profile,
)
from referee.setup.viewfinder import Viewfinder
from vision.rectify.mesh import Picture
from web.setup import Book, SetupView, Step, books_for, spaces_named

_log = logging.getLogger(__name__)

LOOK_SECONDS = 0.4
"""Between two looks for the board or for chips."""
ATTENDED_SECONDS = 600.0
"""So long a host may lay chips, or fetch the board from the attic, without the phone looking meanwhile."""
SHOWN_ACROSS = 960
"""Pixels across of the picture a phone is shown: enough to see cards by, a third of the bytes."""
QUALITY = 75
"""Of that JPEG."""


class Desk:
    """Sets one table up. `over` is set as soon as it can be played at, `changed` is notified after each look."""

    def __init__(
        self,
        place: Place,
        first: Step | None = None,
        *,
        attended: bool = False,
        made: Callable[[], str] | None = None,
    ) -> None:
        """`first` is the step to begin with, else whatever is missing; `attended` says that a host asked for it;
        `made` gives the date for the profile."""
        self.over = threading.Event()
        self._place = place
        self._made = made or (lambda: time.strftime("%Y-%m-%d %H:%M"))
        self.changed = self._lock = threading.Condition()
        self._acted = time.monotonic() if attended else float("-inf")
        self._camera = short_name(camera_at(place.profile, place.camera))
        self._viewfinder = Viewfinder(lambda: place.open_camera(self._camera))
        self._look = place.look()
        self._unusable = unusable_profile(place.profile)
        self._played = played_at(place.profile, place.asked)
        self._step: Step = first or ("board" if self._look is None else "game")
        self._sighting: Sighting | None = None
        self._corners: tuple[tuple[float, float], ...] | None = None
        self._empty: EmptyBoard | None = None
        self._skipped: set[str] = set()
        self._seen: dict[str, str] = {}
        self._chips_lie = False
        self._trouble: Trouble | None = None
        self._failed_at = 0
        """Number of the newest picture when that was found out."""
        self._remarks: tuple[str, ...] = ()
        self._job: Callable[[], None] | None = None
        self._wake = threading.Event()
        self._closed = False
        self._jpeg: tuple[int, bytes] = (0, b"")
        self._books: tuple[Book, ...] = ()
        self._thread = threading.Thread(target=self._work, name="setting up", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the camera go."""
        self._closed = True
        self._wake.set()
        self._viewfinder.close()
        self._thread.join(timeout=30)

    @property
    def camera_trouble(self) -> Trouble | None:
        """Why the camera gives no pictures; none while it does, and before anybody looked."""
        return self._viewfinder.trouble

    @property
    def attended(self) -> bool:
        """Whether a host is at it: looks, or did something not so long ago that it must have been given up."""
        return self._viewfinder.watched or time.monotonic() < self._acted + ATTENDED_SECONDS

    # What the page asks

    def view(self) -> SetupView:
        """How things stand."""
        if not self.over.is_set() and not self._closed:
            self._viewfinder.look()
        frame, newest = self._viewfinder.newest
        with self._lock:
            shown = self._trouble
            if isinstance(shown, CameraError) and frame > self._failed_at:
                shown = None  # it gives pictures again
            sighting = self._sighting if self._step == "board" else None
            if shown is None and sighting is not None:
                shown = sighting.trouble
            layout = self._layout()
            mesh = self._mesh()
            empty = self._empty if self._step == "chips" else None
            spaces = () if shown is None else spaces_named(shown)
            return SetupView(
                step=self._step,
                layout=layout,
                frame=frame if newest is not None else 0,
                size=(0, 0) if newest is None else (newest.picture.shape[1], newest.picture.shape[0]),
                camera=self._viewfinder.trouble,
                board=None if mesh is None else drawn_board(mesh, by_hand=self._corners is not None),
                trouble=shown if newest is not None or self._step not in ("board", "chips") else None,
                remarks=(*self._replaced(), *self._remarks, *_remarks_on(sighting)),
                marks=marks_of(layout, mesh, spaces) if layout is not None else (),
                places=places_of(empty, self._teams(), self._seen) if empty is not None else (),
                measured=self._look is not None,
                busy=self._job is not None,
                chips_lie=self._chips_lie and self._step == "game",
                edition=self._played.edition,
                seats=tuple(self._played.seats.split()),
                rules=self._played.rules,
                clock=self._played.clock,
                books=self._offered(layout),
                camera_name=shown_name(self._camera),
                cameras=tuple(self._cameras()) if self._step == "board" else (),
            )

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""
        number, frame = self._viewfinder.newest
        if frame is None:
            return None
        kept = self._jpeg
        if kept[0] != number:
            kept = self._jpeg = (number, _jpeg(frame.picture))
        return kept[1]

    def act(self, action: Mapping[str, Any], who: str) -> Trouble | None:
        """Do what a host asks for; why not, or none."""
        with self._lock:
            if self._job is not None:
                return Trouble("The table is being measured.", "Wait a moment.", code="busy")
            try:
                self._do(action)
            except Trouble as refused:
                return refused
            self._acted = time.monotonic()
            _log.info("setting up: %s by %s", action.get("action"), who or "a host")
            return None

    def _do(self, action: Mapping[str, Any]) -> None:
        kind = action.get("action")
        if kind == "start":
            self._start(action)
        elif kind == "back":
            self._go_back(action.get("to"))
        elif self._step == "board" and kind == "corners":
            self._show_corners(action.get("corners"))
        elif self._step == "board" and kind == "camera":
            self._choose_camera(action.get("name"))
        elif self._step == "board" and kind == "measure":
            self._begin(lambda: self._measure_empty(it_is_empty=action.get("it_is_empty") is True))
        elif self._step == "chips" and kind == "skip":
            self._skip(action.get("team"))
        elif self._step == "chips" and kind == "chips":
            self._begin(lambda: self._measure_chips(anyway=action.get("anyway") is True))
        else:
            raise _not_now()

    def _begin(self, job: Callable[[], None]) -> None:
        self._trouble = None
        self._job = job
        self._wake.set()

    def _show_corners(self, given: object) -> None:
        _, newest = self._viewfinder.newest
        if given is None:
            self._corners = None
        else:
            if newest is None:
                raise self._viewfinder.trouble or _not_now()
            height, width = newest.picture.shape[:2]
            self._corners = corners_of(given, width, height)
        self._sighting = self._trouble = None
        self._wake.set()

    def _cameras(self) -> dict[str, str]:
        """The cameras there are, and the one that was asked for, by what may be told of their names."""
        return {shown_name(name): name for name in (short_name(self._place.camera), *self._place.cameras())}

    def _choose_camera(self, name: object) -> None:
        camera = self._cameras().get(str(name))
        if camera is None:
            raise Trouble("There is no such camera any more.", "Choose another.", code="no-such-camera")
        self._camera = camera
        self._sighting = self._corners = self._trouble = None
        self._viewfinder.change()

    def _skip(self, team: object) -> None:
        letter = str(team)[0] if team in TEAMS else None
        if letter is None:
            raise _not_now()
        self._skipped ^= {letter}
        self._trouble = None

    def _go_back(self, to: object) -> None:
        if to == "board":
            self._step, self._sighting, self._seen, self._remarks = "board", None, {}, ()
        elif to == "chips" and self._empty is not None and self._step == "game":
            self._step = "chips"
        elif to == "game" and self._look is not None and self._step in ("board", "chips"):
            self._step, self._remarks = "game", ()
        else:
            raise _not_now()
        self._trouble = None
        self._wake.set()

    def _start(self, action: Mapping[str, Any]) -> None:
        if self._step != "game" or self._look is None:
            raise _not_now()
        chosen = rules_asked(action, self._place.asked, self._look)
        keep_chosen(self._place.profile, self._place.asked, chosen, self._place.camera, lasting_name(self._camera))
        self._played, self._step, self._trouble = chosen, "starting", None
        self.over.set()

    # Looking and measuring

    def _work(self) -> None:
        while not self._closed:
            self._wake.wait(LOOK_SECONDS)
            self._wake.clear()
            job = self._job
            try:
                if job is not None:
                    job()
                elif self._viewfinder.watched:
                    self._glance()
            except Trouble as trouble:
                with self._lock:
                    self._trouble, self._failed_at = trouble, self._viewfinder.newest[0]
            except Exception:  # noqa: BLE001 - whatever a picture makes it stumble over, the host may try again
                _log.exception("setting up a table failed")
                with self._lock:
                    self._trouble = Trouble("That failed; the log says why.", "Try again.", code="failed")
            finally:
                with self._lock:
                    if job is not None:
                        self._job = None
                    self._lock.notify_all()

    def _glance(self) -> None:
        """Look at the newest picture for what this step waits for."""
        with self._lock:
            step, corners, empty = self._step, self._corners, self._empty
        _, newest = self._viewfinder.newest
        if newest is None:
            with self._lock:
                self._sighting = None
            return
        if step == "board":
            self._viewfinder.pose({})
            sighting = look_for_board(newest.picture, self._place.layouts(), corners)
            with self._lock:
                if self._step == "board" and self._corners == corners and self._job is None:
                    self._sighting = sighting
        elif step == "chips" and empty is not None:
            self._pose_next(empty)
            seen = chips_seen(empty, newest.picture, self._teams())
            with self._lock:
                if self._step == "chips" and self._empty is empty:
                    self._seen = seen

    def _pose_next(self, empty: EmptyBoard) -> None:
        """On a drawn table: lay the first chip that is not seen yet."""
        laid = [team for team in self._teams() if self._seen.get(team)]
        waited = [team for team in self._teams() if team not in laid]
        self._viewfinder.pose({empty.places[team]: team for team in (*laid, *waited[:1])})

    def _measure_empty(self, *, it_is_empty: bool) -> None:
        with self._lock:
            sighting = self._sighting
        self._viewfinder.settle(self._place.profile)
        picture = self._viewfinder.fresh().picture
        if sighting is None or sighting.found is None:
            sighting = look_for_board(picture, self._place.layouts(), self._corners)
        if sighting.trouble is not None:
            raise sighting.trouble
        empty = measure_empty(picture, sighting, it_is_empty=it_is_empty)
        with self._lock:
            self._empty, self._seen, self._step = empty, {}, "chips"
            if self._viewfinder.recorded:
                self._skipped = set(TEAM_OF)  # nobody can lay chips in a film
            self._remarks = empty.calibration.warnings

    def _measure_chips(self, *, anyway: bool) -> None:
        with self._lock:
            empty, teams = self._empty, self._teams()
        if empty is None:
            raise _not_now()
        picture: Picture = self._viewfinder.fresh().picture
        measured = measure_chips(empty, picture, teams, anyway=anyway)
        try:
            await_choice(self._place.profile)
            save_profile(self._place.profile, measured.look, made=self._made())
        except OSError as error:
            raise unwritten(error) from error
        with self._lock:
            self._look, self._step = measured.look, "game"
            self._remarks = tuple(said for said in measured.warnings if said not in empty.calibration.warnings)
            self._chips_lie = bool(teams)

    # Shorthands

    def _replaced(self) -> tuple[str, ...]:
        """That measuring will replace a table profile which cannot be used, until it has."""
        if self._unusable is None or self._look is not None:
            return ()
        return (Remark(f"{self._unusable.reason} {REPLACED}", "profile-unusable"),)

    def _teams(self) -> tuple[str, ...]:
        return tuple(team for team in TEAM_OF if team not in self._skipped)

    def _layout(self) -> Layout | None:
        if self._step == "board":
            return None if self._sighting is None else self._sighting.layout
        if self._step == "chips" and self._empty is not None:
            return self._empty.layout
        return None if self._look is None else load_layout(self._look.layout)

    def _mesh(self) -> Any:
        if self._step == "board":
            found = None if self._sighting is None else self._sighting.found
            return None if found is None else found.mesh
        return self._empty.look.mesh if self._step == "chips" and self._empty is not None else None

    def _offered(self, layout: Layout | None) -> tuple[Book, ...]:
        if self._step != "game" or layout is None:
            return ()
        if not self._books:
            self._books = books_for(layout, self._place.asked.edition)
        return self._books


def _remarks_on(sighting: Sighting | None) -> tuple[str, ...]:
    if sighting is None or not sighting.reaches_out:
        return ()
    return (Remark("A part of the board is out of the picture.", "reaches-out"),)


def _not_now() -> Trouble:
    return Trouble("That cannot be done at this step.", code="gone-on")


def _jpeg(picture: Picture) -> bytes:
    height, width = picture.shape[:2]
    if width > SHOWN_ACROSS:
        size = (SHOWN_ACROSS, round(height * SHOWN_ACROSS / width))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    else:
        small = picture
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
