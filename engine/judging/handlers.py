"""What every handler of a call needs: to be found by the call it takes, the form of an answer, the plain refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_type_hints

from engine.judging.context import Context
from engine.judging.ledger import Ledger
from engine.saying import Saying, saying

Answer = Iterator[Saying]
"""What to say once the call is found to make sense; what comes after it is done when that has been announced."""
Handler = Callable[[Context, Any], Answer]

HANDLERS: dict[type, Handler] = {}
"""What judges each call, by its type."""


def handles(handler: Handler) -> Handler:
    """Let this function judge every call of the type that its second parameter, `call`, is annotated with."""
    HANDLERS[get_type_hints(handler)["call"]] = handler
    return handler


class Refusal(Exception):
    """A call that makes no sense now, and why."""

    def __init__(self, code: str, **about: object) -> None:
        super().__init__(code)
        self.said = saying(code, **about)


def playing(context: Context) -> Ledger:
    """The ledger of a game that goes on. Raises Refusal."""
    ledger = begun(context)
    if ledger.ended:
        raise Refusal("game-over")
    return ledger


def begun(context: Context) -> Ledger:
    """The ledger of a game that has begun. Raises Refusal."""
    if not context.ledger.started:
        raise Refusal("no-game")
    return context.ledger


def known_team(context: Context, team: str) -> None:
    """Raises Refusal where no such team plays."""
    if team not in context.game.teams:
        raise Refusal("no-team", name=team, teams=tuple(context.game.teams))


def known_card(context: Context, card: str) -> None:
    """Raises Refusal where the deck has no such card."""
    if card not in context.game.deck.unit:
        raise Refusal("no-card", card=card)


def known_seat(context: Context, seat: int) -> None:
    """Raises Refusal where the game has no such seat."""
    seats = len(context.game.seats)
    if not 0 <= seat < seats:
        raise Refusal("no-seat", seat=seat + 1, count=seats)
