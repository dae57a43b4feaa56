"""What the eye remembers of a board says whether it is the same one when it is found elsewhere."""

from __future__ import annotations

from vision.memory.board_memory import SETTLED_SECONDS, BoardMemory, differ

BOARD = "bgr." * 25


def test_a_letter_is_remembered_once_it_has_been_seen_for_some_time() -> None:
    memory = BoardMemory(4)
    memory.take("b..?", 0.0)
    assert memory.letters == "b..?"
    memory.take("g..?", 1.0)
    assert memory.letters == "b..?", "a damaged picture may say anything once"
    memory.take("g..?", 1.0 + SETTLED_SECONDS)
    assert memory.letters == "g..?"


def test_what_is_hidden_or_unsure_leaves_what_was_known() -> None:
    memory = BoardMemory(4)
    memory.take("bg..", 0.0)
    memory.take("#?..", 5.0)
    memory.take("#?..", 6.0)
    assert memory.letters == "bg.."


def test_a_board_with_other_chips_contradicts_unless_the_game_says_so() -> None:
    memory = BoardMemory(100)
    memory.take(BOARD, 0.0)
    swept = "." * 100
    assert memory.contradicts(swept)
    memory.expected = swept
    assert not memory.contradicts(swept)
    memory.expected = ""
    memory.forget()
    assert not memory.contradicts(swept)


def test_boards_of_which_little_can_be_compared_do_not_differ() -> None:
    assert not differ(BOARD, "?" * 80 + "." * 20)
    assert not differ(BOARD, BOARD[:98] + "bb"), "a chip or two may slip while a board is moved"
