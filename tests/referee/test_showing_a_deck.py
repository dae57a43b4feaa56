"""A deck of which cards are missing is told; one that cannot be used is refused."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.shown_deck import FILE, KeptDeck, save_deck
from hardware.simulated import SimulatedTable
from tests.referee.conftest import run
from tests.vision import odd_decks
from tests.vision.cards import Table
from vision.cards.shown.deck import face_shape
from vision.drawing import faces
from vision.rectify.mesh import Mesh

BACK = faces.back(*odd_decks.SIZE, (150, 60, 50))


class Home:
    """A drawn table that was measured, and the place of a pile beside its board."""

    def __init__(self, folder: Path) -> None:
        table = SimulatedTable(seed=1, size=(1640, 1232), live=False)
        nodes = table.nodes.astype(np.float32)
        square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
        corners = np.array([nodes[0, 0], nodes[0, -1], nodes[-1, -1], nodes[-1, 0]], np.float32)
        to_picture = cv2.getPerspectiveTransform(square, corners)
        self.table = Table(np.asarray(table.empty_picture()), Mesh(nodes), to_picture)
        pile = np.array([[table.scene.view.project(np.array([table.scene.pile(0)]))[0]]], np.float64)
        self.pile = tuple(cv2.perspectiveTransform(pile, np.linalg.inv(to_picture))[0, 0].tolist())
        self.folder, self.profile = folder, folder / "table"
        cv2.imwrite(str(folder / "empty.png"), self.table.picture)
        assert run("calibrate", "--empty", folder / "empty.png", "--anyway", "--table", self.profile) == 0

    def copy(self) -> Table:
        """The empty table once more, for something to be laid there."""
        return Table(self.table.picture, self.table.mesh, self.table.to_picture)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return Home(tmp_path_factory.mktemp("home"))


def test_a_deck_of_which_cards_are_missing_is_told_by_the_doctor(home, capsys):
    size = (5.7, 8.9)
    face = np.zeros((*face_shape(size), 3), np.uint8)
    shown = KeptDeck(("AS", "2S")).with_back(face, size)
    save_deck(home.profile, shown.with_card("AS", face, read=False))
    run("doctor", "--table", home.profile)
    told = " ".join(capsys.readouterr().out.split())
    assert "1 of 2 cards were shown: it is read by once all of them were" in told
    assert "Show the deck" in told


def test_a_damaged_deck_is_refused_with_the_way_out(home, capsys):
    (home.profile / FILE).write_bytes(b"no deck")
    assert run("read", home.folder / "empty.png", "--table", home.profile) != 0
    told = capsys.readouterr().err
    assert "is damaged" in told
    assert "Begin anew" in told
