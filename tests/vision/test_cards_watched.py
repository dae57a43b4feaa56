"""The piles are watched: a new card is told once, and a table on which nothing changes tells nothing."""

from dataclasses import replace

import numpy as np

from tests.vision.cards import table
from vision.cards.watch import PileWatch

LEFT = (-2.3, 4.0)


class Watched:
    """A drawn table in front of the watch, five frames a second."""

    def __init__(self, seed):
        self.drawn, self.watch, self.at = table(seed), PileWatch(), 0.0

    def frames(self, count=1):
        told = []
        for _ in range(count):
            told += self.watch.look(self.drawn.picture, self.drawn.mesh, self.at)
            self.at += 0.2
        return told


def cards(told):
    return [seen.chances[0][0] if seen.chances else "?" for seen in told if not seen.same]


def test_a_new_card_is_told_once_with_its_likelihoods():
    table_ = Watched(11)
    assert table_.frames(3) == []
    table_.drawn.lay("7H", LEFT, 8)
    told = table_.frames(8)
    assert cards(told) == ["7H"]
    assert told[0].pile == 1
    assert told[0].chances[0][1] > 0.99
    assert not told[0].lying
    assert table_.frames(5) == []


def test_a_card_is_not_told_by_one_index_while_the_hand_that_laid_it_may_leave():
    table_ = Watched(13)
    table_.frames(2)
    table_.drawn.lay("8D", LEFT, 0)
    laid = table_.drawn.picture
    table_.drawn.cover((LEFT[0] + 0.8, LEFT[1] + 1.05), (3.0, 3.0), (120, 150, 205))
    assert table_.frames(6) == []
    under_the_hand = table_.drawn.picture
    table_.drawn.picture = laid
    told = table_.frames(6)
    assert cards(told) == ["8D"]
    assert told[0].chances[0][1] > 0.99
    stays = Watched(13)
    stays.frames(2)
    stays.drawn.picture = under_the_hand
    assert stays.frames(6) == [], "the hand may still leave"
    assert cards(stays.frames(6)) == ["8D"], "it stays"


def test_cards_follow_each_other_on_a_pile_and_each_pile_has_its_number():
    table_ = Watched(12)
    table_.frames(2)
    for card, at in (("7H", LEFT), ("KC", (12.4, 5.0)), ("9C", LEFT), ("7H", (12.4, 5.0))):
        table_.drawn.lay(card, at, 5)
        told = table_.frames(6)
        assert cards(told) == [card]
        assert {seen.pile for seen in told} == {1 if at == LEFT else 2}


def test_a_card_that_lay_there_before_is_nobodys():
    table_ = Watched(13)
    table_.drawn.lay("KC", LEFT, 8)
    told = table_.frames(4)
    assert cards(told) == ["KC"]
    assert told[0].lying


def test_a_hand_that_moves_over_a_pile_tells_nothing():
    table_ = Watched(14)
    table_.drawn.lay("KC", LEFT, 8)
    table_.frames(4)
    still = table_.drawn.picture
    for step in range(4):
        table_.drawn.picture = still.copy()
        table_.drawn.cover((-4 + step * 0.8, 4.5), (9, 6), (120, 150, 205))
        assert table_.frames() == []
    table_.drawn.picture = still
    assert cards(table_.frames(5)) == []


def test_a_card_laid_face_down_is_told_as_one_that_cannot_be_read():
    table_ = Watched(15)
    table_.drawn.lay("KC", LEFT, 8)
    table_.frames(4)
    table_.drawn.lay("back", LEFT, 8)
    assert cards(table_.frames(14)) == ["?"]


def test_a_joker_on_a_pile_and_cards_in_a_hand_over_it_are_told_as_no_card():
    table_ = Watched(16)
    table_.drawn.lay("KC", LEFT, 8)
    table_.frames(4)
    pile = table_.drawn.picture
    table_.drawn.hold_in_a_hand("4S QH 9D 2C JH", (LEFT[0], LEFT[1] + 1.0))
    assert set(cards(table_.frames(8))) <= {"?"}
    table_.drawn.picture = pile
    table_.frames(6)
    table_.drawn.lay("joker", LEFT, 8)
    assert cards(table_.frames(14)) == ["?"]


def test_noise_is_no_news():
    table_ = Watched(16)
    still = table_.drawn.picture.astype(np.int16)
    rng = np.random.default_rng(1)
    for _ in range(5):
        table_.drawn.picture = np.clip(still + rng.integers(-9, 10, still.shape), 0, 255).astype(np.uint8)
        assert table_.frames() == []


def test_a_pile_that_is_taken_away_is_told_once_and_keeps_its_number():
    table_ = Watched(17)
    table_.frames(2)
    bare = table_.drawn.picture.copy()
    table_.drawn.lay("7H", LEFT, 8)
    assert cards(table_.frames(6)) == ["7H"]
    table_.drawn.picture = bare
    told = table_.frames(12)
    assert [(seen.pile, seen.gone) for seen in told] == [(1, True)]
    table_.drawn.lay("KC", LEFT, 4)
    told = table_.frames(6)
    assert cards(told) == ["KC"]
    assert (told[0].pile, told[0].gone) == (1, False)


def test_a_pile_under_a_napkin_or_one_that_lay_there_from_the_beginning_is_not_said_to_be_gone():
    table_ = Watched(18)
    bare = table_.drawn.picture.copy()
    table_.drawn.lay("KC", (12.4, 5.0), 8)
    table_.frames(4)
    table_.drawn.lay("7H", LEFT, 8)
    table_.frames(6)
    table_.drawn.cover(LEFT, (12, 14), (90, 120, 40))
    told = table_.frames(12)
    table_.drawn.picture = bare
    told += [seen for seen in table_.frames(12) if seen.pile != 2]
    assert not [seen for seen in told if seen.gone]


def test_two_piles_close_beside_each_other_keep_numbers_of_their_own():
    table_ = Watched(12)
    table_.frames(2)
    beside = (LEFT[0], LEFT[1] + 1.75)  # 7 cm further: two cards on their sides, a thumb between them
    for card, at in (("7H", LEFT), ("KC", beside), ("9C", LEFT), ("5S", beside)):
        table_.drawn.lay(card, at, 90)
        told = table_.frames(6)
        assert cards(told) == [card]
        assert {seen.pile for seen in told} == {1 if at == LEFT else 2}


def test_what_lay_there_all_along_is_no_news_where_the_board_seemed_to_lie_elsewhere_and_half_of_it_was_hidden():
    table_ = Watched(13)
    table_.drawn.lay("8D", LEFT, 0)
    table_.frames(4)
    pile = table_.drawn.picture
    table_.drawn.cover((LEFT[0] + 0.8, LEFT[1] + 1.05), (3.0, 3.0), (120, 150, 205))
    table_.drawn.mesh = replace(table_.drawn.mesh)
    assert cards(table_.frames(2)) == []
    table_.drawn.picture = pile
    assert cards(table_.frames(12)) == []
    table_.drawn.lay("7H", LEFT, 8)
    assert cards(table_.frames(8)) == ["7H"]


def test_another_card_where_the_board_seems_to_lie_elsewhere_is_told_once_it_is_seen_again():
    for damaged in (True, False):
        table_ = Watched(13)
        table_.frames(2)
        table_.drawn.lay("8D", LEFT, 0)
        assert cards(table_.frames(6)) == ["8D"]
        pile, mesh = table_.drawn.picture, table_.drawn.mesh
        table_.drawn.lay("QH", LEFT, 0)
        table_.drawn.mesh = replace(mesh)
        assert cards(table_.frames()) == []
        if damaged:
            table_.drawn.picture, table_.drawn.mesh = pile, mesh
        told = table_.frames(8)
        assert cards(told) == ([] if damaged else ["QH"])
        assert not any(seen.lying for seen in told)


def test_a_card_that_lay_there_from_the_beginning_and_is_read_only_later_is_nobodys():
    table_ = Watched(13)
    table_.drawn.lay("KC", LEFT, 8)
    open_to_view = table_.drawn.picture
    for end in (-1, 1):
        table_.drawn.cover((LEFT[0] + 0.62 * end, LEFT[1] + 0.75 * end), (1.6, 2.4), (120, 150, 205))
    assert cards(table_.frames(4)) == []
    table_.drawn.picture = open_to_view.copy()
    table_.drawn.cover((LEFT[0], LEFT[1] + 3.0), (4, 3), (120, 150, 205))
    told = table_.frames(3)
    table_.drawn.picture = open_to_view
    told += table_.frames(6)
    assert cards(told) == ["KC"]
    assert told[0].lying
    table_.drawn.lay("7H", LEFT, 8)
    told = table_.frames(8)
    assert cards(told) == ["7H"]
    assert not told[0].lying
