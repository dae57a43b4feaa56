"""Displays without a window system: pixels as the screen wants them, codes that a phone can read."""

import cv2
import numpy as np
import pytest

from hardware.display import Card, DisplayError, Framebuffer, draw_card

ADDRESS = "http://192.168.178.123:8080/"
WIFI = "WIFI:T:WPA;S:Sequence K7RW;P:abcd2345xy;;"


def screen(tmp_path, *, size="64,48", bits=32, stride=256):
    about = tmp_path / "sys/class/graphics/fb0"
    about.mkdir(parents=True)
    for name, value in (("virtual_size", size), ("bits_per_pixel", bits), ("stride", stride)):
        (about / name).write_text(f"{value}\n")
    device = tmp_path / "fb0"
    device.write_bytes(b"\xaa" * stride * int(size.split(",")[1]))
    return Framebuffer(device, tmp_path), device


@pytest.mark.parametrize(("bits", "stride"), [(32, 256), (32, 320), (24, 192), (16, 128), (16, 160)])
def test_a_picture_lies_on_the_screen_pixel_by_pixel(tmp_path, bits, stride):
    shown, device = screen(tmp_path, bits=bits, stride=stride)
    picture = np.zeros((48, 64), np.uint8)
    picture[5, 7], picture[47, 63] = 255, 128
    shown.show(picture)
    memory = np.frombuffer(device.read_bytes(), np.uint8).reshape(48, stride)
    size = bits // 8
    assert memory[5, 7 * size : 8 * size].tolist() == [255] * size
    assert memory.any(axis=1).sum() == 2
    if bits == 16:
        assert int.from_bytes(memory[47, 126:128].tobytes(), "little") == (16 << 11) | (32 << 5) | 16
    shown.close()
    assert not any(device.read_bytes())


def test_a_screen_that_is_not_there_or_of_an_unknown_form_is_refused_in_words(tmp_path):
    with pytest.raises(DisplayError, match="no screen at"):
        Framebuffer(tmp_path / "fb0", tmp_path)
    with pytest.raises(DisplayError, match="8 bits"):
        screen(tmp_path, bits=8, stride=64)


def test_a_screen_that_goes_is_said(tmp_path):
    shown, device = screen(tmp_path)
    device.unlink()
    with pytest.raises(DisplayError, match="cannot be written"):
        shown.show(np.zeros((48, 64), np.uint8))
    shown.close()


def read_codes(picture):
    """What a phone reads of a display, held at an ordinary distance."""
    seen = cv2.resize(
        picture, None, fx=max(1, 600 // picture.shape[0]), fy=max(1, 600 // picture.shape[0]), interpolation=0
    )
    found, texts, *_ = cv2.QRCodeDetector().detectAndDecodeMulti(seen)
    return set(texts) if found else set()


@pytest.mark.parametrize("size", [(1920, 1080), (800, 480), (656, 416)])
def test_a_screen_shows_a_code_that_reads_as_the_address(size):
    picture = draw_card(Card((("Scan to watch", ADDRESS),), ("sequence.local:8080", "No camera answers as pi.")), size)
    assert picture.shape == size[::-1]
    assert read_codes(picture) == {ADDRESS}


def test_with_a_wifi_of_its_own_both_codes_read():
    picture = draw_card(Card((("1. Join", WIFI), ("2. Open", ADDRESS)), ("Wi-Fi: Sequence K7RW",)), (1280, 720))
    assert read_codes(picture) == {WIFI, ADDRESS}


def test_words_too_long_for_the_display_stay_on_it():
    long = "The Pi camera does not start (no cameras available). Check the ribbon cable on both ends. " * 3
    picture = draw_card(Card((("Scan", ADDRESS),), (long,)), (800, 480))
    assert not picture[:, :2].any()
    assert not picture[:, -2:].any()
