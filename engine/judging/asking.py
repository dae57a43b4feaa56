"""What every answer to a call needs: the form of an answer, and the plain refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.judging.ledger import Ledger

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

Effect = Callable[[], None]
Answer = tuple[str, Effect]
"""What to say, and what to do once it has been announced."""


class Refusal(Exception):
    """A call that makes no sense now; the sentence says why."""


def nothing() -> None:
    """The call is all there is to it."""


def playing(arbiter: Arbiter) -> Ledger:
    """The ledger of a game that goes on. Raises Refusal."""
    if not arbiter.ledger.started:
        raise Refusal("No game has begun yet.")
    if arbiter.ledger.ended:
        raise Refusal("The game is over; take back what ended it first, or start a new one.")
    return arbiter.ledger


def begun(arbiter: Arbiter) -> Ledger:
    """The ledger of a game that has begun. Raises Refusal."""
    if not arbiter.ledger.started:
        raise Refusal("No game has begun yet.")
    return arbiter.ledger


def known_team(arbiter: Arbiter, team: str) -> None:
    """Raises Refusal where no such team plays."""
    if team not in arbiter.game.teams:
        raise Refusal(f"No team {team or 'of that name'} plays; {' and '.join(arbiter.game.teams)} do.")


def known_card(arbiter: Arbiter, card: str) -> None:
    """Raises Refusal where the deck has no such card."""
    if card not in arbiter.game.deck.unit:
        raise Refusal(f"“{card}” is no card of this game.")
