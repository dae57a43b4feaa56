"""What is known of the cards of one table: what lies on the piles, and which turn took what."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf

from engine.equipment.cards import Card
from engine.faults import Code
from engine.judging.acts import EditAct, Played, SetAct
from engine.judging.context import Context
from engine.judging.piles import FLOOR, NAMED, LaidCard, PileOwners
from engine.rules.deduction import explanations
from engine.rules.turn import Turn

LATE_SECONDS = 12.0
"""A card that comes so long after its chip may still be that turn's. 5 to 30."""
LOOK_BACK = 4
"""To so many of the last turns a card may still come. 2 to 6."""
GAPS = 20
"""Latest times in which nobody watched that are remembered. 10 to 50."""
ACTIVE_TURNS = 4
"""Cards count as seen at this table when one of so many last turns had one."""


@dataclass
class TurnSeen:
    """What was seen of one turn."""

    told_at: float = -inf
    """When it was announced, seconds."""
    chip_at: float = -inf
    """When its change was first seen."""
    watched: bool = True
    """Whether somebody saw it being played."""
    cards: tuple[LaidCard, ...] = ()


@dataclass
class CardMemory:
    """The cards that were seen, by pile and by turn."""

    context: Context
    piles: dict[int, list[LaidCard]] = field(default_factory=dict)
    waiting: list[LaidCard] = field(default_factory=list)
    """Cards no turn has taken yet, oldest first."""
    owners: PileOwners = field(init=False)
    turns: dict[int, TurnSeen] = field(default_factory=lambda: defaultdict(TurnSeen))
    """The turns of this game, by the keys of their acts: their numbers may change."""
    swept_at: float = -inf
    """When a pile was last taken away: cards laid before may come again."""
    missed_at: deque[float] = field(default_factory=lambda: deque([-inf], GAPS))
    """When the table was watched again after cards may have come and gone unseen, the last times."""
    _watched_at: float = -inf

    def __post_init__(self) -> None:
        self.owners = PileOwners(self.context.game.layout, self.context.ledger.piles_said, self.piles)

    def forget(self) -> None:
        """Another game, or another position: no card belongs to a turn any more."""
        self.waiting.clear()
        self.turns.clear()

    def seen(self, played: Played) -> TurnSeen:
        """What was seen of a turn."""
        return self.turns[played.act.key]

    def wait_again(self) -> None:
        """A turn was none: its cards are free for another."""
        standing = {played.act.key for played in self.context.ledger.turns()}
        given = [laid for key in [*self.turns] if key not in standing for laid in self.turns.pop(key).cards]
        self.waiting = sorted(dict.fromkeys((*given, *self.waiting)), key=lambda laid: laid.at)

    def turn_of(self, laid: LaidCard) -> Played | None:
        """The turn a card was laid in; none while that is not known."""
        keys = {key for key, seen in self.turns.items() if laid in seen.cards}
        return next((played for played in self.context.ledger.turns() if played.act.key in keys), None)

    def watched(self, at: float, missed: float) -> None:
        """The table is seen now; after so many seconds in which it was not, cards may have been missed."""
        if at - self._watched_at > missed:
            self.missed_at.append(at)
        self._watched_at = at

    def apart(self, laid: LaidCard, since: float) -> bool:
        """Whether the table was not watched for a while between a card and a chip that was first seen at `since`."""
        return any(min(laid.at, since) < missed <= max(laid.at, since) for missed in self.missed_at)

    def passed_over(self, pile: int, key: int) -> bool:
        """Whether a later turn than this one has a card on somebody's own pile: cards lie there in order."""
        later = [seen.cards for other, seen in self.turns.items() if other > key]
        return self.owners.owner(pile) is not None and any(one.pile == pile for cards in later for one in cards)

    def own(self, seat: int, space: int | None = None) -> list[LaidCard]:
        """Cards that wait and may be of a seat's turn, oldest first; `space` is that of its chip, where it has one.

        Those on a pile that is another's come before all others: the printed card may lie there by chance.
        """
        found = (laid for laid in self.waiting if self.may_be_of(seat, laid, space))
        return sorted(found, key=lambda laid: self.owners.may_use(laid.pile, seat))

    def may_be_of(self, seat: int, laid: LaidCard, space: int | None) -> bool:
        """Whether a seat may have laid a card for a chip on this space.

        On a pile of which nobody said whose it is a card that certainly is the one printed there may be anybody's: so a
        pile turns out to be one that several share.
        """
        if self.owners.may_use(laid.pile, seat):
            return True
        printed = None if space is None or self.owners.was_said(laid.pile) else self.context.game.layout.cards[space]
        return printed is not None and laid.chance(printed) >= NAMED

    def active(self) -> bool:
        """Whether cards are seen at this table of late."""
        ledger = self.context.ledger
        late = ledger.table.position.turn - ACTIVE_TURNS
        return any(self.seen(one).cards for one in takewhile(lambda one: one.number > late, ledger.turns()))

    def give(self, played: Played, laid: tuple[LaidCard, ...]) -> None:
        """A turn takes these cards."""
        for one in laid:
            if one.card in self.context.game.deck.printed and one.chance(one.card) >= NAMED:
                self.owners.laid(one.pile, played.act.seat)
        self.seen(played).cards += laid
        self.waiting = [one for one in self.waiting if one not in laid]

    def played(self, number: int) -> Played | None:
        """The turn of that number, where it is one with a chip."""
        found = self.context.ledger.turn_numbered(number)
        return found if found is not None and found.turn.space is not None else None

    def allowed(self, played: Played) -> tuple[Card, ...]:
        """The cards that explain a turn with a chip."""
        return explanations(self.context.game, played.position, played.turn.action, played.turn.space or 0)

    def allowed_next(self, seat: int, action: str, space: int) -> tuple[Card, ...]:
        """The cards that would explain this as the coming turn of a seat."""
        return explanations(self.context.game, self.context.ledger.table.skip_to(seat), action, space)  # type: ignore[arg-type]

    def last_turns(self) -> Iterator[Played]:
        """The turns of the last seconds to which a card may still come, latest first."""
        for played in self.context.ledger.turns(LOOK_BACK):
            if self.context.at - self.seen(played).told_at > LATE_SECONDS:
                return
            turn = played.turn
            open_still = turn.card is None and not turn.irregular
            if turn.space is not None and (open_still or turn.irregular == Code.WRONG_CARD):
                yield played

    def belongs(self, laid: LaidCard, seat: int, played: Played | None = None) -> bool:
        """Whether a card can be no other turn's than this one of a seat, or its coming one.

        On a pile of the seat's own the turn before must have its cards, on a common one every turn since one whose
        card is known to lie under it.
        """
        before = self.turns_before(laid, seat, played)
        return before is not None and not any(self.fits(laid, turn) for turn in before)

    def turns_before(self, laid: LaidCard, seat: int, played: Played | None) -> list[Played] | None:
        """The turns a card that came as if it were this one's might be of instead; None where it need not be its."""
        own = self.owners.owner(laid.pile) is not None
        if own and self.owners.owner(laid.pile) != seat:
            return None
        key = 0 if played is None else played.act.key
        turns = [*self.context.ledger.turns(LOOK_BACK)][::-1]
        before = [turn for turn in turns if turn.act.key != key and (turn.act.seat == seat or not own)]
        since = self.seen(before[-1]).told_at if before else -inf
        if laid.at < since:
            return None  # it was there already when the turn before was told
        if self.missed_at[-1] > since > -inf or any(one.again_at > since for one in self.piles.get(laid.pile, ())):
            return None  # cards may have come and gone meanwhile, or one that showed again have been laid anew
        if self._changed_since(before[-1].act.key if before else 0):
            return None  # what stood on the board may be the turn it was laid for
        others = [turn for turn in turns if not key or turn.act.key < key]
        if others and laid.at < self.seen(others[-1]).chip_at:
            return None  # somebody else was still at it: a card exchanged or dropped then is no turn's
        near = before[-1:] if own else self._since_one_in_order(before)
        if not all(self.is_read(turn) for turn in near):
            return None
        return near + [turn for turn in before if turn not in near and (own or not self.is_read(turn))]

    def _since_one_in_order(self, turns: list[Played]) -> list[Played]:
        """The latest of some turns, from the last on whose card came before its chip: the cards of those before lie
        under it."""
        for place in reversed(range(len(turns))):
            seen = self.seen(turns[place])
            if self.is_read(turns[place]) and seen.cards[-1].at <= seen.chip_at:
                return turns[place:]
        return turns

    def _changed_since(self, key: int) -> bool:
        """Whether something that is no turn changed the board after the turn of this key."""
        return any(isinstance(act, EditAct | SetAct) and act.key > key for act in self.context.ledger.acts[-LOOK_BACK:])

    def others_wait(self, laid: LaidCard, seat: int) -> bool:
        """Whether somebody else laid a card after this one that no turn took: turns may have gone unseen."""
        return any(
            one.pile != laid.pile and one.at > laid.at and self.owners.owner(one.pile) not in (None, seat)
            for one in self.waiting
        )

    def may_be_no_chip(self, turn: Turn) -> bool:
        """Whether what is taken was laid only lately, and no card was seen with it: the eye may have erred."""
        return turn.action == "remove" and any(
            laid.space == turn.space and laid.action == "place" and laid.card is None
            for laid in (played.turn for played in self.context.ledger.turns(LOOK_BACK))
        )

    def is_read(self, played: Played) -> bool:
        """Whether the cards of a turn were seen and could all be read."""
        cards = self.seen(played).cards
        return bool(cards) and all(one.chances for one in cards)

    def fits(self, laid: LaidCard, played: Played) -> bool:
        """Whether a card could as well be that turn's, and the card of that turn a later one's."""
        printed = self.printed(played)
        return played.turn.card != printed and laid.chance(printed) > FLOOR

    def printed(self, played: Played) -> Card:
        """The card on the space of a turn; empty where it has none."""
        space = played.turn.space
        return "" if space is None else self.context.game.layout.cards[space] or ""
