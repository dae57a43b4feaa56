"""What happens in one run: a table, and a list of troubles with their times. A seed makes it, nothing else does."""

from __future__ import annotations

from random import Random

import msgspec

from tests.arbiter.simulator import CALM_TROUBLES, CHEATS

TABLES = (
    ("classic", "blue green"),
    ("classic", "blue green red"),
    ("classic", "blue green blue green"),
    ("classic", "blue:Ann green:Ben red:Cy blue:Di green:Ed red:Flo"),
    ("european", "green red"),
    ("european-es", "blue green"),
    ("bible", "blue green"),
    ("bible", "red green blue"),
)
ODD_TABLES = (
    ("kids", "blue green", ""),
    ("kids", "green red", "sequences_to_win=2"),
    ("kids", "blue green red", "diagonals=no"),
    ("classic", "blue green " * 4, ""),
    ("classic", "blue green red " * 3, "advanced_jack=yes"),
    ("classic", "blue green " * 5, "dead_per_turn=any"),
    ("classic", "blue green red " * 4, ""),
    ("classic", "blue green red", "sequences_to_win=2"),
    ("european", "blue green red", "sequences_to_win=3"),
    ("european", "blue green " * 4, "dead_per_turn=1"),
    ("european-es", "red blue green", "diagonals=yes"),
    ("bible", "blue green red " * 2, "direction=counter-clockwise"),
)
"""For children, with many players, by house rules, until the board is full."""
ODD_EVERY = 5
"""Of so many runs one is played at an odd table, by its seed."""
HANDS = (*(kind for kind in CALM_TROUBLES if kind != "gap"), "regret", "break", "slip-of-the-tongue")
"""What people do at the table that breaks no rule; each takes its place before a turn."""
CAMERA = ("late", "dropped", "frozen", "torn", "black", "wrong-size", "garbage", "gone")
"""What becomes of frames, for some seconds."""
DISK = ("full", "kill", "clock", "stop")
"""What becomes of the machine: no room for some seconds, killed at a write, its clock set, ended in order."""
CALLS = ("harmless-call", "harmless-pair")
"""What hosts say that must change nothing: nonsense, what is so already, the same by two at once."""
WILD = ("call", "pair")
"""Anything a host can say at any moment, once or by two at once."""

LONGEST = {"late": 3.0, "dropped": 4.0, "frozen": 9.0, "black": 9.0, "gone": 25.0, "full": 60.0}
"""Seconds a trouble lasts at most, where it is not one moment and not a second or less."""


class Trouble(msgspec.Struct, frozen=True):
    """One thing that goes wrong."""

    number: int
    """Its place in the plan of the seed; kept when others are dropped."""
    kind: str
    at: float
    """Seconds of the evening."""
    seconds: float = 0.0
    dice: int = 0
    """Decides what the kind leaves open, so that dropping other troubles leaves this one as it is."""

    def __str__(self) -> str:
        lasts = f" for {self.seconds:g} s" if self.seconds else ""
        return f"{self.number:3d}  {self.at:6.1f} s  {self.kind}{lasts}"


class Plan(msgspec.Struct, frozen=True):
    """One run."""

    seed: int
    edition: str
    seats: str
    rules: str
    on_fault: str
    wild: bool
    """Whether hosts say anything at all; then what is a turn and what a fault is nobody's to say."""
    seconds: float
    wrong: float
    unsure: float
    doubts: float
    """Part of the chips laid, and of the bumps, that leave a space in doubt for a second or for twenty."""
    troubles: tuple[Trouble, ...]
    deep: bool = False
    """Whether the real eye looks at drawn pictures."""

    def of(self, kinds: tuple[str, ...]) -> list[Trouble]:
        """The troubles of these kinds, in order of time."""
        return sorted((t for t in self.troubles if t.kind in kinds), key=lambda t: t.at)

    def only(self, numbers: set[int]) -> Plan:
        """The same run with these troubles alone."""
        return msgspec.structs.replace(self, troubles=tuple(t for t in self.troubles if t.number in numbers))


def plan_of(seed: int, *, deep: bool = False) -> Plan:
    """The run of a number."""
    random = Random(f"plan {seed} {deep}")
    edition, seats = random.choice(TABLES[:4] if deep else TABLES)
    rules = ""
    if seed % ODD_EVERY == ODD_EVERY - 1 and not deep:
        edition, seats, rules = ODD_TABLES[seed // ODD_EVERY % len(ODD_TABLES)]
    wild = random.random() < (0.2 if deep else 0.4)
    seconds = random.uniform(40, 90) if deep else random.uniform(120, 700)
    kinds = _kinds(random, deep, wild)
    count = random.randint(0, max(2, int(seconds / random.choice((12, 20, 40)))))
    troubles = []
    for number in range(count):
        kind = random.choice(kinds)
        lasts = random.uniform(0.2, LONGEST.get(kind, 1.0)) if kind in (*CAMERA, "full") else 0.0
        at = random.uniform(4, seconds)
        troubles.append(Trouble(number, kind, round(at, 1), round(lasts, 1), random.randrange(2**32)))
    noisy = random.random() < 0.5
    return Plan(
        seed=seed,
        edition=edition,
        seats=seats.strip(),
        rules=rules,
        on_fault=random.choice(("ask", "ask", "ask", "stand", "strict")) if wild else "ask",
        wild=wild,
        seconds=seconds,
        wrong=random.choice((0.0, 0.002)) if noisy else 0.0,
        unsure=random.choice((0.0, 0.01)) if noisy else 0.0,
        doubts=random.choice((0.0, 0.0, 0.02, 0.05)),
        troubles=tuple(troubles),
        deep=deep,
    )


def _kinds(random: Random, deep: bool, wild: bool) -> list[str]:
    """The kinds of one run: few at once, so that each meets each of the others often."""
    hands = list(DRAWN if deep else (*HANDS, "gap", *CHEATS))
    every = [*hands, *CAMERA, *DISK, *CALLS, *(WILD if wild else ())]
    if random.random() < 0.3:
        return every
    chosen = random.sample(every, random.randint(1, 5))
    return [*chosen, *(WILD if wild else ())]


DRAWN = ("nudge", "shift", "lamp-off", "lamp-on", "dusk", "lean")
"""What happens to a drawn table; its players cheat and slip by themselves."""
