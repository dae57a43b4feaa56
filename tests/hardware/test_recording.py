"""Recordings and videos: their own pace, faster, or as fast as taken; damage is passed over or said."""

import os
import shutil
from fractions import Fraction

import av
import cv2
import pytest

from hardware.camera import CameraError
from hardware.recording import Recording
from hardware.video import Video
from tests.hardware.fakes import Clock, picture


@pytest.fixture
def folder(tmp_path):
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number:05d}.jpg"), picture(60 + 20 * number))
    return tmp_path


@pytest.mark.parametrize(("pace", "seconds"), [({}, 1.0), ({"speed": 4}, 0.25), ({"live": False}, 0.0)])
def test_a_recording_plays_at_its_own_pace_faster_or_as_fast_as_it_is_taken_by_its_own_clock(folder, pace, seconds):
    clock = Clock()
    with Recording(folder, fps=5, clock=clock, wait=clock.wait, **pace) as camera:
        times = [(clock.now - 1000, frame.at) for frame in camera.frames()]
    assert [at for _, at in times] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert [now for now, _ in times] == pytest.approx([seconds * at for _, at in times])


def test_a_slow_reader_misses_frames_but_not_the_last(folder):
    clock = Clock()
    seen = []
    with Recording(folder, fps=5, clock=clock, wait=clock.wait) as camera:
        for frame in camera.frames():
            seen.append(frame.index)
            clock.now += 0.5
    assert seen[0] == 0
    assert seen[-1] == 5
    assert len(seen) < 6


def test_a_gap_in_the_numbers_is_a_gap_in_time(tmp_path):
    for number in (7, 8, 12):
        cv2.imwrite(str(tmp_path / f"frame{number:03d}.png"), picture())
    with Recording(tmp_path, fps=5, live=False) as camera:
        frames = list(camera.frames())
    assert [frame.index for frame in frames] == [7, 8, 12]
    assert [frame.at for frame in frames] == pytest.approx([0, 0.2, 1.0])


def test_frames_named_by_a_file_manager_come_in_the_order_of_their_numbers_and_what_counts_no_frames_does_not(tmp_path):
    for name in ("holiday (2).JPG", "holiday (10).JPG", "._holiday (2).JPG", "1701204809123.jpg", "9" * 25 + ".png"):
        (tmp_path / name).write_bytes(cv2.imencode(".jpg", picture())[1].tobytes())
    with Recording(tmp_path, live=False) as camera:
        assert [frame.index for frame in camera.frames()] == [2, 10]


def test_a_torn_file_is_passed_over_and_noted(folder):
    whole = (folder / "00002.jpg").read_bytes()
    (folder / "00002.jpg").write_bytes(whole[: len(whole) // 2])
    with Recording(folder, live=False) as camera:
        assert [frame.index for frame in camera.frames()] == [0, 1, 3, 4, 5]
        assert camera.damaged == ["00002.jpg"]
        assert camera.describe()["damaged"] == 1


def test_a_recording_with_nothing_whole_in_it_is_refused(folder):
    for path in folder.iterdir():
        path.write_bytes(b"\xff\xd8 and no more")
    in_another_encoding = os.fsdecode(b"B\xfccher00006.jpg")
    (folder / "00005.jpg").rename(folder / in_another_encoding)
    with Recording(folder, live=False) as camera, pytest.raises(CameraError, match="no whole picture") as refused:
        list(camera.frames())
    assert refused.value.about["file"].encode() == b"B?cher00006.jpg"


def test_a_folder_that_is_gone_while_it_plays_is_told_as_that_and_not_as_its_end(folder):
    seen = []

    def play():
        with Recording(folder, live=False) as camera:
            for frame in camera.frames():
                seen.append(frame.index)
                if frame.index == 2:
                    shutil.rmtree(folder)

    with pytest.raises(CameraError, match="There is no folder"):
        play()
    assert seen == [0, 1, 2]


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(20):
        writer.write(picture(40 + 10 * number))
    writer.release()
    return path


def test_a_video_plays_at_its_own_pace(film):
    clock = Clock()
    with Video(film, clock=clock, wait=clock.wait) as camera:
        assert len(list(camera.frames())) == 20
    assert clock.now - 1000 == pytest.approx(1.9)


def test_fewer_frames_a_second_of_a_video_keep_their_own_times(film):
    with Video(film, fps=5, live=False) as camera:
        frames = list(camera.frames())
    assert [frame.index for frame in frames] == list(range(0, 20, 2))
    assert frames[-1].at == pytest.approx(1.8)


def filmed(path, times):
    """A film with a frame at each of these seconds."""
    with av.open(str(path), "w") as film:
        stream = film.add_stream("libx264", rate=5)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for number, at in enumerate(times):
            frame = av.VideoFrame.from_ndarray(picture(40 + 10 * number), format="bgr24")
            frame.pts, frame.time_base = round(1000 * at), Fraction(1, 1000)
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return path


def test_a_film_whose_pace_changes_keeps_its_times_and_is_whole(tmp_path):
    times = [0.0, 0.2, 0.4, 0.6, 0.8, 5.0, 5.2, 5.4]
    with Video(filmed(tmp_path / "phone.mkv", times), live=False) as camera:
        frames = list(camera.frames())
    assert [frame.at for frame in frames] == pytest.approx(times, abs=0.002)
    assert [frame.index for frame in frames] == list(range(8))


def test_a_film_into_which_there_is_no_way_but_from_its_beginning_is_gone_on_with(tmp_path):
    with Video(filmed(tmp_path / "stream.ts", [number / 5 for number in range(12)]), live=False) as camera:
        camera.go_on_after(7)
        assert [frame.index for frame in camera.frames()] == [8, 9, 10, 11]


def test_a_video_that_breaks_off_gives_what_it_has_and_says_so(film):
    data = film.read_bytes()
    film.write_bytes(data[: len(data) * 2 // 3])
    seen = []

    def play():
        with Video(film, live=False) as camera:
            seen.extend(frame.index for frame in camera.frames())

    with pytest.raises(CameraError, match="breaks off"):
        play()
    assert 8 <= len(seen) < 20


def test_a_folder_that_grows_while_it_is_read_is_read_to_its_new_end(tmp_path):
    cv2.imwrite(str(tmp_path / "00000.png"), picture(0))
    seen = []
    with Recording(tmp_path, live=False) as recording:
        for frame in recording.frames():
            seen.append(frame.index)
            if frame.index < 6:
                cv2.imwrite(str(tmp_path / f"{frame.index + 1:05d}.png"), picture(0))
    assert seen == [0, 1, 2, 3, 4, 5, 6]
