"""What has been seen of each space since it last looked as the game says.

Here observations become changes: a letter that differs from the expected one gathers weight while it is
seen, loses it while it is not, and says whether anything was near enough to have put it there. No rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.judging.doubts import UNSEEN, UNTOUCHED, Doubt, DoubtfulSpaces, Span
from engine.judging.hands import Hands
from engine.observation import CHIPS, FREE, HIDDEN, UNSURE, Observation


@dataclass(slots=True)
class Change:
    """One space that looks otherwise than the game says."""

    space: int
    before: str
    """What ought to lie there: `.`, `b`, `g`, `r` or `*`."""
    after: str
    """What is seen."""
    first_at: float
    reach: int
    """Counts the times something came over the board; changes of one reach are one hand's work."""
    touched: bool
    """Whether something covered the space or a neighbour just before."""
    was_empty: bool = False
    """Whether the space was seen empty between the chip that lay there and the one that does."""
    last_at: float = 0.0
    count: int = 0
    """Observations that agree."""
    weight: float = 0.0
    """Sum of their probabilities, less those that disagree."""
    definite: int = 0
    """Agreeing observations in which the eye gave a letter, not only a guess."""
    total: float = 0.0
    """Sum of the probabilities of those."""
    weakest: float = 1.0
    clear: int = 0
    """Agreeing observations with a letter in which nothing covered any part of the board."""
    left: int = 0
    """Agreeing observations with a letter in which the hand that made it had gone, though the next may have come."""
    doubt: int = 0
    """Observations since the last agreeing one that saw something else."""
    unseen: bool = False
    """Whether the board could not be watched for some time before it was first seen."""
    accompanied: bool = False
    """Whether something covered some other part of the board just before: a second hand may have been missed."""
    covered_again: bool = False
    """Whether something covered the space after it had been seen so when the hand that made it had gone."""
    gone_reach: int = 0
    """The reach after which it was seen no more."""
    guessed: float = 0.0
    """How much of its weight comes from looks in which the eye gave no letter."""
    odds: float | None = None
    """Log-odds that it is so, where the eye would not swear to it and other things have to speak for it."""
    earlier: tuple[float, Span] | None = None
    """A stretch of doubt in which an earlier hand may have made it, behind the log-odds of that, as `Doubt.odds` has
    them; none where only the hand that was near when the eye swore to it may have."""

    @property
    def span(self) -> float:
        """Seconds from the first to the last agreeing observation."""
        return self.last_at - self.first_at

    @property
    def mean(self) -> float:
        """How sure the eye was on average."""
        return self.total / self.definite if self.definite else 0.0

    def made_earlier(self) -> Change:
        """This change as made by the hand since which its space was doubted, where one was."""
        if self.earlier is None:
            return self
        _, span = self.earlier
        return replace(self, first_at=span.since, reach=span.reach)

    @property
    def told(self) -> tuple[int, str, str]:
        """Space, what ought to lie there, what does: as events hold a change."""
        return (self.space, self.before, self.after)


@dataclass(slots=True)
class BetweenSeen:
    """A chip that was seen to lie between spaces."""

    team: str
    first_at: float
    last_at: float
    count: int = 1
    clear: int = 0
    """Observations of it in which nothing covered any part of the board."""
    touched: bool = False
    """Whether something came near its spaces just before."""


FORGOTTEN = 3
"""Observations in a row that see something else, after which a change is forgotten."""
GUESSED_MOST = 1.0
"""Weight that looks without a letter can bring a change: ten of them are one guess, and not enough to judge by."""
WEAK_GUESS = 0.25
"""A guess of less weight than this speaks neither for nor against a change: it is hardly better than a coin."""
WORD = 0.98
"""How sure what somebody said of a doubtful space is taken to be, until the eye gives a letter of its own."""
TOGETHER = 0.5
"""Seconds within which changes come together that one hand made which nobody saw. 0.2 to 1."""
SWEPT = 4
"""Chips gone or of another colour at once that are a board cleared or upset, and say nothing of single turns."""
HEAVIEST = 4.0
"""Weight a change can gather; bounded, so that what is put right is forgotten as fast as it was learnt."""


@dataclass
class ChangeTracker:
    """Evidence for every space of one board."""

    spaces: int
    columns: int
    expected: str = ""
    """A letter a space, as the game says; set by `expect`."""
    changes: dict[int, Change] = field(default_factory=dict)
    between: dict[tuple[int, ...], BetweenSeen] = field(default_factory=dict)
    flipped: frozenset[int] = frozenset()
    passed: list[Change] = field(default_factory=list)
    """Changes seen with nothing over the board, which another reach undid; for the judge to take."""
    hands: Hands = field(init=False)
    """What came over the board, and when."""
    frame: int = 0
    latest: str = ""
    """The last definite letter of every space; `?` where there was none yet."""
    previous: str = ""
    """What the observation before this one said."""
    _flips: dict[int, int] = field(default_factory=dict)
    unsworn: DoubtfulSpaces = field(default_factory=DoubtfulSpaces)
    """Spaces the eye will not swear to."""

    def __post_init__(self) -> None:
        self.hands = Hands(self.spaces, self.columns)
        self.latest = self.latest or UNSURE * self.spaces

    def expect(self, letters: str) -> None:
        """The game now says this; changes that agree with it are settled and forgotten."""
        if letters == self.expected:
            return
        self.unsworn.expect(self.expected, letters)
        self.expected = letters
        for space, change in list(self.changes.items()):
            if letters[space] == change.after:
                del self.changes[space]
            else:
                change.before = letters[space]

    def let_none_pass(self) -> None:
        """What came and went on the board was nobody's turn: it is upset, or the game stands still."""
        self.passed.clear()
        for change in self.changes.values():
            change.covered_again = False

    @property
    def steady(self) -> str:
        """What lies on every space as more than one look has it; `?` where nothing was seen yet."""
        held = {s: one.after if one.count > 1 else self.expected[s] for s, one in self.changes.items()}
        return "".join(held.get(space, seen) for space, seen in enumerate(self.latest))

    @property
    def swept(self) -> bool:
        """Whether so many chips are gone that the board is cleared or upset."""
        return sum(change.before in CHIPS for change in self.changes.values()) >= SWEPT

    @property
    def cleared(self) -> bool:
        """Whether the board is cleared, in full view: no chip is seen on it any more."""
        lie = any(letter in CHIPS for letter in self.previous)
        return self.swept and not lie and not self.hands.covered and all(c.count > 1 for c in self.changes.values())

    def forget(self) -> None:
        """The board was lost from view for long: nothing half seen counts any more."""
        self.changes.clear()
        self.passed.clear()
        self.unsworn.forget()
        self.hands.unseen_at = self.hands.at
        self.missed()

    def missed(self) -> None:
        """The board was bumped, or could not be read for a moment: a hand may have come and gone unseen."""
        self.between.clear()
        self.hands.blind_at = self.hands.at

    def begin(self) -> None:
        """The game begins with what was seen just now: nothing was missed, and what is in doubt stays so."""
        self.changes.clear()
        self.passed.clear()
        self.hands.blind_at = self.hands.unseen_at = -10.0

    def look(self, seen: Observation) -> None:
        """Weigh one observation whose `letters` are there."""
        now = seen.at
        self.frame = seen.frame
        letters = seen.letters
        self.hands.look(letters, seen.grazed, now, seen.moving)
        if self.unsworn.waits or UNSURE in letters:
            self._doubt(seen)
        if letters != self.expected or self.changes:
            self._weigh(seen, letters, now)
        self.previous = letters
        if letters != self.latest:
            self.latest = "".join([old if new in "#?" else new for old, new in zip(self.latest, letters, strict=True)])
        if seen.between or self.between:
            self._weigh_between(seen, now)
        if seen.flipped or self.flipped or self._flips:
            self._weigh_flips(seen)

    def _doubt(self, seen: Observation) -> None:
        """Keeps what the eye will not swear to, with the chances of it, and when a hand was near."""
        if not self.swept:  # What lay there before is not seen on a board that is cleared.
            self.unsworn.settle(seen.letters)
        if not seen.chances:
            return
        now, aside = seen.at, {space for chip in seen.between for space in chip.spaces} | set(seen.flipped)
        unseen = self.hands.lately(self.hands.unseen_at)
        for space, letter in enumerate(seen.letters):
            if letter == UNSURE and self.expected[space] != FREE and space not in aside:
                hand = self.hands.last_over(space) if self.hands.covered_near(space, now) else None
                plain = self.latest[space] == self.expected[space] or self._came_with(space, hand)
                self.unsworn.look(seen, space, hand, plain=plain, unseen=unseen, clear=not self.hands.hidden)

    def _came_with(self, space: int, hand: int | None) -> bool:
        """Whether the eye swore to a change there only since this hand came: until then the space was plain."""
        change = self.changes.get(space)
        return change is not None and change.reach == hand

    def swear(self, space: int, letter: str) -> None:
        """Somebody says what lies on a doubtful space."""
        due, doubt = self.expected[space], self.unsworn.swear(space, letter)
        self.changes.pop(space, None)
        if letter == due:
            return
        change = Change(space, due, letter, self.hands.at, self.hands.reach, touched=True, last_at=self.hands.at)
        if doubt is not None:
            span = doubt.odds(letter, due)[1]
            change.first_at, change.reach = span.since, span.reach
        change.count = change.definite = change.clear = 3
        change.weight, change.total, change.weakest = HEAVIEST, 3 * WORD, WORD
        self.changes[space] = change

    def _weigh(self, seen: Observation, letters: str, now: float) -> None:
        white = frozenset(seen.flipped)
        told = self.unsworn.told
        astride = {space for chip in seen.between for space in chip.spaces}
        for space, (letter, due) in enumerate(zip(letters, self.expected, strict=True)):
            if letter == due:
                if space in self.changes:
                    self._against(space, 0.9 * seen.chance(space))
                continue
            if letter == HIDDEN:
                told.pop(space, None)
                # What was seen before anything came near proves nothing about what lies there afterwards.
                change = self.changes.get(space)
                if change is not None and not change.touched:
                    del self.changes[space]
                elif change is not None and change.left >= 2 and not change.doubt:
                    change.covered_again = True
                continue
            if space in white and due in CHIPS and letter != ".":
                continue  # Whose chip it is does not show on its white side.
            if letter == UNSURE and space in told:
                if told[space] != due:
                    self._for(space, told[space], due, 1.0, WORD, now)
                continue
            if letter == UNSURE:
                if not seen.chances or space in astride:  # a chip on the line is no one space's
                    continue
                letter, chance = seen.likeliest(space)
                weight, probability = 0.5 * max(0.0, 2 * chance - 1.0), 0.0
                if letter == due:
                    change = self.changes.get(space)
                    # What was seen before another hand came over it proves little where the eye doubts it since.
                    if change and (weight >= WEAK_GUESS or self.hands.last_over(space) > change.reach):
                        self._against(space, weight)
                    continue
                if weight <= 0.0:
                    continue
            else:
                probability = seen.chance(space)
                weight = min(1.0, max(0.25, 2 * probability - 0.9))
            if due == FREE and letter == ".":
                continue
            self._for(space, letter, due, weight, probability, now)

    def _against(self, space: int, weight: float) -> None:
        change = self.changes[space]
        if not change.doubt:
            change.gone_reach = self.hands.reach
        change.weight -= weight
        change.doubt += 1
        if change.weight <= 0.15 or change.doubt >= FORGOTTEN:
            del self.changes[space]
            if change.covered_again and change.gone_reach > change.reach:
                self.passed.append(change)

    def _for(self, space: int, letter: str, due: str, weight: float, sure: float, now: float) -> None:
        change = self.changes.get(space)
        was_empty = False
        if change is not None and change.after != letter:
            was_empty = change.was_empty or (change.after == "." and change.definite >= 2)
            change.weight -= weight
            change.doubt += 1
            if change.weight > 0.15 and change.doubt < FORGOTTEN:
                return
            change = None
        if change is None:
            near = self.hands.near(space, now)
            change = Change(space, due, letter, now, self._reach_near(space, near, due), near, was_empty)
            change.accompanied = self.hands.lately(self.hands.cover_ended)
            self._made_with_others(change)
            change.unseen = self.hands.lately(self.hands.blind_at) or self.hands.covered_long
            if space in self.unsworn.doubts:
                self._as_doubted(change, self.unsworn.doubts[space], near)
            self.changes[space] = change
        elif sure and not change.definite and space in self.unsworn.doubts and self.hands.near(space, now):
            # What was only guessed until a hand came may be that hand's work.
            change.first_at, change.reach, change.touched = now, self._reach_near(space, True, due), True
            self._as_doubted(change, self.unsworn.doubts[space], True)
        change.count += 1
        change.doubt = 0
        if not sure:
            weight = min(weight, GUESSED_MOST - change.guessed)
            change.guessed += weight
        change.weight = min(HEAVIEST, change.weight + weight)
        change.last_at = now
        if sure:
            change.definite += 1
            change.total, change.weakest = change.total + sure, min(change.weakest, sure)
            change.clear += not self.hands.hidden
            change.left += self.hands.has_left(space, change.reach)

    def _made_with_others(self, change: Change) -> None:
        """Changes that come together while nothing is seen near are one hand's that was missed: an eye errs alone."""
        for other in self.changes.values():
            if change.reach < 0 > other.reach and change.first_at - other.first_at <= TOGETHER and not other.doubt:
                change.reach, change.accompanied, other.accompanied = other.reach, True, True

    def _reach_near(self, space: int, near: bool, due: str) -> int:
        """The reach that last came near a space; where none did the present one, or one that nobody saw."""
        hands = self.hands
        if hands.lately(hands.blind_at):
            return hands.reach
        if not near:
            return hands.reach if hands.over else -1 - self.frame
        if hands.over and self.previous[space : space + 1] == due:
            return hands.reach  # It was as before until now: no earlier hand made it so.
        return hands.last_over(space)

    def _as_doubted(self, change: Change, doubt: Doubt, near: bool) -> None:
        """What the eye swears to now came about when it began to doubt, if a hand was near then; where one is `near`
        now, too, either may have made it."""
        odds, span = doubt.odds(change.after, change.before)
        if span.prior <= UNTOUCHED:
            return
        if near:
            change.earlier = odds, span
            return
        change.first_at, change.reach = span.since, span.reach
        change.touched = span.prior != UNSEEN
        change.unseen = change.unseen or span.prior == UNSEEN

    def _weigh_between(self, seen: Observation, now: float) -> None:
        for chip in seen.between:
            key = tuple(sorted(chip.spaces))
            known = self.between.get(key)
            if known is None:
                near = any(self.hands.covered_near(space, now) for space in key)
                known = self.between[key] = BetweenSeen(chip.team, now, now, 0, touched=near)
            known.count += 1
            known.clear += not self.hands.hidden
            known.last_at = now
        for key, known in list(self.between.items()):
            if now - known.last_at > 0.5 and self.hands.hidden.isdisjoint(key):
                del self.between[key]

    def _weigh_flips(self, seen: Observation) -> None:
        """A face counts after three observations that agree without one that does not."""
        now_flipped = set(seen.flipped)
        for space in now_flipped | set(self.flipped) | set(self._flips):
            # A white side of which nobody can say whose it is lies there all the same.
            if seen.letters[space] == HIDDEN or (seen.letters[space] == UNSURE and space not in now_flipped):
                continue
            if (space in now_flipped) == (space in self.flipped):
                self._flips.pop(space, None)
                continue
            count = self._flips.get(space, 0) + 1
            if count < 3:
                self._flips[space] = count
                continue
            self._flips.pop(space, None)
            self.flipped = self.flipped ^ {space}
