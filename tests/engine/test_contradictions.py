"""What is no faulty turn and yet cannot be so is named, each with a code of its own."""

from random import Random

import msgspec
import pytest

from engine.analysis.players import Table
from engine.records.record import make_record, write_record
from engine.records.replay import replay
from engine.rules.position import new_game
from tests.engine.boards import read_record
from tests.engine.random_games import choose_at_random

EMPTY_ROWS = ["*........*", *[".........."] * 8, "*........*"]


def warned(text="", seats="blue green", **tags):
    """Code and turn of everything that is warned of."""
    lines = [f'[{name} "{value}"]' for name, value in {"Edition": "classic", "Seats": seats, **tags}.items()]
    verdict = replay(read_record("\n".join(lines) + "\n\n" + text))
    assert verdict.ok
    return [(warning.code, warning.turn) for warning in verdict.warnings]


def position(**rows):
    """Rows as a tag, `r3="..."` for row 3."""
    return "/".join(rows.get(f"r{number}", row) for number, row in enumerate(EMPTY_ROWS, 1))


def test_a_clean_record_is_warned_of_nothing():
    assert warned("1. 7H@d6 2S@b1", Result="*", Event="x", Date="2026.11.25") == []


@pytest.mark.parametrize("edition", ["classic", "european", "european-es", "bible", "kids"])
def test_no_game_that_was_dealt_from_a_real_deck_is_warned_of(edition):
    for seed in range(4):
        table = Table(new_game(edition, "blue green"), Random(seed))
        turns = []
        while not table.over and len(turns) < 150:
            turns.append(table.next_turn())
        record = make_record(table.game, tuple(turns), result=table.position.winner or "*")
        verdict = replay(read_record(write_record(record)))
        assert (verdict.ok, verdict.warnings) == (True, ())


def test_an_unknown_tag_is_named_with_the_one_that_may_be_meant():
    assert warned("1. 7H@d6", Ruels="advanced_jack=yes") == [("unknown-tag", 0)]
    message = replay(read_record('[Edition "classic"]\n[Seats "blue green"]\n[Ruels "x"]\n')).warnings[0].message
    assert message == "The tag Ruels has no meaning here. Did you mean Rules?"


@pytest.mark.parametrize("date", ["2026.13.45", "2027.02.29", "2026-11-25", "today"])
def test_a_date_is_a_day(date):
    assert warned("1. 7H@d6", Date=date) == [("impossible-date", 0)]


def test_two_players_have_two_names():
    assert warned("1. 7H@d6", seats="blue:Ada green:ada") == [("same-name", 0)]
    assert warned("1. 7H@d6", seats="blue green blue green:Ada") == []


@pytest.mark.parametrize(
    ("rows", "warnings"),
    [
        ({"r1": "b........*"}, 1),
        ({"r3": "..B......."}, 1),
        ({"r3": "..BBBB...."}, 4),
        ({"r3": "..r......."}, 1),
        ({"r3": "..*......."}, 1),
        ({"r3": ".BBBBB...."}, 0),
        ({"r1": "*BBBB....*"}, 0),
        ({"r3": ".bb.gg...."}, 0),
    ],
)
def test_a_position_no_game_can_reach(rows, warnings):
    assert warned(Position=position(**rows)) == [("impossible-position", 0)] * warnings
    if "r" not in "".join(rows.values()) and "b........*" not in rows.values():
        assert warned(f"board:{position(**rows)}>1") == [("impossible-position", 0)] * warnings


def test_a_chip_cannot_move_from_where_none_lies():
    assert warned("1. 7H@d6 !chip-moved:e5:b.,e6:.b 2S@b1") == [("impossible-change", 1)]
    assert warned("1. 7H@d6 !chip-moved:d6:b.,e6:.b 2S@b1") == []
    assert warned("1. 7H@d6 !chip-moved:d6:b. 2S@b1") == [("impossible-change", 1)]
    assert warned("1. 7H@d6 !chip-taken:d6:g. 2S@b1") == [("impossible-change", 1)]


def test_the_deck_cannot_run_out_while_there_are_cards_to_draw():
    assert warned("1. 7H@d6 shuffle 2S@b1") == [("impossible-shuffle", 1)]
    assert warned("1. 7H@d6 2S@b1 nodraw shuffle") == [("impossible-shuffle", 2)]
    assert warned("1. 7H@d6 pass 2. shuffle pass 2S@b1") == [("impossible-shuffle", 2)]


def test_a_shuffle_is_right_exactly_when_the_deck_is_empty_however_it_is_written():
    game = new_game("european-es", "blue green", rules="sequences_to_win=6")
    table = Table(game, Random(3), [choose_at_random] * 2)
    turns = []
    while table.shuffled == 0:
        turns.append(table.next_turn())
    record = make_record(table.game, tuple(turns))
    words = write_record(record)
    assert words.rstrip().endswith("shuffle")
    verdict = replay(read_record(words))
    assert (verdict.ok, verdict.warnings) == (True, ())
    for earlier, codes in ((1, []), (2, ["impossible-shuffle"]), (9, ["impossible-shuffle"])):
        plain = [msgspec.structs.replace(turn, shuffles=()) for turn in turns[: len(turns) - earlier + 1]]
        last = msgspec.structs.replace(plain[-1], shuffles=(len(plain[-1].dead) + 1,))
        verdict = replay(make_record(table.game, (*plain[:-1], last)))
        assert verdict.ok
        assert [warning.code for warning in verdict.warnings] == codes


def test_a_mark_must_be_what_is_wrong():
    assert warned("1. 7H@d6 2S@b1 !locked") == [("wrong-mark", 2)]
    assert warned("1. 7H@d6 2S@d6 !locked") == [("wrong-mark", 2)]
    assert warned("1. 7H@d6 2S@d6 !occupied") == []
    assert warned("1. 7H@d6 !out-of-turn") == [("wrong-mark", 1)]
    assert warned("1. pass 7H@d6 !out-of-turn") == []


def test_no_card_comes_from_an_empty_hand():
    rounds = ["7H@d6 nodraw 2S@b1", "3S@c1 nodraw 4S@d1", "5S@e1 nodraw 6S@f1", "7S@g1 8S@h1"]
    text = " ".join(f"{number}. {turns}" for number, turns in enumerate(rounds, 1))
    assert warned(text, Rules="hand=3") == [("empty-hand", 7)]
    assert warned(text, Rules="hand=4") == []


def test_no_team_has_more_chips_than_the_box_holds():
    assert warned("1. 7H@d6 2S@b1 2. 3S@c1 4S@d1", Rules="chips=1/9/9") == [("too-many-chips", 3)]
    assert warned("1. 7H@d6 2S@b1 2. 3S@c1 4S@d1", Rules="chips=0/0/0") == []
    assert warned(Position=position(r3=".bb......."), Rules="chips=1/9/9") == [("too-many-chips", 0)]


def test_table_talk_needs_a_penalty_and_somebody_to_talk_to():
    four = "blue green blue green"
    assert warned("1. 7H@d6 talk:blue") == [("no-table-talk", 1)]
    assert warned("1. 7H@d6 talk:blue", seats=four) == []
    assert warned("1. 7H@d6 talk:blue", seats=four, Rules="table_talk=no") == [("no-table-talk", 1)]
    assert warned("1. 7H@d6 7H@i5 talk:blue:7H,?", seats=four) == [("third-copy", 2)]


def test_a_result_must_fit_the_game():
    won = "1. 2S@b1 6C@a2 2. 3S@c1 7C@a3 3. 4S@d1 8C@a4 4. 5S@e1"
    assert warned(won, Rules="sequences_to_win=1", Result="green") == [("result-against-board", 7)]
    assert warned(won, Rules="sequences_to_win=1", Result="drawn") == [("result-against-board", 7)]
    for fits in ("blue", "*"):
        assert warned(won, Rules="sequences_to_win=1", Result=fits) == []
    assert warned("1. 7H@d6 resign:green", seats="blue green red", Result="green") == [("result-against-board", 1)]
    assert warned("1. 7H@d6", Result="green") == [], "the others gave up"
