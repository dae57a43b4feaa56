"""A deck of which cards are missing is told."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from calibration.shown_deck import KeptDeck, save_deck
from tests.referee.conftest import run
from vision.cards.shown.deck import face_shape


@pytest.fixture
def table(film, tmp_path):
    """A table profile of one's own."""
    return Path(shutil.copytree(film.profile, tmp_path / "table"))


def test_a_deck_of_which_cards_are_missing_is_told_by_the_doctor(table, capsys):
    size = (5.7, 8.9)
    face = np.zeros((*face_shape(size), 3), np.uint8)
    shown = KeptDeck(("AS", "2S")).with_back(face, size)
    save_deck(table, shown.with_card("AS", face, read=False))
    run("doctor", "--table", table)
    told = " ".join(capsys.readouterr().out.split())
    assert "1 of 2 cards were shown: it is read by once all of them were" in told
    assert "Show the deck" in told
