"""A table of bots seen through a bad eye: observations, not pictures, with the truth beside them.

Bots play whole games from shuffled decks. A seeded tormentor covers spaces, misreads some, slides and swaps
chips, lets two play at once, takes back, cheats, leans, bumps and stops the camera. Time is counted, never waited for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partialmethod
from random import Random

import msgspec

from engine.analysis.players import Table as Bots
from engine.observation import MAY_LIE, Between, Observation
from engine.rules.found_position import edit
from engine.rules.position import Game
from tests.arbiter.doubting import Doubting, chances_of

FPS = 5.0
COLOURS = "bgr"
CHEATS = (
    "out-of-turn",
    "foreign-colour",
    "two-chips",
    "chip-moved",
    "chip-swapped",
    "chip-taken",
    "between-spaces",
    "board-upset",
)
CALM_TROUBLES = ("two-at-once", "lift", "fidget", "take-back", "lean", "bump", "gap", "lamp")


class Torment(msgspec.Struct, frozen=True):
    """How bad it gets; shares are of observations or of turns."""

    wrong: float = 0.004
    """Visible spaces misread in an observation."""
    stuck: float = 0.01
    """Chance, each observation, that one space is misread for a whole second."""
    unsure: float = 0.01
    """Visible spaces the eye will not swear to."""
    troubles: dict[str, float] = {}
    """Chance of each kind of trouble before a turn."""
    clean: tuple[int, int] = (2, 8)
    """Observations free of hands between reaches, at least and at most."""
    after_cheat: tuple[int, int] = (3, 10)
    """The same between a cheat and its mending, or the next turn."""
    fps: float = FPS
    doubts: float = 0.0
    """Chips laid, and spaces from which one was taken, that stay doubtful."""
    stray_doubts: float = 0.0
    """Chance, each observation, that any space becomes doubtful and stays so."""
    doubts_after_bumps: float = 0.0
    """Chance that a bump leaves a space doubtful."""


@dataclass
class Happened:
    """One thing that truly happened."""

    kind: str
    """`turn`, or the code of a fault, or a trouble that should bring nothing."""
    at: float
    space: int | None = None
    team: str = ""
    action: str = ""
    spaces: tuple[int, ...] = ()
    mended: bool = False
    after: str = ""
    """The trouble it was part of."""


class Simulated:
    """One game as it is played and seen."""

    def __init__(self, game: Game, seed: int, torment: Torment, most_turns: int = 400) -> None:
        self.game, self.torment = game, torment
        self.random = Random(seed)
        self.bots = Bots(game, Random(seed + 1))
        self.board = ["*" if space in game.layout.free else "." for space in range(game.layout.size)]
        self.flipped: set[int] = set()
        self.truth: list[Happened] = []
        self.at, self.frame = 0.0, 0
        self.most_turns = most_turns
        self._doubting = Doubting(seed + 2, torment.fps, "".join(dict.fromkeys(seat.team[0] for seat in game.seats)))
        self._stuck: dict[int, tuple[str, float]] = {}
        self._between: tuple[Between, ...] = ()
        self._moved = self._light = False
        self.turns = 0
        self.teams = {team[0]: team for team in game.teams}
        self._newest: int | None = None
        self._foreign: set[int] = set()
        self._disputed: set[int] = set()

    # ---- the film

    def play(self) -> Iterator[Observation]:
        """The whole game, observation by observation."""
        yield from self.idle(5)
        while not self.bots.over and self.turns < self.most_turns:
            kinds = self.torment.troubles
            pick = self.random.random()
            for kind, share in kinds.items():
                pick -= share
                if pick < 0:
                    yield from getattr(self, "_" + kind.replace("-", "_"))()
                    break
            if self.bots.over:
                break
            yield from self.turn()
        yield from self.idle(12)
        if self._doubting.spaces:
            yield from self.idle(60)

    def turn(self, after: str = "") -> Iterator[Observation]:
        """One legal turn and the pause after it."""
        step = self._next(after)
        if step is not None:
            yield from self._late(step)

    def _next(self, after: str = "") -> tuple[str, int, str] | None:
        seat = self.bots.position.seat
        team = self.game.seats[seat].team
        avoided = 0
        for space in self._foreign | self._disputed:
            avoided |= 1 << space
        position = self.bots.position
        self.bots.position = msgspec.structs.replace(
            position, taken=position.taken | avoided, locked=position.locked | avoided
        )
        turn = self.bots.next_turn()
        if avoided:
            self._adapt({})
            self._disputed.clear()
        self.turns += 1
        self._newest = turn.space
        if turn.space is None:
            self.truth.append(Happened("pass", self.at, team=team))
            return None
        self.truth.append(Happened("turn", -1.0, turn.space, team, turn.action, after=after))
        return turn.action, turn.space, team[0]

    def note_turn(self) -> None:
        """Every turn so far lies on the board now."""
        for happened in self.truth:
            if happened.kind == "turn" and happened.at < 0:
                happened.at = self.at

    def put(self, space: int, letter: str) -> None:
        """Change what lies on a space."""
        self.board[space] = letter
        self.flipped.discard(space)
        self._doubting.maybe(space, letter, self.at, self.torment.doubts)

    def reach(self, space: int, act: object = None, length: int = 0) -> Iterator[Observation]:
        """A hand comes from one side, does something, and goes."""
        side = self.random.choice("nsw")
        frames = length or self.random.randint(3, 8)
        middle = frames // 2
        for number in range(frames):
            depth = 1.0 if number == middle else 0.6 + 0.4 * (1 - abs(number - middle) / frames)
            if number == middle and callable(act):
                act()
            yield self.see(self.arm(space, side, depth))

    def arm(self, space: int, side: str, depth: float) -> set[int]:
        """The spaces a hand and its arm cover, reaching for a space from one side."""
        width = self.game.layout.columns
        rows = self.game.layout.rows
        row, column = divmod(space, width)
        across, down = range(max(0, column - 1), min(width, column + 2)), range(max(0, row - 1), min(rows, row + 2))
        if side == "w":
            across = range(round(column * depth) + 1)
        elif side == "n":
            down = range(round(row * depth) + 1)
        else:
            down = range(rows - 1 - round((rows - 1 - row) * depth), rows)
        return {r * width + c for r in down for c in across}

    def idle(self, frames: int = 0) -> Iterator[Observation]:
        """No hand over the board."""
        low, high = self.torment.clean
        for _ in range(frames or self.random.randint(low, high)):
            yield self.see(set())

    def see(self, hidden: Iterable[int]) -> Observation:
        """What the eye says of the board now."""
        torment, random = self.torment, self.random
        covered = set(hidden)
        letters, guesses, sure = list(self.board), list(self.board), [0] * len(self.board)
        if torment.stuck and random.random() < torment.stuck:
            space = random.randrange(len(letters))
            if self.board[space] != "*":
                self._stuck[space] = (random.choice([c for c in ".bgr" if c != self.board[space]]), self.at + 1.0)
        wrong = {
            space
            for space in random.sample(range(len(letters)), self._binomial(len(letters), torment.wrong))
            if self.board[space] != "*"
        }
        doubtful = set(random.sample(range(len(letters)), self._binomial(len(letters), torment.unsure)))
        bits = random.getrandbits
        for space, letter in enumerate(self.board):
            if space in covered:
                letters[space] = "#"
                continue
            while (more := bits(4)) > 10:  # the same numbers as `randint(245, 255)`, in a fifth of its time
                pass
            sure[space] = 245 + more
            if letter == "*":
                continue
            if space in wrong:
                letters[space] = guesses[space] = random.choice([c for c in ".bgr" if c != letter])
                sure[space] = random.randint(130, 245)
            if space in self._stuck:
                other, until = self._stuck[space]
                if self.at > until:
                    del self._stuck[space]
                else:
                    letters[space] = guesses[space] = other
                    sure[space] = random.randint(150, 250)
            if space in doubtful or sure[space] < 150:
                letters[space] = "?"
                sure[space] = min(sure[space], random.randint(90, 200))
        self._doubting.stray(self.board, self.at, torment.stray_doubts)
        chances = [chances_of(guess.replace("*", "."), sure) for guess, sure in zip(guesses, sure, strict=True)]
        self._doubting.look(letters, chances, self.at)
        for chip in self._between:
            for space in chip.spaces:
                if letters[space] != "#":
                    letters[space], chances[space] = "?", chances_of(".", 140)
        for space in covered:
            chances[space] = bytes(len(MAY_LIE))
        seen = Observation(
            at=round(self.at, 3),
            frame=self.frame,
            letters="".join(letters),
            chances=b"".join(chances),
            flipped=tuple(sorted(self.flipped - covered)),
            between=tuple(chip for chip in self._between if not covered & set(chip.spaces)),
            moved=self._moved,
            light_changed=self._light,
            moving=bool(covered),
        )
        self._moved = self._light = False
        self._tick()
        return seen

    def _binomial(self, count: int, share: float) -> int:
        expected = count * share
        whole = int(expected)
        extra = self.random.random() < expected - whole
        return min(count, whole + extra + (self.random.random() < 0.25 * min(1.0, expected)))

    def _tick(self) -> None:
        self.at += 1 / self.torment.fps
        self.frame += 1

    # ---- troubles after which nothing but the turns may be told

    def _two_at_once(self) -> Iterator[Observation]:
        first = self._next("two-at-once")
        if first is None or self.bots.over:
            if first is not None:
                yield from self._late(first)
            return
        second = self._next("two-at-once")
        if second is None or self._looks_like_one(first, second):
            yield from self._late(first)
            if second is not None:
                yield from self._late(second)
            return
        for frames, steps in ((3, ()), (1, (first, second)), (3, ())):
            for action, space, letter in steps:
                self.put(space, letter if action == "place" else ".")
            for _ in range(frames):
                yield self.see(self.arm(first[1], "w", 1.0) | self.arm(second[1], "s", 1.0))
        self.note_turn()
        yield from self.idle()

    def _looks_like_one(self, first: tuple[str, int, str], second: tuple[str, int, str]) -> bool:
        """Whether nobody could tell these two turns from one chip moved or changed for another."""
        return first[1] == second[1] or (first[0] != second[0])

    def _late(self, step: tuple[str, int, str]) -> Iterator[Observation]:
        action, space, letter = step
        yield from self.reach(space, lambda: self.put(space, letter if action == "place" else "."))
        self.note_turn()
        yield from self.idle()

    def _lift(self) -> Iterator[Observation]:
        """A chip is lifted, looked under, and put back."""
        space = self._some_chip()
        if space is None:
            return
        letter, white = self.board[space], space in self.flipped
        yield from self.reach(space, lambda: self.put(space, "."), 4)
        for _ in range(self.random.randint(0, 1)):
            yield self.see(set())
        yield from self.reach(space, lambda: self.put(space, letter), 4)
        if white:
            self.flipped.add(space)
        yield from self.idle()

    def _fidget(self) -> Iterator[Observation]:
        """A finger straightens a chip."""
        space = self._some_chip()
        if space is not None:
            yield from self.reach(space)
            yield from self.idle()

    def _take_back(self) -> Iterator[Observation]:
        """A chip is put down, left for a moment, and laid elsewhere after all."""
        step = self._next("take-back")
        if step is None:
            return
        action, space, letter = step
        elsewhere = self._far_open(space)
        if action != "place" or elsewhere is None:
            yield from self._late(step)
            return
        yield from self.reach(elsewhere, lambda: self.put(elsewhere, letter))
        for _ in range(self.random.randint(1, 8)):
            yield self.see(set())

        def lay_elsewhere() -> None:
            self.put(elsewhere, ".")
            self.put(space, letter)

        yield from self._both(elsewhere, space, lay_elsewhere)
        self.note_turn()
        yield from self.idle()

    def _both(self, one: int, other: int, act: object) -> Iterator[Observation]:
        for number in range(6):
            if number == 3 and callable(act):
                act()
            yield self.see(self.arm(one, "w", 1.0) | self.arm(other, "w", 1.0))

    def _lean(self) -> Iterator[Observation]:
        space = self.random.randrange(len(self.board))
        self.truth.append(Happened("lean", self.at))
        for _ in range(int(10 * self.torment.fps)):
            yield self.see(self.arm(space, "w", 1.0))
        yield from self.idle()

    def _bump(self) -> Iterator[Observation]:
        self.truth.append(Happened("bump", self.at))
        for _ in range(self.random.randint(1, 4)):
            yield Observation(at=round(self.at, 3), frame=self.frame, problem="no-board", moving=True)
            self._tick()
        self._moved = True
        self._doubting.stray(self.board, self.at, self.torment.doubts_after_bumps)
        yield from self.idle()

    def _gap(self) -> Iterator[Observation]:
        """The camera stops, and up to three turns are played meanwhile."""
        for _ in range(self.random.randint(0, 3)):
            if self.bots.over:
                break
            step = self._next("gap")
            if step is not None:
                self.put(step[1], step[2] if step[0] == "place" else ".")
        self.at += self.random.uniform(5, 60)
        self.note_turn()
        yield from self.idle()

    def _lamp(self) -> Iterator[Observation]:
        """A lamp is switched; for a moment the eye is worse than usual."""
        self._light = True
        usual, self.torment = self.torment, msgspec.structs.replace(self.torment, wrong=0.02, unsure=0.05)
        yield from self.idle(5)
        self.torment = usual

    def _some_chip(self) -> int | None:
        chips = [space for space, letter in enumerate(self.board) if letter in COLOURS]
        return self.random.choice(chips) if chips else None

    def _open(self) -> list[int]:
        return [space for space, letter in enumerate(self.board) if letter == "."]

    def _far_open(self, space: int) -> int | None:
        width = self.game.layout.columns
        row, column = divmod(space, width)
        far = [
            other
            for other in self._open()
            if max(abs(other // width - row), abs(other % width - column)) > 1 and other != space
        ]
        return self.random.choice(far) if far else None

    # ---- cheats

    def cheat(self, code: str) -> Iterator[Observation]:
        """Somebody does what the rules forbid; half of the time it is put right, else play goes on."""
        made = self._made(code)
        if made is None:
            return
        before = {space: self.board[space] for space in made}
        spaces = tuple(made)
        happened = Happened(code, -1.0, spaces=spaces, mended=self.random.random() < 0.5)
        self.truth.append(happened)

        def act() -> None:
            for space, letter in made.items():
                self.put(space, letter)

        yield from self._both(spaces[0], spaces[-1], act)
        happened.at = self.at
        yield from self.idle(self.random.randint(*self.torment.after_cheat))
        if happened.mended:

            def mend() -> None:
                for space, letter in before.items():
                    self.put(space, letter)

            yield from self._both(spaces[0], spaces[-1], mend)
            yield from self.idle()
        else:
            self._foreign |= {space for space in made if self.board[space] not in (".", *self.teams)}
            self._disputed = set(made)
            self._adapt({space: self.board[space] for space in made})

    def _adapt(self, letters: dict[int, str]) -> None:
        self.bots.position = edit(self.game, self.bots.position, {}, letters)[0]

    def _made(self, code: str) -> dict[int, str] | None:
        """The spaces a cheat changes, and to what."""
        game, random = self.game, self.random
        position = self.bots.position
        mover = game.seats[position.seat].team[0]
        others = [letter for letter in self.teams if letter != mover]
        free, chips = self._open(), [s for s, letter in enumerate(self.board) if letter in COLOURS]
        chips = [s for s in chips if s != self._newest and s not in self._foreign]
        plain = [s for s in chips if not position.locked >> s & 1]
        if not free or len(chips) < 2:
            return None
        space = random.choice(free)
        if code == "out-of-turn":
            return {space: random.choice(others)}
        if code == "foreign-colour":
            foreign = [letter for letter in COLOURS if letter not in self.teams]
            return {random.choice(free): foreign[0]} if foreign else None
        if code == "chip-moved":
            random.shuffle(plain)
            for chip in plain:
                near = [s for s in self._around(chip) if self.board[s] == "."]
                if near:
                    return {chip: ".", near[0]: self.board[chip]}
            return None
        if code == "chip-swapped":
            if not plain:
                return None
            chip = random.choice(plain)
            return {chip: random.choice([letter for letter in self.teams if letter != self.board[chip]])}
        if code == "chip-taken":
            own = [s for s in chips if self.board[s] == mover or position.locked >> s & 1]
            return {random.choice(own): "."} if own else None
        return None

    def _around(self, space: int) -> list[int]:
        width, rows = self.game.layout.columns, self.game.layout.rows
        row, column = divmod(space, width)
        near = [
            r * width + c
            for r in range(row - 1, row + 2)
            for c in range(column - 1, column + 2)
            if 0 <= r < rows and 0 <= c < width and (r, c) != (row, column)
        ]
        self.random.shuffle(near)
        return near

    def _two_chips(self) -> Iterator[Observation]:
        """The seat to move lays two chips; one of them is its turn."""
        step = self._next("two-chips")
        if step is None:
            return
        action, space, letter = step
        extra = self._far_open(space)
        if action != "place" or extra is None or self.bots.over:
            yield from self._late(step)
            return
        happened = Happened("two-chips", -1.0, spaces=(space, extra), mended=self.random.random() < 0.5)
        self.truth.append(happened)

        def act() -> None:
            self.put(space, letter)
            self.put(extra, letter)

        yield from self._both(space, extra, act)
        happened.at = self.at
        yield from self.idle(self.random.randint(*self.torment.after_cheat))
        if happened.mended:
            yield from self.reach(extra, lambda: self.put(extra, "."))
            self.note_turn()
            yield from self.idle()
        else:
            self.note_turn()
            self._disputed = {space, extra}
            self._adapt({extra: letter})

    def _between_spaces(self) -> Iterator[Observation]:
        step = self._next("between-spaces")
        if step is None:
            return
        action, space, letter = step
        near = [
            s for s in self._around(space) if self.board[s] == "." and abs(s - space) in (1, self.game.layout.columns)
        ]
        if action != "place" or not near:
            yield from self._late(step)
            return
        pair = tuple(sorted((space, near[0])))
        happened = Happened("between-spaces", -1.0, spaces=pair, mended=True)
        self.truth.append(happened)

        def lay() -> None:
            self._between = (Between(pair, letter),)

        yield from self.reach(space, lay)
        happened.at = self.at
        yield from self.idle(self.random.randint(5, 10))

        def push() -> None:
            self._between = ()
            self.put(space, letter)

        yield from self.reach(space, push)
        self.note_turn()
        yield from self.idle(self.random.randint(3, 8))

    def _board_upset(self) -> Iterator[Observation]:
        chips = [s for s, letter in enumerate(self.board) if letter in COLOURS]
        if len(chips) < 12:
            return
        before = list(self.board)
        happened = Happened("board-upset", -1.0, mended=True)
        self.truth.append(happened)
        for number in range(5):
            if number == 2:
                for chip in self.random.sample(chips, 10):
                    near = [s for s in self._around(chip) if self.board[s] == "."]
                    letter, self.board[chip] = self.board[chip], "."
                    if near:
                        self.board[near[0]] = letter
            yield self.see(range(len(self.board)))
        happened.at = self.at
        yield from self.idle(10)
        for number in range(20):
            if number == 10:
                self.board = before
            yield self.see(range(len(self.board)))
        yield from self.idle(8)

    _out_of_turn = partialmethod(cheat, "out-of-turn")
    _foreign_colour = partialmethod(cheat, "foreign-colour")
    _chip_moved = partialmethod(cheat, "chip-moved")
    _chip_swapped = partialmethod(cheat, "chip-swapped")
    _chip_taken = partialmethod(cheat, "chip-taken")
