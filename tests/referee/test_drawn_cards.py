"""The cards of the simulated table: laid by hands on piles, read by the real reader, now and then wrong."""

import math

import numpy as np

from engine import events
from tests.often import cases
from tests.referee.drawn_evening import refereed
from tests.watched_table import WatchedTable
from vision.cards.pile_reader import find_piles
from vision.rectify.mesh import Mesh


def test_a_wrong_card_is_caught_within_the_first_minute_and_its_turn_is_put_right():
    table = WatchedTable(seed=1, live=False, cheats=0.0, wrong_cards_from=(5,))
    told = refereed(table, 31).told
    cheat = next(event for event in table.truth.events if event.note.kind == "fault")
    assert cheat.note.code == "wrong-card"
    at, fault = next((at, event) for at, event in told if isinstance(event, events.FaultFound))
    (space,) = cheat.note.spaces
    where = f"{chr(97 + space % 10)}{space // 10 + 1}"
    assert (fault.code, fault.card, fault.spaces) == ("wrong-card", cheat.note.card, (where,))
    assert at < 60
    assert at - cheat.settled_frame / table.fps <= 2.0
    home = [f"{chr(97 + n % 10)}{n // 10 + 1}" for n, card in enumerate(table.layout.cards) if card == cheat.note.card]
    assert fault.could
    assert set(fault.could) <= set(home)
    turns = [event for _, event in told if isinstance(event, events.TurnPlayed)]
    assert any(turn.card == cheat.note.card and turn.space in home and turn.card_seen for turn in turns)
    assert not [event for at_, event in told if isinstance(event, events.FaultFound) and event is not fault]


def test_cards_that_slip_accuse_nobody_and_no_turn_is_told_with_another_card():
    evening = refereed(WatchedTable(seed=2, live=False, cheats=0.0, slips=0.8), 34)
    assert len(evening.slips) >= 2
    assert len(evening.turns) >= 5
    assert sum(bool(turn.card_seen) for turn in evening.turns.values()) >= 3
    assert evening.mistakes() == []


@cases("seed", (1, 3, 5), quick=1)
def test_every_seat_lays_its_cards_on_a_pile_that_lies_wholly_in_the_picture(seed):
    table = WatchedTable(seed=seed, live=False)
    piles = [table.scene.pile(seat) for seat in (0, 1)]
    assert math.dist(*piles) > 12
    for seat, card in enumerate(("7H", "2C")):
        table.scene.discard(seat, card)
    found = {pile.likeliest for pile in find_piles(table.scene.still, Mesh(table.nodes.astype(np.float32)))}
    assert {"7H", "2C"} <= found


def test_with_wrong_cards_and_without_the_same_cards_are_dealt():
    def turns(*first):
        table = WatchedTable(seed=4, live=False, fps=2.0, size=(160, 120), cheats=0.0, wrong_cards_from=first)
        with table:
            for frame in table.frames():
                if frame.at > 60:
                    break
        return [event.note for event in table.truth.events if event.note.kind == "turn"]

    with_wrong, without = turns(3), turns()
    assert len(with_wrong) > 8
    assert with_wrong == without[: len(with_wrong)]
