"""Cameras over the network, of every making: used at the wanted pace, or named for what they are."""

import contextlib
import itertools
import socket
from types import SimpleNamespace

import numpy as np
import pytest

from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.cameras import network_camera
from hardware.network.film import WholePictures
from hardware.network.http import Deadline, ask
from hardware.network.pictures import Snapshots
from tests.hardware.fakes import Clock, picture
from tests.hardware.network_cameras import Cameras, RtspServer, serving

FPS = 50.0
PATIENT, HASTY = 10.0, 1.0
"""Seconds for a camera that says all it has to say, and for one that says too little."""
NOTHING_COMES = "power and network"


@pytest.fixture(scope="module")
def cameras():
    with serving(Cameras()) as served:
        yield served


def camera_at(address, seconds=PATIENT, fps=FPS):
    return network_camera(Address(address), fps=fps, seconds=seconds)


def refusal(address, seconds=PATIENT):
    """What is said of a camera that gives no pictures, or no more of them."""
    with pytest.raises(CameraError) as no, camera_at(address, seconds) as camera:
        for _ in camera.frames():
            pass
    return no.value


@pytest.mark.parametrize(
    "path",
    [
        "snapshot",
        "called-something-else",
        "moved",
        "stream",
        "stream-without-lengths",
        "stream-without-lengths-and-lines",
        "damaged",
        "enormous",
    ],
)
def test_pictures_are_taken_however_they_are_given(cameras, path):
    with camera_at(f"http://{cameras.host}/{path}") as camera:
        frames = list(itertools.islice(camera.frames(), 4))
        told = camera.describe()
    assert (told["width"], told["height"]) == (64, 48)
    assert all(frame.picture.shape == (48, 64, 3) for frame in frames)
    assert path in ("damaged", "enormous") or not np.array_equal(frames[0].picture, frames[1].picture)


def test_a_camera_that_gives_single_pictures_is_asked_at_the_wanted_pace_and_no_oftener(cameras):
    clock = Clock()
    address = Address(f"http://{cameras.host}/snapshot")
    before = len(cameras.asked)
    camera = network_camera(address, fps=5, opener=lambda url: _snapshots(address, clock), clock=clock)
    with camera:
        frames = list(itertools.islice(camera.frames(), 6))
    gaps = [later.at - earlier.at for earlier, later in itertools.pairwise(frames)]
    assert gaps[1:] == pytest.approx([0.2] * 4)
    assert len(cameras.asked) - before == 6


def _snapshots(address, clock):
    deadline = Deadline(PATIENT)
    return Snapshots(address, ask(address, deadline), deadline, 5.0, clock=clock, wait=clock.wait)


@pytest.mark.parametrize(
    "path", ["locked", "locked/in/a/folder", "locked-by-digest", "locked-by-either", "locked-by-small-letters?%C3%BC"]
)
def test_a_password_is_given_where_it_is_wanted(cameras, path):
    password = "kühl" if "%C3%BC" in path else "p%40s%2Fs"
    with camera_at(f"http://admin:{password}@{cameras.host}/{path}") as camera:
        assert len(list(itertools.islice(camera.frames(), 2))) == 2


def test_a_password_goes_to_no_other_host_than_its_own(cameras):
    with serving(Cameras()) as other:
        other_host = other.host.replace("127.0.0.1", "localhost")
        cameras.RequestHandlerClass.elsewhere = lambda self: self.answer(
            b"", code=302, Location=f"http://{other_host}/locked"
        )
        refused = refusal(f"http://admin:p%40s%2Fs@{cameras.host}/elsewhere")
        assert refused.code == "camera-locked"
        assert [credentials for _, credentials in other.asked if credentials] == []


@pytest.mark.parametrize(
    ("path", "code", "word"),
    [
        ("locked", "camera-locked", "password"),
        ("locked-by-digest", "camera-locked", "password"),
        ("slow-snapshot", "camera-slow", "too slowly"),
        ("slow-stream", "camera-slow", "too slowly"),
        ("slow-film", "camera-slow", "too slowly"),
        ("no-film", "camera-other-answer", "video/mp4"),
        ("slow-headers", "camera-slow", "too slowly"),
        ("silent", "camera-silent", "sends no picture"),
        ("stream-that-ends", "camera-silent", "sends no picture"),
        ("page", "camera-other-answer", "text/html"),
        ("missing", "camera-other-answer", "HTTP 404"),
        ("busy", "camera-other-answer", "HTTP 503"),
        ("round-and-round", "camera-other-answer", "HTTP 302"),
    ],
)
def test_what_answers_and_gives_no_picture_is_named_for_what_it_is(cameras, path, code, word):
    hasty = path.startswith("slow") or path == "silent"
    refused = refusal(f"http://{cameras.host}/{path}", HASTY if hasty else PATIENT)
    assert (refused.code, word in refused.reason) == (code, True), refused
    assert NOTHING_COMES not in str(refused)


def test_a_picture_of_another_size_is_given_as_it_is_and_not_pressed_into_the_first(cameras):
    with camera_at(f"http://{cameras.host}/stream-of-another-size") as camera:
        shapes = {frame.picture.shape for frame in itertools.islice(camera.frames(), 8)}
    assert shapes == {(48, 64, 3), (64, 48, 3)}


def test_a_picture_that_a_mark_in_it_turns_stays_as_its_sensor_lies(cameras):
    with camera_at(f"http://{cameras.host}/turned-by-a-mark") as camera:
        pictures = [frame.picture for frame in itertools.islice(camera.frames(), 8)]
    assert all(np.array_equal(one, pictures[0]) for one in pictures)


def pictures_of(path, cameras):
    """Numbers of the pictures of a film that are given, until it ends, and by how much each differs from what was
    filmed."""
    filmed = np.stack([np.roll(picture(number, 320, 240), 3 * number, axis=1)[::4, ::4] for number in range(60)])
    numbers, off = [], []
    with camera_at(f"http://{cameras.host}/{path}", fps=1000.0) as camera, contextlib.suppress(CameraError):
        for frame in camera.frames():
            differences = np.abs(filmed.astype(int) - frame.picture[::4, ::4]).mean(axis=(1, 2, 3))
            numbers.append(int(np.argmin(differences)))
            off.append(float(differences.min()))
    return numbers, max(off)


@pytest.mark.parametrize("path", ["film", "list-of-pieces/list.m3u8"])
def test_a_film_is_given_picture_by_picture(cameras, path):
    numbers, off = pictures_of(path, cameras)
    assert numbers == list(range(60))
    assert off < 5


def test_of_a_damaged_film_nothing_is_given_until_the_next_key_picture(cameras):
    numbers, off = pictures_of("damaged-film", cameras)
    assert numbers == [number for number in range(60) if not 7 <= number < 10 and not 31 <= number < 40]
    assert off < 5


class Decoder:
    """Makes a picture of each packet, which is its number."""

    def __init__(self, keys, harmed):
        self._keys, self._harmed = keys, harmed

    def decode(self, packet):
        return [SimpleNamespace(is_corrupt=packet in self._harmed, key_frame=packet in self._keys)]


def given_of(packets, keys, harmed):
    """The pictures that are given of a film of two a second, with six seconds of patience."""
    clock = Clock()
    whole, given = WholePictures(Decoder(keys, harmed), 6.0, clock), []
    for packet in range(packets):
        clock.wait(0.5)
        given += [packet for _ in whole.of(packet)]
    return given


def test_a_damaged_film_without_key_pictures_is_given_again_after_a_while():
    assert given_of(30, keys={0}, harmed={1}) == [0, *range(13, 30)]


def test_where_key_pictures_come_the_next_whole_one_is_waited_for_though_some_are_harmed_too():
    assert given_of(80, keys={0, 20, 40, 60}, harmed={25, 40}) == [*range(25), *range(60, 80)]


def test_where_key_pictures_came_and_come_no_more_a_damaged_film_is_given_again_in_the_end():
    given = given_of(400, keys={0, 20}, harmed={25})
    assert given[:25] == list(range(25))
    assert len(given) > 200


@pytest.mark.parametrize("kind", ["http", "https", "rtsp", "rtsps"])
def test_power_and_network_are_blamed_where_nothing_answers(kind):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    refused = refusal(f"{kind}://127.0.0.1:{port}/live")
    assert refused.code == "camera-none"
    assert NOTHING_COMES in refused.mend


@pytest.mark.parametrize(
    "address",
    ["http://", "rtsp:///live", "http://[::1/s", "http://127.0.0.1:99999/s", "http://my camera/s"],
)
def test_an_address_that_names_no_machine_is_told_as_that(address):
    refused = refusal(address)
    assert refused.code == "camera-nowhere"
    assert "http://192.168.1.9:8080/picture.jpg" in refused.mend


@pytest.mark.parametrize(
    "address", ["http://admin:pa/ss@127.0.0.1:1/s", "rtsp://admin:12/34@127.0.0.1/s", "http://:@/snapshot"]
)
def test_a_password_that_cuts_its_address_in_two_is_said_to(address):
    refused = refusal(address)
    assert refused.code == "camera-address"
    assert "%2F" in refused.mend
    assert "ss@" not in str(refused)


UNAUTHORISED = b'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce="n"\r\n\r\n'
MISSING = b"RTSP/1.0 404 Not Found\r\n\r\n"
PLAIN = (UNAUTHORISED, MISSING, None)
"""What says all there is to say."""


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (UNAUTHORISED, "camera-locked"),
        (MISSING, "camera-other-answer"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "camera-silent"),
        (b"", "camera-silent"),
        (None, "camera-silent"),
    ],
)
def test_an_rtsp_camera_that_gives_no_stream_is_named_for_what_it_is(answer, code):
    with serving(RtspServer(lambda asked: answer)) as server:
        refused = refusal(f"rtsp://admin:word@{server.address}", PATIENT if answer in PLAIN else HASTY)
    assert refused.code == code, refused
    assert NOTHING_COMES not in str(refused)


def test_an_rtsp_camera_that_takes_the_password_and_has_no_such_stream_is_not_said_to_want_it():
    def answer(asked):
        return MISSING if b'Digest username="admin"' in asked else UNAUTHORISED

    with serving(RtspServer(answer)) as server:
        assert "RTSP 404" in refusal(f"rtsp://admin:word@{server.address}").reason
