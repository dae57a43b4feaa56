"""Cards given up for table talk lie face up: whoever saw them can name them, and they count."""

import pytest

from engine import calls
from engine.records.record import RecordError, write_record
from engine.records.replay import replay
from engine.records.twin import read_lines, record_of, write_lines
from tests.arbiter.harness import Harness
from tests.engine.boards import read_record
from tests.engine.told import events_of

FOUR = '[Edition "classic"]\n[Board "classic"]\n[Seats "blue green blue green"]\n[Result "*"]\n\n'


def test_cards_given_up_count_for_a_third_copy():
    verdict = replay(read_record(FOUR + "1. 7H@d6 talk:green:7H,? 7H@i5"))
    assert [problem.code for problem in verdict.problems] == ["third-copy"]
    assert replay(read_record(FOUR + "1. 7H@d6 talk:green 7H@i5")).ok


def test_they_are_written_and_told_as_they_were_read():
    record = read_record(FOUR + "1. 7H@d6 talk:green:KD,? 7H@i5\n")
    assert "talk:green:KD,?" in write_record(record)
    assert read_record(write_record(record)) == record
    assert record_of(read_lines(write_lines(events_of(record)))) == record


@pytest.mark.parametrize("wrong", ["talk:green:KD,2S,3S", "talk:green:ZZ", "talk:green:"])
def test_a_seat_gives_up_one_card_of_this_game(wrong):
    with pytest.raises(RecordError, match="card"):
        read_record(FOUR + f"1. 7H@d6 {wrong}\n")


def test_the_page_names_them_and_an_impossible_one_is_refused():
    harness = Harness("blue green blue green")
    harness.play("b d6")
    harness.say(calls.CardWas, card="7H")
    assert harness.say(calls.TableTalk, team="green", cards=("7H", "?")).accepted
    assert harness.game.deck.count(harness.arbiter.position.laid, "7H") == 2
    for cards, why in ((("7H",), "problem"), (("2S", "3S", "4S"), "talk-at-most"), (("ZZ",), "no-card")):
        refused = harness.say(calls.TableTalk, team="green", cards=cards)
        assert not refused.accepted
        assert refused.message.code == why


def test_a_shuffle_after_them_takes_them_into_the_new_deck():
    text = FOUR + "1. 7H@d6 talk:green:KD,? shuffle\n"
    assert write_record(read_record(text)) == text
    after = replay(read_record(text)).position
    assert (after.laid, after.draw_deck) == (0, 104 - sum(after.hands))
