"""A game looked at again: what could have been won, what could have been stopped, and the puzzles in it."""

from engine.analysis.coach import stops, wins_at_once
from engine.analysis.puzzles import puzzles
from engine.analysis.review import Remark, review
from engine.records.notation import read_position
from engine.records.record_reader import read_turn
from engine.rules.legality import play, problems
from tests.engine.boards import read_record

HEAD = '[Edition "classic"]\n[Seats "blue green"]\n[Rules "sequences_to_win=1"]\n\n'
FOUR = "1. AS@b3 2S@b1 2. 2D@c3 3S@c1 3. 3D@d3 9S@i1 4. 4D@e3 6C@a2 "


def remarks(turns):
    return [one for one in review(read_record(HEAD + turns)) if isinstance(one, Remark)]


def test_a_wild_card_that_could_have_won_is_a_missed_win_for_certain():
    (missed,) = [one for one in remarks(FOUR + "5. JC@j2 7S@g1") if one.kind == "missed-win"]
    assert (missed.turn, missed.team, missed.sure) == (9, "blue", 1.0)
    assert missed.better == ("JC@a3", "JC@f3")


def test_a_card_that_was_played_a_turn_later_was_only_likely_held():
    missed = [one for one in remarks(FOUR + "5. 7H@d6 8S@h1 6. 5D@f3") if one.kind == "missed-win"]
    assert [(one.turn, one.better, one.sure) for one in missed][-1] == (9, ("5D@f3",), 0.86)


def test_a_block_is_missed_only_where_the_others_won_and_the_card_could_have_stopped_it():
    lost = FOUR.replace("6C@a2", "7C@a3")
    (missed,) = [one for one in remarks(lost + "5. 7H@d6 JC@j4 6. 5D@f3") if one.kind == "missed-block"]
    assert (missed.turn, missed.team) == (10, "green")
    assert missed.better == ("JC@f3",)
    assert [one for one in remarks(lost + "5. 7H@d6 JC@j4 6. 9C@a5") if one.kind == "missed-block"] == []


def test_nothing_is_said_of_cards_that_were_not_seen():
    assert remarks("1. ?@b3 ?@b1 2. ?@c3 ?@c1") == []


def test_progress_is_told_turn_by_turn():
    told = [one for one in review(read_record(HEAD + FOUR)) if isinstance(one, int)]
    assert told == list(range(1, 9))


WINNING = FOUR + "5. 5D@f3"


def test_a_win_in_one_is_cut_out_with_its_answers():
    (puzzle,) = [one for one in puzzles(read_record(HEAD + WINNING)) if one.kind == "win-in-one"]
    assert (puzzle.turn, puzzle.solutions) == (9, ("5D@f3",))
    game, position = read_position(puzzle.position)
    for answer in puzzle.solutions:
        assert play(game, position, read_turn(game, answer)).winner == "blue"


def test_a_puzzle_has_a_whole_hand_of_which_only_what_was_played_answers():
    (puzzle,) = [one for one in puzzles(read_record(HEAD + WINNING)) if one.kind == "win-in-one"]
    game, position = read_position(puzzle.position)
    assert len(puzzle.hand) == game.hand_size
    assert {turn.card for turn in wins_at_once(game, position, puzzle.hand)} == {"5D"}
    laid = ("AS", "2D", "3D", "4D", "2S", "3S", "9S", "6C")
    assert all(puzzle.hand.count(card) + laid.count(card) <= 2 for card in puzzle.hand)


def test_the_same_game_gives_the_same_puzzles():
    assert len({tuple(puzzles(read_record(HEAD + WINNING))) for _ in range(3)}) == 1


def test_a_game_whose_cards_nobody_saw_has_puzzles_too():
    unseen = "1. ?@b3 ?@b1 2. ?@c3 ?@c1 3. ?@d3 ?@i1 4. ?@e3 ?@a2 5. ?@f3"
    (puzzle,) = [one for one in puzzles(read_record(HEAD + unseen)) if one.kind == "win-in-one"]
    assert puzzle.solutions == ("5D@f3",)


def test_a_win_of_the_others_is_to_be_stopped():
    text = HEAD + FOUR.replace("6C@a2", "7C@a3") + "5. 7H@d6 5D@f3"
    (puzzle,) = [one for one in puzzles(read_record(text)) if one.kind == "block"]
    assert (puzzle.turn, puzzle.solutions) == (10, ("5D@f3",))
    game, position = read_position(puzzle.position)
    assert {turn.card for turn in stops(game, position, puzzle.hand)} == {"5D"}


def test_the_same_question_is_not_asked_twice():
    text = HEAD + FOUR + "5. 7H@d6 8S@h1 6. 5D@f3"
    assert [one.turn for one in puzzles(read_record(text)) if one.kind == "win-in-one"] == [9]


def test_which_five_to_claim_is_asked_with_the_options():
    text = (
        HEAD.replace("=1", "=3")
        + "1. AS@b3 10C@a6 2. 2D@c3 pass 3. 4D@e3 pass 4. 5D@f3 pass 5. 6D@g3 pass 6. 7C@a3 pass 7. 3D@d3"
    )
    asked = [one for one in puzzles(read_record(text)) if one.kind == "which-five"]
    for puzzle in asked:
        game, position = read_position(puzzle.position)
        assert set(puzzle.solutions) < set(puzzle.options)
        for option in puzzle.options:
            assert problems(game, position, read_turn(game, f"3D@d3 ={option}")) == ()
    assert [one.options for one in asked] == [("a3-e3", "b3-f3", "c3-g3")]
