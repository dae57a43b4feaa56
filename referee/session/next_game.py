"""The game after the one that is over: the same rules and, where everyone deals in turn, the next seat first."""

from __future__ import annotations

from dataclasses import replace

from engine.arbiter import Arbiter
from engine.judging.beginning import Beginning
from engine.rules.position import Game, SeatsError, parse_seats
from referee.wiring import Rules
from vision.table import TableLook


def following(arbiter: Arbiter, rules: Rules, look: TableLook | None) -> tuple[Game, Rules]:
    """What is played after the game of this arbiter, which was played by these rules.

    Who begins is the first of the seats, in the record as well. Uneven teams cannot go round that way without two of
    one team side by side: there the seats stay as they are.
    """
    if arbiter.game.edition.turns.dealing_rotates:
        begins = arbiter.game.seats[Beginning.after(arbiter.ledger).first]
        seats = parse_seats(rules.seats)
        at = seats.index(begins) if begins in seats else 0
        turned = replace(rules, seats=" ".join(map(str, (*seats[at:], *seats[:at]))))
        try:
            return turned.game(look), turned
        except SeatsError:
            pass
    return rules.game(look), rules


def same_round(one: str, other: str) -> bool:
    """Whether these seats are the same in the same order, whoever is the first of them."""
    words, others = one.split(), other.split()
    return len(words) == len(others) and any(words[at:] + words[:at] == others for at in range(len(words)))
