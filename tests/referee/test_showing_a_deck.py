"""A deck is shown with `referee calibrate --deck`, card by card, and read by afterwards."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.shown_deck import FILE, load_deck
from hardware.simulated import SimulatedTable
from tests.referee.conftest import run
from tests.vision import odd_decks
from tests.vision.cards import Table
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

    def film(self, name: str, *laid: np.ndarray) -> Path:
        """A folder of frames in which cards are laid on the pile, one after the other."""
        folder = self.folder / name
        folder.mkdir()
        table, pictures = self.copy(), [self.table.picture] * 2
        for number, face in enumerate(laid):
            table.lay_face(face, (self.pile[0] + 0.05 * number, self.pile[1]), 2 * number)
            pictures += [table.picture] * 5
        for number, picture in enumerate(pictures):
            cv2.imwrite(str(folder / f"{number:05}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return Home(tmp_path_factory.mktemp("home"))


def test_cards_are_taken_as_they_are_asked_for_and_the_next_time_it_goes_on(home, capsys):
    first = home.film("first", BACK, odd_decks.beside("AS"), odd_decks.beside("2S"))
    assert run("calibrate", "--deck", "--camera", first, "--table", home.profile) == 0
    told = capsys.readouterr().out
    for line in ("Lay one card face down", "Lay the ace of spades.", "the two of spades: 2 of 52", "still to be shown"):
        assert line in told
    later = home.film("later", odd_decks.beside("3S"))
    assert run("calibrate", "--deck", "--camera", later, "--table", home.profile) == 0
    told = capsys.readouterr().out
    assert "2 of 52 cards were shown" in told
    assert "the three of spades: 3 of 52" in told
    assert load_deck(home.profile).shown.names == ("AS", "2S", "3S")
    run("doctor", "--table", home.profile)
    assert "3 of 52 cards were shown: it is read by once all of them were" in " ".join(capsys.readouterr().out.split())


def test_pictures_of_another_size_than_the_table_was_measured_at_are_refused_with_the_way_out(home, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "00000.jpg"), cv2.resize(home.table.picture, (820, 616)))
    assert run("calibrate", "--deck", "--camera", tmp_path, "--table", home.profile) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "820x616 pixels, the table was measured at 1640x1232" in told
    assert "calibrate again" in told


def test_a_damaged_deck_is_refused_and_can_be_shown_anew(home, capsys):
    (home.profile / FILE).write_bytes(b"no deck")
    film = home.film("anew", BACK, odd_decks.beside("AS"))
    assert run("calibrate", "--deck", "--camera", film, "--table", home.profile) != 0
    assert "is damaged" in capsys.readouterr().err
    assert run("read", home.folder / "empty.png", "--table", home.profile) != 0
    assert "referee calibrate --deck" in capsys.readouterr().err
    assert run("calibrate", "--deck", "--anew", "--camera", film, "--table", home.profile) == 0
    assert load_deck(home.profile).shown.names == ("AS",)


def test_a_deck_is_shown_to_a_camera_of_a_table_that_was_measured(home, tmp_path, capsys):
    film = home.film("unmeasured", BACK)
    assert run("calibrate", "--deck", "--table", home.profile) != 0
    assert "--camera" in capsys.readouterr().err
    assert run("calibrate", "--deck", "--camera", film, "--table", tmp_path / "nowhere") != 0
    assert "There is no table profile" in capsys.readouterr().err
