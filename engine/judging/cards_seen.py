"""The cards the camera sees on the discard piles: whose turn each was laid in, and what the rules say of it.

A card comes before its chip, after it, or a turn late; a dead card comes before the play. Likelihoods are weighed with
what the rules allow: a chip that was laid leaves its card or a wild one. What is named must be nearly certain; what
is not is asked, or left as if nobody had seen it. What is told of the piles themselves is told here, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from engine import calls, events
from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.faults import CARD_CODES, Code
from engine.judging import card_faults
from engine.judging.acts import Played
from engine.judging.card_faults import CardWithoutChip
from engine.judging.card_memory import CardMemory, TurnSeen
from engine.judging.changes import Change
from engine.judging.context import Context
from engine.judging.piles import NAMED, LaidCard
from engine.judging.story import Step
from engine.judging.turn_cards import DOUBT_SECONDS, TurnCards, of_dead
from engine.observation import CardSeen
from engine.rules.legality import Turn, is_dead
from engine.saying import saying

HOLD_SECONDS = 1.6
"""At a table where cards are seen a turn waits so long for its card, unless the next hand comes. 1 to 2."""
WIN_HOLD_SECONDS = 4.0
"""A chip that wins waits so long for its card. 2 to 6."""
MISSED_SECONDS = 1.5
"""When the table was not watched for so long, cards may have come and gone unseen. 1 to 3."""
MISCOUNTED = 8
"""Cards the draw deck may still hold by count when it runs out: missed draws, dead cards nobody saw. 4 to 16."""


@dataclass(frozen=True)
class Verdict:
    """What is known of the cards of a turn."""

    card: Card | None = None
    dead: tuple[Card, ...] = ()
    irregular: str | None = None
    laid: tuple[LaidCard, ...] = ()
    """The cards that were laid in it."""


NOTHING = Verdict()


@dataclass
class CardsSeen:
    """The piles of one table, as far as they matter for the turns."""

    context: Context

    def __post_init__(self) -> None:
        self.memory = CardMemory(self.context)
        self.turns = TurnCards(self.memory)
        self.without_chip = CardWithoutChip(self.memory)
        self.piles_told: dict[int, events.PileKnown] = {}
        """Of each pile that lies there what was told last; the page of another game knows of none yet."""
        self.context.listeners.append(self.heard)

    # ---- what the camera says

    def see(self, seen: CardSeen) -> None:
        """Take in what lies on a pile now."""
        if 0 <= seen.beside < self.context.game.layout.size:
            self.memory.owners.beside[seen.pile] = seen.beside
        self._take_in(seen)
        self._tell_of_piles()

    def _take_in(self, seen: CardSeen) -> None:
        if seen.gone:
            self._gone(seen.pile)
            return
        pile = self.memory.piles.setdefault(seen.pile, [])
        deck = self.context.game.deck
        chances = {card: chance for card, chance in seen.chances if card in deck.unit}
        laid = LaidCard(seen.pile, self.context.at, chances, len(deck.kinds), self.context.tracker.hands.reach)
        if seen.lying or not self.context.ledger.started or self.context.beginning is not None:
            pile[:] = [laid]
            return
        if seen.same and pile:
            self._see_better(pile[-1], laid)
            return
        if len(pile) > 1 and laid.card and laid.card == pile[-2].card and self._may_be_taken_up(pile[-1]):
            # The card below shows again: the one that lay on it was taken back. Or its other copy was laid.
            gone = pile.pop()
            pile[-1].again_at = self.context.at
            self.memory.waiting = [other for other in self.memory.waiting if other is not gone]
            return
        if pile:
            pile[-1].covered_at = self.context.at
        pile.append(laid)
        del pile[:-4]
        self.memory.waiting.append(laid)
        self._may_be_late(laid)

    def _gone(self, pile: int) -> None:
        """A pile is taken away; when it was the last one, at a time when the deck has run out, it is shuffled."""
        memory, context = self.memory, self.context
        had = memory.piles.pop(pile, None)
        memory.waiting = [laid for laid in memory.waiting if laid.pile != pile]
        # What lay there may come again, whether the deck was counted right or not.
        memory.swept_at = context.at
        ledger = context.ledger
        playing = ledger.started and context.beginning is None and ledger.ended is None
        if not had or memory.piles or not playing or context.position.draw_deck > MISCOUNTED:
            return
        context.tell_call(calls.DeckShuffled(at=context.at), saying("reshuffled"))
        context.tell_position()

    def _may_be_taken_up(self, laid: LaidCard) -> bool:
        """Whether a card is no turn's, or spoke against the one it is of: such cards go back to the hand."""
        played = self.memory.turn_of(laid)
        return played is None or played.turn.irregular in CARD_CODES

    def _see_better(self, known: LaidCard, again: LaidCard) -> None:
        if again.chance(again.card) <= known.chance(known.card):
            return
        known.chances = again.chances
        played = self.memory.turn_of(known)
        if played is not None:
            if played.turn.card is None:
                self.turns.settle_late(played, known)
        elif any(known is one for one in self.memory.waiting):
            self._may_be_late(known)

    # ---- turns

    def holds(self, step: Step, hurried: bool = False) -> bool:
        """Whether a turn should wait for its card: a moment, and longer where it would win; not when others play on."""
        if step.kind != "turn" or not self.memory.active():
            return False
        wins = step.ends(self.context.ledger.table)
        since = step.changes[-1].first_at
        if hurried and not wins:
            return False
        own = self.memory.own(step.seat, step.space)
        if not own:
            return self.context.at - since < (WIN_HOLD_SECONDS if wins else HOLD_SECONDS)
        newest = own[-1]
        if not newest.chances or newest.fit(self.memory.allowed_next(step.seat, step.action, step.space)) > 0.5:
            return False
        return self.context.at - max(since, newest.at) < DOUBT_SECONDS

    def explains(self, seat: int, action: str, space: int) -> bool:
        """Whether a card that waits was laid by a seat for this."""
        allowed = self.memory.allowed_next(seat, action, space)
        return any(laid.fit(allowed) > 0.5 for laid in self.memory.own(seat, space))

    def spaces_on_top(self) -> frozenset[int]:
        """The spaces on which the cards are printed that lie on top of the piles and are no turn's yet."""
        tops = {laid.pile: laid for laid in self.memory.waiting}.values()
        home = self.context.game.home
        return frozenset().union(*(spaces_in(home.get(one.card, 0)) for one in tops if one.chance(one.card) >= NAMED))

    def for_turn(self, seat: int, action: str, space: int, since: float, watched: bool) -> Verdict:
        """The cards of a turn that is about to be told; `since` is when its change was first seen.

        Nobody is accused of what was not `watched`, or when the next hand comes already.
        """
        position = self.context.ledger.table.skip_to(seat)
        allowed = self.memory.allowed_next(seat, action, space)
        own = self.memory.own(seat, space)
        if not own:
            return NOTHING
        last = own[-1]
        if not last.chances:
            return Verdict(laid=(last,))
        fitting = self._explaining(last, allowed, since, watched)
        if last.fit(fitting) > 0.5:
            card = last.named(fitting)
            dead, irregular = self.turns.dead_before(position, own[:-1], watched) if card else ((), None)
            return Verdict(card, dead, irregular, (*of_dead(own[:-1], dead), last))
        for laid in reversed(own[:-1]):
            fitting = self._explaining(laid, allowed, since, watched)
            if laid.fit(fitting) > 0.5:
                # The card after it is the next player's already.
                return Verdict(laid.named(fitting), laid=(laid,))
        turn = Turn(action, space, last.card)  # type: ignore[arg-type]
        if (
            not watched
            or self.context.at - max(since, last.at) < DOUBT_SECONDS
            or self.memory.may_be_no_chip(turn)
            or not self.turns.accusable(last, allowed, seat, since)
            or is_dead(self.context.game, position, last.card)
        ):
            # A dead card was turned in, and the one that goes with the chip is still to come.
            return NOTHING
        code = self.turns.card_code(position, turn)
        return Verdict(last.card, irregular=code, laid=(last,)) if code else NOTHING

    def _explaining(self, laid: LaidCard, allowed: tuple[Card, ...], since: float, watched: bool) -> tuple[Card, ...]:
        """Those of the allowed cards that this one may be for a chip first seen at `since`: a wild one fits every chip,
        and says nothing where turns may have gone unseen between the two, or together with this one."""
        return allowed if watched and not self.memory.apart(laid, since) else self._printed(allowed)

    def _printed(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those that are printed on the board: the others fit every chip."""
        return tuple(card for card in cards if card in self.context.game.deck.printed)

    def told(self, verdict: Verdict, change: Change) -> None:
        """A turn was told with these cards; `change` is the last one of it."""
        played, watched = self.context.ledger.turn(0), not change.unseen
        self.memory.turns[played.act.key] = TurnSeen(self.context.at, change.first_at, watched)
        if not watched:
            # What came meanwhile is anybody's.
            self.memory.waiting = [one for one in self.memory.waiting if one in verdict.laid]
        if not verdict.laid:
            if watched and (own := self.memory.own(played.act.seat)):
                self.turns.suspected[played.act.key] = own[-1]
            return
        self.memory.give(played, verdict.laid)
        self.turns.ask_of_the_turns_before(played, verdict.laid)
        # What lay under the card of a turn that was told is no coming turn's.
        piles, newest = {one.pile for one in verdict.laid}, max(one.at for one in verdict.laid)
        self.memory.waiting = [one for one in self.memory.waiting if one.pile not in piles or one.at > newest]
        if verdict.irregular:
            card_faults.name(self.context, played.number)
        elif verdict.card is None:
            self.turns.ask(played, verdict.laid[-1])

    def heard(self, event: events.AnyEvent) -> None:
        """Follow what was announced: the cards of a turn that was none wait again, what is told of a pile is kept."""
        if isinstance(event, events.TurnUndone):
            self.memory.wait_again()
        elif isinstance(event, events.GameStarted | events.PositionSet):
            self.memory.forget()
            self.piles_told.clear()
        elif isinstance(event, events.PileKnown) and not event.gone:
            self.piles_told[event.pile] = event

    def tend(self) -> None:
        """Time goes on: what was suspected is named, asked, or forgotten."""
        self.memory.watched(self.context.at, MISSED_SECONDS)
        if not (self.memory.piles or self.piles_told or self.context.ledger.faults):
            return  # no cards are seen at this table
        self._tell_of_piles()
        card_faults.tend(self.context)
        self.without_chip.tend()
        self.turns.tend()

    # ---- a card after its chip

    def _was_a_wild_one(self, last: Played, laid: LaidCard) -> bool:
        """Whether the wild card of the last turn came on its seat's own pile by chance: it fits any chip, and where it
        lay there is the very card of the chip now."""
        given, printed = self.memory.seen(last).cards, self.memory.printed(last)
        if not given or last.turn.card not in self.context.game.deck.wilds:
            return False
        own = given[-1].pile == laid.pile and self.memory.owners.owner(laid.pile) == last.act.seat
        return own and laid.named((printed,)) == printed

    def _may_be_late(self, laid: LaidCard) -> None:
        """Whether a new card belongs to one of the last turns, whose chip came first."""
        last = self.context.ledger.table.position.turn
        newest = self.memory.played(last)
        if newest is not None and self._was_a_wild_one(newest, laid):
            self.turns.settle_late(newest, laid)
            return
        owners = self.memory.owners
        # Latest first, those before all others who lay their cards on this pile.
        turns = sorted(self.memory.last_turns(), key=lambda one: not owners.may_use(laid.pile, one.act.seat))
        for played in turns:
            number, seat = played.number, played.act.seat
            told = self.memory.seen(played)
            unread = not any(one.chances for one in told.cards)
            wrong = played.turn.irregular == Code.WRONG_CARD
            if self.memory.passed_over(laid.pile, played.act.key):
                continue
            if wrong and number != last:
                continue  # it stood when play went on: who kept the card that was meant plays it now
            if (unread or wrong) and self.memory.may_be_of(seat, laid, played.turn.space):
                allowed = self._explaining(laid, self.memory.allowed(played), told.chip_at, told.watched)
                common = owners.owner(laid.pile) is None
                before = any(one is not laid and one.pile == laid.pile for one in self.memory.waiting)
                if number != last or before or (wrong and common):
                    # It may as well be the coming turn's, another waits before it, or the next player may have laid it.
                    allowed = self._printed(allowed)
                if laid.fit(allowed) > 0.5:
                    self.turns.settle_late(played, laid)
                    return
                if wrong:
                    continue
                quiet = number == last and not self.context.tracker.changes
                if quiet and not common and not told.cards and self.memory.belongs(laid, seat, played):
                    self.turns.suspected[played.act.key] = laid

    # ---- what is told of the piles

    def _tell_of_piles(self) -> None:
        """Tell what is not told yet. Piles of which the eye did not say where they lie are nobody's news."""
        if not self.context.ledger.started:
            return
        lying = self.memory.piles
        for pile in sorted({*self.piles_told, *lying}):
            if pile not in lying:
                gone = self.piles_told.pop(pile)
                self.context.tell(events.PileKnown(pile=pile, beside=gone.beside, gone=True))
            elif pile in self.memory.owners.beside:
                self._tell_of_pile(pile)

    def _tell_of_pile(self, pile: int) -> None:
        owners = self.memory.owners
        news = events.PileKnown(
            pile=pile,
            beside=self.context.game.layout.name_of(owners.beside[pile]),
            seat=owners.owner(pile),
            shared=owners.shared(pile),
            said=owners.was_said(pile),
        )
        before = self.piles_told.get(pile)
        # A top card that lies a little farther along is no news.
        if before is None or replace(before, at=news.at, frame=news.frame, beside=news.beside) != news:
            self.context.tell(news)
