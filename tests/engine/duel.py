"""The engine and the model side by side: every turn put before both, every difference told.

The turns are those of a real deal, some with the card hidden, and some spoilt in one way or another.
"""

from dataclasses import dataclass, field
from random import Random

from engine.equipment.board import spaces_in
from engine.rules import legality as rules
from engine.rules.deduction import explanations
from engine.rules.legality import Turn
from engine.rules.position import Game, Position, new_game, start
from tests.engine.model import Model, Move


class Disagreement(AssertionError):
    """Engine and model see it differently."""


def around(colours, players):
    """Seats for so many players, the teams taking turns."""
    teams = colours.split()
    return " ".join(teams[seat % len(teams)] for seat in range(players))


FULL = [("blue green", n) for n in (2, 4, 6, 8, 10, 12)] + [("red blue green", n) for n in (3, 6, 9, 12)]
TABLES = [
    *[("classic", around(colours, n), "") for colours, n in FULL],
    *[("european", around(colours.replace("green", "red", 1), n), "") for colours, n in FULL if "red" not in colours],
    *[("european", around("green red blue", n), "dead_per_turn=1") for n in (3, 6, 9, 12)],
    *[("european-es", around(colours, n), "") for colours, n in FULL],
    *[("bible", around(colours, n), "") for colours, n in FULL if n <= 6],
    ("bible", around("blue green", 5), ""),
    ("bible", around("green red blue", 5), ""),
    ("kids", "blue green", ""),
    ("kids", "blue green red", ""),
    ("classic", "green blue", "sequences_to_win=3"),
    ("classic", around("blue green", 4), "advanced_jack=yes"),
    ("european", "blue red", "advanced_jack=yes"),
    ("european-es", "blue green red", "advanced_jack=yes"),
    ("european-es", "blue green", "diagonals=yes"),
    ("classic", "blue green", "diagonals=no"),
]
"""Every edition with every number of players and teams it allows, and some switches."""


@dataclass
class Duel:
    """One game, twice."""

    edition: str
    seats: str
    switches: str = ""
    seed: int = 0
    layout: str | None = None
    game: Game = field(init=False)
    position: Position = field(init=False)
    model: Model = field(init=False)

    def __post_init__(self):
        self.random = Random(self.seed)
        self.hidden = (0.1, 0.5, 1.0)[self.seed % 3]
        self.game = new_game(self.edition, self.seats, self.layout, self.switches)
        self.position = start(self.game)
        board = self.game.layout
        cells = {self.cell(space): card for space, card in enumerate(board.cards)}
        teams = [seat.team for seat in self.game.seats]
        aslant = {"diagonals=yes": True, "diagonals=no": False}.get(self.switches)
        self.model = Model(self.edition, cells, teams, "advanced_jack=yes" in self.switches, aslant)
        goal = [word for word in self.switches.split() if word.startswith("sequences_to_win=")]
        if "dead_per_turn=1" in self.switches:
            self.model.facts = {**self.model.facts, "dead": 1}
        if goal:
            self.model.facts = {**self.model.facts, "goal": dict.fromkeys((2, 3), int(goal[0][-1]))}
        self.pile = list(self.model.pack)
        self.random.shuffle(self.pile)
        self.discards = []
        self.hands = [[self.pile.pop() for _ in range(n)] for n in self.model.held]

    def cell(self, space):
        row, column = divmod(space, self.game.layout.columns)
        return column + 1, row + 1

    def space(self, cell):
        return (cell[1] - 1) * self.game.layout.columns + cell[0] - 1

    # ---- putting a turn before both

    def as_turn(self, move):
        claims = []
        for first, last in move.claims:
            run = self.game.layout.between(self.space(first), self.space(last))
            whole = len(run) == self.game.edition.lines.length
            claims.append(run if whole else (self.space(first), self.space(last)))
        return Turn(
            move.action, None if move.cell is None else self.space(move.cell), move.card,
            dead=move.dead, claims=tuple(claims), no_draw=move.no_draw, shuffles=move.shuffles,
        )  # fmt: skip

    def judge(self, move):
        """Both verdicts, which must agree."""
        ours = [problem.code for problem in rules.problems(self.game, self.position, self.as_turn(move))]
        theirs = self.model.judge(move)
        self.same("problems", ours, theirs, move)
        return ours

    def play(self, move):
        """Apply it as it stands on both sides and compare what comes of it."""
        self.position = rules.play(self.game, self.position, self.as_turn(move))
        self.model.apply(move)
        self.compare(move)

    def compare(self, about):
        position, model = self.position, self.model
        self.same("board", list(position.rows(self.game)), model.rows(), about)
        made = [(one.team, {self.cell(s) for s in one.spaces}, one.turn) for one in position.sequences]
        key = lambda one: (one[2], sorted(one[1]))  # noqa: E731
        self.same(
            "sequences", sorted(made, key=key), sorted(((t, set(c), n) for t, c, n in model.made), key=key), about
        )
        self.same("winner", position.winner, model.winner, about)
        self.same("hands", list(position.hands), model.held, about)
        self.same("draw deck", position.draw_deck, model.to_draw, about)
        self.same("seat", position.seat, model.seat, about)

    def compare_explanations(self):
        space = self.random.choice([s for s in range(self.game.layout.size) if s not in self.game.layout.free])
        for action in ("place", "remove"):
            ours = set(explanations(self.game, self.position, action, space))
            self.same("explanations", ours, self.model.explanations(action, self.cell(space)), (action, space))

    def same(self, what, ours, theirs, about):
        if ours != theirs:
            raise Disagreement(f"{what} after {about}: engine {ours}, model {theirs}")

    # ---- making turns

    def dealt_move(self):
        """A turn of the real deal, legal by nature; now and then the card is not seen."""
        random, hand = self.random, self.hands[self.model.seat]
        limit = self.model.facts["dead"] or 3
        dead, shuffles = [], []
        while len(dead) < limit:
            card = next((card for card in hand if self.model.is_dead(card)), None)
            if card is None:
                break
            dead.append(card)
            self.lay_and_draw(hand, card, len(dead), shuffles)
        moves = [Move(action, self.cell(space), card) for card in hand for action, space in self.legal_spaces(card)]
        move = random.choice(moves) if moves else Move("pass")
        if move.card is not None:
            self.lay_and_draw(hand, move.card, len(dead) + 1, shuffles)
        card = None if move.card and random.random() < self.hidden else move.card
        told = tuple(shuffles) if random.random() < 0.5 else ()
        claims = self.some_claims(move) if random.random() < 0.5 else ()
        return Move(move.action, move.cell, card, tuple(dead), claims, shuffles=told)

    def legal_spaces(self, card):
        if card in self.model.facts["remove"]:
            return [("remove", space) for space in spaces_in(rules.removals(self.game, self.position))]
        return [("place", space) for space in spaces_in(rules.placements(self.game, self.position, card))]

    def lay_and_draw(self, hand, card, number, shuffles):
        hand.remove(card)
        self.discards.append(card)
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.random.shuffle(self.pile)
            shuffles.append(number)
        hand.append(self.pile.pop())

    def some_claims(self, move):
        """A good claim for the chip, where it completes anything."""
        if move.action != "place":
            return ()
        fives = sorted(map(sorted, self.model.completed(move.cell)))
        return () if not fives else ((lambda five: (five[0], five[-1]))(self.random.choice(fives)),)

    def spoilt(self, move):
        """The turn with something changed, most often against the rules."""
        random = self.random
        cells = list(self.model.printed)
        corners = [cell for cell, card in self.model.printed.items() if card is None]
        taken = list(self.model.chips) or cells
        some_cell = random.choice([random.choice(cells), random.choice(taken), random.choice(corners)])
        some_card = random.choice(random.choice([self.model.pack, self.model.laid or self.model.pack]))
        fields = {
            "action": move.action, "cell": move.cell, "card": move.card, "dead": move.dead,
            "claims": move.claims, "no_draw": random.random() < 0.1, "shuffles": move.shuffles,
        }  # fmt: skip
        for _ in range(random.choice((1, 1, 2))):
            kind = random.choice(["cell", "card", "unseen", "action", "dead", "claim", "jack", "sequence"])
            if kind == "cell":
                fields["cell"] = some_cell
            elif kind == "card":
                fields["card"] = some_card
            elif kind == "unseen":
                fields["card"] = None
            elif kind == "action":
                fields["action"] = random.choice(("place", "remove"))
            elif kind == "dead":
                fields["dead"] = (*fields["dead"], some_card)
            elif kind == "claim":
                first, last = random.choice(cells), random.choice(cells)
                five = sorted(random.choice(sorted(map(sorted, self.model.fives))))
                fields["claims"] = random.choice((((first, last),), ((five[0], five[-1]),)))
            elif kind == "jack":
                fields["action"], fields["card"] = "remove", random.choice(list(self.model.facts["remove"]))
                fields["cell"] = random.choice(taken)
            elif kind == "sequence" and self.model.made:
                fields["action"], fields["card"] = "remove", random.choice(list(self.model.facts["remove"]))
                fields["cell"] = random.choice(sorted(random.choice(self.model.made)[1]))
        if fields["action"] == "pass" or fields["cell"] is None:
            fields.update(action="pass", cell=None, card=None)
        return Move(**fields)


def play_out(duel):
    """Play a whole game with spoilt turns among the good ones; how many turns were put before both.

    Raises Disagreement.
    """
    random, judged = duel.random, 0
    for _ in range(150):
        move = duel.dealt_move()
        if random.random() < 0.3:
            bad = duel.spoilt(move)
            codes = duel.judge(bad)
            judged += 1
            if codes and random.random() < 0.2:
                duel.play(bad)
        if duel.judge(move) and random.random() < 0.5:
            break
        judged += 1
        duel.play(move)
        if random.random() < 0.02:
            duel.position = rules.shuffle(duel.game, duel.position)
            duel.model.shuffle()
        if random.random() < 0.02:
            team = random.choice(duel.game.teams)
            duel.position = rules.table_talk(duel.game, duel.position, team)
            duel.model.talk(team)
        if random.random() < 0.1:
            duel.compare_explanations()
        if duel.model.winner and random.random() < 0.5:
            break
    return judged
