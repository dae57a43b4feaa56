"""The live loop: what happens when the source ends, fails or is stopped."""

import sqlite3
import subprocess
import sys
import threading

import cv2
import numpy as np
import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.judging.states import State
from engine.observation import Observation
from engine.rules.position import new_game
from engine.saying import saying
from hardware.camera import CameraError, Frame, News
from referee.reports.event_text import retell
from referee.session.running import run
from referee.session.table import LiveTable, Sitting
from referee.storage.history import History, HistoryFull
from referee.storage.recorder import Recorder
from vision.rectify.pictures import PictureError

EMPTY = "*........*" + "." * 80 + "*........*"


class Film:
    """A camera that gives what it is told and then ends as it is told."""

    name = "film"

    def __init__(self, frames, end=None, live=True):
        self.live, self._count, self._end = live, frames, end

    def open(self): ...

    def close(self): ...

    def describe(self):
        return {}

    def frames(self):
        for index in range(self._count):
            noise = np.random.default_rng(index).integers(40, 200, (64, 64, 3), np.uint8)
            yield Frame(noise, index / 5, index)
        if self._end is not None:
            raise self._end


class Eye:
    """Sees what it is told, or that the picture is none."""

    sight = None

    def __init__(self, letters=EMPTY, fails_from=10**9):
        self.letters, self.fails_from = letters, fails_from

    def look(self, picture, at, frame):
        if frame >= self.fails_from:
            raise PictureError("The picture is 64x64 pixels.", "Calibrate again.")
        return Observation(
            at=at, frame=frame, letters=self.letters, guesses=self.letters, confidence=bytes([255] * 100)
        )

    def expect(self, letters):
        self.expected = letters

    def look_again(self):
        self.looked_again = True


class Stumbling(Eye):
    """Meets with one picture that it cannot even refuse."""

    def look(self, picture, at, frame):
        if frame == 2:
            raise cv2.error("the pixels stand on their heads")
        return super().look(picture, at, frame)


class Heard:
    def __init__(self):
        self.events = []

    def hear(self, happened):
        self.events.extend(happened)


def new_table(eye=None, **options):
    heard = Heard()
    sitting = Sitting(Arbiter(new_game("classic", "blue green")))
    return LiveTable(eye or Eye(), sitting, listeners=[heard], **options), heard


def test_a_source_that_fails_is_not_taken_for_one_that_ended():
    table, _ = new_table()
    with pytest.raises(CameraError, match="half-way"):
        run(table, Film(3, ValueError("half-way")), threading.Event())


def test_a_first_picture_of_another_size_is_refused_and_a_later_one_is_a_camera_that_shows_nothing():
    table, _ = new_table(Eye(fails_from=0))
    with pytest.raises(PictureError):
        run(table, Film(3, live=False), threading.Event())
    table, heard = new_table(Eye(fails_from=2))
    run(table, Film(5, live=False), threading.Event())
    lost = [event for event in heard.events if isinstance(event, events.CameraLost)]
    assert len(lost) == 1
    assert "64x64" in lost[0].reason


def test_a_camera_that_goes_and_comes_is_said_once_each():
    table, heard = new_table()
    table.hear_of_camera(News("lost", "The cable is out."))
    table.hear_of_camera(News("frozen", "The same picture."))
    table.hear_of_camera(News("back"))
    table.hear_of_camera(News("well"))
    kinds = [type(event) for event in heard.events if isinstance(event, events.CameraLost | events.CameraBack)]
    assert kinds == [events.CameraLost, events.CameraBack]


def test_a_camera_that_is_gone_for_another_reason_than_was_told_says_so():
    table, heard = new_table()
    for reason in ("It has no power.", "It has no power.", "It wants its password."):
        table.hear_of_camera(News("lost", reason))
    assert [event.reason for event in heard.events if isinstance(event, events.CameraLost)] == [
        "It has no power.",
        "It wants its password.",
    ]
    assert table.lost == "It wants its password."


def test_bands_of_light_are_told_as_that_and_the_game_goes_on():
    table, heard = new_table()
    table.hear_of_camera(News("bands", "Lamps put bands into the pictures.", "Daylight helps."))
    assert table.bands == saying("bands")
    assert table.lost == ""
    assert heard.events == []
    table.hear_of_camera(News("even"))
    assert table.bands is None


def test_a_frame_taken_before_the_camera_went_does_not_say_that_it_is_back():
    table, heard = new_table()
    before, after = Film(2).frames()
    table.hear_of_camera(News("lost", "The cable is out."))
    assert table.see(before) == ()
    assert table.lost == "The cable is out."
    table.hear_of_camera(News("back"))
    table.see(after)
    kinds = [type(event) for event in heard.events if isinstance(event, events.CameraLost | events.CameraBack)]
    assert (kinds, table.looked) == ([events.CameraLost, events.CameraBack], 1)


def test_a_game_that_was_cut_off_while_its_camera_was_gone_says_that_it_is_back():
    table, heard = new_table()
    run(table, Film(12, live=False), threading.Event())
    table.hear_of_camera(News("lost", "The cable is out."))
    resumed = Arbiter.resume(new_game("classic", "blue green"), heard.events)
    heard = Heard()
    table = LiveTable(Eye(), Sitting(resumed), lambda: Sitting(resumed), listeners=[heard])
    run(table, Film(1, live=False), threading.Event())
    assert any(isinstance(event, events.CameraBack) for event in heard.events)


def test_a_camera_that_comes_back_in_the_next_game_is_said_to_be_back():
    heard = Heard()
    sittings = iter([Sitting(Arbiter(new_game("classic", "blue green"))) for _ in range(2)])
    table = LiveTable(Eye(), next(sittings), lambda: next(sittings), listeners=[heard])
    run(table, Film(12, live=False), threading.Event())
    table.say(calls.Resign(team="blue", at=0.0))
    table.hear_of_camera(News("lost", "The cable is out."))
    table.say(calls.Start(at=0.0))
    table.hear_of_camera(News("back"))
    assert isinstance(heard.events[-1], events.CameraBack)


def test_a_listener_that_stumbles_does_not_stop_the_referee(caplog):
    table, heard = new_table()

    class Stumbling:
        def hear(self, happened):
            raise RuntimeError("stumbled")

    table._listeners.insert(0, Stumbling())
    run(table, Film(12, live=False), threading.Event())
    assert any(isinstance(event, events.GameStarted) for event in heard.events)
    assert "Stumbling did not take in" in caplog.text


def test_time_goes_on_behind_a_game_that_is_taken_up():
    table, heard = new_table(began=100.0)
    run(table, Film(12, live=False), threading.Event())
    assert heard.events[0].at >= 100.0


def test_somebody_who_stops_is_obeyed_at_once():
    table, _ = new_table()
    stop = threading.Event()
    stop.set()
    run(table, Film(100, live=False), stop)
    assert table.looked <= 1


def test_a_full_disk_keeps_the_next_game_waiting_and_does_not_stop_the_table(tmp_path):
    full, laid = [True], []

    def lay_next():
        if full[0]:
            raise HistoryFull(tmp_path / "h.sqlite", sqlite3.OperationalError("database or disk is full"))
        laid.append(Sitting(Arbiter(new_game("classic", "blue green"))))
        return laid[-1]

    with History(tmp_path / "h.sqlite") as history:
        number = history.begin(edition="classic", layout="classic", seats=("blue", "green"))
        recorder = Recorder(history, number)
        table = LiveTable(Eye(), Sitting(Arbiter(new_game("classic", "blue green")), recorder), lay_next)
        run(table, Film(12, live=False), threading.Event())
        table.say(calls.Resign(team="blue", at=0.0))
        assert table.arbiter.state is State.FINISHED
        run(table, Film(30, live=False), threading.Event())
        assert recorder.trouble.code == "no-next-game"
        full[0] = False
        run(table, Film(60, live=False), threading.Event())
    assert laid
    assert table.sitting is laid[0]


def test_a_look_that_misreads_a_space_of_a_cleared_board_does_not_keep_the_next_game_waiting():
    class Misreading(Eye):
        def look(self, picture, at, frame):
            self.letters = EMPTY if frame % 4 else EMPTY.replace(".", "b", 1)
            return super().look(picture, at, frame)

    laid = [Sitting(Arbiter(new_game("classic", "blue green"))) for _ in range(2)]
    table = LiveTable(Misreading(), laid[0], lambda: laid[1])
    run(table, Film(12, live=False), threading.Event())
    table.say(calls.Resign(team="blue", at=0.0))
    run(table, Film(30, live=False), threading.Event())
    assert table.sitting is laid[1]


def test_a_board_on_which_another_game_lies_is_the_next_game_though_nobody_saw_it_cleared():
    last, other = (EMPTY.replace("." * 8, chips, 1) for chips in ("bgbgbgbg", "...b...."))
    eye = Eye(last)
    laid = [Sitting(Arbiter(new_game("classic", "blue green"))) for _ in range(2)]
    table = LiveTable(eye, laid[0], lambda: laid[1])
    run(table, Film(20, live=False), threading.Event())
    table.say(calls.Resign(team="blue", at=0.0))
    run(table, Film(60, live=False), threading.Event())
    assert table.sitting is laid[0]
    eye.letters = other
    for index in range(60, 100):
        table.see(Frame(np.zeros((64, 64, 3), np.uint8), index / 5, index))
    assert table.sitting is laid[1]


def test_a_game_that_found_no_room_begins_when_there_is_some_though_chips_lie_by_then(tmp_path):
    full, laid = [True], Sitting(Arbiter(new_game("classic", "blue green")))

    def lay_next():
        if full[0]:
            raise HistoryFull(tmp_path / "h.sqlite", sqlite3.OperationalError("database or disk is full"))
        return laid

    eye = Eye()
    table = LiveTable(eye, Sitting(Arbiter(new_game("classic", "blue green"))), lay_next)
    run(table, Film(12, live=False), threading.Event())
    table.say(calls.Resign(team="blue", at=0.0))
    run(table, Film(30, live=False), threading.Event())
    full[0], eye.letters = False, EMPTY.replace("....", "bgbg", 1)
    for index in range(30, 60):
        table.see(Frame(np.zeros((64, 64, 3), np.uint8), index / 5, index))
    assert table.sitting is laid


def test_what_the_page_shows_as_a_lasting_notice_is_told_as_a_sentence():
    told = [
        line.strip()
        for line, _ in retell(
            [
                events.CameraLost(reason="The cable is out.", at=1.0),
                events.CameraBack(at=2.0),
                events.ViewBlocked(reason="The picture is black.", at=3.0),
                events.ViewClear(at=4.0),
            ]
        )
    ]
    assert told == [
        "0:01  The board is not being watched. The cable is out.",
        "0:02  The camera is back.",
        "0:03  The board cannot be seen. The picture is black.",
        "0:04  The board can be seen again.",
    ]


def test_a_fault_is_told_with_how_to_put_it_right_and_stands_out_on_a_terminal():
    fault = events.FaultFound(
        code="chip-moved", spaces=("e4", "e5"), team="green", turn=2, number=1, at=5.0,
    )  # fmt: skip
    won = events.GameWon(team="blue", turn=9, at=65.0)
    assert list(retell([fault, won])) == [
        ("    0:05  A chip was moved. Green's chip was moved from e4 to e5.", "alarm"),
        (
            "          To put it right: Put your chip back on e4. Or play on: then it counts, and the record says so.",
            "plain",
        ),
        ("    1:05  Blue wins the game!", "cheer"),
    ]


def test_a_picture_over_which_the_eye_stumbles_costs_that_picture_alone():
    table, heard = new_table(Stumbling())
    run(table, Film(6, live=False), threading.Event())
    assert table.looked == 5
    kinds = [type(event) for event in heard.events]
    assert kinds.index(events.CameraLost) < kinds.index(events.CameraBack)


def test_the_eye_is_told_how_the_game_stands_and_looks_again_when_asked():
    eye = Eye()
    table, _ = new_table(eye)
    run(table, Film(6, live=False), threading.Event())
    assert eye.expected == EMPTY
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
