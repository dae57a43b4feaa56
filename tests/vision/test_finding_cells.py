"""Light patches are put into lattices by their neighbours, each with what lies around it."""

import numpy as np
import pytest

from vision.finding.cells import Patches, lattices


def laid_out(rows, columns, pitch, size, start=(0.0, 0.0), turned=0.0):
    """Corners of equal patches in rows and columns, (rows * columns, 4, 2)."""
    down, across = np.mgrid[:rows, :columns]
    at = np.stack([across.ravel() * pitch[0], down.ravel() * pitch[1]], -1)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    turn = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    return (at[:, None] + corners) @ turn + start


def largest(corners):
    which, where = lattices(Patches(corners))[0]
    return set(which.tolist()), where


@pytest.mark.parametrize("gap", [1.05, 1.6, 1.95])
def test_cards_of_a_board_are_one_lattice_whatever_the_gaps_between_its_rows(gap):
    which, where = largest(laid_out(10, 10, (38 * 1.25, 30 * gap), (38, 30)))
    assert len(which) == 100
    assert where.max(axis=0).tolist() == [9, 9]


@pytest.mark.parametrize("pitch", [(40, 78), (101, 32)])
def test_rows_far_apart_whose_cards_are_close_are_one_lattice_where_such_are_looked_for(pitch):
    corners = laid_out(10, 10, pitch, (38, 30), turned=0.2)
    assert max(len(which) for which, _ in lattices(Patches(corners))) < 100
    which, where = lattices(Patches(corners), gaps=True)[0]
    assert len(which) == 100
    assert where.max(axis=0).tolist() == [9, 9]


def test_what_is_left_of_the_ground_beside_cards_is_none_of_their_lattice():
    cards = laid_out(9, 9, (57, 42), (22, 38), start=(100, 60))
    strips = laid_out(9, 9, (57, 42), (14, 38), start=(130, 60))
    which, where = lattices(Patches(np.concatenate([cards, strips])), gaps=True)[0]
    assert set(which.tolist()) == set(range(81))
    assert where.max(axis=0).tolist() == [8, 8]


def test_a_board_with_wide_gaps_is_one_lattice_on_a_table_of_close_tiles():
    board = laid_out(10, 10, (38 * 1.25, 30 * 1.8), (38, 30), start=(100, 60))
    tiles = [laid_out(18, 8, (38, 38), (36, 36), start=(right, 0), turned=0.1) for right in (-330, 700)]
    found = lattices(Patches(np.concatenate([board, *tiles])))
    assert any(set(range(100)) <= set(which.tolist()) for which, _ in found)


def test_a_card_left_out_leaves_a_gap_and_puts_nothing_beyond_it_one_off():
    corners = laid_out(10, 10, (40, 50), (36, 46))
    seen = np.delete(corners, [44, 45, 46], axis=0)
    which, where = largest(seen)
    right = np.floor(seen[sorted(which)].mean(1) / (40, 50)).astype(int)
    order = np.argsort(list(lattices(Patches(seen))[0][0]))
    assert (where[order] == right).all()
