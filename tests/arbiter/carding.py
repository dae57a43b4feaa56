"""The simulated table with discard piles in the camera's view, read by a reader that is as bad as asked.

Cards come before their chip, after it, a turn late, covered at once, never; dead cards first; now and then somebody
plays a wrong one. What is seen of them is told between the observations, as the live table tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

import msgspec

from engine import events
from engine.analysis.players import choose_turn
from engine.arbiter import Arbiter
from engine.faults import FAULTS
from engine.judging.input_quantization import Input
from engine.observation import CardSeen
from engine.rules.deduction import explanations
from engine.rules.legality import Turn
from engine.rules.position import Game, Position
from tests.arbiter.harness import Harness
from tests.arbiter.simulator import Simulated, Torment

LOOKALIKES = {"6": "9", "9": "6", "8": "3", "3": "8", "K": "A", "A": "4", "4": "A", "Q": "10", "10": "Q", "5": "6"}
SUITS = {"S": "C", "C": "S", "H": "D", "D": "H"}


class Cards(msgspec.Struct, frozen=True):
    """What becomes of the cards; each a share of them."""

    piles: int = 0
    """So many piles on the table, which the seats share in turn; none: each has its own."""
    astray: float = 0.0
    """Laid on anybody's pile."""
    late: float = 0.2
    """Laid after their chip."""
    a_turn_late: float = 0.01
    """Seen only when the next player is at it."""
    never: float = 0.03
    """Covered or carried away before anybody saw them."""
    unread: float = 0.05
    """Seen, but nobody can read them."""
    doubtful: float = 0.05
    """Read as either of two."""
    misread: float = 0.01
    """Read as another one, and the reader is not sure."""
    early: float = 0.0
    """Laid while the player before is still at it."""
    together: float = 0.0
    """Laid as two at once, the upper one another card that was never played and is taken up again."""
    dropped: float = 0.0
    """Followed by a card that falls on its pile and is picked up."""
    turned: float = 0.0
    """Turned over once it was seen."""
    swapped: float = 0.0
    """Exchanged for another one after its turn."""
    wrong: float = 0.0
    """Not the card that the chip belongs to."""


WORST = Cards(a_turn_late=0.05, never=0.1, unread=0.1, doubtful=0.15, misread=0.05)
"""The worst reader."""
CLUMSY = Cards(early=0.05, together=0.05, dropped=0.05, turned=0.05)
"""Cards slip, fall and are turned over, ten times as often as at a table."""


@dataclass
class _Card:
    """A card on a pile; empty while it lies face down."""

    face: str


class _Moved(msgspec.Struct, frozen=True):
    """What happens to a card on a pile."""

    pile: int
    card: _Card
    action: Literal["lay", "take", "turn", "exchange"] = "lay"
    seat: int = 0
    """Whose hand it is exchanged with."""
    under: _Card | None = None
    """A card that is laid with it, under it."""


class SimulatedCards(Simulated):
    """One game as it is played and seen, its cards too."""

    def __init__(self, game: Game, seed: int, torment: Torment, cards: Cards, most_turns: int = 400) -> None:
        super().__init__(game, seed, torment, most_turns)
        self.cards = cards
        self.laid = 0
        self.wrong: list[tuple[str, int]] = []
        """Wrong cards that were played, each with the space of its chip."""
        self._due: list[tuple[float, _Moved]] = []
        self._stacks: dict[int, list[_Card]] = {}
        self._honest = False
        """Whether the coming turn is played with its own card whatever chance says."""
        self._latest: Turn | None = None
        play = self.bots.next_turn

        def next_turn() -> Turn:
            self._latest = play()
            return self._latest

        self.bots.next_turn = next_turn  # type: ignore[method-assign]
        self.bots.players = (self._choose,) * len(game.seats)

    def _choose(self, game: Game, position: Position, hand: Sequence[str], random: Random) -> Turn:
        """A turn as a family plays it, now and then with another card of the hand than the one that fits."""
        turn = choose_turn(game, position, hand, random)
        if not self.cards.wrong or self._honest or turn.space is None or self.random.random() >= self.cards.wrong:
            return turn
        fitting = explanations(game, position, turn.action, turn.space)
        others = [c for c in hand if c not in fitting and game.home.get(c, 0) & ~position.taken & ~(1 << turn.space)]
        if not others:
            return turn
        card = self.random.choice(others)
        self.wrong.append((card, turn.space))
        return msgspec.structs.replace(turn, card=card)

    def everything(self) -> Iterator[Input]:
        """The whole game: what is seen of the board and of the piles, in order."""
        for seen in self.play():
            due = sorted((one for one in self._due if one[0] <= seen.at), key=lambda one: one[0])
            self._due = [one for one in self._due if one[0] > seen.at]
            for _, moved in due:
                yield from self._move(seen.at, moved)
            yield seen

    def _move(self, at: float, moved: _Moved) -> Iterator[CardSeen]:
        """Something happens to a card; what lies on top of its pile then is seen where it is another one."""
        stack = self._stacks.setdefault(moved.pile, [])
        if moved.action == "lay":
            stack += [moved.under, moved.card] if moved.under else [moved.card]
        on_top = bool(stack) and stack[-1] is moved.card
        if moved.action == "take":
            stack.remove(moved.card)
        elif moved.action == "turn":
            moved.card.face = ""
        elif moved.action == "exchange" and moved.card.face in self.bots.discards:
            self._exchange(moved)
        if on_top:
            yield self._read(at, moved.pile, stack[-1].face) if stack else CardSeen(at=at, pile=moved.pile, gone=True)

    def _exchange(self, moved: _Moved) -> None:
        """A card on a pile and one of a hand change places."""
        hand, discards = self.bots.hands[moved.seat], self.bots.discards
        mine, theirs = self.random.randrange(len(hand)), discards.index(moved.card.face)
        hand[mine], discards[theirs] = discards[theirs], hand[mine]
        moved.card.face = discards[theirs]

    def _next(self, after: str = "") -> tuple[str, int, str] | None:
        seat = self.bots.position.seat
        # One turn after the other: of two at once, and of what is taken back, nobody can say which card is whose.
        self._honest = bool(after)
        step = super()._next(after)
        turn = self._latest
        if turn is None or turn.card is None:
            return step
        piles = self.cards.piles or len(self.game.seats)
        astray = self.cards.astray and self.random.random() < self.cards.astray
        card, pile = turn.card, 1 + (self.random.randrange(piles) if astray else seat % piles)
        at = self.at
        for dead in turn.dead:
            self._due.append((at, _Moved(pile, _Card(dead))))
            at += 0.5
        if self.random.random() < self.cards.never:
            return step
        pick = self.random.random()
        if pick < self.cards.late:
            at += self.random.uniform(1.5, 3.0)
        elif pick < self.cards.late + self.cards.a_turn_late and not self.cards.piles:
            at += self.random.uniform(4.0, 7.0)
        # Cards lie on a pile in the order in which they were laid.
        if self.random.random() < self.cards.early:
            at -= self.random.uniform(1.0, 2.5)
        at = max([at, *(due + 0.1 for due, one in self._due if one.pile == pile and one.action == "lay")])
        lower = _Card(card)
        if self.random.random() < self.cards.together:
            # Of two that are laid as one the upper one alone is seen, until it is taken up.
            upper = _Card(self._other(seat))
            self._due.append((at, _Moved(pile, upper, under=lower)))
            self._due.append((at + self.random.uniform(0.3, 1.0), _Moved(pile, upper, "take")))
        else:
            self._due.append((at, _Moved(pile, lower)))
        self._spoil(at, pile, lower, seat)
        return step

    def _spoil(self, at: float, pile: int, card: _Card, seat: int) -> None:
        """What may happen to a card that lies on its pile."""
        if self.random.random() < self.cards.dropped:
            at += self.random.uniform(0.5, 3.0)
            fallen = _Card(self._other(seat))
            self._due += [
                (at, _Moved(pile, fallen)),
                (at + self.random.uniform(0.5, 2.0), _Moved(pile, fallen, "take")),
            ]
        if self.random.random() < self.cards.turned:
            self._due.append((at + self.random.uniform(1.0, 4.0), _Moved(pile, card, "turn")))
        if self.random.random() < self.cards.swapped:
            self._due.append((at + self.random.uniform(3.0, 8.0), _Moved(pile, card, "exchange", seat)))

    def _other(self, seat: int) -> str:
        """Another card of a hand."""
        return self.random.choice(self.bots.hands[seat])

    def _read(self, at: float, pile: int, card: str) -> CardSeen:
        self.laid += 1
        if not card:
            return CardSeen(at=at, pile=pile)
        like = LOOKALIKES.get(card[:-1], card[:-1]) + (SUITS[card[-1]] if self.random.random() < 0.4 else card[-1])
        pick = self.random.random()
        bad = self.cards
        if pick < bad.unread:
            return CardSeen(at=at, pile=pile)
        if pick < bad.unread + bad.doubtful:
            share = self.random.uniform(0.5, 0.95)
            return CardSeen(at=at, pile=pile, chances=((card, share), (like, round(1 - share, 4))))
        if pick < bad.unread + bad.doubtful + bad.misread:
            return CardSeen(at=at, pile=pile, chances=((like, 0.97), (card, 0.03)))
        return CardSeen(at=at, pile=pile, chances=((card, 0.99995),))


class CardFaults(msgspec.Struct, frozen=True):
    """Faults about cards: how many were told that were none, how many there were, and how many were told."""

    turns: int
    false: int
    wrong: int
    named: int
    asked: int
    """Wrong cards that were not named but asked about."""
    told: int
    """Turns told with the card that was seen."""


CODES = {code for code, kind in FAULTS.items() if kind.mended_by == "cards"}


def refereed(simulated: SimulatedCards, arbiter: Arbiter) -> CardFaults:
    """Let the arbiter see a game with cards, and count."""
    told: list[events.AnyEvent] = []
    for given in simulated.everything():
        told += arbiter.receive(given)
    space = simulated.game.layout.space
    wrong = list(simulated.wrong)
    false = asked = 0
    for fault in told:
        if isinstance(fault, events.FaultFound) and fault.code in CODES:
            key = (fault.card or "", space(fault.spaces[0]) if fault.spaces else -1)
            if key in wrong:
                wrong.remove(key)
            else:
                false += 1
    hits = len(simulated.wrong) - len(wrong)
    for question in told:
        if isinstance(question, events.Question) and question.about == "card":
            key = (question.card or "", space(question.spaces[0]))
            if key in wrong:
                wrong.remove(key)
                asked += 1
    cards: dict[int, str | None] = {}
    for event in told:
        if isinstance(event, events.TurnPlayed) or (isinstance(event, events.TurnCorrected) and event.card_seen):
            cards[event.turn] = event.card if event.card_seen else None
    with_card = sum(card is not None for card in cards.values())
    return CardFaults(simulated.turns, false, len(simulated.wrong), hits, asked, with_card)


# ---- cards laid by name

SURE = 0.9999
"""How sure a reader is of a card it reads well."""


def lay(harness: Harness, pile: int, card: str, chance: float = SURE, **more: object) -> None:
    """A card is seen on a pile; what is left of the chance goes to those named `card=chance`."""
    others = more.pop("others", ())
    chances = ((card, chance), *others) if card else ()
    harness.give(CardSeen(at=harness.at, pile=pile, chances=chances, **more))  # type: ignore[arg-type]


def played(harness: Harness) -> list[tuple[str | None, str | None]]:
    """Space and card of every turn, as they are known now."""
    known: dict[int, tuple[str | None, str | None]] = {}
    for event in harness.told:
        if isinstance(event, events.TurnPlayed | events.TurnCorrected):
            known[event.turn] = (event.space, event.card)
    return [known[turn] for turn in sorted(known)]


def home_of(harness: Harness, card: str, which: int = 0) -> str:
    """A space on which the card is printed."""
    return [harness.game.layout.name_of(s) for s, printed in enumerate(harness.game.layout.cards) if printed == card][
        which
    ]


def round_of(harness: Harness, blue: str = "5C", green: str = "AS") -> None:
    """A first round in which it is learnt whose pile is whose."""
    lay(harness, 1, blue)
    harness.hand(f"{home_of(harness, blue)}=b")
    lay(harness, 2, green)
    harness.hand(f"{home_of(harness, green)}=g")
