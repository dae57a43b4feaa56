"""A position in one line says all that matters of it, and a line that is none is refused with one that is right."""

from random import Random

import msgspec
import pytest

from engine.analysis.players import Table
from engine.records.notation import NotationError, as_link, read_position, read_rows, write_position, write_rows
from engine.records.replay import replay
from engine.rules.deduction import explanations
from engine.rules.legality import legal_turns, resign
from engine.rules.position import new_game
from tests.engine.boards import read_record
from tests.engine.duel import TABLES


def bare(position):
    """The position without what no line says: how many turns were played, and when sequences were made."""
    made = tuple(msgspec.structs.replace(one, turn=0) for one in position.sequences)
    return msgspec.structs.replace(position, turn=0, sequences=made)


@pytest.mark.parametrize("table", TABLES[::3])
def test_every_position_of_a_game_comes_back(table):
    game = new_game(table[0], table[1], rules=table[2])
    dealt, random = Table(game, Random(4)), Random(4)
    while not dealt.over and dealt.position.turn < 90:
        dealt.next_turn()
        if random.random() < 0.2:
            again, position = read_position(as_link(write_position(game, dealt.position)))
            assert position == bare(dealt.position)
            assert (again.edition.found_by, again.edition.rules, again.seats) == (table[0], table[2], game.seats)


def test_chips_nobody_saw_the_card_of_come_back_too():
    record = read_record('[Edition "classic"]\n[Seats "blue green"]\n\n1. ?@d6 ?@i5 2. JC@a2 ?-d6')
    position = replay(record).position
    line = write_position(record.game, position)
    assert "?7H,?7H,JC,?-" in line
    game, again = read_position(line)
    assert again == bare(position)
    for space in range(100):
        for action in ("place", "remove"):
            assert explanations(game, again, action, space) == explanations(record.game, position, action, space)


def test_a_team_that_resigned_is_marked():
    game = new_game("classic", "blue green red")
    position = resign(game, Table(game, Random(1)).position, "green")
    line = write_position(game, position)
    assert "blue,green!,red" in line
    assert read_position(line)[1].resigned == ("green",)


def test_the_last_fields_may_be_left_out():
    game, position = read_position("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8*")
    assert (position.seat, position.draw_deck, position.hands) == (0, 90, (7, 7))
    assert len(list(legal_turns(game, position))) == 288


def test_rows_may_be_short_in_records_too():
    rows = "*8*/b9/10/10/10/10/10/10/10/*8*"
    record = read_record(f'[Edition "classic"]\n[Seats "blue green"]\n[Position "{rows}"]\n[ToMove "2"]\n\n1. JS-a2')
    assert replay(record).ok
    assert write_rows(read_rows(rows)) == rows


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "4 to 9 fields"),
        ("clasic classic blue,green *8* 1", "there is no edition “clasic”"),
        ("classic classic blue,grün *8* 1", "WITH DIAERESIS. One that is right"),
        ("classic classic blue,blue *8* 1", "teams"),
        ("classic classic blue,green *8*/10 1", "10 rows of 10 spaces"),
        ("classic classic blue,green b8*/10/10/10/10/10/10/10/10/*8*", "“b” cannot stand for a1"),
        ("classic classic blue,green *8*/r9/10/10/10/10/10/10/10/*8*", "nobody plays “r”"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 3", "1 to 2 was expected"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 b:b2-f6", "no 5 of blue"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 b2-f6", "a form like b:b2-f6"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - 7X", "“7X” is no card"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - 7H,7H,7H", "only 2 of 7H"),
        (f"classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - {','.join(['?7H'] * 7)}", "none are left"),
        (f"classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - {','.join(['?7H'] * 16)}", "none are left"),
        (f"classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - JS,{','.join(['?-'] * 4)}", "none are left"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - - x", "a number from 0 to 90 was expected"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - - 91", "a number from 0 to 90 was expected"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - - 9 7", "2 numbers from 0 to 7 with commas"),
        ("classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - - 9 8,7", "2 numbers from 0 to 7 with commas"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_one_that_is(line, words):
    with pytest.raises(NotationError) as refused:
        read_position(line)
    assert words in str(refused.value)
    assert "One that is right: classic classic blue,green" in str(refused.value)
