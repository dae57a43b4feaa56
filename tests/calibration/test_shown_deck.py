"""A deck that was shown is kept beside the table profile; what cannot be used is refused in a sentence."""

import contextlib
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import ProfileError
from calibration.shown_deck import FILE, KeptDeck, deck_to_read_by, load_deck, save_deck
from tests.vision import odd_decks
from vision.cards.outline import Outline
from vision.cards.shown.deck import face_shape

SIZE = (6.3, 8.8)
WANTED = ("AS", "2S", "3S")


def face(seed):
    return np.full((*face_shape(SIZE), 3), 60 + 40 * seed, np.uint8)


def kept_of(*names):
    kept = KeptDeck(WANTED, made="2026-11-26 01:00").with_back(face(4), SIZE)
    for number, name in enumerate(names):
        kept = kept.with_card(name, face(number), read=number == 0)
    return kept


def test_a_deck_is_read_back_as_it_was_kept(tmp_path):
    save_deck(tmp_path, kept_of("2S", "AS", "3S"))
    again = load_deck(tmp_path)
    assert again.shown.names == ("2S", "AS", "3S")
    assert again.read == {"2S"}
    assert again.complete
    assert np.abs(again.back.astype(int) - face(4)).max() <= 2
    assert np.abs(again.shown.faces[2].astype(int) - face(2)).max() <= 2
    assert deck_to_read_by(tmp_path, ["AS", "3S"]).names == ("2S", "AS", "3S")


def test_a_deck_that_was_shown_in_part_can_be_gone_on_with_but_is_not_read_by(tmp_path):
    save_deck(tmp_path, kept_of("AS", "3S"))
    assert load_deck(tmp_path).missing == ("2S",)
    assert deck_to_read_by(tmp_path, WANTED) is None


def test_a_deck_of_another_game_is_not_read_by(tmp_path):
    save_deck(tmp_path, kept_of(*WANTED))
    assert deck_to_read_by(tmp_path, ["AS", "lion"]) is None


def test_a_card_that_was_shown_wrongly_is_taken_back_and_asked_for_again():
    kept = kept_of("AS").without_card("AS")
    assert kept.missing == WANTED
    assert kept.shown is None


def test_a_reader_that_erred_with_a_deck_is_not_trusted_with_it_after_a_restart_either(tmp_path):
    save_deck(tmp_path, replace(kept_of("AS"), trust_reader=False))
    assert not load_deck(tmp_path).trust_reader
    save_deck(tmp_path, kept_of("AS"))
    assert load_deck(tmp_path).trust_reader


def test_where_the_pile_lies_is_kept_so_that_it_can_be_gone_on_with(tmp_path):
    save_deck(tmp_path, kept_of("AS").lying(Outline(-9.5, 17.25, 0.1)))
    assert load_deck(tmp_path).outline == Outline(-9.5, 17.25, 0.1, *SIZE)
    save_deck(tmp_path, kept_of("AS").lying(Outline(float("nan"), 0.0, 0.0)))
    with pytest.raises(ProfileError):
        load_deck(tmp_path)


def test_whether_a_deck_is_worth_showing_hangs_on_how_many_cards_the_reader_names():
    cards = odd_decks.FIFTY_TWO
    assert KeptDeck(cards).worth is None
    few, poor = (KeptDeck(cards).with_back(face(4), SIZE) for _ in range(2))
    for number, card in enumerate(cards[:20]):
        few, poor = few.with_card(card, face(1), read=True), poor.with_card(card, face(1), read=number % 2 == 0)
    assert few.worth is False
    assert poor.worth is True
    assert KeptDeck(("AS", "lion")).worth is True


def test_where_no_deck_was_shown_there_is_none(tmp_path):
    assert load_deck(tmp_path) is None


def test_a_damaged_deck_is_refused_with_the_way_out(tmp_path):
    save_deck(tmp_path, kept_of(*WANTED))
    whole = (tmp_path / FILE).read_bytes()
    rng = np.random.default_rng(1)
    for length in (0, 10, len(whole) // 2, len(whole) - 5):
        (tmp_path / FILE).write_bytes(whole[:length])
        with pytest.raises(ProfileError, match="is damaged") as told:
            load_deck(tmp_path)
        assert "Show the deck" in told.value.mend
    for place in rng.integers(0, len(whole), 60):
        spoilt = bytearray(whole)
        spoilt[place] ^= 0xFF
        (tmp_path / FILE).write_bytes(bytes(spoilt))
        with contextlib.suppress(ProfileError):
            assert set(load_deck(tmp_path).shown.names) == set(WANTED)


def test_a_deck_of_a_newer_program_is_refused_with_both_versions(tmp_path):
    with zipfile.ZipFile(tmp_path / FILE, "w") as packed:
        packed.writestr("deck.toml", "version = 9\n")
    with pytest.raises(ProfileError, match="version 9, this program knows up to 1"):
        load_deck(tmp_path)
