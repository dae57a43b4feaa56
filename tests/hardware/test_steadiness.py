"""A camera that vanishes, goes black, freezes or tears is survived and said; a slow reader gets the newest frame."""

import threading

import numpy as np
import pytest

from hardware.camera import CameraError, Frame
from hardware.latest import Latest
from hardware.reconnecting import LONGEST_WAIT, Reconnecting
from hardware.watchdog import Watchdog, Watched
from tests.hardware.fakes import Clock, picture


class Script:
    """A live camera that gives these frames; an error among them is raised."""

    name, live = "script", True

    def __init__(self, *frames, fails_to_open=0):
        self.coming = list(frames)
        self.fails = fails_to_open
        self.opened = self.closed = 0
        self.running = True

    def open(self):
        self.opened += 1
        self.running = True
        if self.opened > 1 and self.fails:
            self.fails -= 1
            raise CameraError("Still gone.")

    def close(self):
        self.closed += 1
        self.running = False

    def describe(self):
        return {"model": "script"}

    def frames(self):
        while self.coming and self.running:
            item = self.coming.pop(0)
            if isinstance(item, Exception):
                raise item
            yield item


def frame(index, at=None, shade=90, shift=0):
    return Frame(np.roll(picture(shade, 320, 240), shift, axis=1), float(index) / 5 if at is None else at, index)


GONE = CameraError("The camera is gone.", "See its plug.")


def test_a_camera_that_comes_back_goes_on_counting():
    news = []
    source = Script(frame(0, at=0.0), frame(1, at=50.0), GONE, frame(0, at=3.0))
    with Reconnecting(source, news.append, wait=lambda seconds: None) as camera:
        frames = list(camera.frames())
    assert [(f.index, f.at) for f in frames] == [(0, 0.0), (1, 50.0), (2, 50.0)], "and time does not go back"
    assert [(n.kind, n.why) for n in news] == [("lost", GONE), ("back", None)]
    assert news[1].at == 50.0, "told with the time of the frame that shows it"


def test_it_is_tried_again_ever_more_patiently():
    clock = Clock()
    source = Script(frame(0), GONE, frame(1), fails_to_open=8)
    with Reconnecting(source, lambda news: None, wait=clock.wait) as camera:
        assert len(list(camera.frames())) == 2
    assert clock.waits[:4] == [0.5, 1.0, 2.0, 4.0]
    assert max(clock.waits) == LONGEST_WAIT
    assert source.opened == 10


def test_each_absence_is_told_once():
    news = []
    source = Script(frame(0), GONE, GONE, GONE, frame(1), GONE, frame(2))
    with Reconnecting(source, news.append, wait=lambda seconds: None) as camera:
        list(camera.frames())
    assert [n.kind for n in news] == ["lost", "back", "lost", "back"]


def test_why_a_camera_does_not_come_back_is_told_once_it_is_sure():
    news = []
    tries = ["camera-none", "camera-locked", "camera-none", "camera-locked", "camera-locked", "camera-locked"]

    class Guarded(Script):
        def open(self):
            if self.opened and tries:
                code = tries.pop(0)
                raise CameraError(f"It says {code}.", code=code)
            super().open()
            self.opened += 1

    with Reconnecting(Guarded(frame(0), GONE, frame(1)), news.append, wait=lambda seconds: None) as camera:
        assert len(list(camera.frames())) == 2
    assert [n.kind for n in news] == ["lost", "lost", "back"]
    assert [n.why and n.why.reason for n in news] == ["The camera is gone.", "It says camera-locked.", None]


def test_closing_ends_the_waiting():
    source = Script(frame(0), GONE)
    camera = Reconnecting(source, lambda news: None, wait=lambda seconds: camera.close())
    camera.open()
    assert [f.index for f in camera.frames()] == [0]


def test_a_recording_that_fails_is_not_tried_for_ever():
    source = Script(frame(0), GONE)
    source.live = False
    with Reconnecting(source, lambda news: None, wait=lambda s: None) as camera, pytest.raises(CameraError):
        list(camera.frames())


# What the watchdog sees


def test_a_black_frame_is_black_and_a_dark_room_is_not():
    assert Watchdog().judge(Frame(np.full((240, 320, 3), 3, np.uint8), 0.0, 0)) == "black"
    dark = (picture(90, 320, 240) // 5).astype(np.uint8)
    assert Watchdog().judge(Frame(dark, 0.0, 0)) == ""


def test_a_burnt_out_camera_is_told_as_that_and_not_as_frozen():
    told = []
    burnt = [Frame(np.full((240, 320, 3), 255, np.uint8), n / 5, n) for n in range(25)]
    assert len(list(Watched(Script(*burnt), told.append).frames())) == 25
    assert [news.kind for news in told] == ["white"]


def test_a_picture_that_stays_the_same_is_not_looked_at_again_and_again():
    seen = [
        f.index for f in Watched(Script(*(frame(n, at=n / 5, shade=90) for n in range(12))), lambda n: None).frames()
    ]
    assert seen == [0, 1, 2]


def test_noise_alone_keeps_a_still_table_from_looking_frozen():
    dog = Watchdog()
    noise = np.random.default_rng(1)
    still = picture(90, 320, 240)
    for n in range(50):
        noisy = np.clip(still.astype(int) + noise.normal(0, 1.5, still.shape), 0, 255).astype(np.uint8)
        assert dog.judge(Frame(noisy, n / 5, n)) == ""


def torn(fill, index=0):
    """A frame whose lower end is of one colour."""
    filled = picture(90, 320, 240)
    filled[200:] = fill
    return Frame(filled, index / 5, index)


@pytest.mark.parametrize("fill", [(128, 128, 128), (0, 135, 0), (0, 0, 0)])
def test_a_frame_whose_lower_end_never_arrived_is_torn(fill):
    assert Watchdog().judge(torn(fill)) == "torn"


def test_a_plain_white_table_edge_is_not_torn():
    assert Watchdog().judge(torn(255)) == ""


def test_torn_frames_are_held_back_and_told_once_each_way():
    source = Script(frame(0), *(torn(128, n) for n in range(1, 8)), frame(8, shift=2))
    news = []
    with Watched(source, news.append) as camera:
        assert [f.index for f in camera.frames()] == [0, 8]
    assert [n.kind for n in news] == ["torn", "well"]
    news.clear()
    source = Script(*(torn(128, n) if n % 3 else frame(n, shift=n) for n in range(12)))
    with Watched(source, news.append) as camera:
        assert [f.index for f in camera.frames()] == [0, 3, 6, 9]
    assert news == [], "one among good ones is held back without a word"


# The newest frame


class Hand:
    """A live camera that gives a frame when it is told to."""

    name, live = "hand", True

    def __init__(self):
        self.given = threading.Semaphore(0)
        self.taken = threading.Semaphore(0)
        self.error = None
        self.over = False

    def open(self):
        pass

    def close(self):
        self.over = True
        self.given.release()

    def describe(self):
        return {"model": "hand"}

    def frames(self):
        index = 0
        while True:
            self.taken.release()
            self.given.acquire()
            if self.error:
                raise self.error
            if self.over:
                return
            yield frame(index)
            index += 1

    def give(self, count):
        for _ in range(count):
            self.taken.acquire()
            self.given.release()
        self.taken.acquire()  # the reader has come back for more: all given frames have arrived
        self.taken.release()


def test_a_slow_reader_gets_the_newest_frame_and_none_of_the_others():
    hand = Hand()
    with Latest(hand) as camera:
        hand.give(4)
        assert camera.take(timeout=60).index == 3
        hand.give(1)
        assert camera.take(timeout=60).index == 4
        assert camera.take(timeout=0) is None


def test_the_reader_hears_of_a_failure_after_the_last_frame():
    hand = Hand()
    with Latest(hand) as camera:
        hand.give(1)
        hand.error = GONE
        hand.given.release()
        assert camera.take(timeout=60).index == 0
        with pytest.raises(CameraError, match="gone"):
            camera.take(timeout=60)
        assert camera.ended


def test_a_failure_of_another_kind_becomes_one_sentence():
    hand = Hand()
    hand.error = ZeroDivisionError("division by zero")
    hand.given.release()
    with Latest(hand) as camera, pytest.raises(CameraError, match="Reading the camera hand failed"):
        camera.take(timeout=60)


def test_closing_wakes_a_waiting_reader():
    hand = Hand()
    camera = Latest(hand)
    camera.open()
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(camera.frames()))
    reader.start()
    camera.close()
    reader.join(timeout=60)
    assert not reader.is_alive()


def test_what_is_not_live_is_never_dropped():
    source = Script(*(frame(n) for n in range(50)))
    source.live = False
    with Latest(source) as camera:
        assert [f.index for f in camera.frames()] == list(range(50))


def test_a_camera_that_gives_one_picture_over_and_over_is_opened_anew():
    still = [frame(0, at=at / 5) for at in range(40)]
    source = Script(*still, frame(1, at=20.0, shift=3), frame(2, at=20.2, shift=6))
    news = []
    camera = Watched(Reconnecting(source, news.append, wait=lambda seconds: None), news.append)
    with camera:
        frames = list(camera.frames())
    assert source.opened == 2
    assert [one.kind for one in news] == ["frozen", "well"]
    assert [one.at for one in frames][-2:] == [20.0, 20.2]
