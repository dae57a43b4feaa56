"""Rows of more than five: whichever five of them people turn over counts, whatever is played on it afterwards."""

from __future__ import annotations

import random

import pytest

from engine import events
from engine.rules.legality import Turn, play, problems
from engine.rules.position import Position, start
from engine.rules.sequences import choices
from tests.arbiter.harness import Harness


class Builder:
    """Plays games in which rows of six come often; of a longer row any five are turned over, or white sides wait."""

    def __init__(self, seed: int, rules: str, edition: str, most_waited: int) -> None:
        self.chance = random.Random(seed)
        self.harness = Harness("green red" if edition == "european" else "blue green", edition, rules=rules)
        self.game = self.harness.game
        self.position: Position = start(self.game)
        self.most_waited = most_waited
        self.rows = [(long, set(line)) for long in (5, 6) for line in self.game.layout.windows(long)]
        self.due: list[tuple[int, str]] = []
        """White sides that are still to be turned up: from which turn on, and of which spaces."""

    def play(self) -> None:
        """A whole game of at most eighty turns."""
        while self.position.winner is None and self.position.turn < 80:
            self._turn_over(self.position.turn)
            before, turn = self.position, self._turn()
            name = ("-" if turn.action == "remove" else "") + self.game.layout.name_of(turn.space or 0)
            self.harness.play(f"{self._own} {name}")
            self.position = play(self.game, before, turn)
            for made in self.position.sequences:
                if made not in before.sequences:
                    spaces = [space for space in made.spaces if space not in self.game.layout.free]
                    waits = self.chance.randint(0, self.most_waited)
                    self.due.append((self.position.turn + waits, " ".join(self.game.layout.names_of(spaces))))
        self._turn_over(1000)
        self.harness.look(20)

    def _turn_over(self, now: int) -> None:
        for at, names in [one for one in self.due if one[0] <= now]:
            self.due.remove((at, names))
            self.harness.flip(names)

    @property
    def _own(self) -> str:
        return self.game.seats[self.position.seat].team[0]

    def _turn(self) -> Turn:
        """A chip taken from beside a five that counts, now and then; else the one laid that makes the longest row."""
        board, locked, layout = self.harness.board, self.position.locked, self.game.layout
        beside = [
            space
            for space, letter in enumerate(board)
            if letter not in (".", "*", self._own) and not locked >> space & 1
            if any(locked >> other & 1 and layout.apart(space, other) == 1 for other in range(layout.size))
        ]
        if beside and self.chance.random() < 0.5:
            taken = Turn("remove", self.chance.choice(beside))
            if not problems(self.game, self.position, taken):
                return taken
        bare = [space for space, letter in enumerate(board) if letter == "."]
        allowed = [space for space in bare if not problems(self.game, self.position, Turn("place", space))]
        space = max(allowed, key=lambda space: self._worth(space) + 1.5 * self.chance.random())
        runs = choices(self.game, self.position, self.game.side_of[self.position.seat], space)
        claimed = Turn("place", space, claims=tuple(tuple(self.chance.choice(line)) for line in runs))
        return Turn("place", space) if problems(self.game, self.position, claimed) else claimed

    def _worth(self, space: int) -> float:
        """How much of a row of five or six is there; a gap is left open where it would make five and no more."""
        found = {5: [0], 6: [0]}
        for long, row in self.rows:
            letters = [self.harness.board[one] for one in row]
            if space in row and all(letter in (self._own, "*", ".") for letter in letters):
                found[long].append(len(letters) - letters.count("."))
        most = max(found[5]), max(found[6])
        return most[0] + 1.2 * most[1] - (2.5 if most[0] == 4 and most[1] < 5 else 0)


@pytest.mark.parametrize("rules", ["", "sequences_to_win=4"])
@pytest.mark.parametrize("edition", ["classic", "european", "bible"])
@pytest.mark.parametrize("seed", range(2))
def test_any_five_of_a_longer_row_that_is_turned_over_at_once_counts(seed, edition, rules):
    table = Builder(seed, rules, edition, most_waited=0)
    table.play()
    ruled = table.harness.arbiter.position
    assert not table.harness.faults()
    due = table.position
    assert (ruled.chips, ruled.turn, ruled.winner) == (due.chips, due.turn, due.winner)


@pytest.mark.parametrize("seed", range(4))
def test_white_sides_that_are_turned_up_turns_later_leave_no_fault_and_no_mark(seed):
    table = Builder(seed, "sequences_to_win=4", "classic", most_waited=3)
    table.play()
    marks = {one.turn: one.irregular for one in table.harness.all(events.TurnPlayed)}
    marks |= {one.turn: one.irregular for one in table.harness.all(events.TurnCorrected)}
    assert not [turn for turn, mark in marks.items() if mark]
    assert len(table.harness.all(events.FaultFound)) == len(table.harness.all(events.FaultCleared))
    assert table.harness.arbiter.position.winner == table.position.winner
