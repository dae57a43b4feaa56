"""Two hosts with phones: they answer what is asked, let faults stand, and say what is of no use, or anything at all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import calls
from engine.arbiter import Arbiter
from tests.simulation.plan import CALLS, WILD, Plan, Trouble

ANSWER_SECONDS = {"claim": (4.0, 30.0), "doubt": (1.5, 5.0)}
"""How long a question may wait for its answer."""


class Hosts:
    """What is said at each moment, beside what the players themselves say."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._due = plan.of((*CALLS, *WILD))
        self._asked: dict[tuple[int, str], float] = {}

    def say(self, arbiter: Arbiter, lying: str, at: float) -> Iterator[calls.AnyCall]:
        """The calls of this moment, in order; `lying` is what truly lies on the board."""
        while self._due and self._due[0].at <= at:
            trouble = self._due.pop(0)
            call = self._call(trouble, arbiter)
            yield call
            if trouble.kind.endswith("pair"):
                yield type(call)(**{f: getattr(call, f) for f in call.__struct_fields__ if f != "who"}, who="guest")
        yield from self._answers(arbiter, lying, at)

    def _call(self, trouble: Trouble, arbiter: Arbiter) -> calls.AnyCall:
        random = Random(trouble.dice)
        options = _harmless(random, arbiter) if trouble.kind in CALLS else _anything(random, arbiter)
        return random.choice(options)

    def _answers(self, arbiter: Arbiter, lying: str, at: float) -> Iterator[calls.AnyCall]:
        """What lies there, and which five count as the referee took it. Some questions are never answered."""
        for number, question in list(arbiter.ledger.questions.items()):
            if question.about not in ANSWER_SECONDS:
                continue
            random = Random(f"{self._plan.seed} {number} {question.about} {question.spaces}")
            first = self._asked.setdefault((number, question.about), at)
            if at - first < random.uniform(*ANSWER_SECONDS[question.about]) or random.random() > 0.7:
                continue
            self._asked[number, question.about] = at + 1e9
            answer = question.default
            if question.about == "doubt":
                there = lying[arbiter.game.layout.space(question.spaces[0])]
                answer = "yes" if there == (question.team or " ")[0] else "no"
            yield calls.Answer(at=0.0, who="host", question=number, answer=answer)


def _harmless(random: Random, arbiter: Arbiter) -> list[calls.AnyCall]:
    """Nonsense and what is so already: refused, or without any effect on the game."""
    turn = arbiter.position.turn
    return [
        calls.LookAgain(at=0.0, who="host"),
        calls.Answer(at=0.0, who="host", question=999, answer="yes"),
        calls.UndoCall(at=0.0, who="host", number=999),
        calls.Undo(at=0.0, who="host", turns=turn + 50),
        calls.Undo(at=0.0, who="host", turns=-1),
        calls.CorrectTurn(at=0.0, who="host", turn=turn + 7, space="e4"),
        calls.CorrectTurn(at=0.0, who="host", turn=max(turn, 1), space="z99"),
        calls.Stands(at=0.0, who="host", fault=999),
        calls.NotATurn(at=0.0, who="host", turn=turn + 3),
        calls.CardWas(at=0.0, who="host", card="17X"),
        calls.DeadCard(at=0.0, who="host", card="nothing"),
        calls.WhichFive(at=0.0, who="host", spaces=("a1",)),
        calls.WhichFive(at=0.0, who="host", spaces=("b2", "q7"), turn=turn),
        calls.PlayerLeft(at=0.0, who="host", seat=random.choice((-1, 40))),
        calls.SeatsSwapped(at=0.0, who="host", one=0, other=0),
        calls.Resign(at=0.0, who="host", team="violet"),
        calls.PositionIs(at=0.0, who="host", position=("....",)),
        calls.PositionIs(at=0.0, who="host", to_move=44),
        calls.Start(at=0.0, who="host", to_move=77),
        *([] if arbiter.state == "paused" else [calls.Resume(at=0.0, who="host")]),
    ]


def _anything(random: Random, arbiter: Arbiter) -> list[calls.AnyCall]:
    """Every kind of call with whatever comes to somebody's mind."""
    layout, seats = arbiter.game.layout, len(arbiter.game.seats)
    turn = random.randint(0, arbiter.position.turn + 1)
    space, other = (layout.name_of(random.randrange(layout.size)) for _ in range(2))
    card = random.choice(sorted(arbiter.game.deck.unit))
    team = random.choice(("blue", "green", "red"))
    letters = "".join("*" if s in layout.free else random.choice("....bgr") for s in range(layout.size))
    rows = tuple(letters[at : at + layout.columns] for at in range(0, layout.size, layout.columns))
    questions = [*arbiter.ledger.questions.values()]
    asked = random.choice(questions) if questions else None
    five = tuple(random.choice(asked.options).split("-")) if asked and asked.options else (space, other)
    said = {"at": 0.0, "who": "host"}
    return [
        calls.Start(**said, to_move=random.choice((None, 0, seats - 1))),
        calls.Pause(**said),
        calls.Resume(**said),
        calls.Undo(**said, turns=random.randint(1, 4)),
        calls.UndoCall(**said, number=random.randint(0, 5)),
        calls.CorrectTurn(**said, turn=turn, space=space),
        calls.CorrectTurn(**said, turn=turn, action=random.choice(("place", "remove", "pass"))),
        calls.CorrectTurn(**said, turn=turn, card=card, claims=((space, other),)),
        calls.Stands(**said, fault=random.choice((0, 0, 1, 2))),
        calls.NotATurn(**said, turn=random.choice((0, turn))),
        calls.CardWas(**said, card=card, turn=random.choice((0, turn))),
        calls.DeadCard(**said, card=card),
        calls.NoDraw(**said, turn=turn),
        calls.TableTalk(**said, team=team),
        calls.CannotPlay(**said),
        calls.WhichFive(**said, spaces=five, turn=asked.turn if asked else turn),
        calls.DeckShuffled(**said),
        calls.PlayerLeft(**said, seat=random.randrange(seats)),
        calls.SeatsSwapped(**said, one=random.randrange(seats), other=random.randrange(seats)),
        calls.PileIs(**said, beside=random.choice(("a5", "j4", "e5")), seat=random.randrange(seats)),
        calls.Resign(**said, team=team),
        calls.DrawAgreed(**said),
        calls.PositionIs(**said, position=random.choice(((), rows)), to_move=random.choice((None, 0))),
        calls.LookAgain(**said),
        calls.Answer(**said, question=random.randint(0, 5), answer=random.choice(("yes", "no", space, "a1-e1"))),
    ]
