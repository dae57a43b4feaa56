"""A deck is shown to a running table from the host's phone, card by card, over drawn pictures; then it reads by it."""

import re
from dataclasses import replace
from types import SimpleNamespace

import cv2
import pytest

from calibration.shown_deck import FILE, load_deck, save_deck
from engine.rules.position import new_game
from referee.session import table_deck
from referee.session.table_deck import GIVEN_UP_SECONDS, UNSEEN_SECONDS, TableDeck
from tests.vision import odd_decks
from tests.vision.cards import table
from vision.cards.shown.deck import face_shape
from vision.drawing import faces
from web.app import Services, create_app
from web.feed import Feed

PILE = (-2.4, 4.2)
BACK = faces.back(*odd_decks.SIZE, (150, 60, 50))
KEY = {"X-Host-Key": "123456"}


class Home:
    """A running table with its page, over a drawn picture; cards are laid on one pile, five pictures a second."""

    def __init__(self, folder, edition="classic", drawn=None):
        self.folder, self.drawn, self.seconds = folder, drawn or table(3), 0.0
        self.table = TableDeck(
            folder,
            SimpleNamespace(mesh=self.drawn.mesh, size=self.drawn.picture.shape[1::-1]),
            new_game(edition, "blue green"),
            made=lambda: "today",
            clock=lambda: self.seconds,
        )
        self.page = create_app(Feed(), Services(deck=self.table, host_key="123456")).test_client()
        self.number = 0

    def frames(self, count=5):
        """What the table says of cards on its piles, in so many pictures."""
        told = []
        for _ in range(count):
            told += self.table.look(self.drawn.picture, self.drawn.mesh, self.seconds)
            self.seconds += 0.2
        return told

    def lay(self, face, at=PILE):
        self.drawn.lay_face(face, at, 2 * self.number % 7 - 3)
        self.number += 1
        return self.frames()

    def says(self):
        return self.page.get("/api/deck", headers=KEY).json

    def does(self, action, number=None):
        number = self.says()["number"] if number is None else number
        return self.page.post("/api/deck", json={"action": action, "number": number}, headers=KEY).json

    def restarted(self):
        """The same table after its machine was switched off and on."""
        return Home(self.folder, drawn=self.drawn)


@pytest.fixture
def home(tmp_path):
    made = Home(tmp_path)
    made.frames(2)
    return made


@pytest.fixture
def showing(home):
    """A table that waits for the back of a deck."""
    home.does("start")
    home.frames(2)
    return home


@pytest.fixture
def shown(showing):
    """One that waits for the second card of it."""
    showing.lay(BACK)
    showing.lay(odd_decks.beside("AS"))
    return showing


def all_but(home, *left, read=()):
    """Shows a deck all but a few cards of it, and restarts the table."""
    home.does("start")
    home.frames(2)
    home.lay(BACK)
    kept = load_deck(home.folder)
    height, width = face_shape(kept.size)
    for card in kept.wanted:
        if card not in left:
            face = cv2.resize(odd_decks.beside(card), (width, height), interpolation=cv2.INTER_AREA)
            kept = kept.with_card(card, face, read=card in read)
    save_deck(home.folder, kept)
    again = home.restarted()
    again.does("start")
    again.frames(2)
    return again


def test_cards_are_asked_for_taken_and_refused_on_the_page_as_they_are_laid(home):
    assert home.says()["progress"] == "0 of 52 cards shown"
    assert home.does("start") == {"accepted": True}
    home.frames(2)
    assert "face down beside the board" in home.says()["asked"]
    home.lay(BACK)
    assert home.says()["news"] == "Taken: the back."
    home.lay(odd_decks.beside("AS"))
    assert (home.says()["news"], home.says()["asked"]) == ("Taken: ace of spades.", "Now lay: 2 of spades")
    home.lay(BACK)
    assert home.says()["trouble"]["reason"] == "That card lies face down."
    home.lay(odd_decks.beside("2S"))
    assert home.says()["trouble"] is None
    assert home.says()["progress"] == "2 of 52 cards shown"
    assert load_deck(home.folder).shown.names == ("AS", "2S"), "each card is on disk before the next is asked for"
    assert home.table.picture().startswith(b"\xff\xd8")


def test_the_host_goes_back_skips_and_corrects(shown):
    assert shown.does("skip") == {"accepted": True}
    assert (shown.says()["news"], shown.says()["asked"]) == ("Left for later: 2 of spades.", "Now lay: 3 of spades")
    assert shown.does("back") == {"accepted": True}
    assert (shown.says()["news"], shown.says()["asked"]) == ("Taken back: ace of spades.", "Now lay: ace of spades")
    shown.drawn.lay("7C", PILE, 3)
    shown.frames()
    assert shown.says()["news"] == "Taken: 7 of clubs. The table knew it by itself."
    assert shown.says()["correction"] == "It is not 7 of clubs, but ace of spades"
    shown.does("correct")
    assert shown.says()["news"].startswith("Put right: ace of spades.")
    assert shown.says()["correction"] == ""


def test_while_a_deck_is_shown_the_piles_of_the_game_rest_and_what_lies_there_then_is_nobodys_turn(home):
    home.drawn.lay("7H", PILE, 3)
    (told,) = home.frames()
    assert told.chances[0][0] == "7H"
    home.does("start")
    home.frames(2)
    assert home.lay(BACK) == []
    home.drawn.lay("9C", PILE, 3)
    assert home.frames() == []
    assert home.says()["progress"] == "1 of 52 cards shown"
    home.does("stop")
    (lies,) = home.frames()
    assert (lies.lying, lies.chances[0][0], lies.pile) == (True, "9C", told.pile)
    home.drawn.lay("5D", PILE, -2)
    (laid,) = home.frames()
    assert (laid.lying, laid.chances[0][0], laid.pile) == (False, "5D", told.pile)


def test_once_all_was_shown_the_running_table_reads_by_the_deck_and_the_page_says_how_many_it_knew(home):
    again = all_but(home, "KC", read=("AS", "2S"))
    assert again.says()["asked"] == "Now lay: king of clubs"
    again.lay(odd_decks.beside("KC"))
    said = again.says()
    assert (said["showing"], said["whole"], said["progress"]) == (False, True, "52 of 52 cards shown")
    assert re.search(r"by itself it knew \d of them, so it was worth it", said["worth"])
    again.frames()
    (told,) = again.lay(odd_decks.beside("7H"))
    assert told.chances[0][0] == "7H"
    assert told.chances[0][1] > 0.99
    assert again.does("start")["accepted"], "and there is nothing to go on with"
    assert not again.says()["showing"]


def test_cards_that_were_skipped_come_again_once_nothing_else_is_left(home):
    again = all_but(home, "QC", "KC")
    again.does("skip")
    assert again.says()["asked"] == "Now lay: king of clubs"
    again.does("skip")
    assert again.says()["asked"] == "Now lay: queen of clubs"


def test_a_host_who_went_away_does_not_keep_the_piles_from_being_read(showing):
    showing.seconds += GIVEN_UP_SECONDS + 1
    showing.frames(1)
    assert not showing.says()["showing"]


def test_a_board_that_is_not_seen_is_said(showing):
    showing.seconds += UNSEEN_SECONDS + 1
    assert showing.says()["trouble"]["code"] == "unseen"
    showing.frames(1)
    assert showing.says()["trouble"] is None


def test_what_cannot_be_saved_is_said_and_saved_with_the_next_card(showing, monkeypatch):
    showing.lay(BACK)
    monkeypatch.setattr(table_deck, "save_deck", lambda folder, kept: (_ for _ in ()).throw(OSError(28, "full", "it")))
    showing.lay(odd_decks.beside("AS"))
    assert showing.says()["trouble"]["code"] == "not-saved"
    assert "the disk is full" in showing.says()["trouble"]["reason"]
    monkeypatch.undo()
    showing.lay(odd_decks.beside("2S"))
    assert showing.says()["trouble"] is None
    assert load_deck(showing.folder).shown.names == ("AS", "2S")


def test_a_card_that_cannot_be_looked_at_does_not_stop_the_table(showing, monkeypatch):
    monkeypatch.setattr(table_deck.Showing, "look", lambda self, picture, at: 1 // 0)
    assert showing.frames(1) == []
    assert showing.says()["trouble"]["code"] == "failed"


def test_a_deck_that_is_damaged_is_said_and_begun_anew(home):
    (home.folder / FILE).write_bytes(b"no deck")
    again = home.restarted()
    again.frames(2)
    assert again.says()["trouble"]["code"] == "deck-damaged"
    assert again.does("start")["reason"] == "The deck that was shown before cannot be used."
    assert again.does("anew")["accepted"]
    again.frames(2)
    again.lay(BACK)
    assert again.says()["news"] == "Taken: the back."
    assert load_deck(home.folder).back is not None


def test_who_begins_anew_and_stops_at_once_has_lost_nothing(shown):
    shown.does("stop")
    shown.does("anew")
    assert shown.says()["progress"] == "0 of 52 cards shown"
    shown.does("stop")
    assert shown.says()["progress"] == "1 of 52 cards shown"


def test_a_game_with_pictures_says_that_its_deck_must_be_shown_and_what_it_takes_the_place_of(showing):
    showing.lay(BACK)
    bible = Home(showing.folder, "bible")
    assert "cards with pictures" in bible.says()["worth"]
    assert "Another deck was shown at this table before" in bible.says()["another"]
    assert bible.frames() == [], "and nobody reads them before"


def test_a_deck_that_has_more_cards_than_the_game_is_read_by_after_a_showing_that_was_only_begun(home):
    all_but(home)
    kept = load_deck(home.folder)
    save_deck(home.folder, replace(kept, wanted=(*kept.wanted, "joker")).with_card("joker", kept.back, read=False))
    again = home.restarted()
    again.does("anew")
    again.frames(2)
    again.does("stop")
    again.frames(2)
    assert again.table._reads_by is not None
    assert again.table._reads_by.names[-1] == "joker"
