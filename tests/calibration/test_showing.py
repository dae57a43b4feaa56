"""A deck is shown card by card: what lies still is taken, what cannot be is refused in words."""

import itertools

import cv2
import numpy as np
import pytest

from calibration.showing import Showing, cards_in_order
from calibration.shown_deck import KeptDeck
from engine.trouble import Trouble
from tests.often import cases
from tests.vision import odd_decks
from tests.vision.cards import Table, table
from vision.cards.tabletop import Tabletop
from vision.drawing import faces
from vision.rectify.mesh import Mesh

PILE = (-2.4, 4.2)
BACK = faces.back(*odd_decks.SIZE, (150, 60, 50))


class Shown:
    """A drawn table in front of the camera, five pictures a second; cards are laid one on the other."""

    def __init__(self, *wanted, design=odd_decks.beside, kept=None, drawn=None):
        self.drawn, self.design = drawn or table(3), design
        self.showing = Showing(kept or KeptDeck(wanted), self.drawn.mesh, (1640, 1232))
        self.rng, self.at = np.random.default_rng(4), 0.0
        self.frames(3)

    def frames(self, count):
        taken = []
        for _ in range(count):
            taken.append(self.showing.look(self.drawn.picture, self.at))
            self.at += 0.2
        return [one for one in taken if one is not None]

    def bump(self, right, down):
        """Everything lies so many pixels elsewhere in the picture."""
        moved = np.array([[1, 0, right], [0, 1, down], [0, 0, 1]], np.float64)
        shape = self.drawn.picture.shape[1::-1]
        picture = cv2.warpAffine(self.drawn.picture, moved[:2], shape, borderMode=cv2.BORDER_REFLECT)
        nodes = self.drawn.mesh.nodes + np.array([right, down], np.float32)
        self.drawn = Table(picture, Mesh(nodes), moved @ self.drawn.to_picture)
        self.showing.lie(self.drawn.mesh)

    def lay(self, face, seconds=1.0):
        """Lay a face about where the pile is, about straight, after a hand was over it."""
        off, lean = self.rng.uniform(-0.08, 0.08, 2), float(self.rng.uniform(-5, 5))
        under = self.drawn.picture
        self.drawn.cover(PILE, (9, 9), (120, 150, 205))
        self.frames(1)
        self.drawn.picture = under
        self.place = (PILE[0] + off[0], PILE[1] + off[1])
        self.drawn.lay_face(face, self.place, lean)
        return self.frames(round(seconds * 5))

    def lay_card(self, name, seconds=1.0):
        return self.lay(self.design(name), seconds)


def refusal(shown, face):
    with pytest.raises(Trouble) as told:
        shown.lay(face)
    assert shown.frames(3) == []  # and it is said once
    return told.value


def test_a_hand_that_is_there_when_it_begins_is_no_card_that_was_taken_away():
    shown = Shown("AS", "2S")
    table_alone = shown.drawn.picture
    pictures = []
    for right in (0.0, 0.7, 1.4):
        shown.drawn.cover((PILE[0] + right, PILE[1]), (9, 9), (120, 150, 205))
        pictures.append(shown.drawn.picture)
        shown.drawn.picture = table_alone
    begun = Showing(KeptDeck(("AS", "2S")), shown.drawn.mesh, (1640, 1232))
    for number, picture in enumerate([*pictures, table_alone, *[table_alone] * 5]):
        assert begun.look(picture, number / 5) is None
    assert begun.ready
    shown.showing = begun
    shown.at = 2.0
    assert [taken.card for taken in shown.lay(BACK)] == [""]


def test_a_card_is_not_taken_before_it_lies_still():
    shown = Shown("AS", "2S")
    shown.lay(BACK)
    assert shown.lay_card("AS", 0.4) == []
    assert [taken.card for taken in shown.frames(3)] == ["AS"]


def test_a_board_that_is_bumped_takes_the_pile_with_it():
    shown = Shown("AS", "2S", "3S")
    shown.lay(BACK)
    shown.lay_card("AS")
    shown.bump(17, 9)
    assert shown.frames(5) == []
    assert [taken.card for taken in shown.lay_card("2S")] == ["2S"]


def test_a_card_that_lies_face_up_where_the_back_is_asked_for_is_refused_where_it_can_be_read():
    shown = Shown("AS", "2S")
    shown.drawn.lay("2S", PILE, 3)
    with pytest.raises(Trouble) as told:
        shown.frames(5)
    assert told.value.code == "face-up"
    assert [taken.card for taken in shown.lay(BACK)] == [""]


def test_a_card_that_looks_like_one_that_was_shown_is_refused():
    shown = Shown("JC", "JS", "QS")
    shown.lay(BACK)
    shown.lay_card("JC")
    told = refusal(shown, odd_decks.beside("JC"))
    assert (told.code, told.about["card"]) == ("looks-alike", "JC")
    assert [taken.card for taken in shown.lay_card("JS")] == ["JS"]


def test_a_hand_that_stays_and_a_thing_that_is_no_card_are_refused():
    shown = Shown("AS", "2S")
    shown.lay(BACK)
    shown.lay_card("AS")
    shown.drawn.cover((PILE[0], PILE[1] + 2.5), (2.5, 2.5), (120, 150, 205))
    with pytest.raises(Trouble) as told:
        shown.frames(6)
    assert told.value.code in ("no-card", "looks-alike")
    assert shown.showing.asked == "2S"


@cases("seed", range(9), quick=2)
def test_every_card_is_taken_and_known_to_lie_where_it_was_laid(seed):
    names = [str(name) for name in np.random.default_rng(seed).permutation(odd_decks.FIFTY_TWO)[:5]]
    shown = Shown(*names, drawn=table(seed))
    for name in ["", *names]:
        taken = shown.lay(shown.design(name) if name else BACK)
        laid = cv2.perspectiveTransform(np.array([[shown.place]]), shown.drawn.to_picture)
        outline, lies = shown.showing.kept.outline, Tabletop.of(shown.drawn.mesh, (1640, 1232))
        assert [one.card for one in taken] == [name]
        assert np.linalg.norm(lies.on_table(laid[0])[0] - (outline.x, outline.y)) < 0.5


def test_a_thing_that_is_put_down_elsewhere_keeps_no_card_from_being_taken():
    shown = Shown("AS", "2S", "3S")
    shown.drawn.cover((12.5, 3.0), (9, 11), (60, 90, 140))
    with pytest.raises(Trouble):
        shown.frames(5)
    assert [taken.card for taken in shown.lay(BACK)] == [""]
    shown.drawn.cover((12.4, 8.0), (9, 11), (60, 140, 90))
    assert [taken.card for taken in shown.lay_card("AS")] == ["AS"]


def test_the_cards_may_be_dealt_from_a_stack_that_lies_face_down_beside_them():
    stack = (-2.6, 7.6)
    shown = Shown("AS", "2S", "3S")
    shown.lay(BACK)
    shown.drawn.lay_face(BACK, stack, 4)
    with pytest.raises(Trouble) as told:
        shown.frames(5)
    assert told.value.code == "face-down"
    for number, name in enumerate(("AS", "2S", "3S")):
        shown.drawn.lay_face(BACK, (stack[0] + 0.06 * number, stack[1]), 5 - 2 * number)
        assert [taken.card for taken in shown.lay_card(name)] == [name]


def test_a_card_on_a_new_pile_is_taken_and_not_the_one_that_lies_on_the_old_one():
    shown = Shown("AS", "2S", "3S")
    shown.lay(BACK)
    shown.lay_card("AS")
    shown.drawn.lay_face(odd_decks.beside("2S"), (-2.3, 7.6), 8)
    assert [taken.card for taken in shown.frames(5)] == ["2S"]
    shown.drawn.lay_face(odd_decks.beside("3S"), (-2.35, 7.6), 6)
    assert [taken.card for taken in shown.frames(5)] == ["3S"]


def test_a_lamp_mirrored_in_a_card_is_refused():
    shown = Shown("AS", "2S")
    shown.lay(BACK)
    face = np.array(odd_decks.beside("AS"))
    face[200:400, 100:300] = 255
    assert refusal(shown, face).code == "glare"


def test_cards_are_asked_for_suit_by_suit_and_pictures_after_them():
    cards = ("lion", "ADD", *odd_decks.FIFTY_TWO[::-1])
    order = cards_in_order(cards)
    assert order[:3] == ("AS", "2S", "3S")
    assert order[-3:] == ("KC", "lion", "ADD")
    assert len(order) == 54
    assert all(one != other for one, other in itertools.pairwise(order))
