"""Damaged profiles and pictures: refused in one sentence, or read; nothing else ever happens."""

import random
import shutil

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.profile import ProfileError, load_profile, save_profile
from engine.equipment.board import load_layout
from hardware.recording import read_picture
from hardware.simulated import SimulatedTable
from referee.pictures import load_picture
from referee.refusal import Refusal
from tests.damage import damage_picture, damage_profile
from tests.often import tries
from vision.eye import Eye
from vision.rectify.decoding import decode_picture
from vision.rectify.pictures import PictureError

LAYOUT = load_layout("classic")


@pytest.fixture(scope="module")
def picture():
    return SimulatedTable(seed=3, live=False, size=(480, 360), clutter=False).empty_picture()


@pytest.fixture(scope="module")
def whole(picture, tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    save_profile(folder, calibrate(picture, layout=LAYOUT).look)
    return folder


def in_one_sentence(error):
    return "\n" not in str(error) and 20 < len(str(error)) < 400


def test_a_damaged_profile_is_refused_in_a_sentence_or_read(whole, picture, tmp_path):
    said = []
    for seed in range(tries(30)):
        folder = tmp_path / str(seed)
        shutil.copytree(whole, folder)
        damage_profile(folder, seed)
        try:
            look = load_profile(folder)
            if seed % 4 == 0:
                Eye(look, load_layout(look.layout)).look(picture, 0.0, 0)
        except (ProfileError, PictureError) as error:
            said.append(error)
    assert 1 / 3 < len(said) / tries(30) < 1
    assert [error for error in said if not in_one_sentence(error)] == []


def test_a_damaged_picture_is_refused_in_a_sentence_or_read(picture, tmp_path):
    said = []
    for seed in range(tries(40)):
        chance = random.Random(seed)
        ending = chance.choice((".jpg", ".jpg", ".png", ".bmp", ".webp", ".tiff"))
        file = tmp_path / f"{seed}{ending}"
        cv2.imwrite(str(file), picture)
        damage_picture(file, chance)
        read_picture(file)
        try:
            assert load_picture(file).dtype == np.uint8
        except Refusal as error:
            said.append(error)
    assert 1 / 4 < len(said) / tries(40) < 1
    assert [error for error in said if not in_one_sentence(error)] == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("colour = [nan, 0.1, 0.1]", "colour"),
        ("colour = [0.1, 90.0, 0.1]", "colour"),
        ("colour = [0.1, -0.1, 0.1]", "colour"),
        ("noise = inf", "noise"),
        ("picture_size = [-480, 360]", "picture_size"),
        ("picture_size = [65500, 65500]", "picture_size"),
        ("free_spaces = [0, 9, 90, 1000000]", "free spaces"),
        ('layout = "../nowhere.toml"', "layout"),
        ('team = "purple"', "purple"),
        ("version = -1", "version"),
    ],
)
def test_numbers_that_no_table_has_are_named(whole, tmp_path, line, word):
    folder = tmp_path / "table"
    shutil.copytree(whole, folder)
    file = folder / "profile.toml"
    name = line.partition(" = ")[0]
    lines = file.read_text().splitlines()
    at = next(number for number, one in enumerate(lines) if one.startswith(f"{name} = "))
    file.write_text("\n".join([*lines[:at], line, *lines[at + 1 :]]))
    with pytest.raises(ProfileError, match=word) as no:
        load_profile(folder)
    assert in_one_sentence(no.value)


@pytest.mark.parametrize(
    ("name", "moved", "kind", "word"),
    [("nodes", 9, "f4", "its corners are not those of arrays.npz"), ("nodes", 0, "i4", "the arrays hold no numbers")],
)
def test_arrays_of_another_board_or_kind_are_refused(whole, tmp_path, name, moved, kind, word):
    folder = tmp_path / "table"
    shutil.copytree(whole, folder)
    with np.load(folder / "arrays.npz") as file:
        arrays = dict(file)
    np.savez(folder / "arrays.npz", **arrays | {name: (arrays[name] + moved).astype(kind)})
    with pytest.raises(ProfileError, match=word):
        load_profile(folder)


def claiming(picture, width, height):
    """A JPEG of which the header claims another size."""
    code = cv2.imencode(".jpg", picture)[1].tobytes()
    frame = code.find(b"\xff\xc0")
    return code[: frame + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + code[frame + 9 :]


@pytest.mark.parametrize("size", [(65500, 65500), (20_001, 200), (16_000, 16_000)])
def test_a_picture_that_claims_to_be_larger_than_any_is_refused_before_room_is_made_for_it(picture, size):
    with pytest.raises(PictureError, match="more than any camera gives"):
        decode_picture(claiming(picture, *size))
