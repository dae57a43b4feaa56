"""How fast the rules are: full random games, checked records, and the cards behind unseen plays.

Time is the process's own, so that a busy machine changes the figures little; each is the median of several runs.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.cards import Card
from engine.deduction import explanations, looking_back
from engine.players import Table
from engine.position import Game, Position, new_game, start
from engine.record import make_record, write_record
from engine.replay import positions
from engine.rules import Turn, is_dead, placements, play, problems, removals
from referee.checking import check_file

GAMES_GOAL = 1500
"""Full random games a second, one process."""
LONGEST = 400
"""Turns after which a random game is left as it is."""


class RandomTable:
    """Hands, deck and discards of a game in which every seat plays a random card on a random space."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game, self.random = game, random
        self.deck = list(game.deck.cards)
        random.shuffle(self.deck)
        self.discards: list[Card] = []
        self.hands = [[self.deck.pop() for _ in range(game.hand_size)] for _ in game.seats]

    def lay_and_draw(self, hand: list[Card], card: Card) -> None:
        """A card goes to the discards, another comes from the deck."""
        hand.remove(card)
        self.discards.append(card)
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.random.shuffle(self.deck)
        hand.append(self.deck.pop())

    def turn(self, position: Position, hand: list[Card]) -> Turn:
        """A random legal turn with these cards."""
        game, chance = self.game, self.random.random
        count = len(hand)
        first = int(chance() * count)
        for step in range(count):
            card = hand[(first + step) % count]
            removing = card in game.deck.removes
            spaces = removals(game, position) if removing else placements(game, position, card)
            if spaces:
                for _ in range(int(chance() * spaces.bit_count())):
                    spaces &= spaces - 1
                return Turn("remove" if removing else "place", (spaces & -spaces).bit_length() - 1, card)
        return Turn("pass")

    def turn_with_dead_card(self, position: Position, hand: list[Card]) -> Turn:
        """A turn of a seat that could not play: a dead card is turned in first, if it holds one."""
        dead = next((card for card in hand if is_dead(self.game, position, card)), None)
        if dead is None:
            return Turn("pass")
        self.lay_and_draw(hand, dead)
        return msgspec.structs.replace(self.turn(position, hand), dead=(dead,))


def random_game(game: Game, random: Random) -> list[tuple[Turn, Position]]:
    """One game from a shuffled deck to its win: every turn judged, sequences found, the history kept."""
    table = RandomTable(game, random)
    position, history = start(game), []
    while position.winner is None and len(history) < LONGEST:
        hand = table.hands[position.seat]
        turn = table.turn(position, hand)
        if turn.action == "pass":
            turn = table.turn_with_dead_card(position, hand)
        wrong = problems(game, position, turn)
        if wrong:
            raise AssertionError(f"a random player broke the rules: {wrong[0].message}")
        position = play(game, position, turn)
        history.append((turn, position))
        if turn.card is not None:
            table.lay_and_draw(hand, turn.card)
    return history


def figures() -> dict[str, dict[str, Any]]:
    """Name to value, unit, goal and whether it is reached."""
    game, random = new_game("classic", "blue green"), Random(20261121)
    lengths = [len(random_game(game, random)) for _ in range(100)]
    games = _rate(lambda: random_game(game, random), 200)
    found = {
        "games_per_second": _figure(round(games), "full random games/s", f">= {GAMES_GOAL}", games >= GAMES_GOAL),
        "turns_per_game": _figure(round(statistics.mean(lengths), 1), "turns", "about 80", True),
        "records_checked_per_second": _figure(round(_checking()), "records/s, one process", ">= 500", None),
        "deduction_120_turns": _figure(round(_deduction() * 1000, 2), "ms", "<= 10", None),
    }
    records, ms = found["records_checked_per_second"], found["deduction_120_turns"]
    records["reached"], ms["reached"] = records["value"] >= 500, ms["value"] <= 10
    return found


def _figure(value: float, unit: str, goal: str, reached: bool | None) -> dict[str, Any]:
    return {"value": value, "unit": unit, "goal": goal, "reached": reached}


def _rate(work: Callable[[], object], times: int, runs: int = 5) -> float:
    rates = []
    for _ in range(runs):
        began = time.process_time()
        for _ in range(times):
            work()
        rates.append(times / (time.process_time() - began))
    return statistics.median(rates)


def _checking() -> float:
    """Records a second from file to report."""
    random = Random(7)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for edition, seats in (("classic", "blue green"), ("european", "blue green red"), ("bible", "blue green")):
            game = new_game(edition, seats)
            for _ in range(20):
                turns = tuple(turn for turn, _ in random_game(game, random))
                files.append(Path(folder) / f"{len(files)}.sgn")
                files[-1].write_text(write_record(make_record(game, turns)))
        return _rate(lambda: [check_file(file) for file in files], 1) * len(files)


def _deduction(turns: int = 120) -> float:
    """Seconds to name the cards behind every turn of a long game in which no card was seen, at every turn anew."""
    game, random = new_game("classic", "blue green", rules="sequences_to_win=6"), Random(3)
    table = Table(game, random)
    played = [msgspec.structs.replace(table.next_turn(), card=None, dead=()) for _ in range(turns)]
    record = make_record(game, tuple(played))
    stands = list(positions(record))

    def explain_all() -> None:
        for turn, before in zip(played, stands, strict=False):
            if turn.space is not None:
                explanations(game, before, turn.action, turn.space)
                looking_back(game, stands[-1], turn.action, turn.space)

    return 1 / _rate(explain_all, 5)
