"""What every answer to a call needs: the form of an answer, and the plain refusals."""

from __future__ import annotations

from collections.abc import Callable

from engine.judging.context import Context
from engine.judging.ledger import Ledger

Effect = Callable[[], None]
Answer = tuple[str, Effect]
"""What to say, and what to do once it has been announced."""


class Refusal(Exception):
    """A call that makes no sense now; the sentence says why."""


def nothing() -> None:
    """The call is all there is to it."""


def playing(context: Context) -> Ledger:
    """The ledger of a game that goes on. Raises Refusal."""
    if not context.ledger.started:
        raise Refusal("No game has begun yet.")
    if context.ledger.ended:
        raise Refusal("The game is over; take back what ended it first, or start a new one.")
    return context.ledger


def begun(context: Context) -> Ledger:
    """The ledger of a game that has begun. Raises Refusal."""
    if not context.ledger.started:
        raise Refusal("No game has begun yet.")
    return context.ledger


def known_team(context: Context, team: str) -> None:
    """Raises Refusal where no such team plays."""
    if team not in context.game.teams:
        raise Refusal(f"No team {team or 'of that name'} plays; {' and '.join(context.game.teams)} do.")


def known_card(context: Context, card: str) -> None:
    """Raises Refusal where the deck has no such card."""
    if card not in context.game.deck.unit:
        raise Refusal(f"“{card}” is no card of this game.")
