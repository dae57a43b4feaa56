"""Discard piles that are taken away when the deck runs out: they are shuffled, and every card may come again.

Nearly the whole deck of two players is played, on a board on which nobody ever has five in a line. By count it lasts
for 90 turns; here it runs out a little earlier, as it does where somebody drew once too often.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import calls, events
from engine.arbiter import Arbiter
from engine.observation import CardSeen
from engine.records.record import write_record
from engine.records.record_reader import read_record
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.carding import lay
from tests.arbiter.desk import Desk

DECK = 84
"""Turns after which the piles are taken away."""


def fillers(desk: Desk) -> Iterator[tuple[str, str]]:
    """Letter and space of turn after turn; no team ever gets five in a line."""
    width = desk.game.layout.columns
    spaces: dict[str, list[str]] = {"b": [], "g": []}
    for space in range(desk.game.layout.size):
        if space not in desk.game.layout.free:
            row, column = divmod(space, width)
            spaces["bg"[(column // 2 + row) % 2]].append(desk.game.layout.name_of(space))
    for blue, green in zip(spaces["b"], spaces["g"], strict=True):
        yield from (("b", blue), ("g", green))


def played_out(turns: int, desk: Desk | None = None) -> Desk:
    """A game of so many turns, each chip with its own card."""
    desk = desk or Desk()
    for number, (letter, space) in enumerate(fillers(desk)):
        if number == turns:
            return desk
        lay(desk, 1 + number % 2, desk.game.layout.cards[desk.space(space)] or "")
        desk.hand(f"{space}={letter}", times=2, then=4)
    raise AssertionError("the board is full")


def third(desk: Desk) -> str:
    """Blue takes a green chip with a jack, green lays the same card there once more: the third of its kind."""
    printed = desk.game.layout.cards
    lying = [space for space in range(100) if desk.board[space] in "bg"]
    twice = [s for s in lying if desk.board[s] == "g" and sum(printed[o] == printed[s] for o in lying) == 2]
    name = desk.game.layout.name_of(twice[-1])
    lay(desk, 1, "JS")
    desk.hand(f"{name}=.", then=10)
    lay(desk, 2, printed[twice[-1]] or "")
    desk.hand(f"{name}=g", then=10)
    return name


def take_away(desk: Desk, *piles: int) -> None:
    for pile in piles:
        desk.give(CardSeen(at=desk.at, pile=pile, gone=True))
    desk.look(2)


def test_after_the_piles_were_taken_away_a_third_copy_is_none() -> None:
    desk = played_out(DECK)
    assert not desk.faults()
    assert desk.arbiter.position.draw_deck == 90 - DECK
    take_away(desk, 1, 2)
    assert desk.arbiter.position.draw_deck == 90
    third(desk)
    assert not desk.faults()
    text = write_record(record_of(desk.told))
    assert "shuffle" in text
    assert replay(read_record(text)).ok


def test_while_they_lie_there_it_is_named() -> None:
    desk = played_out(DECK)
    space = third(desk)
    assert desk.faults() == [f"third-copy {space}"]


def test_one_pile_alone_is_no_shuffle_but_nobody_is_accused_of_what_lay_there() -> None:
    desk = played_out(DECK)
    take_away(desk, 2)
    assert not desk.all(events.CallMade)
    third(desk)
    assert not desk.faults()


def test_piles_that_are_taken_away_while_the_deck_is_full_are_no_shuffle() -> None:
    desk = played_out(30)
    take_away(desk, 1, 2)
    assert not desk.all(events.CallMade)
    assert desk.arbiter.position.laid


def test_what_was_taken_for_a_shuffle_can_be_taken_back_and_outlives_a_restart() -> None:
    desk = played_out(DECK)
    before = desk.arbiter.position.laid
    take_away(desk, 1, 2)
    (call,) = desk.all(events.CallMade)
    assert call.call["input"] == "deck-shuffled"
    assert desk.arbiter.position.laid == 0
    assert Arbiter.resume(desk.game, desk.told).position == desk.arbiter.position
    assert desk.say(calls.UndoCall).accepted
    assert desk.arbiter.position.laid == before
