"""Pieces of a table that are drawn for training say the truth of what they show."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.often import cases
from vision.cards.whole_card import ACROSS, DOWN
from vision.training.cards import heaps
from vision.training.cards.face import PX, Design, Face, Spot
from vision.training.cards.heaps import CELLS, Piece, piece
from vision.training.cards.lens import SIDE

SPOTS = tuple(Spot(sign * 2.3, sign * 3.6, 0.6, 1.4, 0.0 if sign < 0 else np.pi) for sign in (-1, 1))
WHITE = np.full((round(8.9 * PX), round(5.7 * PX), 3), 250, np.uint8)
BLUE = np.full_like(WHITE, (200, 20, 20))
DECK = Design((Face(WHITE, 3, 1, SPOTS),), (Face(BLUE, -1, -1, (), back=True),), ())


def pieces(seed: int, monkeypatch: pytest.MonkeyPatch, **always: float) -> list[Piece]:
    for name, share in always.items():
        monkeypatch.setattr(heaps, name, share)
    chance = np.random.default_rng(seed)
    return [piece(chance, [DECK]) for _ in range(12)]


@cases("seed", range(4), quick=1)
def test_an_index_that_must_be_read_lies_on_a_face(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told = 0
    for one in pieces(seed, monkeypatch, NO_CARDS=0.0):
        for mark in one.marks:
            column, row = (int(at / SIDE * CELLS) for at in (mark.x, mark.y))
            if mark.kind == 1 and 0 <= row < CELLS and 0 <= column < CELLS:
                told += 1
                assert one.surface[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].max() >= 1
    assert told


@cases("seed", range(4), quick=1)
def test_beyond_the_edge_of_the_picture_nothing_is_seen_and_nothing_must_be_read(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = 0
    for one in pieces(seed, monkeypatch, NO_CARDS=0.0, CUT_OFF=1.0):
        beyond = (one.picture == 0).all(axis=2)
        cut += bool(beyond.any())
        cells = beyond.reshape(CELLS, SIDE // CELLS, CELLS, SIDE // CELLS).all(axis=(1, 3))
        assert not one.surface[cells].any()
        for mark in one.marks:
            at = tuple(np.clip(np.round([mark.y, mark.x]), 0, SIDE - 1).astype(int).tolist())
            assert mark.kind != 1 or not beyond[at]
    assert cut > 6


def test_without_cards_there_is_neither_a_face_nor_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in pieces(1, monkeypatch, NO_CARDS=1.0):
        assert not one.marks
        assert not one.surface.any()


@cases("seed", range(4), quick=1)
def test_a_card_is_covered_where_the_middle_of_a_later_one_lies_on_it(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heaps, "NO_CARDS", 0.0)
    chance = np.random.default_rng(seed)
    covered = 0
    for _ in range(24):
        cards = piece(chance, [DECK], zoom=0.5).cards
        for number, card in enumerate(cards):
            for later in cards[number + 1 :]:
                right, down = np.linalg.solve(card.place[:, :2], later.place[:, 2] - card.place[:, 2])
                if abs(right) < 2.5 and abs(down) < 4:
                    covered += 1
                    assert card.covered > 0.05
    assert covered > 10


def test_whole_cards_are_cut_upright_with_what_is_known_of_them(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="it comes with pip install -e '.[train]'")
    pytest.importorskip("PIL", reason="it comes with pip install -e '.[train]'")
    from vision.training.cards.pool import Pool
    from vision.training.cards.whole_cards import NOBODY, WholeCards

    pool = Pool.at(tmp_path, 40)
    chance = np.random.default_rng(3)
    for place in range(40):
        pool.put(place, piece(chance, [DECK], zoom=0.5))
    pool.drawn[0] = 39
    cards, ranks, suits, card, bare, there, lies = WholeCards().batch_of(pool, chance)
    assert tuple(cards.shape[1:]) == (3, DOWN, ACROSS)
    told = ranks != NOBODY
    assert told.any()
    assert set(ranks[told].tolist()) == {3}
    assert set(suits[told].tolist()) == {1}
    assert bool((card[told] == 1).all())
    assert bool((there[told] == 1).all())
    assert bool((there == 0).any()), "some are cut where no card lies"
    middle = cards[told & (bare == 1), :, DOWN // 2 - 8 : DOWN // 2 + 8, ACROSS // 2 - 8 : ACROSS // 2 + 8]
    assert float(middle.mean()) > 0.3, "most of what nobody covers is bright paper"
    assert 0 < float(lies[told].abs().median()) < 2, "a card lies a little otherwise than it was cut"


def test_a_piece_taken_from_another_pool_keeps_all_that_is_known_of_it(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="it comes with pip install -e '.[train]'")
    from vision.training.cards.pool import Pool

    made, chance = Pool.at(tmp_path / "made", 3), np.random.default_rng(4)
    for place in range(3):
        made.put(place, piece(chance, [DECK], zoom=0.5))
    other, mine = Pool.there(tmp_path / "made"), Pool.at(tmp_path / "mine", 5)
    assert other.size == 3
    mine.put(4, piece(chance, [DECK], zoom=0.5))
    mine.take(4, other, 2)
    for kept in ("pictures", "marks", "surface", "cards"):
        assert (getattr(mine, kept)[4] == getattr(made, kept)[2]).all()


@pytest.mark.parametrize("task", ["find", "name", "whole"])
def test_a_training_goes_on_from_the_weights_the_product_reads_with(task: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="it comes with pip install -e '.[train]'")
    pytest.importorskip("PIL", reason="it comes with pip install -e '.[train]'")
    from vision.network import Network
    from vision.training.__main__ import TASKS
    from vision.training.loop import Plan, Training

    own = {"find": "index_detector", "name": "index_namer", "whole": "whole_card"}[task]
    training = Training(TASKS[task](), Plan(tmp_path, 1.0))
    pictures = torch.rand(1, 3, *getattr(training.network, "size", (64, 64)), generator=torch.manual_seed(3))
    with torch.no_grad():
        kept = training.network.eval()(pictures).numpy()
    read, *_ = Network(files("vision.cards") / f"{own}.onnx").run(
        **{{"find": "pictures", "name": "patches", "whole": "cards"}[task]: pictures.numpy()}
    )
    assert training.seen > 0
    assert np.abs(kept - read).max() < 0.02 * np.abs(read).max(), "the kept ones have 16 bits"
