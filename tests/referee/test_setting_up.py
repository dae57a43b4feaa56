"""The desk at which a host sets a table up, over the drawn table: what it finds, refuses, measures and keeps."""

import errno
import threading
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.profile import FILES, load_profile
from engine.plain_text import player_word
from engine.trouble import Trouble
from hardware.camera import CameraError, Frame
from hardware.recording import Recording
from hardware.simulated import SimulatedTable
from hardware.usb import UsbCamera
from referee.session.running import Stop
from referee.session.showing import PageChoices
from referee.setup.desk import Desk
from referee.setup.evenings import keep_evenings, missing_step, set_up
from referee.setup.place import FILE, Place, keep_chosen, played_at, rules_asked
from referee.wiring import Rules
from tests.referee.conftest import pictured
from vision.rectify.pictures import PictureError, must_be_of_size
from web.page_words import trouble_words

PATIENCE = 240.0
"""Seconds a busy machine may take for anything."""


class Shown:
    """A camera that shows one picture after the other, as a test puts them there."""

    name, live = "shown", True

    def __init__(self, picture):
        self.picture = picture
        self.closed = threading.Event()

    def __enter__(self):
        if self.picture is None:
            raise CameraError("No camera answers as shown.", "Plug it in.")
        self.closed.clear()
        return self

    def __exit__(self, *exception):
        self.closed.set()

    def frames(self):
        index = 0
        while not self.closed.wait(0.02):
            if self.picture is None:
                raise CameraError("The camera shown gives no more pictures.", "Check its plug.")
            yield Frame(self.picture, index / 50, index)
            index += 1


@pytest.fixture(scope="module")
def table():
    return SimulatedTable(size=(960, 720), seed=4, live=False)


@pytest.fixture(scope="module")
def empty(table):
    return pictured(table, {})


@pytest.fixture
def camera(empty):
    return Shown(empty)


@pytest.fixture
def desks(tmp_path):
    """`desks(open_camera)` gives a desk over that camera; all are closed at the end."""
    opened = []

    def make(open_camera, name="shown", others=()):
        place = Place(open_camera, name, tmp_path / "table", Rules("classic", "blue green"), lambda: others)
        opened.append(Desk(place, made=lambda: "today"))
        return opened[-1]

    yield make
    for desk in opened:
        desk.close()


@pytest.fixture
def desk(camera, desks):
    return desks(lambda name: camera)


def unusable(folder, version):
    """A table profile that this program cannot use, written into a folder; its only readable part."""
    folder.mkdir(parents=True)
    for name in FILES:
        (folder / name).write_bytes(b"numbers")
    (folder / "profile.toml").write_text(f"version = {version}\n")
    return (folder / "profile.toml").read_text()


@pytest.mark.parametrize(("version", "why"), [(99, "has version 99"), (1, "is damaged"), ("one", "is damaged")])
def test_a_profile_that_cannot_be_used_is_told_before_anything_is_written_over_it(
    camera, tmp_path, capsys, version, why
):
    kept = unusable(tmp_path / "table", version)
    place = Place(lambda name: camera, "shown", tmp_path / "table", Rules("classic", "blue green"))
    desk = Desk(place)
    told = desk.view().remarks
    desk.close()
    assert [remark.code for remark in told] == ["profile-unusable"]
    assert why in told[0]
    stop = threading.Event()
    stop.set()
    set_up(place, "board", PageChoices("127.0.0.1", 0), tmp_path / "data", stop)
    assert why in capsys.readouterr().err
    assert (tmp_path / "table" / "profile.toml").read_text() == kept


class Listening(threading.Event):
    """Ends what it stops as soon as something was said at the terminal."""

    def __init__(self, capsys, wanted):
        super().__init__()
        self.capsys, self.wanted, self.said = capsys, wanted, ""

    def wait(self, timeout=None):
        self.said += self.capsys.readouterr().err
        return self.wanted in self.said or super().wait(timeout)


def test_the_terminal_says_of_a_missing_camera_what_the_phone_says(tmp_path, capsys):
    missing = UsbCamera("usb:7", present=lambda: ["usb:0"])
    place = Place(lambda name: missing, "usb:7", tmp_path / "table", Rules("classic", "blue green"), lambda: ("usb:0",))
    stop = Listening(capsys, "usb:0")
    set_up(place, "board", PageChoices("127.0.0.1", 0), tmp_path / "data", stop)
    with pytest.raises(CameraError) as refused:
        missing.open()
    said = trouble_words(refused.value, "setup", "en")
    assert f"{said['reason']} {said['mend']}" in stop.said
    assert stop.said.count("The camera usb:7 is not there") == 1
    assert refused.value.reason.startswith("The camera usb:7 is not there"), "and so do all other commands"


def test_a_recording_stands_still_while_its_table_is_set_up_and_nobody_lays_chips_in_it(empty, tmp_path, desks):
    folder = tmp_path / "film"
    folder.mkdir()
    cv2.imwrite(str(folder / "00000.jpg"), empty)
    cv2.imwrite(str(folder / "00001.jpg"), np.zeros_like(empty))
    desk = desks(lambda name: Recording(folder))
    until(desk, lambda view: view.board)
    assert refused(desk, action="measure") is None
    assert until(desk, lambda view: view.step == "chips" and not view.busy).places == ()
    assert refused(desk, action="chips") is None
    assert until(desk, lambda view: view.step == "game").measured
    assert load_profile(tmp_path / "table").layout == "classic"


def until(desk, wanted):
    """The view, as soon as it is as wanted."""
    with desk.changed:
        assert desk.changed.wait_for(lambda: wanted(desk.view()), PATIENCE)
        return desk.view()


def refused(desk, **action):
    trouble = desk.act(action, "Ann")
    return None if trouble is None else trouble.code


def done(desk, **action):
    """The view, once the desk has done that."""
    assert refused(desk, **action) is None
    return until(desk, lambda view: not view.busy)


def test_without_a_camera_the_desk_says_so_and_goes_on_as_soon_as_it_is_there(desk, camera, empty):
    camera.picture = None
    view = until(desk, lambda view: view.camera)
    assert "No camera answers" in str(view.camera)
    assert view.board is None
    assert desk.picture() is None
    camera.picture = empty
    view = until(desk, lambda view: view.board)
    assert view.camera is None
    assert desk.picture().startswith(b"\xff\xd8")


def test_a_camera_that_goes_while_the_board_is_measured_is_said_and_nothing_is_lost(desk, camera, empty):
    until(desk, lambda view: view.board)
    camera.picture = None
    until(desk, lambda view: view.camera)
    view = done(desk, action="measure")
    assert "no more pictures" in str(view.camera) or "No camera answers" in str(view.camera)
    assert view.step == "board"
    camera.picture = empty
    view = until(desk, lambda view: view.board)
    assert (view.camera, view.trouble) == (None, None)


def test_a_board_is_found_by_itself_and_drawn_space_by_space(desk, table):
    view = until(desk, lambda view: view.board)
    assert (view.step, view.remarks, view.board.by_hand) == ("board", (), False)
    assert len(view.board.lines) == 22
    beside = np.linalg.norm(np.array(view.board.lines[0]) - table.nodes[0], axis=1).mean()
    assert beside < 7, "a tenth of a space"


def cloth(light):
    """A table cloth without a board on it."""
    return np.random.default_rng(1).integers(light // 2, light, (720, 960, 3), np.uint8)


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (lambda empty: cloth(200), "no-board"),
        (lambda empty: cloth(40), "too-dark"),
        (lambda empty: np.zeros_like(empty), "black"),
        (lambda empty: np.ascontiguousarray(empty[: empty.shape[0] // 2]), "cut-off"),
        (lambda empty: np.ascontiguousarray(empty[::7, ::7]), "picture-small"),
    ],
    ids=["no board", "dark", "black", "half of it", "small"],
)
def test_what_keeps_a_board_from_being_found_is_said_by_its_kind(desk, camera, empty, picture, code):
    camera.picture = picture(empty)
    told = until(desk, lambda view: view.trouble)
    assert (told.trouble.code, told.board) == (code, None)


def test_corners_shown_in_any_order_find_the_board_the_right_way_round(desk, table):
    until(desk, lambda view: view.frame)
    grid = table.nodes
    corners = [grid[-1, -1], grid[0, -1], grid[0, 0], grid[-1, 0]]
    assert refused(desk, action="corners", corners=[[float(x) + 5, float(y)] for x, y in corners]) is None
    view = until(desk, lambda view: view.board and view.board.by_hand)
    assert np.allclose(view.board.corners[0], grid[0, 0], atol=6)
    assert refused(desk, action="corners", corners=None) is None
    assert not until(desk, lambda view: view.board).board.by_hand


def test_what_are_no_corners_is_refused(desk):
    until(desk, lambda view: view.frame)
    for corners in ([[1, 2]], "none", [[1, 2], [3, 4], [5, "x"], [7, 8]], [[1e9, 0]] * 4, {"a": 1}):
        assert refused(desk, action="corners", corners=corners) == "corners", corners


def test_from_a_board_with_chips_on_it_to_a_game_that_can_begin(desk, camera, table, empty, tmp_path):
    camera.picture = pictured(table, {44: "b", 45: "g", 54: "b", 55: "g", 64: "r", 65: "b", 34: "g"})
    until(desk, lambda view: view.board)
    assert refused(desk, action="start") == "gone-on"
    assert refused(desk, action="measure") is None
    assert refused(desk, action="measure") == "busy"
    told = until(desk, lambda view: not view.busy)
    assert told.trouble.code == "not-empty"
    assert len(told.marks) >= 5

    camera.picture = empty
    until(desk, lambda view: view.board)
    view = done(desk, action="measure", it_is_empty=True)
    assert view.step == "chips", view.trouble
    assert [place.team for place in view.places] == ["blue", "green", "red"]
    spaces = {place.team[0]: view.layout.space(place.space) for place in view.places}

    camera.picture = pictured(table, {spaces["b"]: "g", spaces["g"]: "b"})
    view = until(desk, lambda view: view.places[0].seen)
    assert [place.seen for place in view.places] == ["green", "blue", ""]
    assert done(desk, action="chips").trouble.code == "no-chip"

    assert refused(desk, action="skip", team="red") is None
    camera.picture = pictured(table, {spaces["b"]: "b", spaces["g"]: "g"})
    until(desk, lambda view: all(place.seen == place.team for place in view.places))
    view = done(desk, action="chips")
    assert view.step == "game", view.trouble
    assert view.chips_lie
    look = load_profile(tmp_path / "table")
    assert {chip.team for chip in look.chips if chip.measured} == {"b", "g"}
    started_again = Place(lambda name: camera, "shown", tmp_path / "table", ASKED)
    assert missing_step(started_again) == "game", "a power cut now begins no game that nobody chose"

    game = {"edition": "european", "seats": [{"team": "red", "name": "Ada"}, {"team": "blue"}], "rules": {"hand": "5"}}
    game |= {"clock": 45}
    assert refused(desk, action="start", **game) is None
    assert desk.over.is_set()
    assert desk.view().step == "starting"
    chosen = Rules("european", "red:Ada blue", "hand=5", clock=45)
    assert played_at(tmp_path / "table", Rules("classic", "blue green")) == chosen
    assert missing_step(started_again) is None


def under_a_lamp(picture):
    """The same with a lamp that mirrors in the middle of the board."""
    height, width = picture.shape[:2]
    return cv2.circle(picture.copy(), (width // 2, height // 2), height // 20, (255, 255, 255), -1)


def empty_measured(desk):
    """The view once the empty board was measured, and the spaces of the chips that are to be laid; none is red."""
    until(desk, lambda view: view.board)
    assert refused(desk, action="measure") is None
    view = until(desk, lambda view: view.step == "chips" and not view.busy)
    assert refused(desk, action="skip", team="red") is None
    return view, {place.team[0]: view.layout.space(place.space) for place in view.places}


def test_that_a_lamp_mirrors_on_the_board_is_said_at_one_step_only(desk, camera, table, empty):
    camera.picture = under_a_lamp(empty)
    view, spaces = empty_measured(desk)
    assert [said.code for said in view.remarks] == ["glare"]
    camera.picture = under_a_lamp(pictured(table, {spaces["b"]: "b", spaces["g"]: "g"}))
    until(desk, lambda view: all(place.seen == place.team for place in view.places))
    view = done(desk, action="chips")
    assert view.step == "game", view.trouble
    assert "glare" not in [said.code for said in view.remarks]


def test_chips_are_awaited_in_pictures_like_that_of_the_empty_board(desk, camera, empty):
    empty_measured(desk)
    for picture, code in ((np.zeros_like(empty), "black"), (np.ascontiguousarray(empty[::2, ::2]), "picture-size")):
        camera.picture = picture
        until(desk, lambda view, size=picture.shape[1::-1]: view.size == size)
        view = done(desk, action="chips")
        assert (view.trouble.code, {place.seen for place in view.places}) == (code, {""})


def test_a_table_that_reads_its_own_picture_wrong_is_refused_and_the_host_may_keep_it(desk, camera, table, tmp_path):
    _, spaces = empty_measured(desk)
    camera.picture = pictured(table, {spaces["b"]: "b", spaces["g"]: "g", 12: "b", 87: "g"})
    until(desk, lambda view: all(place.seen for place in view.places))
    view = done(desk, action="chips")
    assert (view.step, view.trouble.code, view.trouble.about) == ("chips", "not-alone", {"spaces": "c2, h9"})
    assert not view.measured

    view = done(desk, action="chips", anyway=True)
    assert view.step == "game", view.trouble
    assert load_profile(tmp_path / "table")


def test_a_full_card_is_told_in_the_phones_words_and_the_table_measured_once_there_is_room(
    desk, camera, table, tmp_path, monkeypatch
):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device", "empty.png")

    _, spaces = empty_measured(desk)
    camera.picture = pictured(table, {spaces["b"]: "b", spaces["g"]: "g"})
    until(desk, lambda view: all(place.seen for place in view.places))
    with monkeypatch.context() as patch:
        patch.setattr("referee.setup.desk.save_profile", full)
        trouble = done(desk, action="chips").trouble
    assert trouble_words(trouble, "setup", "da")["reason"] == "Kortet er fuldt: intet kan gemmes."
    assert done(desk, action="chips").step == "game"
    assert load_profile(tmp_path / "table")


def seats(*names):
    return [{"team": team, "name": name} for team, name in zip(("blue", "green", "blue", "green"), names, strict=False)]


ASKED = Rules("classic", "blue green")


def test_two_teams_may_play_other_colours_than_their_book_names():
    chosen = rules_asked(
        {"edition": "classic", "seats": [{"team": "red"}, {"team": "green"}], "rules": {"diagonals": "no"}}, ASKED, None
    )
    assert chosen.seats == "red green"
    assert chosen.rules == "diagonals=no colours=any"
    chosen.game()


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"edition": "classic", "seats": seats("Ada", "Ada"), "rules": {}},
        {"edition": "classic", "seats": seats("Ada", "ada"), "rules": {}},
        {"edition": "poker", "seats": seats("", ""), "rules": {}},
        {"edition": "classic", "seats": seats("A"), "rules": {}},
        {"edition": "classic", "seats": [{"team": "blue"}, {"team": "pink"}], "rules": {}},
        {"edition": "classic", "seats": [{"team": "blue"}, {"team": "blue"}], "rules": {}},
        {"edition": "classic", "seats": seats("A", "B"), "rules": {"hand": "9"}},
        {"edition": "classic", "seats": [["blue"], 7], "rules": {}},
        {"edition": "/etc/passwd", "seats": seats("A", "B"), "rules": {}},
        {"edition": "classic", "seats": seats("A", "B"), "rules": {}, "clock": 2},
        {"edition": "classic", "seats": seats("A", "B"), "rules": {}, "clock": "45"},
    ],
)
def test_what_cannot_be_played_is_refused_in_words(asked):
    with pytest.raises(Trouble) as refusal:
        rules_asked(asked, ASKED, None)
    assert str(refusal.value)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("  Ada   Lovelace ", "Ada-Lovelace"),
        ("x" * 200, "x" * 20),
        ("נעמי", "נעמי"),
        ("🎲", "🎲"),
        ('a"b]:c\\', "abc"),
        ("\u202eevil", "evil"),
        ("\n\t", ""),
    ],
)
def test_a_name_becomes_one_word_that_a_record_can_keep(name, word):
    assert player_word(name) == word


def test_what_was_chosen_counts_until_something_else_is_asked_for(tmp_path):
    chosen = Rules("european", "blue:Ada green:Ben", "hand=5", clock=30)
    keep_chosen(tmp_path, ASKED, chosen)
    assert played_at(tmp_path, ASKED) == chosen
    assert played_at(tmp_path, Rules("classic", "blue green", clock=60)).clock == 60
    other = Rules("classic", "blue:Cid green:Dan")
    assert played_at(tmp_path, other) == other
    (tmp_path / FILE).write_bytes(b"\xff{")
    assert played_at(tmp_path, ASKED) == ASKED, "a choice that was damaged is none"


def test_where_a_camera_is_missing_another_one_is_taken_on_the_phone(empty, desks):
    there, missing = Shown(empty), Shown(None)
    desk = desks(lambda name: there if name == "usb:3" else missing, "pi", ("pi", "usb:3"))
    view = until(desk, lambda view: view.camera)
    assert (view.camera_name, view.cameras) == ("pi", ("pi", "usb:3"))
    assert refused(desk, action="camera", name="usb:9") == "no-such-camera"
    assert refused(desk, action="camera", name="usb:3") is None
    view = until(desk, lambda view: view.board)
    assert (view.camera_name, view.camera) == ("usb:3", None)


def test_a_camera_of_another_size_lets_the_host_measure_anew_and_a_film_ends_it(empty, film, tmp_path, capsys):
    def play(*_):
        must_be_of_size((640, 480), (960, 720))

    def serve(source):
        place, stop = Place(lambda name: source, "shown", film.profile, ASKED), Stop()
        stop.set()
        keep_evenings(place, PageChoices("127.0.0.1", 0), tmp_path / "data", stop, play)

    serve(Shown(empty))
    said = capsys.readouterr().out
    assert "The picture is 640x480 pixels, the table was measured at 960x720." in said
    assert "measure the table again. The host does that on a phone" in said
    assert "#host=" in said
    with pytest.raises(PictureError):
        serve(Recording(film.folder))


def test_a_choice_that_cannot_be_played_any_more_is_chosen_anew(tmp_path, monkeypatch):
    place = Place(lambda name: None, "pi", tmp_path, ASKED)
    assert missing_step(place) == "board"
    monkeypatch.setattr(Place, "look", lambda place: SimpleNamespace(layout="classic"))
    assert missing_step(place) is None
    keep_chosen(tmp_path, ASKED, Rules("an-edition-that-is-gone.toml", "blue green"))
    assert missing_step(place) == "game"
