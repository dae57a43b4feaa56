"""The learnt reader: nobody's team comes first, what changed alone is as good as all, and any board is read."""

from dataclasses import replace

import numpy as np
import pytest

from engine.equipment.board import load_layout
from engine.trouble import Trouble
from tests.vision.scenes import LAYOUT, look_of, straight
from vision.network import Network
from vision.read.reader import LearntReader
from vision.read.teams import Teams
from vision.rectify.straight import MARGIN, SIDE


def same(one, other):
    return bool(np.abs(one - other).max() < 2e-3)


@pytest.mark.parametrize("order", [(1, 2, 0), (2, 1, 0)])
def test_teams_named_in_another_order_have_their_answers_in_that_order(order):
    look, picture = look_of("d3_old_planks"), straight("d3_old_planks", "play_07")
    teams = Teams(look.teams.colours, np.ones(3, bool), look.teams.measured)
    other = Teams(*(part[list(order)] for part in (teams.colours, teams.playing, teams.measured)))
    plain, turned = (LearntReader(LAYOUT).read(picture, look.empty, one).chances for one in (teams, other))
    assert same(plain[..., :2], turned[..., :2])
    assert same(plain[..., 2:5][..., order], turned[..., 2:5])
    assert same(plain[..., 5:][..., order], turned[..., 5:])


@pytest.mark.parametrize("spaces", [((0, 0),), ((4, 4),), ((2, 3), (3, 7)), ((9, 9), (9, 8))])
def test_reading_what_changed_alone_gives_what_reading_all_of_it_gives(spaces):
    look, picture = look_of("d0_green_oak"), straight("d0_green_oak", "play_02")
    changed = picture.copy()
    marked = np.zeros((10, 10), bool)
    for row, column in spaces:
        y, x = MARGIN + row * SIDE + 8, MARGIN + column * SIDE + 8
        changed[y : y + 16, x : x + 16] = (60, 40, 170)
        marked[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = True
    reader = LearntReader(LAYOUT)
    reader.read(picture, look.empty, look.teams)
    part = reader.read(changed, look.empty, look.teams, marked)
    whole = LearntReader(LAYOUT).read(changed, look.empty, look.teams)
    # The light of the whole was measured with the change in it, and differs by next to nothing.
    assert np.abs(part.chances - whole.chances).max() < 0.05
    assert (part.chances.argmax(axis=2) == whole.chances.argmax(axis=2)).all()


def test_a_board_of_another_shape_is_read_with_the_same_weights():
    small = load_layout(LAYOUT.name)
    look, picture = look_of("d0_green_oak"), straight("d0_green_oak", "play_02")
    cut = np.s_[: 7 * SIDE, : 8 * SIDE]
    layout = replace(
        small, name="part", rows=6, columns=7, own_design=True,
        cards=tuple(f"{rank}{suit}" for rank in "2345678" for suit in "SHD" for _ in range(2)),
    )  # fmt: skip
    seen = LearntReader(layout).read(
        np.ascontiguousarray(picture[cut]), np.ascontiguousarray(look.empty[cut]), look.teams
    )
    whole = LearntReader(LAYOUT).read(picture, look.empty, look.teams)
    assert seen.chances.shape == (6, 7, 8)
    agreed = seen.chances.argmax(axis=2)[:5, :6] == whole.chances.argmax(axis=2)[:5, :6]
    assert agreed.mean() > 0.9


def test_a_damaged_or_missing_network_is_told_in_a_sentence(tmp_path):
    file = tmp_path / "reader.onnx"
    with pytest.raises(Trouble, match=r"reader\.onnx is missing"):
        Network(file)
    file.write_bytes(b"no network at all")
    with pytest.raises(Trouble, match=r"reader\.onnx is damaged"):
        Network(file)
