"""Turns as they are announced: with their cards, what they bring, and what it means when one was none."""

from __future__ import annotations

from typing import Literal

from engine import calls, events
from engine.faults import PUT_RIGHT
from engine.judging.acts import Played
from engine.judging.cards_seen import CardsSeen
from engine.judging.claims import ambiguous
from engine.judging.context import Context
from engine.judging.ledger import write_changes
from engine.judging.story import Step, Story, weighed
from engine.rules.deduction import explanations
from engine.rules.legality import may_have_run_out
from engine.saying import Saying, saying


class Announcer:
    """Announces the turns of one table, with the cards that were seen."""

    def __init__(self, context: Context, cards: CardsSeen) -> None:
        self.context, self.cards = context, cards
        self.ledger = context.ledger

    def play(self, step: Step, told: tuple[Story, ...], hurried: bool = False, *, doubted: bool = False) -> None:
        """Announce a turn and what it brings; `doubted` where the eye would not swear to it."""
        action: Literal["place", "remove"] = "place" if step.action == "place" else "remove"
        game, position = self.context.game, self.ledger.table.skip_to(step.seat)
        # No card is left for it, and it is told as right all the same: the deck was shuffled unseen.
        if not explanations(game, position, action, step.space) and may_have_run_out(game, position):
            self.context.tell_call(calls.DeckShuffled(at=self.context.at), saying("reshuffled"))
        before = self.ledger.table
        position = before.skip_to(step.seat)
        change = step.changes[-1]
        seen = self.cards.for_turn(step.seat, action, step.space, change.first_at, not (hurried or change.unseen))
        self.context.tell(
            before.turn_told(
                step.seat,
                action,
                step.space,
                card=seen.card,
                card_seen=seen.card is not None,
                cards=() if seen.card else explanations(game, position, action, step.space),
                dead=(*before.dead, *seen.dead),
                irregular=seen.irregular,
                confidence=round(min(1.0, change.weakest), 3),
                doubted=doubted,
                seen_at=change.first_at,
                weighed=weighed(game, told),
            ),
            change.reach,
        )
        self.cards.told(seen, change)
        self.context.tell_outcome()
        if action == "place":
            ambiguous(self.context, position, step.seat, step.space)
        self.context.tell_position()

    def undo(self, played: Played, reason: Saying) -> None:
        """Announce that a turn is none, and what that brings."""
        self.context.tell(events.TurnUndone(turn=played.number, reason=reason))
        self.context.tell_position()

    def put_right(self, step: Step) -> None:
        """A change that had been let stand was put right after all."""
        changes = write_changes(self.context.game, [change.told for change in step.changes])
        self.context.tell(events.ChangeStood(code=PUT_RIGHT, changes=changes, turn=self.context.position.turn))
        self.context.tell_position()
