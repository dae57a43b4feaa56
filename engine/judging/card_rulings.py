"""What the rules say of cards that were seen: which fit a turn, which speak against its player, which were dead.

What is named must be nearly certain, by the card itself and by whose turn it can be.
"""

from __future__ import annotations

from engine.equipment.cards import Card
from engine.faults import CARD_CODES, Code
from engine.judging.card_memory import CardMemory
from engine.judging.laid_card import NAMED, SURE, LaidCard
from engine.rules.deduction import explanations
from engine.rules.legality import Turn, is_dead, problems
from engine.rules.position import Position

EXCUSE = 2e-5
"""A card speaks against its player only when those that would have been right are together no likelier than this."""

READ_SECONDS = 0.6
"""A card is read so long after the hand that laid it has left, and a chip may be seen before it. 0.2 to 1."""
TURNED_IN_SECONDS = 3.5
"""A card that is covered sooner may have slipped from the hand with the next one, lain on it until it was taken up, or
been exchanged for it; who turns a card in draws another before playing. 2.5 to 5."""


class CardRulings:
    """Judges the cards of one table."""

    def __init__(self, memory: CardMemory) -> None:
        self.memory, self.context = memory, memory.context

    def allowed(self, position: Position, action: str, space: int) -> tuple[Card, ...]:
        """The cards that explain this action."""
        return explanations(self.context.game, position, action, space)  # type: ignore[arg-type]

    def fit(self, laid: LaidCard, allowed: tuple[Card, ...]) -> float:
        """Chance that the card is one the rules allow, their weight counted in."""
        return laid.fit(allowed, len(self.context.game.deck.kinds))

    def named(self, laid: LaidCard, allowed: tuple[Card, ...], least: float = NAMED) -> Card | None:
        """The card, where it is one of those allowed and likely enough."""
        return laid.named(allowed, len(self.context.game.deck.kinds), least)

    def certain(self, laid: LaidCard, allowed: tuple[Card, ...]) -> bool:
        """Whether a card is certain by itself, and none of those that would have been right is likely at all."""
        return laid.sure and sum(laid.chance(card) for card in allowed) <= EXCUSE

    def accusable(self, laid: LaidCard, allowed: tuple[Card, ...], seat: int, since: float, number: int = 0) -> bool:
        """Whether a card speaks against its player for certain: it is sure, no right one is, and it is that turn's."""
        if not self.certain(laid, allowed):
            return False
        if self.memory.piles.get(laid.pile, [laid])[-1] is not laid:
            return False  # it is covered already: the card of this turn may be the one above it
        if not self.memory.belongs(laid, seat, number):
            return False
        position = self.memory.before(seat)
        others = [one for one in self.memory.waiting if one is not laid and one.pile == laid.pile]
        if not all(one.sure and one.at < laid.at and is_dead(self.context.game, position, one.card) for one in others):
            return False  # which of them was laid for this chip nobody can say
        # On a common pile what comes after the chip may be the next player's, and the card before it unseen.
        tracker = self.context.tracker
        return self.memory.owners.owner(laid.pile) is not None or (
            laid.at <= since + READ_SECONDS and len(tracker.changes) < 2 and not tracker.hidden
        )

    def card_code(self, position: Position, turn: Turn) -> str | None:
        """The first problem of the cards of a turn. A third copy is told only where the other two were seen."""
        game = self.context.game
        for problem in problems(game, position, turn):
            if problem.code == Code.THIRD_COPY and turn.card is not None:
                if game.deck.count(position.laid, turn.card) < game.deck.copies[turn.card]:
                    continue
                if not self.copies_sure(turn.card):
                    continue
            if problem.code in CARD_CODES:
                return problem.code
        return None

    def copies_sure(self, card: Card) -> bool:
        """Whether all copies of a card were read beyond doubt since the last pile was taken away."""
        lying = [laid for cards in self.memory.of_turn.values() for laid in cards if laid.at > self.memory.swept_at]
        seen = [laid for laid in lying if laid.card == card]
        return len(seen) >= self.context.game.deck.copies[card] and all(laid.chance(card) >= SURE for laid in seen)

    def dead_before(
        self, position: Position, earlier: list[LaidCard], watched: bool
    ) -> tuple[tuple[Card, ...], str | None]:
        """The dead cards turned in before a play, and what is wrong with them."""
        game = self.context.game
        said = self.context.ledger.table.dead
        dead: list[Card] = []
        code: str | None = None
        certain = True
        for laid in earlier:
            if laid.chance(laid.card) < NAMED or laid.card in said:
                continue
            plain = watched and self._turned_in(laid, position.seat, earlier)
            if not is_dead(game, position, laid.card):
                if not plain:
                    continue
                code = code or Code.NOT_DEAD
            certain = certain and plain
            dead.append(laid.card)
        limit = game.edition.turns.dead_per_turn
        if limit and len(dead) + len(said) > limit and not code and certain:
            code = Code.TOO_MANY_DEAD
        return tuple(dead), code

    def _turned_in(self, laid: LaidCard, seat: int, earlier: list[LaidCard]) -> bool:
        """Whether a card under that of a turn was certainly turned in by this seat before it."""
        return (
            laid.sure
            and self.memory.owners.owner(laid.pile) is not None
            and self.memory.belongs(laid, seat)
            and not self.memory.others_wait(laid, seat)
            and laid.lay_open >= TURNED_IN_SECONDS
            and all(one.sure for one in earlier)  # what could not be read may be the card below, which shows again
        )
