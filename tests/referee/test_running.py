"""The live loop: what happens when the source ends, fails or is stopped."""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.judging.states import State
from engine.observation import Observation, certain
from engine.rules.position import new_game
from engine.saying import saying
from hardware.camera import CameraError, News
from referee.reports.event_text import retell
from referee.session.running import run
from referee.session.table import LiveTable, Sitting
from referee.storage.history import History, HistoryFull
from referee.storage.recorder import Recorder
from tests.referee.kept_games import BARE, frames
from vision.rectify.pictures import PictureError, must_be_of_size
from web.wording import languages, told

GAME = new_game("classic", "blue green")
RESIGN = calls.Resign(team="blue", at=0.0)


class Film:
    """A camera that gives what it is told and then ends as it is told."""

    name = "film"

    def __init__(self, frames, end=None, first=0):
        self.live, self._first, self._count, self._end = end is not None, first, frames, end

    def open(self): ...

    def close(self): ...

    def describe(self):
        return {}

    def frames(self):
        yield from frames(self._first, self._count)
        if self._end is not None:
            raise self._end


class Eye:
    """Sees what it is told, or what `looks` makes of the number of a frame."""

    sight = None

    def __init__(self, letters=BARE, looks=lambda frame: None):
        self.letters, self._looks = letters, looks

    def look(self, picture, at, frame):
        letters = self._looks(frame) or self.letters
        return Observation(at=at, frame=frame, letters=letters, chances=certain(letters))

    def expect(self, letters):
        self.expected = letters

    def look_again(self):
        self.looked_again = True


def fails_from(first, error):
    """Looks that meet with an error from a frame on."""

    def look(frame):
        if frame >= first:
            raise error

    return look


class Heard(list):
    """What a table said."""

    hear = list.extend

    def of(self, *kinds):
        return [event for event in self if isinstance(event, kinds)]

    @property
    def of_camera(self):
        return [type(event) for event in self.of(events.CameraLost, events.CameraBack)]


def new_sitting():
    return Sitting(Arbiter(GAME))


def new_table(eye=None, sitting=None, lay_next=None, **options):
    heard = Heard()
    options.setdefault("listeners", [heard])
    return LiveTable(eye or Eye(), sitting or new_sitting(), lay_next, **options), heard


def watch(table, frames, first=0):
    run(table, Film(frames, first=first), threading.Event())


def full_disk(room, laid):
    """Lays the next game as soon as there is room."""

    def lay_next():
        if not room:
            raise HistoryFull(Path("h.sqlite"), sqlite3.OperationalError("database or disk is full"))
        return laid

    return lay_next


def test_a_source_that_fails_is_not_taken_for_one_that_ended():
    table, _ = new_table()
    with pytest.raises(CameraError, match="half-way"):
        run(table, Film(3, ValueError("half-way")), threading.Event())


def test_a_first_picture_of_another_size_is_refused_and_a_later_one_is_a_camera_that_shows_nothing():
    error = PictureError("The picture is 64x64 pixels.", "Calibrate again.")
    table, _ = new_table(Eye(looks=fails_from(0, error)))
    with pytest.raises(PictureError):
        watch(table, 3)
    table, heard = new_table(Eye(looks=fails_from(2, error)))
    watch(table, 5)
    (lost,) = heard.of(events.CameraLost)
    assert "64x64" in lost.reason


def test_pictures_of_another_size_are_told_in_the_language_of_the_phone_until_they_are_as_they_were():
    table, heard = new_table(
        Eye(looks=lambda frame: must_be_of_size((320, 240) if frame in (1, 2) else (640, 480), (640, 480)))
    )
    watch(table, 4)
    lost, _ = heard.of(events.CameraLost, events.CameraBack)
    said = {language: told(lost.reason, language) for language in languages()}
    assert len(set(said.values())) == len(said) == 4
    assert all("320x240" in one and "640x480" in one for one in said.values())


def test_a_camera_that_goes_and_comes_is_said_once_each_and_again_where_it_is_gone_for_another_reason():
    table, heard = new_table()
    for reason in ("It has no power.", "It has no power.", "It wants its password."):
        table.hear_of_camera(News("lost", CameraError(reason)))
    assert [event.reason for event in heard.of(events.CameraLost)] == ["It has no power.", "It wants its password."]
    assert table.lost == "It wants its password."
    table, heard = new_table()
    for kind in ("lost", "frozen", "back", "well"):
        table.hear_of_camera(News(kind, CameraError("The cable is out.") if kind == "lost" else None))
    assert heard.of_camera == [events.CameraLost, events.CameraBack]


def test_bands_of_light_are_told_as_that_and_the_game_goes_on():
    table, heard = new_table()
    table.hear_of_camera(News("bands"))
    assert (table.bands, table.lost, heard) == (saying("bands"), "", [])
    table.hear_of_camera(News("even"))
    assert table.bands is None


def test_a_frame_taken_before_the_camera_went_does_not_say_that_it_is_back():
    table, heard = new_table()
    before, after = Film(2).frames()
    table.hear_of_camera(News("lost", CameraError("The cable is out.")))
    assert table.see(before) == ()
    assert table.lost == "The cable is out."
    table.hear_of_camera(News("back"))
    table.see(after)
    assert (heard.of_camera, table.looked) == ([events.CameraLost, events.CameraBack], 1)


def test_a_camera_is_back_in_the_record_at_the_time_of_the_frame_that_shows_it():
    table, heard = new_table()
    watch(table, 12)
    table.hear_of_camera(News("lost", CameraError("The cable is out.")))
    table.hear_of_camera(News("back", at=100.0))
    lost, back = heard.of(events.CameraLost, events.CameraBack)
    assert lost.at < back.at == 100.0


def test_a_game_that_was_cut_off_while_its_camera_was_gone_says_that_it_is_back():
    table, heard = new_table()
    watch(table, 12)
    table.hear_of_camera(News("lost", CameraError("The cable is out.")))
    table, heard = new_table(sitting=Sitting(Arbiter.resume(GAME, heard)))
    watch(table, 1)
    assert heard.of(events.CameraBack)


def test_a_camera_that_comes_back_in_the_next_game_is_said_to_be_back():
    table, heard = new_table(lay_next=new_sitting)
    watch(table, 12)
    table.say(RESIGN)
    table.hear_of_camera(News("lost", CameraError("The cable is out.")))
    table.say(calls.Start(at=0.0))
    table.hear_of_camera(News("back"))
    assert isinstance(heard[-1], events.CameraBack)


def test_a_listener_that_stumbles_does_not_stop_the_referee(caplog):
    stumbling, heard = SimpleNamespace(hear=lambda happened: 1 // 0), Heard()
    table, _ = new_table(listeners=[stumbling, heard])
    watch(table, 12)
    assert heard.of(events.GameStarted)
    assert "SimpleNamespace did not take in" in caplog.text


def test_time_goes_on_behind_a_game_that_is_taken_up():
    table, heard = new_table(began=100.0)
    watch(table, 12)
    assert heard[0].at >= 100.0


def test_somebody_who_stops_is_obeyed_at_once():
    table, _ = new_table()
    stop = threading.Event()
    stop.set()
    run(table, Film(100), stop)
    assert table.looked <= 1


def test_a_full_disk_keeps_the_next_game_waiting_and_it_begins_when_there_is_room_though_chips_lie_by_then(tmp_path):
    room, laid, eye = [], new_sitting(), Eye()
    with History(tmp_path / "h.sqlite") as history:
        number = history.begin(edition="classic", layout="classic", seats=("blue", "green"))
        recorder = Recorder(history, number)
        table, _ = new_table(eye, Sitting(Arbiter(GAME), recorder), full_disk(room, laid))
        watch(table, 12)
        table.say(RESIGN)
        assert table.arbiter.state is State.FINISHED
        watch(table, 30)
        assert recorder.trouble.code == "no-next-game"
        room.append("some")
        eye.letters = BARE.replace("....", "bgbg", 1)
        watch(table, 30, first=30)
    assert table.sitting is laid


def test_a_look_that_misreads_a_space_of_a_cleared_board_does_not_keep_the_next_game_waiting():
    laid = new_sitting()
    misread = BARE.replace(".", "b", 1)
    table, _ = new_table(Eye(looks=lambda frame: None if frame % 4 else misread), lay_next=lambda: laid)
    watch(table, 12)
    table.say(RESIGN)
    watch(table, 30)
    assert table.sitting is laid


def test_a_board_on_which_another_game_lies_is_the_next_game_though_nobody_saw_it_cleared():
    last, other = (BARE.replace("." * 8, chips, 1) for chips in ("bgbgbgbg", "...b...."))
    laid, eye = new_sitting(), Eye(last)
    table, _ = new_table(eye, lay_next=lambda: laid)
    watch(table, 20)
    table.say(RESIGN)
    watch(table, 60)
    assert table.sitting is not laid
    eye.letters = other
    watch(table, 40, first=60)
    assert table.sitting is laid


def test_what_the_page_shows_as_a_lasting_notice_is_told_as_a_sentence():
    happened = (
        events.CameraLost(reason="The cable is out.", at=1.0),
        events.CameraBack(at=2.0),
        events.ViewBlocked(reason="The picture is black.", at=3.0),
        events.ViewClear(at=4.0),
    )
    assert [line.strip() for line, _ in retell(happened)] == [
        "0:01  The board is not being watched. The cable is out.",
        "0:02  The camera is back.",
        "0:03  The board cannot be seen. The picture is black.",
        "0:04  The board can be seen again.",
    ]


def test_a_fault_is_told_with_how_to_put_it_right_and_stands_out_on_a_terminal():
    fault = events.FaultFound(code="chip-moved", spaces=("e4", "e5"), team="green", turn=2, number=1, at=5.0)
    mend = "To put it right: Put your chip back on e4. Or play on: then it counts, and the record says so."
    assert list(retell([fault, events.GameWon(team="blue", turn=9, at=65.0)])) == [
        ("    0:05  A chip was moved. Green's chip was moved from e4 to e5.", "alarm"),
        (f"          {mend}", "plain"),
        ("    1:05  Blue wins the game!", "cheer"),
    ]


def test_a_picture_over_which_the_eye_stumbles_costs_that_picture_alone():
    def stumble(frame):
        if frame == 2:
            raise cv2.error("the pixels stand on their heads")

    table, heard = new_table(Eye(looks=stumble))
    watch(table, 6)
    assert table.looked == 5
    assert heard.of_camera == [events.CameraLost, events.CameraBack]


def test_the_eye_is_told_how_the_game_stands_and_looks_again_when_asked():
    eye = Eye()
    table, _ = new_table(eye)
    watch(table, 6)
    assert eye.expected == BARE
    table.say(calls.LookAgain(at=0.0))
    assert eye.looked_again


def test_a_service_that_is_stopped_again_and_again_saves_all_the_same(tmp_path):
    program = f"""
import contextlib, os, signal, sys
from pathlib import Path
from referee.session.running import stopping
with contextlib.ExitStack() as closing:
    stop = closing.enter_context(stopping())
    closing.callback(Path({str(tmp_path / "saved")!r}).write_text, "all")
    closing.callback(os.kill, os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    assert stop.wait(1)
os.kill(os.getpid(), signal.SIGTERM)
sys.exit(0)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert (tmp_path / "saved").read_text() == "all"
