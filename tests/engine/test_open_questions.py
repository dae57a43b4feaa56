"""Questions on which the books are silent or people disagree, and the answer we take; test_conformance has the rest."""

import pytest

from engine.equipment.board import parse_layout
from engine.rules.found_position import edit, taken_up
from engine.rules.legality import Turn, legal_turns, play
from engine.rules.position import new_game
from engine.rules.sequences import choices
from tests.engine.boards import codes, play_all, table, turn


def fives(position, team="blue"):
    """The sequences of a team as text, in the order in which they were made."""
    return ["".join(f"{s % 10}" for s in one.spaces) for one in position.sequences if one.team == team]


FALLING = {"r3": ".b........", "r4": "..b.......", "r6": "....b.....", "r7": ".....b....", "r8": "......b..."}
RISING = {"r2": "......b...", "r3": ".....b....", "r5": "...b......", "r6": "..b.......", "r7": ".b........"}


@pytest.mark.parametrize(
    ("rows", "chip", "expected"),
    [
        ({"r3": ".bb.bbb..."}, "d3", "b3 f3"),
        ({f"r{n}": "...b......" for n in (2, 3, 5, 6, 7)}, "d4", "d2 d6"),
        (FALLING, "d5", "b3 f7"),
        (RISING, "e4", "g2 c6"),
    ],
)
def test_q2_with_no_claim_the_five_nearest_row_1_then_column_a_count(rows, chip, expected):
    game, position = table(**rows)
    (made,) = play_all(game, position, f"JD@{chip}").sequences
    assert f"{game.layout.name_of(made.spaces[0])} {game.layout.name_of(made.spaces[-1])}" == expected
    assert len(choices(game, position, 0, game.layout.space(chip))) == 1


def test_q3_nine_in_a_line_made_at_once_are_two_sequences():
    game, position = table(r3="bbbb.bbbb.")
    position = play_all(game, position, "JD@e3")
    assert fives(position) == ["01234", "45678"]
    assert position.winner == "blue"


def test_q3_nine_in_a_line_are_one_when_the_first_five_were_claimed_in_the_middle():
    game, position = table(r3="..bbb.b...")
    position = play_all(game, position, "JD@f3|2S@b1|7C@a3|3S@c1|AS@b3|4S@d1|7D@h3|5S@e1|9H@i3")
    assert position.rows(game)[2] == "bbBBBBBbb."
    assert fives(position) == ["23456"]
    assert position.winner is None


def test_q3_nine_made_at_once_are_one_when_the_middle_is_claimed():
    game, position = table(r3="bbbb.bbbb.")
    assert fives(play_all(game, position, "JD@e3 =c3-g3")) == ["23456"]


def test_a_five_that_was_claimed_twice_and_let_stand_counts_as_it_was_claimed():
    game, position = table(r3=".bbbb.b...")
    twice = turn(game, "JD@f3 =c3-g3 =g3-c3 !bad-claim")
    assert fives(play(game, position, twice)) == ["23456"]


def test_q4_a_corner_may_be_the_shared_space():
    game, position = table(r1="*bbbb.....", r2="b.........", r3="b.........", r4="b.........")
    position = play_all(game, position, "9C@a5")
    assert position.count_of("blue") == 2
    shared = position.sequences[0].mask & position.sequences[1].mask
    assert shared == game.free & 1


def test_q5_a_third_sequence_may_share_one_space_with_each_earlier_one():
    game, position = table(
        rules="sequences_to_win=3", r2="BBBBB.....", r3="..........", r4="..........", r5="..........", r6="BBBBB....."
    )
    position = taken_up(game, ["*........*", *_column_a(game, position)], 0, 0)[0]
    assert play_all(game, position, "8C@a4").count_of("blue") == 3


def _column_a(game, position):
    rows = list(position.rows(game))[1:]
    for index in (1, 3):
        rows[index] = "b" + rows[index][1:]
    return rows


def test_q10_a_jack_is_never_a_dead_card_even_where_it_cannot_be_played():
    game, position = table()
    assert codes(game, position, "xJS 7H@d6") == ["not-dead"]
    assert list(legal_turns(game, position, ["JS", "JH"])) == [Turn("pass")]


def test_q14_a_seat_that_cannot_play_passes():
    game, position = table(r5="........g.", r6="...b......")
    assert list(legal_turns(game, position, ["7H"])) == [Turn("pass")]
    after = play_all(game, position, "pass")
    assert (after.seat, after.hands, after.draw_deck) == (1, position.hands, position.draw_deck)


@pytest.mark.parametrize("edition", ["classic", "european", "european-es", "bible"])
def test_q15_the_deck_and_the_discards_are_never_both_empty(edition):
    for players in new_game(edition, "blue green").edition.player_counts:
        teams = "blue green" if players % 2 == 0 or players == 5 else "blue green red"
        seats = [teams.split()[n % len(teams.split())] for n in range(players)]
        game = new_game(edition, seats)
        assert game.deck.size - players * game.hand_size > players


def test_q20_on_a_board_of_ten_columns_only_the_mover_can_gain_a_sequence():
    game, position = table(rules="advanced_jack=yes", r3="bbbbg.....", r4="gggg......")
    after = play_all(game, position, "JS-e3")
    assert after.sequences == ()
    assert after.winner is None


def test_a_chip_taken_out_of_a_long_run_may_leave_the_other_team_two_sequences_and_the_game():
    row = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S QS"
    layout = parse_layout([row, row], "long")
    game, position = table(seats="green blue", rules="advanced_jack=yes", layout=layout, r1="bbbBBBBBbbb")
    assert (position.count_of("blue"), position.winner) == (1, None)
    after = play(game, position, Turn("remove", layout.space("f1"), "JS"))
    assert (after.count_of("blue"), after.winner) == (2, "blue")


def test_five_that_are_left_in_line_when_a_sequence_is_broken_count_whatever_broke_it():
    game, six = table(rules="advanced_jack=yes sequences_to_win=3", r3=".GGGGGg...")
    assert six.rows(game)[2] == ".GGGGGg..."
    taken = play_all(game, six, "JS-b3")
    assert taken.rows(game)[2] == "..GGGGG..."
    let_stand, _ = edit(game, six, {}, {game.layout.space("b3"): "."})
    moved, _ = edit(game, six, {}, {game.layout.space("b3"): ".", game.layout.space("i7"): "g"})
    told, _ = taken_up(game, taken.rows(game))
    as_it_lies, _ = taken_up(game, [row.lower() for row in taken.rows(game)])
    for other in (let_stand, moved, told, as_it_lies):
        assert other.rows(game)[2] == "..GGGGG..."
        assert fives(other, "green") == ["23456"]


def test_a_broken_sequence_never_leaves_its_team_more_than_it_had():
    game, ten = table(rules="advanced_jack=yes sequences_to_win=3", r3="ggGGGGGggg")
    for space in ("c3", "d3", "e3", "f3", "g3"):
        assert play_all(game, ten, f"JS-{space}").count_of("green") <= 1


def test_capitals_settle_which_fives_count_and_leave_out_none_that_fits():
    _, position = table(rules="sequences_to_win=3", r3=".GGGGG....", r6=".ggggg....")
    assert position.count_of("green") == 2
