"""The cards of the simulated table: laid by hands on piles, read by the real reader, now and then wrong."""

from __future__ import annotations

import math

import numpy as np

from calibration.calibrate import calibrate, parse_chips
from engine import events
from hardware.simulated import SimulatedTable
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, arbiter_for, eye_for, piles_for
from vision.cards.piles import find_piles
from vision.mesh import Mesh


def refereed(table: SimulatedTable, seconds: float) -> list[tuple[float, events.AnyEvent]]:
    """What the live table says of a drawn table, each with its time; it sees nothing but the pictures."""
    rules = Rules("classic", "blue green", "", None)
    game = rules.game()
    chips = parse_chips(" ".join(f"{team}:{space}" for team, space in table.color_chips.items()), game.layout)
    look = calibrate(table.empty_picture(), table.colors_picture(), chips, layout=game.layout).look
    live = LiveTable(eye_for(look, game), Sitting(arbiter_for(game, rules)), piles=piles_for(game))
    told: list[tuple[float, events.AnyEvent]] = []
    with table:
        for frame in table.frames():
            if frame.at > seconds:
                break
            told += [(frame.at, event) for event in live.see(frame)]
    return told


def test_a_wrong_card_is_caught_within_the_first_minute_and_its_turn_is_put_right() -> None:
    table = SimulatedTable(seed=1, live=False, cheats=0.0, wrong_cards_from=(5,))
    told = refereed(table, 31)
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


def test_turns_carry_the_card_that_was_laid_for_them() -> None:
    table = SimulatedTable(seed=2, live=False, cheats=0.0)
    told = refereed(table, 24)
    played = [event.note for event in table.truth.events if event.note.kind == "turn"]
    seen = [
        event for _, event in told if isinstance(event, events.TurnPlayed | events.TurnCorrected) and event.card_seen
    ]
    assert len({event.turn for event in seen}) >= len(played) / 2
    for event in seen:
        assert event.card == played[event.turn - 1].card


def test_every_seat_lays_its_cards_on_a_pile_that_lies_wholly_in_the_picture() -> None:
    for seed in (1, 3, 5):
        table = SimulatedTable(seed=seed, live=False)
        piles = [table.scene.pile(seat) for seat in (0, 1)]
        assert math.dist(*piles) > 12
        for seat, card in enumerate(("7H", "2C")):
            table.scene.discard(seat, card)
        found = {pile.likeliest for pile in find_piles(table.scene.still, Mesh(table.nodes.astype(np.float32)))}
        assert {"7H", "2C"} <= found


def test_with_wrong_cards_and_without_the_same_cards_are_dealt() -> None:
    def turns(*first: int) -> list[object]:
        table = SimulatedTable(seed=4, live=False, fps=2.0, size=(160, 120), cheats=0.0, wrong_cards_from=first)
        with table:
            for frame in table.frames():
                if frame.at > 60:
                    break
        return [event.note for event in table.truth.events if event.note.kind == "turn"]

    with_wrong, without = turns(3), turns()
    assert len(with_wrong) > 8
    assert with_wrong == without[: len(with_wrong)]
