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
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.carding import lay
from tests.arbiter.harness import Harness
from tests.engine.boards import read_record

DECK = 84
"""Turns after which the piles are taken away."""


def fillers(harness: Harness) -> Iterator[tuple[str, str]]:
    """Letter and space of turn after turn; no team ever gets five in a line."""
    width = harness.game.layout.columns
    spaces: dict[str, list[str]] = {"b": [], "g": []}
    for space in range(harness.game.layout.size):
        if space not in harness.game.layout.free:
            row, column = divmod(space, width)
            spaces["bg"[(column // 2 + row) % 2]].append(harness.game.layout.name_of(space))
    for blue, green in zip(spaces["b"], spaces["g"], strict=True):
        yield from (("b", blue), ("g", green))


def played_out(turns: int, harness: Harness | None = None) -> Harness:
    """A game of so many turns, each chip with its own card."""
    harness = harness or Harness()
    for number, (letter, space) in enumerate(fillers(harness)):
        if number == turns:
            return harness
        lay(harness, 1 + number % 2, harness.game.layout.cards[harness.space(space)] or "")
        harness.hand(f"{space}={letter}", times=2, then=4)
    raise AssertionError("the board is full")


def third(harness: Harness) -> str:
    """Blue takes a green chip with a jack, green lays the same card there once more: the third of its kind."""
    printed = harness.game.layout.cards
    lying = [space for space in range(100) if harness.board[space] in "bg"]
    twice = [s for s in lying if harness.board[s] == "g" and sum(printed[o] == printed[s] for o in lying) == 2]
    name = harness.game.layout.name_of(twice[-1])
    lay(harness, 1, "JS")
    harness.hand(f"{name}=.", then=10)
    lay(harness, 2, printed[twice[-1]] or "")
    harness.hand(f"{name}=g", then=10)
    return name


def take_away(harness: Harness, *piles: int) -> None:
    for pile in piles:
        harness.give(CardSeen(at=harness.at, pile=pile, gone=True))
    harness.look(2)


def test_after_the_piles_were_taken_away_a_third_copy_is_none() -> None:
    harness = played_out(DECK)
    assert not harness.faults()
    assert harness.arbiter.position.draw_deck == 90 - DECK
    take_away(harness, 1, 2)
    assert harness.arbiter.position.draw_deck == 90
    third(harness)
    assert not harness.faults()
    text = write_record(record_of(harness.told))
    assert "shuffle" in text
    assert replay(read_record(text)).ok


def test_while_they_lie_there_it_is_named() -> None:
    harness = played_out(DECK)
    space = third(harness)
    assert harness.faults() == [f"third-copy {space}"]


def test_one_pile_alone_is_no_shuffle_but_nobody_is_accused_of_what_lay_there() -> None:
    harness = played_out(DECK)
    take_away(harness, 2)
    assert not harness.all(events.CallMade)
    third(harness)
    assert not harness.faults()


def test_piles_that_are_taken_away_while_the_deck_is_full_are_no_shuffle() -> None:
    harness = played_out(30)
    take_away(harness, 1, 2)
    assert not harness.all(events.CallMade)
    assert harness.arbiter.position.laid


def test_what_was_taken_for_a_shuffle_can_be_taken_back_and_outlives_a_restart() -> None:
    harness = played_out(DECK)
    before = harness.arbiter.position.laid
    take_away(harness, 1, 2)
    (call,) = harness.all(events.CallMade)
    assert call.call["input"] == "deck-shuffled"
    assert harness.arbiter.position.laid == 0
    assert Arbiter.resume(harness.game, harness.told).position == harness.arbiter.position
    assert harness.say(calls.UndoCall).accepted
    assert harness.arbiter.position.laid == before
