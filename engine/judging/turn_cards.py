"""Which turn each card was played in, and what the rules say of it: given, asked about, suspected, put right.

What is named must be nearly certain, by the card itself and by whose turn it can be. A turn whose card does not seem to
fit is looked at once more when the card has lain there for long enough.
"""

from __future__ import annotations

from math import inf

import msgspec

from engine.equipment.cards import Card
from engine.faults import CARD_CODES, Code
from engine.judging import card_faults
from engine.judging.acts import Played
from engine.judging.card_memory import CardMemory
from engine.judging.corrections import correct
from engine.judging.piles import NAMED, SURE, LaidCard
from engine.judging.questions import ask
from engine.rules.legality import Turn, is_dead, problems
from engine.rules.position import Position
from engine.saying import saying

EXCUSE = 2e-5
"""A card speaks against its player only when those that would have been right are together no likelier than this."""

READ_SECONDS = 0.6
"""A card is read so long after the hand that laid it has left, and a chip may be seen before it. 0.2 to 1."""
TURNED_IN_SECONDS = 3.5
"""A card that is covered sooner may have slipped from the hand with the next one, lain on it until it was taken up, or
been exchanged for it; who turns a card in draws another before playing. 2.5 to 5."""
LAY_SECONDS = 2.0
"""A card between those of two turns that was covered sooner slipped from the hand with the next one. 1 to 3."""
WORTH_ASKING = 0.8
"""A card less likely than this is not asked about: nobody saw it. 0.6 to 0.95."""
DOUBT_SECONDS = 1.75
"""A card that does not fit its chip lies open so long beside it before it is named: one that fell on the pile is
picked up meanwhile. 1.2 to 1.8, for a wrong card is to be named within two seconds."""


class TurnCards:
    """Which turn was played with which card, and what the rules say of it, at one table."""

    def __init__(self, memory: CardMemory) -> None:
        self.memory, self.context = memory, memory.context
        self.suspected: dict[int, LaidCard] = {}
        """Turns whose card does not seem to fit, by the key of its act, and that card: it is looked at once more."""

    # ---- what the rules say

    def certain(self, laid: LaidCard, allowed: tuple[Card, ...]) -> bool:
        """Whether a card is certain by itself, and none of those that would have been right is likely at all."""
        return laid.sure and sum(laid.chance(card) for card in allowed) <= EXCUSE

    def accusable(
        self, laid: LaidCard, allowed: tuple[Card, ...], seat: int, since: float, of: Played | None = None
    ) -> bool:
        """Whether a card speaks against its player for certain: it is sure, no right one is, and it is that turn's."""
        if not self.certain(laid, allowed):
            return False
        if self.memory.piles.get(laid.pile, [laid])[-1] is not laid:
            return False  # it is covered already: the card of this turn may be the one above it
        if not self.memory.belongs(laid, seat, of) or self._goes_with_a_coming_chip(laid, seat):
            return False
        position = self.context.ledger.table.skip_to(seat)
        others = [one for one in self.memory.waiting if one is not laid and one.pile == laid.pile]
        if not all(one.sure and one.at < laid.at and is_dead(self.context.game, position, one.card) for one in others):
            return False  # which of them was laid for this chip nobody can say
        # On a common pile what comes after the chip may be the next player's, and the card before it unseen.
        tracker = self.context.tracker
        return self.memory.owners.owner(laid.pile) is not None or (
            laid.at <= since + READ_SECONDS and len(tracker.changes) < 2 and not tracker.hands.hidden
        )

    def _goes_with_a_coming_chip(self, laid: LaidCard, seat: int) -> bool:
        """Whether a chip of others that is no turn yet seems to lie on a space of this card."""
        home, own = self.context.game.home.get(laid.card, 0), self.context.ledger.table.team_of(seat)
        changes = self.context.tracker.changes.items()
        return any(home >> space & 1 and one.before == "." and one.after != own for space, one in changes)

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
        lying = [laid for seen in self.memory.turns.values() for laid in seen.cards if laid.at > self.memory.swept_at]
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

    # ---- which card it was

    def ask(self, played: Played, laid: LaidCard) -> None:
        """Ask which card a turn was played with, where one was read that does not fit, but not for certain."""
        seen = laid.card
        if laid.chance(seen) < WORTH_ASKING:
            return
        allowed = self.memory.allowed(played)
        right = laid.named(allowed, 0.0)
        if right is None or not seen or seen in allowed:
            return
        could = card_faults.homes(self.context.game, played.position, seen)
        spaces = (played.turn.space or 0, *could)
        ask(self.context, "card", right, spaces, options=(right, seen), turn=played.number, card=seen)

    def ask_of_the_turns_before(self, played: Played, laid: tuple[LaidCard, ...]) -> None:
        """Cards on a common pile under that of a turn, as many as there are turns before it that had none.

        Each came after its chip and before the next one, and fits neither: it was laid for the former, or is one that
        the latter laid too many.
        """
        under = [one for one in self.memory.waiting if one.pile == laid[0].pile and one.at < laid[0].at]
        found = [self.memory.played(played.number - back) for back in reversed(range(len(under) + 2))]
        turns = [turn for turn in found if turn is not None]
        if len(turns) < len(found) or not self.memory.is_read(turns[0]):
            return
        cards = list(zip(turns[1:-1], turns[2:], under, strict=True))
        if all(self._laid_between(turn, after, one) for turn, after, one in cards):
            for turn, _, one in cards:
                self.memory.give(turn, (one,))
                self.ask(turn, one)

    def _laid_between(self, played: Played, after: Played, one: LaidCard) -> bool:
        """Whether a card lay open between the chips of a turn that has none and of the next one, and fits neither."""
        seen = self.memory.seen(played)
        between = -inf < seen.chip_at < one.at < self.memory.seen(after).chip_at
        if seen.cards or not between or not one.chances or one.lay_open < LAY_SECONDS:
            return False
        if played.turn.card is not None or played.turn.irregular:
            return False
        dead = is_dead(self.context.game, self.context.ledger.table.skip_to(played.act.seat), one.card)
        return not dead and self.certain(one, self.memory.allowed(played))

    def settle_late(self, played: Played, laid: LaidCard) -> None:
        """A turn that was told without its card takes one that came later, where it names one that fits."""
        card = laid.named(self.memory.allowed(played))
        if card is not None:
            if played.turn.irregular or played.turn.card is not None:
                self.memory.seen(played).cards = ()  # the card that was meant lies there now
            self.correct(played, laid, card, None)

    def correct(self, played: Played, laid: LaidCard, card: Card, irregular: str | None) -> None:
        """A turn was played with this card, and with the dead ones under it; `irregular` is what is wrong with it."""
        before = [one for one in self.memory.waiting if one.pile == laid.pile and one.at < laid.at]
        dead, code = self.dead_before(played.position, before, True)
        turn = msgspec.structs.replace(played.turn, card=card, dead=(*played.turn.dead, *dead))
        self.memory.give(played, (*of_dead(before, dead), laid))
        correct(self.context, played, turn, irregular or code, saying("card-seen"), card_seen=True)
        if not irregular:
            self.ask_of_the_turns_before(played, (laid,))
        if irregular or code:
            card_faults.name(self.context, played.number)

    # ---- what is suspected

    def tend(self) -> None:
        """Time goes on: what was suspected is named, asked, or forgotten."""
        self.suspected = {key: laid for key, laid in self.suspected.items() if laid in self.memory.waiting}
        for key, laid in list(self.suspected.items()):
            played = next((one for one in self.context.ledger.turns() if one.act.key == key), None)
            chip_at = self.memory.turns[key].chip_at
            due = max(chip_at, laid.at) + DOUBT_SECONDS
            if self.context.at < due or (played is not None and self._may_be_putting_right(played.turn)):
                continue
            del self.suspected[key]
            if played is None or played.turn.card is not None or played.turn.irregular:
                continue
            if laid.at > chip_at and not self._of_no_later_turn(played, laid):
                continue  # the card may be the coming turn's, or have fallen
            if self.memory.may_be_no_chip(played.turn):
                continue
            if not laid.chances or is_dead(self.context.game, played.position, laid.card):
                continue  # a card that nobody could read speaks against nobody
            allowed, seat = self.memory.allowed(played), played.act.seat
            if self.accusable(laid, allowed, seat, chip_at, played):
                code = self.card_code(played.position, msgspec.structs.replace(played.turn, card=laid.card))
                if code:
                    self.correct(played, laid, laid.card, code)
            elif (
                self.memory.turns_before(laid, seat, played) is not None
                and laid.fit(allowed) < 0.5
                and not (self.certain(laid, allowed) and self.memory.belongs(laid, seat, played))
            ):
                self.memory.give(played, (laid,))
                self.ask(played, laid)

    def _may_be_putting_right(self, turn: Turn) -> bool:
        """Whether a hand is at the chip of a turn, or the chip seems to be gone already."""
        tracker, space = self.context.tracker, turn.space or 0
        return space in tracker.changes or tracker.hands.covers_near(space)

    def _of_no_later_turn(self, played: Played, laid: LaidCard) -> bool:
        """Whether a card that came after its chip can be no later turn's.

        It lay on its seat's own pile before another hand came, and the seat's next turn is far; or no hand came over
        the board since, and nothing changed there.
        """
        reach, tracker = played.act.reach, self.context.tracker
        if laid.reach == reach and self.memory.owners.owner(laid.pile) is not None:
            return True
        return (
            played.number == self.context.ledger.table.position.turn
            and tracker.hands.reach == max(reach, laid.reach)
            and not tracker.changes
            and not tracker.hands.hidden
        )


def of_dead(earlier: list[LaidCard], dead: tuple[Card, ...]) -> tuple[LaidCard, ...]:
    """Those of the earlier cards that were turned in as dead."""
    return tuple(laid for laid in earlier if laid.card in dead)
