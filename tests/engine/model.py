"""A second referee, written to be unlike the first: sets of cells, lists of cards, every choice tried out.

It shares nothing with the engine but the printed layout. Where the two disagree, one of them is wrong.
"""

import copy
import itertools
from dataclasses import dataclass, field

Cell = tuple[int, int]
"""Column and row, from 1."""

EDITIONS = {
    # wild, remove, dead a turn, steps, length, {teams: goal}, hands
    "classic": {
        "wild": {"JC": 2, "JD": 2}, "remove": {"JS": 2, "JH": 2}, "dead": 1, "aslant": True, "length": 5,
        "goal": {2: 2, 3: 1},
        "hands": {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3},
    },
    "european": {
        "wild": {"JC": 2, "JD": 2}, "remove": {"JS": 2, "JH": 2}, "dead": None, "aslant": True, "length": 5,
        "goal": {2: 2, 3: 1},
        "hands": {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3},
    },
    "european-es": {
        "wild": {"JC": 2, "JD": 2}, "remove": {"JS": 2, "JH": 2}, "dead": None, "aslant": False, "length": 5,
        "goal": {2: 2, 3: 1},
        "hands": {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3},
    },
    "bible": {
        "wild": {"ADD": 2}, "remove": {"REMOVE": 2}, "dead": 1, "aslant": True, "length": 5, "goal": {2: 1, 3: 1},
        "hands": {2: 5, 3: 5, 4: 4, 5: 4, 6: 4},
    },
    "kids": {
        "wild": {"Unicorn": 2}, "remove": {"Dragon": 2}, "dead": 1, "aslant": True, "length": 4, "goal": {2: 1, 3: 1},
        "hands": {2: 3, 3: 3},
    },
}  # fmt: skip


@dataclass(frozen=True)
class Move:
    """A turn as the model understands it."""

    action: str
    cell: Cell | None = None
    card: str | None = None
    dead: tuple[str, ...] = ()
    claims: tuple[tuple[Cell, Cell], ...] = ()
    no_draw: bool = False
    shuffles: tuple[int, ...] = ()


@dataclass
class Model:
    """The whole game, changed in place."""

    edition: str
    printed: dict[Cell, str | None]
    teams: list[str]
    """Team of each seat, in turn order."""
    advanced_jack: bool = False
    aslant: bool | None = None
    """Whether lines run aslant, where the table says so and not the edition."""
    chips: dict[Cell, str] = field(default_factory=dict)
    made: list[tuple[str, frozenset[Cell], int]] = field(default_factory=list)
    played: int = 0
    winner: str | None = None
    laid: list[str] = field(default_factory=list)
    """Cards seen since the last shuffle."""
    unseen: list[tuple[str, Cell]] = field(default_factory=list)
    """Plays since the last shuffle whose card was not seen."""
    held: list[int] = field(default_factory=list)
    to_draw: int = 0

    def __post_init__(self):
        self.facts = EDITIONS[self.edition]
        self.pack = [card for card in self.printed.values() if card] + [
            card for special in ("wild", "remove") for card, n in self.facts[special].items() for _ in range(n)
        ]
        self.held = [self.facts["hands"][len(self.teams)]] * len(self.teams)
        self.to_draw = len(self.pack) - sum(self.held)
        steps = [(1, 0), (0, 1)] + (
            [(1, 1), (1, -1)] if (self.facts["aslant"] if self.aslant is None else self.aslant) else []
        )
        self.fives = set()
        for (x, y), (dx, dy) in itertools.product(self.printed, steps):
            line = [(x + dx * i, y + dy * i) for i in range(self.facts["length"])]
            if all(cell in self.printed for cell in line):
                self.fives.add(frozenset(line))

    # ---- judging

    @property
    def seat(self):
        return self.played % len(self.teams)

    @property
    def team(self):
        return self.teams[self.seat]

    def copy(self):
        twin = copy.copy(self)
        twin.chips, twin.made, twin.held = dict(self.chips), list(self.made), list(self.held)
        twin.laid, twin.unseen = list(self.laid), list(self.unseen)
        return twin

    def judge(self, move):
        """The codes of all problems, in order."""
        found = ["game-over"] if self.winner else []
        alive = [card for card in move.dead if not self.is_dead(card)]
        if alive:
            found.append("not-dead")
        if self.facts["dead"] and len(move.dead) > self.facts["dead"]:
            found.append("too-many-dead")
        of_space = self.judge_space(move)
        found += of_space
        found += self.judge_cards(move, found, bool(of_space))
        if not self.claims_hold(move):
            found.append("bad-claim")
        return found

    def is_dead(self, card):
        homes = [cell for cell, name in self.printed.items() if name == card]
        return bool(homes) and all(cell in self.chips for cell in homes)

    def judge_space(self, move):
        if move.action == "pass":
            return []
        if self.printed[move.cell] is None:
            return ["corner"]
        lying = self.chips.get(move.cell)
        if move.action == "place":
            return ["occupied"] if lying else []
        if not lying:
            return ["nothing-there"]
        found = ["own-chip"] if lying == self.team else []
        if any(move.cell in cells for _, cells, _ in self.made) and not self.advanced_jack:
            found.append("locked")
        return found

    def judge_cards(self, move, before, wrong_space):
        """Wrong, a third copy, unexplained; `before` are the problems found so far."""
        later, found = self.copy(), []
        third, impossible = False, False
        seen = list(self.laid)
        for number, card in enumerate(move.dead, 1):
            if not later.possible([*later.laid, card], later.unseen):
                third = third or seen.count(card) >= later.pack.count(card)
                impossible = impossible or seen.count(card) < later.pack.count(card)
            seen.append(card)
            later.turn_in(card, number in move.shuffles)
        if move.card is not None and not wrong_space:
            if move.action != "pass" and move.card not in later.fitting(move.action, move.cell):
                found.append("wrong-card")
            if not later.possible([*later.laid, move.card], later.unseen):
                third = third or seen.count(move.card) >= later.pack.count(move.card)
                impossible = impossible or seen.count(move.card) < later.pack.count(move.card)
        unseen = move.card is None and move.action != "pass" and not wrong_space
        if third or (impossible and not unseen and not before + found):
            found.append("third-copy")
        if unseen and (impossible or not later.possible(later.laid, [*later.unseen, (move.action, move.cell)])):
            found.append("no-card-explains")
        return found

    def fitting(self, action, cell):
        if action == "remove":
            return set(self.facts["remove"])
        return {self.printed[cell], *self.facts["wild"]}

    def possible(self, laid, unseen):
        """Whether some way of dealing the cards not seen explains every unseen play."""
        left = list(self.pack)
        for card in laid:
            if card not in left:
                return False
            left.remove(card)
        owner = {}

        def explain(play, tried):
            fits = self.fitting(*unseen[play])
            for index, card in enumerate(left):
                if card in fits and index not in tried:
                    tried.add(index)
                    if index not in owner or explain(owner[index], tried):
                        owner[index] = play
                        return True
            return False

        return all(explain(play, set()) for play in range(len(unseen)))

    def explanations(self, action, cell):
        return {card for card in self.fitting(action, cell) if self.possible([*self.laid, card], self.unseen)}

    # ---- sequences

    def completed(self, cell):
        """Every five this chip completes that shares at most one cell with each sequence of its team."""
        mine = {c for c, team in self.chips.items() if team == self.team} | {cell}
        mine |= {c for c, card in self.printed.items() if card is None}
        old = [cells for team, cells, _ in self.made if team == self.team]
        return [five for five in self.fives if cell in five and five <= mine and all(len(five & o) <= 1 for o in old)]

    def claimed(self, move):
        return [self.from_ends(*ends) for ends in move.claims]

    def from_ends(self, first, last):
        for five in self.fives:
            if {first, last} <= five and all(
                min(a, b) <= c <= max(a, b) for cell in five for a, b, c in zip(first, last, cell, strict=True)
            ):
                return five
        return frozenset({first, last})

    def claims_hold(self, move):
        if not move.claims:
            return True
        if move.action != "place" or self.printed[move.cell] is None:
            return False
        claims, can = self.claimed(move), self.completed(move.cell)
        apart = all(len(a & b) <= 1 for a, b in itertools.combinations(claims, 2))
        return apart and all(claim in can for claim in claims)

    def counting(self, move):
        """Of all sets of fives that may count together: those with most good claims, most fives, nearest row 1."""
        can = self.completed(move.cell)
        good = []
        for claim in self.claimed(move):
            if claim in can and all(len(claim & other) <= 1 for other in good):
                good.append(claim)
        best, best_worth = [], (-1, [])
        for size in range(min(len(can), 8) + 1):
            for chosen in itertools.combinations(can, size):
                if set(good) <= set(chosen) and all(len(a & b) <= 1 for a, b in itertools.combinations(chosen, 2)):
                    tops = sorted(min((y, x) for x, y in five) for five in chosen)
                    nearness = [(-y, -x) for y, x in tops]
                    if (size, nearness) > best_worth:
                        best, best_worth = list(chosen), (size, nearness)
        return best

    # ---- applying

    def apply(self, move):
        """Play it as it stands."""
        was_wrong = bool(self.judge_space(move))
        seat = self.seat
        for number, card in enumerate(move.dead, 1):
            self.turn_in(card, number in move.shuffles)
        if move.action != "pass":
            self.held[seat] = max(0, self.held[seat] - 1)
            self.remember(move, was_wrong)
            if len(move.dead) + 1 in move.shuffles:
                self.shuffle()
            if not move.no_draw:
                self.draw(seat)
        self.lay(move)
        self.played += 1

    def remember(self, move, was_wrong):
        if move.card is not None:
            if self.possible([*self.laid, move.card], self.unseen):
                self.laid.append(move.card)
        elif not was_wrong and self.possible(self.laid, [*self.unseen, (move.action, move.cell)]):
            self.unseen.append((move.action, move.cell))

    def lay(self, move):
        cell, team = move.cell, self.team
        if move.action == "pass" or self.printed[cell] is None:
            return
        if move.action == "remove":
            self.chips.pop(cell, None)
            self.break_at(cell)
            return
        if self.chips.get(cell, team) != team:
            self.chips.pop(cell)
            self.break_at(cell)
        self.chips[cell] = team
        for five in self.counting(move):
            self.made.append((team, five, self.played + 1))
        goal = self.facts["goal"][len(set(self.teams))]
        if not self.winner and sum(owner == team for owner, _, _ in self.made) >= goal:
            self.winner = team

    def break_at(self, cell):
        """The sequences through a cell are gone; a five that still lies there counts, the one nearest row 1 first."""
        losers = {team for team, cells, _ in self.made if cell in cells}
        self.made = [one for one in self.made if cell not in one[1]]
        free = {c for c, card in self.printed.items() if card is None}
        for team in sorted(losers, key=self.teams.index):
            mine = {c for c, owner in self.chips.items() if owner == team}
            for five in sorted(self.fives, key=lambda five: sorted((y, x) for x, y in five)):
                apart = all(len(five & other) <= 1 for owner, other, _ in self.made if owner == team)
                if five <= mine | free and five & mine and apart:
                    self.made.append((team, five, self.played + 1))

    def turn_in(self, card, shuffled):
        seat = self.seat
        self.held[seat] = max(0, self.held[seat] - 1)
        if self.possible([*self.laid, card], self.unseen):
            self.laid.append(card)
        if shuffled:
            self.shuffle()
        self.draw(seat)

    def draw(self, seat):
        if self.to_draw == 0:
            self.shuffle()
        if self.to_draw > 0:
            self.to_draw -= 1
            self.held[seat] += 1

    def shuffle(self):
        self.laid, self.unseen = [], []
        self.to_draw = max(0, len(self.pack) - sum(self.held))

    def talk(self, team):
        self.held = [max(0, n - 1) if t == team else n for n, t in zip(self.held, self.teams, strict=True)]

    # ---- showing

    def rows(self):
        width, height = max(x for x, _ in self.printed), max(y for _, y in self.printed)
        locked = {cell for _, cells, _ in self.made for cell in cells}
        text = []
        for y in range(1, height + 1):
            row = ""
            for x in range(1, width + 1):
                chip = self.chips.get((x, y))
                letter = chip[0] if chip else "*" if self.printed[x, y] is None else "."
                row += letter.upper() if chip and (x, y) in locked else letter
            text.append(row)
        return text


def perft(model, depth):
    """Legal turns as the second referee finds them: every card on every space, both ways."""
    if model.winner:
        return 0
    cards = dict.fromkeys(model.pack)
    tried = (Move(*what) for what in itertools.product(("place", "remove"), model.printed, cards))
    legal = [move for move in tried if not model.judge(move)]
    if depth == 1:
        return len(legal) or 1
    total = 0
    for move in legal:
        after = model.copy()
        after.apply(move)
        total += perft(after, depth - 1)
    return total
