"""The cards the camera sees on the discard piles: whose turn each was laid in, and what the rules say of it.

A card comes before its chip, after it, or a turn late; a dead card comes before the play. Likelihoods are weighed with
what the rules allow: a chip that was laid leaves its card or a wild one. What is named must be nearly certain; what
is not is asked, or left as if nobody had seen it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from engine import events
from engine.cards import Card
from engine.deduction import explanations
from engine.judging import card_faults
from engine.judging.acts import TurnAct
from engine.judging.card_codes import CARD_CODES
from engine.judging.claims import corrected
from engine.judging.context import Context
from engine.judging.story import Step
from engine.observation import CardSeen
from engine.position import Position
from engine.rules import Turn, is_dead, problems

NAMED = 0.99
"""A card is told with its turn when it is so likely, what the rules allow weighed in. 0.97 to 0.999."""
SURE = 0.999
"""A card speaks against its player only when it is so likely by itself. Never less."""
EXCUSE = 2e-5
"""And only when the cards that would have been right are together no likelier than this."""
LAWFUL = 0.98
"""Part of the turns in which people play a card that fits: the weight of the rules. 0.9 to 0.999."""
FLOOR = 1e-6
"""Chance of a card the eye did not list."""
WORTH_ASKING = 0.8
"""A card less likely than this is not asked about: nobody saw it. 0.6 to 0.95."""
HOLD_SECONDS = 1.6
"""At a table where cards are seen a turn waits so long for its card, unless the next hand comes. 1 to 2."""
DOUBT_SECONDS = 1.0
"""A card that does not fit its chip waits so long for another before it is named. 0.8 to 1.5."""
LATE_SECONDS = 12.0
"""A card that comes so long after its chip may still be that turn's. 5 to 30."""
SELDOM = 5
"""A pile is one seat's when it laid so many times more cards there than all others. 3 to 10."""
LOOK_BACK = 4
"""To so many of the last turns a card may still come. 2 to 6."""
ACTIVE_TURNS = 4
"""Cards count as seen at this table when one of so many last turns had one."""


@dataclass(eq=False)
class Laid:
    """One card on a pile."""

    pile: int
    at: float
    chances: dict[Card, float]
    """Of the cards the eye listed; empty where it could not tell."""
    turn: int = 0
    """The turn it was laid in; 0 while that is not known."""

    @property
    def card(self) -> Card:
        """The likeliest; empty where nobody can tell."""
        return max(self.chances, key=lambda card: self.chances[card], default="")

    def chance(self, card: Card) -> float:
        """Chance that it is this card."""
        return self.chances.get(card, FLOOR if self.chances else 0.0)

    @property
    def sure(self) -> bool:
        """Whether it may speak against anybody."""
        return self.chance(self.card) >= SURE


@dataclass(frozen=True)
class Verdict:
    """What is known of the cards of a turn."""

    card: Card | None = None
    dead: tuple[Card, ...] = ()
    irregular: str | None = None
    laid: tuple[Laid, ...] = ()
    """The cards that were laid in it."""


NOTHING = Verdict()


@dataclass
class _Suspicion:
    """A turn whose card does not seem to fit, to be looked at once more."""

    turn: int
    laid: Laid
    since: float
    chip_at: float
    """When the change of the turn was first seen."""
    reach: int | None = None
    """The reach of a hand that was last when the card came after the turn had been told; none where it came before."""


@dataclass
class CardsSeen:
    """The piles of one table, as far as they matter for the turns."""

    context: Context
    piles: dict[int, list[Laid]] = field(default_factory=dict)
    waiting: list[Laid] = field(default_factory=list)
    """Cards no turn has taken yet, oldest first."""
    users: dict[int, Counter[int]] = field(default_factory=dict)
    """For each pile how many cards each seat laid on it."""
    _suspicions: list[_Suspicion] = field(default_factory=list)
    _of_turn: dict[int, tuple[Laid, ...]] = field(default_factory=dict)
    _told_at: dict[int, float] = field(default_factory=dict)
    _latest: int = -ACTIVE_TURNS

    def __post_init__(self) -> None:
        self.context.listeners.append(self.heard)

    # ---- what the camera says

    def see(self, seen: CardSeen) -> None:
        """Take in what lies on a pile now."""
        if seen.gone:
            self.piles.pop(seen.pile, None)
            self.waiting = [laid for laid in self.waiting if laid.pile != seen.pile]
            return
        pile = self.piles.setdefault(seen.pile, [])
        chances = {card: chance for card, chance in seen.chances if card in self.context.game.deck.unit}
        laid = Laid(seen.pile, self.context.at, chances)
        if seen.lying or not self.context.ledger.started or self.context.beginning is not None:
            pile[:] = [laid]
            return
        if seen.same and pile:
            self._see_better(pile[-1], laid)
            return
        if len(pile) > 1 and laid.card and laid.card == pile[-2].card and not pile[-1].turn:
            # The card below shows again: the one that lay on it was taken back.
            gone = pile.pop()
            self.waiting = [other for other in self.waiting if other is not gone]
            return
        pile.append(laid)
        del pile[:-4]
        self.waiting.append(laid)
        self._may_be_late(laid)

    def _see_better(self, known: Laid, again: Laid) -> None:
        if again.chance(again.card) <= known.chance(known.card):
            return
        known.chances = again.chances
        if known.turn and known in self._of_turn.get(known.turn, ()):
            act = self._act(known.turn)
            if act is not None and act[1].turn.card is None:
                self._settle_late(known.turn, known)
        elif not known.turn:
            self._may_be_late(known)

    # ---- turns

    def holds(self, step: Step) -> bool:
        """Whether a turn should wait for its card."""
        if step.kind != "turn" or not self._active():
            return False
        since = step.changes[-1].first_at
        own = [laid for laid in self.waiting if self._may_be_of(laid, step.seat)]
        if not own:
            return self.context.at - since < HOLD_SECONDS
        newest = own[-1]
        if (
            not newest.chances
            or self._fit(newest, self._allowed(self._before(step.seat), step.action, step.space)) > 0.5
        ):
            return False
        return self.context.at - max(since, newest.at) < DOUBT_SECONDS

    def for_turn(self, seat: int, action: str, space: int, since: float, watched: bool) -> Verdict:
        """The cards of a turn that is about to be told; `since` is when its change was first seen.

        Nobody is accused of what was not `watched`, or when the next hand comes already.
        """
        position = self._before(seat)
        allowed = self._allowed(position, action, space)
        own = [laid for laid in self.waiting if self._may_be_of(laid, seat)]
        if not own:
            return NOTHING
        last = own[-1]
        if not last.chances:
            return Verdict(laid=(last,))
        if self._fit(last, allowed) > 0.5:
            card = self._named(last, allowed)
            dead, irregular = self._dead_before(position, own[:-1], watched) if card else ((), None)
            return Verdict(card, dead, irregular, (*self._of(own[:-1], dead), last))
        for laid in reversed(own[:-1]):
            if self._fit(laid, allowed) > 0.5:
                # The card after it is the next player's already.
                return Verdict(self._named(laid, allowed), laid=(laid,))
        if (
            not watched
            or not self._accusable(last, allowed, seat, since)
            or is_dead(self.context.game, position, last.card)
        ):
            # A dead card was turned in, and the one that goes with the chip is still to come.
            return NOTHING
        turn = Turn(action, space, last.card)  # type: ignore[arg-type]
        code = self._card_code(position, turn)
        return Verdict(last.card, irregular=code, laid=(last,)) if code else NOTHING

    def told(self, turn: int, seat: int, verdict: Verdict, since: float, watched: bool) -> None:
        """A turn was told with these cards."""
        self._told_at[turn] = self.context.at
        if not watched:
            self.waiting = [one for one in self.waiting if one in verdict.laid]  # what came meanwhile is anybody's
        if not verdict.laid:
            if watched and (own := [laid for laid in self.waiting if self._may_be_of(laid, seat)]):
                self._suspicions.append(_Suspicion(turn, own[-1], self.context.at, since))
            return
        self._give(turn, seat, verdict.laid)
        # What lay under the card of a turn that was told is no coming turn's.
        piles, newest = {one.pile for one in verdict.laid}, max(one.at for one in verdict.laid)
        self.waiting = [one for one in self.waiting if one.pile not in piles or one.at > newest]
        found = self._act(turn)
        if found is None:
            return
        if verdict.irregular:
            card_faults.name(self.context, found[0], turn)
        elif verdict.card is None:
            self._ask(turn, verdict.laid[-1])

    def heard(self, event: events.AnyEvent) -> None:
        """Follow what was announced: the cards of a turn that was none wait again."""
        if isinstance(event, events.TurnUndone):
            given = self._of_turn.pop(event.turn, ())
            for laid in given:
                laid.turn = 0
            self.waiting = sorted({*given, *self.waiting}, key=lambda laid: laid.at)
            self._suspicions = [one for one in self._suspicions if one.turn != event.turn]
        elif isinstance(event, events.GameStarted | events.PositionSet):
            self.waiting.clear()
            self._suspicions.clear()
            self._of_turn.clear()
            self._latest = -ACTIVE_TURNS

    def tend(self) -> None:
        """Time goes on: what was suspected is named, asked, or forgotten."""
        card_faults.tend(self.context)
        for one in list(self._suspicions):
            if self.context.at - one.since < DOUBT_SECONDS:
                continue
            self._suspicions.remove(one)
            found = self._act(one.turn)
            if found is None or one.laid not in self.waiting or found[1].turn.card is not None:
                continue
            index, act = found
            if act.turn.space is None or act.turn.irregular:
                continue
            if one.reach is not None and not self._nobody_played_on(one):
                continue  # the card may be the coming turn's
            position = self.context.ledger.tables[index].skip_to(act.seat)
            allowed = self._allowed(position, act.turn.action, act.turn.space)
            if is_dead(self.context.game, position, one.laid.card):
                continue
            if self._accusable(one.laid, allowed, act.seat, one.chip_at, one.turn):
                code = self._card_code(position, msgspec.structs.replace(act.turn, card=one.laid.card))
                if code:
                    self._correct(index, one.laid, one.laid.card, code)
                    card_faults.name(self.context, index, one.turn)
            elif (
                self._belongs(one.laid, act.seat, one.turn) and self._fit(one.laid, allowed) < 0.5 and not one.laid.sure
            ):
                self._give(one.turn, act.seat, (one.laid,))
                self._ask(one.turn, one.laid)

    def _nobody_played_on(self, one: _Suspicion) -> bool:
        """Whether no hand came over the board since a late card was seen, and nothing changed there."""
        sight = self.context.sight
        last = one.turn == self.context.ledger.table.position.turn
        return last and sight.reach == one.reach and not sight.changes and not sight.hidden

    def _ask(self, turn: int, laid: Laid) -> None:
        """Ask which card a turn was played with, where one was read that does not fit, but not for certain."""
        found = self._act(turn)
        if found is None or found[1].turn.space is None or laid.chance(laid.card) < WORTH_ASKING:
            return
        index, act = found
        position = self.context.ledger.tables[index].skip_to(act.seat)
        allowed = self._allowed(position, act.turn.action, act.turn.space or 0)
        if laid.card not in allowed:
            card_faults.ask_which(self.context, turn, laid.card, self._named(laid, allowed, 0.0))

    # ---- a card after its chip

    def _may_be_late(self, laid: Laid) -> None:
        """Whether a new card belongs to one of the last turns, whose chip came first."""
        last = self.context.ledger.table.position.turn
        for number, index, act in self._last_turns():
            unread = not any(one.chances for one in self._of_turn.get(number, ()))
            if unread and self._may_be_of(laid, act.seat):
                position = self.context.ledger.tables[index].skip_to(act.seat)
                allowed = self._allowed(position, act.turn.action, act.turn.space or 0)
                if number != last:  # a wild card may just as well be the coming turn's
                    allowed = tuple(card for card in allowed if card in self.context.game.deck.printed)
                if any(one is not laid and one.pile == laid.pile for one in self.waiting):
                    # Another card waits before it; a wild one fits whatever came last.
                    allowed = tuple(card for card in allowed if card in self.context.game.deck.printed)
                if self._fit(laid, allowed) > 0.5:
                    self._settle_late(number, laid)
                    return
                quiet = number == last and not self.context.sight.changes
                if quiet and self._owner(laid.pile) is not None and self._belongs(laid, act.seat, number):
                    self._suspicions = [one for one in self._suspicions if one.turn != number]
                    self._suspicions.append(
                        _Suspicion(number, laid, self.context.at, self.context.at, self.context.sight.reach)
                    )

    def _last_turns(self) -> Iterator[tuple[int, int, TurnAct]]:
        """The turns of the last seconds to which a card may still come, latest first: number, place, act."""
        ledger = self.context.ledger
        for index in range(len(ledger.acts) - 1, max(-1, len(ledger.acts) - 1 - LOOK_BACK), -1):
            act = ledger.acts[index]
            if not isinstance(act, TurnAct):
                continue
            number = ledger.number_of(index)
            if self.context.at - self._told_at.get(number, -1e9) > LATE_SECONDS:
                return
            if act.turn.card is None and act.turn.space is not None and not act.turn.irregular:
                yield number, index, act

    def _settle_late(self, number: int, laid: Laid) -> None:
        found = self._act(number)
        if found is None or found[1].turn.space is None:
            return
        index, act = found
        position = self.context.ledger.tables[index].skip_to(act.seat)
        card = self._named(laid, self._allowed(position, act.turn.action, act.turn.space or 0))
        if card is not None:
            self._correct(index, laid, card, None)

    def _correct(self, index: int, laid: Laid, card: Card, irregular: str | None) -> None:
        ledger = self.context.ledger
        act = ledger.acts[index]
        assert isinstance(act, TurnAct)
        position = ledger.tables[index].skip_to(act.seat)
        before = [one for one in self.waiting if one.pile == laid.pile and one.at < laid.at]
        dead, code = self._dead_before(position, before, True)
        turn = msgspec.structs.replace(act.turn, card=card)
        event = corrected(self.context, index, turn, irregular or code, "The card was seen.")
        self._give(ledger.number_of(index), act.seat, (*self._of(before, dead), laid))
        event = msgspec.structs.replace(event, card_seen=True, dead=(*act.turn.dead, *dead) if dead else None)
        self.context.tell(event)
        if code and not irregular:
            card_faults.name(self.context, index, ledger.number_of(index))

    # ---- weighing

    def _allowed(self, position: Position, action: str, space: int) -> tuple[Card, ...]:
        return explanations(self.context.game, position, action, space)  # type: ignore[arg-type]

    def _before(self, seat: int) -> Position:
        return self.context.ledger.table.skip_to(seat)

    def _fit(self, laid: Laid, allowed: tuple[Card, ...]) -> float:
        """Chance that the card is one the rules allow, their weight counted in."""
        if not laid.chances or not allowed:
            return 0.0
        right = sum(laid.chance(card) for card in allowed)
        kinds = len(self.context.game.deck.kinds)
        lawful = LAWFUL * right / len(allowed)
        return lawful / (lawful + (1 - LAWFUL) * max(0.0, 1 - right) / max(1, kinds - len(allowed)))

    def _named(self, laid: Laid, allowed: tuple[Card, ...], least: float = NAMED) -> Card | None:
        """The card, where it is one of those allowed and likely enough."""
        if not allowed or not laid.chances:
            return None
        best = max(allowed, key=laid.chance)
        among = laid.chance(best) / (sum(laid.chance(card) for card in allowed) or 1.0)
        return best if among * self._fit(laid, allowed) >= least else None

    def _accusable(self, laid: Laid, allowed: tuple[Card, ...], seat: int, since: float, number: int = 0) -> bool:
        """Whether a card speaks against its player for certain: it is sure, no right one is, and it is that turn's."""
        if not laid.sure or sum(laid.chance(card) for card in allowed) > EXCUSE:
            return False
        if not self._belongs(laid, seat, number):
            return False
        others = [one for one in self.waiting if one is not laid and one.pile == laid.pile]
        if others:
            return False  # which of them was laid for this chip nobody can say
        # On a common pile what comes after the chip may be the next player's, and the card before it unseen.
        sight = self.context.sight
        return self._owner(laid.pile) is not None or (laid.at <= since and len(sight.changes) < 2 and not sight.hidden)

    def _card_code(self, position: Position, turn: Turn) -> str | None:
        """The first problem of the cards of a turn. A third copy is told only where the other two were seen."""
        game = self.context.game
        for problem in problems(game, position, turn):
            if problem.code == "third-copy" and turn.card is not None:
                if game.deck.count(position.laid, turn.card) < game.deck.copies[turn.card]:
                    continue
                if not self._copies_sure(turn.card):
                    continue
            if problem.code in CARD_CODES:
                return problem.code
        return None

    def _copies_sure(self, card: Card) -> bool:
        """Whether all copies of a card were read beyond doubt."""
        seen = [laid for cards in self._of_turn.values() for laid in cards if laid.card == card]
        return len(seen) >= self.context.game.deck.copies[card] and all(laid.chance(card) >= SURE for laid in seen)

    def _dead_before(
        self, position: Position, earlier: list[Laid], watched: bool
    ) -> tuple[tuple[Card, ...], str | None]:
        """The dead cards turned in before a play, and what is wrong with them."""
        game = self.context.game
        said = self.context.ledger.table.dead
        dead: list[Card] = []
        code: str | None = None
        for laid in earlier:
            if laid.chance(laid.card) < NAMED or laid.card in said:
                continue
            if not is_dead(game, position, laid.card):
                if (
                    not watched
                    or not laid.sure
                    or not self._owner(laid.pile) is not None
                    or not self._belongs(laid, position.seat)
                ):
                    continue
                code = code or "not-dead"
            dead.append(laid.card)
        limit = game.edition.turns.dead_per_turn
        if limit and len(dead) + len(said) > limit and not code and watched and all(laid.sure for laid in earlier):
            code = "too-many-dead"
        return tuple(dead), code

    @staticmethod
    def _of(earlier: list[Laid], dead: tuple[Card, ...]) -> tuple[Laid, ...]:
        return tuple(laid for laid in earlier if laid.card in dead)

    # ---- whose pile

    def _may_be_of(self, laid: Laid, seat: int) -> bool:
        owner = self._owner(laid.pile)
        return owner is None or owner == seat

    def _belongs(self, laid: Laid, seat: int, number: int = 0) -> bool:
        """Whether a card can be no other turn's than the one `number` of a seat, or its coming one.

        On a pile of the seat's own the turn before must have its cards, on a common one every turn of the last rounds.
        """
        ledger = self.context.ledger
        own = self._owner(laid.pile) is not None
        if own and self._owner(laid.pile) != seat:
            return False
        turns = [
            (ledger.number_of(n), act.seat)
            for n, act in enumerate(ledger.acts[-LOOK_BACK:], max(0, len(ledger.acts) - LOOK_BACK))
            if isinstance(act, TurnAct)
        ]
        before = [turn for turn, by in turns if turn != number and (by == seat or not own)]
        if before and laid.at < self._told_at.get(before[-1], 0.0):
            return False  # it was there already when the turn before was told
        if not all(self._is_read(turn) for turn in (before[-1:] if own else before)):
            return False
        return not any(self._fits(laid, turn) for turn in before)

    def _is_read(self, turn: int) -> bool:
        """Whether the cards of a turn were seen and could all be read."""
        cards = self._of_turn.get(turn, ())
        return bool(cards) and all(one.chances for one in cards)

    def _fits(self, laid: Laid, number: int) -> bool:
        """Whether a card could as well be that turn's, and the card of that turn a later one's."""
        found = self._act(number)
        if found is None or found[1].turn.space is None:
            return False
        turn, printed = found[1].turn, self.context.game.layout.cards[found[1].turn.space] or ""
        return turn.card != printed and laid.chance(printed) > FLOOR

    def _owner(self, pile: int) -> int | None:
        """The seat whose own pile this is: it alone lays cards there, and somebody else has another."""
        seat = self._chief(pile)
        others = {self._chief(other) for other in self.users if other != pile}
        return seat if seat is not None and any(other not in (None, seat) for other in others) else None

    def _chief(self, pile: int) -> int | None:
        """The seat of which nearly all cards of a pile are."""
        users = self.users.get(pile)
        if not users:
            return None
        (seat, most), *_ = users.most_common(1)
        return seat if (users.total() - most) * SELDOM <= most else None

    def _active(self) -> bool:
        return self.context.ledger.table.position.turn - self._latest < ACTIVE_TURNS

    def _give(self, turn: int, seat: int, laid: tuple[Laid, ...]) -> None:
        for one in laid:
            one.turn = turn
            if one.card in self.context.game.deck.printed and one.chance(one.card) >= NAMED:
                self.users.setdefault(one.pile, Counter())[seat] += 1
        self._of_turn[turn] = (*self._of_turn.get(turn, ()), *laid)
        self.waiting = [one for one in self.waiting if one not in laid]
        self._suspicions = [one for one in self._suspicions if one.laid not in laid]
        self._latest = turn

    def _act(self, number: int) -> tuple[int, TurnAct] | None:
        """A turn by its number: its place among the acts, and the act."""
        ledger = self.context.ledger
        for index in range(len(ledger.acts) - 1, -1, -1):
            act = ledger.acts[index]
            if isinstance(act, TurnAct) and ledger.number_of(index) == number:
                return index, act
        return None
