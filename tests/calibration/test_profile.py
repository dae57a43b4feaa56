"""The profile folder: written whole, read back the same, refused in words when it does not fit."""

import contextlib
import tomllib
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.profile import ProfileError, load_profile, save_profile
from calibration.whole_file import write_whole
from engine.equipment.board import load_layout
from hardware.simulated import SimulatedTable
from vision.eye import Eye

LAYOUT = load_layout("classic")


@pytest.fixture(scope="module")
def table():
    return SimulatedTable(seed=3, live=False, size=(820, 616), clutter=False)


@pytest.fixture(scope="module")
def look(table):
    return calibrate(table.empty_picture(), layout=LAYOUT).look


@pytest.fixture
def folder(look, tmp_path):
    save_profile(tmp_path / "table", look, made="2026-11-21")
    return tmp_path / "table"


def test_a_profile_read_back_sees_the_same(folder, look, table):
    again = load_profile(folder)
    assert np.array_equal(again.empty, look.empty)
    assert np.array_equal(again.mesh.nodes, look.mesh.nodes)
    picture = table.empty_picture()
    assert Eye(again, LAYOUT).look(picture, 0, 0).letters == Eye(look, LAYOUT).look(picture, 0, 0).letters


def test_profile_toml_can_be_read_by_people_and_programs(folder):
    values = tomllib.loads((folder / "profile.toml").read_text())
    assert values["version"] == 2
    assert (values["picture_size"], values["free_spaces"]) == ([820, 616], [0, 9, 90, 99])
    assert {chip["team"] for chip in values["chips"]} == {"blue", "green", "red"}


def test_a_missing_folder_and_missing_files_are_named(folder, tmp_path):
    with pytest.raises(ProfileError, match="There is no table profile"):
        load_profile(tmp_path / "nowhere")
    (folder / "empty.png").unlink()
    with pytest.raises(ProfileError, match=r"lacks empty\.png"):
        load_profile(folder)


def test_a_newer_version_is_refused(folder):
    file = folder / "profile.toml"
    file.write_text(file.read_text().replace("version = 2", "version = 99"))
    with pytest.raises(ProfileError, match="version 99"):
        load_profile(folder)


def test_a_profile_of_version_1_is_read_with_the_colours_it_kept_as_hues(folder, look):
    file = folder / "profile.toml"
    lines = [line for line in file.read_text().splitlines() if not line.startswith("colour =")]
    hues = {"blue": (104, 0.62, 0.8), "green": (196, 0.6, 0.6), "red": (-31, 0.85, 0.8)}
    text = "\n".join(lines).replace("version = 2", "version = 1")
    for team, (hue, saturation, value) in hues.items():
        old = f"hue_degrees = {hue}\nspread_degrees = 17\nsaturation = {saturation}\nvalue = {value}\ndepth = 0.6"
        text = text.replace(f'team = "{team}"\nmeasured = false', f'team = "{team}"\n{old}\nmeasured = true')
    file.write_text(text)
    again = load_profile(folder)
    assert all(chip.measured for chip in again.chips)
    for chip in again.chips:
        blue, green, red = chip.colour
        assert {"b": blue, "g": green, "r": red}[chip.team] == max(chip.colour) > 2 * min(chip.colour)


def test_the_empty_picture_of_another_table_is_refused_and_a_profile_of_before_still_loads(folder, look, tmp_path):
    lighter = replace(look, empty=cv2.convertScaleAbs(look.empty, beta=9))
    save_profile(tmp_path / "other", lighter)
    toml = folder / "profile.toml"
    toml.write_text("".join(line for line in toml.read_text().splitlines(True) if not line.startswith("empty = ")))
    assert np.array_equal(load_profile(folder).empty, look.empty)
    (tmp_path / "other" / "empty.png").write_bytes((folder / "empty.png").read_bytes())
    with pytest.raises(ProfileError, match=r"empty\.png is not the picture that was measured"):
        load_profile(tmp_path / "other")


@pytest.mark.parametrize("name", ["profile.toml", "arrays.npz", "empty.png"])
def test_a_damaged_file_is_refused_in_words(folder, name):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(ProfileError):
        load_profile(folder)


def test_what_older_versions_kept_beside_the_nodes_is_passed_over(folder, look):
    np.savez_compressed(folder / "arrays.npz", nodes=look.mesh.nodes, anchors_index=np.zeros((60, 225), int))
    assert np.array_equal(load_profile(folder).mesh.nodes, look.mesh.nodes)


class PowerCut(BaseException):
    """The machine stands still in the midst of it."""


@pytest.mark.parametrize("written", range(5))
def test_a_power_cut_while_it_is_replaced_leaves_the_old_profile_or_the_whole_new_one(
    folder, look, monkeypatch, written
):
    new = replace(look, empty=255 - look.empty, noise=9.0)
    left = iter([True] * written)

    def cut(path, content):
        if not next(left, False):
            raise PowerCut
        write_whole(path, content)

    with monkeypatch.context() as patch, contextlib.suppress(PowerCut):
        patch.setattr("calibration.profile.write_whole", cut)
        save_profile(folder, new)
    again = load_profile(folder)
    assert np.array_equal(again.empty, new.empty if written else look.empty)
    assert again.noise == (9.0 if written else pytest.approx(look.noise, abs=0.001))
    assert sorted(file.name for file in folder.iterdir()) == ["arrays.npz", "empty.png", "profile.toml"]
