"""Records judged: where a faulty turn stops them, what a mark lets pass, when the deck must have run out."""

from engine.records.replay import replay
from tests.engine.boards import record


def found(words, *args, **tags):
    return [problem.code for problem in replay(record(words, *args, **tags)).problems]


def test_the_game_is_over_with_the_win_even_where_play_goes_on():
    line = "1. 2S@b1 6C@a2 2. 3S@c1 7C@a3 3. 4S@d1 8C@a4 4. 5S@e1"
    assert found(line + " pass", Rules="sequences_to_win=1") == ["game-over"]
    assert found(line + " JS-b1", Rules="sequences_to_win=1") == ["game-over", "locked"]
    verdict = replay(record(line + " 9C@a5 !game-over", Rules="sequences_to_win=1"))
    assert (verdict.ok, verdict.winner, len(verdict.sequences)) == (True, "blue", 2)


def test_who_is_left_when_the_others_gave_up_has_won():
    line = "1. 2S@b1 6C@a2 2. 3S@c1 7C@a3 3. 4S@d1 8C@a4 4. 5S@e1"
    assert replay(record(line, Result="green")).winner == "green"
    assert replay(record(line, Result="drawn")).winner is None
    assert replay(record(line, Result="green", Rules="sequences_to_win=1")).winner == "blue"
    assert replay(record(f"{line} 5S@e1", Result="green")).winner is None


DRAWS = 90
"""Draws in a game of two before the draw deck of 104 cards is empty."""


def passes(count):
    """So many draws and nothing else: a chip laid and taken away, the card unseen and let stand."""
    return " ".join("?@b2 !no-card-explains" if n % 2 == 0 else "?-b2 !no-card-explains" for n in range(count))


def test_the_shuffle_is_counted_from_the_deal_and_the_draws():
    """With 104 cards and two hands of seven the ninetieth draw takes the last card, the ninety-first finds none."""
    for extra, expected in ((-1, ["third-copy"]), (0, ["third-copy"]), (1, [])):
        words = f"7H@d6 JS-d6 7H@d6 JS-d6 {passes(DRAWS - 4 + extra)}"
        assert found(f"{words} 7H@i5") == expected


def test_a_card_laid_down_at_the_shuffle_may_come_again_too():
    assert found("1. 7H@d6 2S@b1 2. 7H@i5 shuffle JS-i5 3. 7H@i5 JS-d6 4. pass 7H@d6") == []
    assert found("1. 7H@d6 2S@b1 2. 7H@i5 JS-i5 3. shuffle 7H@i5 JS-d6 4. pass 7H@d6 5. JS-d6 7H@d6") == ["third-copy"]


def test_a_shuffle_within_a_turn_frees_the_dead_card_that_was_laid_before_it():
    words = "1. JD@d6 7H@i5 2. x7H {} 2S@b1 JS-d6 3. 7H@d6"
    assert found(words.format("")) == ["third-copy"]
    assert found(words.format("shuffle")) == []
    again = " JH-d6 4. 7H@d6 JS-d6 5. 7H@d6"
    assert found(words.format("shuffle") + again) == ["third-copy"]


def test_the_card_that_finds_the_deck_empty_is_shuffled_in_with_the_others():
    """The ninety-first card laid goes into the new deck, so both its copies may come after it."""
    words = f"{passes(DRAWS - 1)} ?-b2 !no-card-explains 7H@d6"
    for copies, expected in ((1, []), (2, []), (3, ["third-copy"])):
        assert found(f"{words} {'JS-d6 !third-copy 7H@d6 ' * copies}") == expected


def test_forgotten_draws_put_the_shuffle_off():
    for edition in ("classic", "european", "european-es"):
        words = f"7H@d6 nodraw JS-d6 nodraw 7H@d6 JS-d6 {passes(DRAWS - 2)}"
        assert found(f"{words} 7H@i5", edition) == ["third-copy"]
        assert found(f"{words} ?@a2 !no-card-explains 7H@i5", edition) == []


def test_table_talk_costs_cards_but_no_draws():
    words = f"talk:blue talk:green 7H@d6 JS-d6 7H@d6 JS-d6 {passes(DRAWS - 3)}"
    assert found(f"{words} 7H@i5") == []


def test_a_dead_card_that_may_not_be_turned_in_is_judged_as_a_third_copy_too():
    assert found("1. 7H@d6 JS-d6 2. 7H@d6 JS-d6 3. x7H 2S@b1") == ["not-dead", "third-copy"]
    assert found("1. JD@d6 7H@i5 2. x7H x7H 2S@b1") == ["too-many-dead", "third-copy"]


def test_sequences_made_by_one_chip_come_as_claimed_else_nearest_row_one_then_column_a():
    chips = (
        "*........* .......... .......... .......... .......... b...b..... .b.b...... .......... .b.b...... b...b....."
    )
    tags = {"Position": "/".join(chips.split()), "Rules": "sequences_to_win=3"}
    made = [one.spaces for one in replay(record("1. JD@c8", **tags)).sequences]
    assert [min(spaces) for spaces in made] == [50, 54]
    claimed = [one.spaces for one in replay(record("1. JD@c8 =a10-e6 =a6-e10", **tags)).sequences]
    assert [min(spaces) for spaces in claimed] == [54, 50]


def test_a_five_that_a_moved_chip_makes_was_made_in_the_turn_before():
    tags = {"Position": "*8*/10/1bbbb5/7b2/10/10/10/10/10/*8*"}
    verdict = replay(record("1. 2S@b1 7C@a3 !chip-moved:h4:b.,f3:.b 2. 3S@c1", **tags))
    assert [(one.team, one.turn) for one in verdict.sequences] == [("blue", 2)]
