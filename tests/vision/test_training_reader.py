"""Boards that are turned and cut for training stay true. Asked only where what trains is installed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="it comes with pip install -e '.[train]'")

import torch

from tests.bench.corpus.boards import samples
from tests.bench.corpus.tables import CorpusTable
from tests.bench.eye import simulated
from vision.drawing.decks import deck_of
from vision.network import Network
from vision.read import inputs
from vision.training import boards
from vision.training.loop import Plan, Training
from vision.training.reader.batches import (
    BARE,
    FACES,
    FEWEST,
    HIDDEN,
    MORE,
    Batches,
    Board,
    Mode,
    Pool,
    Preparing,
    batch_of,
    classes_of,
    part_of,
    turned,
    twins_of,
    wanted_of,
)
from vision.training.reader.covering import Covering
from vision.training.reader.held import figures_of
from vision.training.reader.network import ReaderNetwork
from vision.training.reader.reading import Reading


@pytest.fixture(scope="module")
def board() -> Board:
    chance = np.random.default_rng(5)
    return vars(boards.sample(chance, deck_of(chance)))


def foretold(board: Board) -> float:
    """How like the empty board is to what its twins foretell of it; correlation."""
    light = inputs.linear(board["empty"])
    twin = inputs.twin_picture(light, twins_of(board))
    inner = np.s_[16:-16, 16:-16]
    seen = twin[inner].sum(axis=2) > 0
    return float(np.corrcoef(light[inner][seen].ravel(), twin[inner][seen].ravel())[0, 1])


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_board_lying_another_way_has_its_chips_and_twins_where_they_went(
    board: Board, quarters: int, mirrored: bool
) -> None:
    other = turned(board, quarters, mirrored)
    assert sorted(other["label"].ravel()) == sorted(board["label"].ravel())
    assert foretold(other) == pytest.approx(foretold(board), abs=1e-3)
    back = turned(turned(other, 0, mirrored), -quarters % 4, False)
    for name in ("now", "label", "twin", "twinrot", "centre"):
        assert np.array_equal(back[name], board[name]), name


def test_a_part_of_a_board_is_a_board_of_its_own(board: Board) -> None:
    part = part_of(board, 6, 6, np.random.default_rng(1))
    assert part["now"].shape == (224, 224, 3)
    assert part["twin"].shape == (6, 6, 2)
    of = twins_of(part).of
    assert all(of[other] == space for space, other in enumerate(of) if other >= 0)


def test_the_network_is_asked_for_what_lies_there(board: Board) -> None:
    wanted, weight = wanted_of(board)
    assert np.allclose(wanted.sum(axis=1), 1.0)
    plain = (board["occ"].ravel() < 0.25) & (board["between"].ravel() == 0)
    assert (wanted.argmax(axis=1)[plain] == classes_of(board).ravel()[plain]).all()
    assert (weight >= 0).all()
    assert {BARE, FACES} <= set(range(wanted.shape[1]))


def test_whoever_is_named_first_the_network_gives_each_team_its_own(board: Board) -> None:
    preparing = Preparing(np.random.default_rng(2))
    given = batch_of([preparing.example(board, Mode.MEASURED)], (10, 10)).given
    order = [2, 0, 1]
    other = given._replace(colours=given.colours[:, order], flags=given.flags[:, order])
    network = ReaderNetwork().eval()
    plain, turned_round = network(given).logits, network(other).logits
    assert (plain[..., :2] - turned_round[..., :2]).abs().max() < 1e-3
    assert (plain[..., [4, 2, 3]] - turned_round[..., 2:5]).abs().max() < 1e-3


def test_what_prepares_batches_side_by_side_shares_the_drawn_boards(board: Board, tmp_path: Path) -> None:
    for number in range(12):
        np.savez(tmp_path / f"b_1_{number:05d}.npz", **{name: one[None] for name, one in board.items()})
    (tmp_path / "b_1_00012.npz").write_bytes(b"still being written")
    pools = [Pool(tmp_path, np.random.default_rng(1), (number, 3)) for number in range(3)]
    for pool in pools:
        pool.refresh(100)
    assert sum(len(pool.boards) for pool in pools) == 12
    assert all(pool.boards for pool in pools)


def test_boards_that_were_not_drawn_for_it_are_the_part_of_all_that_is_said(board: Board, tmp_path: Path) -> None:
    drawn, others = tmp_path / "boards", tmp_path / "others"
    bare = board | {"label": np.zeros_like(board["label"]), "occ": np.zeros_like(board["occ"])}
    for folder, one, count in ((drawn, board, FEWEST), (others, bare, 2)):
        folder.mkdir()
        np.savez(folder / "b_1_00000.npz", **{name: np.stack([field] * count) for name, field in one.items()})
    batches = iter(Batches(drawn, 40, (1,), others))
    boards = torch.cat([next(batches).wanted.argmax(-1) for _ in range(4)])
    part = ((boards == BARE) | (boards == HIDDEN)).all(1).float().mean().item()
    assert part == pytest.approx(MORE, abs=0.1)


def test_a_thing_laid_over_a_board_hides_the_spaces_it_covers_and_moves_no_chip(board: Board) -> None:
    covering = Covering(np.random.default_rng(3))
    hid = 0
    for _ in range(12):
        other = covering.over(board)
        hidden = (other["occ"] > 0.5) & (board["occ"] <= 0.5)
        changed = np.abs(other["now"].astype(int) - board["now"]).max(2)[16:-16, 16:-16].reshape(10, 32, 10, 32)
        assert (changed.max((1, 3))[hidden] > 0).all()
        assert (other["occ"] >= board["occ"]).all()
        assert np.array_equal(other["label"], board["label"])
        hid += int(hidden.sum())
    assert hid > 12


def test_pictures_of_a_table_become_boards_that_are_read_as_the_product_reads_them(tmp_path: Path) -> None:
    boards = [vars(one) for one in samples(CorpusTable(next(simulated())))]
    network = Training(Reading(), Plan(tmp_path, 1.0)).judged()
    assert isinstance(network, ReaderNetwork)
    assert {1, 2, 3} <= set(np.unique([one["label"] for one in boards]))
    for mode in Mode:
        figures = figures_of(network, boards, mode)
        assert figures.wrong == 0
        assert figures.unsure < 1


def test_a_training_goes_on_from_the_weights_the_product_reads_with(tmp_path: Path) -> None:
    training = Training(Reading(), Plan(tmp_path, 1.0))
    network = training.judged()
    assert isinstance(network, ReaderNetwork)
    picture = torch.rand(1, inputs.CHANNELS, 96, 96, generator=torch.manual_seed(3))
    with torch.no_grad():
        kept = network.stem(picture)[0].numpy()
    read = Network(files("vision.read") / "reader_stem.onnx").run(picture=picture.numpy())[0]
    assert training.seen > 0
    assert np.abs(kept - read).max() < 0.02 * np.abs(read).max(), "the kept ones have 16 bits"


def test_a_training_learns_and_goes_on_where_it_stood(board: Board, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    plan = Plan(tmp_path, 1.0, drawers=0, workers=0)
    training = Training(Reading(), plan)
    preparing = Preparing(np.random.default_rng(2))
    batch = batch_of([preparing.example(board, Mode.EMPTY)], (10, 10))
    training.learn(batch)
    training.keep()
    after = Training(Reading(), plan)
    assert after.seen == training.seen > Training(Reading(), Plan(tmp_path / "new", 1.0)).seen
    assert all(torch.equal(one, after.mean[name]) for name, one in training.mean.items())
