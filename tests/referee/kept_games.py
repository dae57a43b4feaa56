"""Small games, refereed by the real live table from a scripted eye, with all that is kept of them."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from engine import calls
from engine.observation import Observation, certain
from hardware.camera import Frame
from referee.session.persistence import Kept, Persistence
from referee.session.table import LiveTable
from referee.storage.durable import AppendFile
from referee.storage.inputs import InputShelf
from referee.wiring import Rules

RULES = Rules("classic", "blue:Ann green:Ben")
TABLE = "/table"
BARE = "*........*" + "." * 80 + "*........*"
TURNS = (34, 56, 37, 62, 75, 18)
"""Spaces on which chips are laid, blue first; none in line."""
NODES = np.stack(np.meshgrid(np.linspace(8, 56, 11), np.linspace(8, 56, 11)), axis=-1).astype(np.float32)


class ScriptedEye:
    """Sees a chip more every twelve frames."""

    sight = None
    mesh = SimpleNamespace(nodes=NODES)

    def __init__(self, chips=0):
        self.chips = chips

    def expect(self, _letters): ...

    def look(self, _picture, at, frame):
        board = list(BARE)
        for number, space in enumerate(TURNS[: self.chips]):
            board[space] = "bg"[number % 2]
        letters = "".join(board)
        return Observation(at=at, frame=frame, letters=letters, chances=certain(letters))


def frames(first, count):
    """Pictures of a noisy table, small."""
    for index in range(first, first + count):
        yield Frame(np.random.default_rng(index).integers(40, 200, (64, 64, 3), np.uint8), index / 5, index)


class Evening:
    """A table with its data folder: begin, play on, close or be killed."""

    def __init__(self, data, table=TABLE, opened=AppendFile, rules=RULES, asked=""):
        self.kept = replace(kept := Kept.below(data), inputs=InputShelf(kept.inputs.folder, opened))
        self.eye = ScriptedEye()
        self.keeping = Persistence(self.kept, "film", table, asked)
        game = rules.game()
        row = self.keeping.unfinished(game)
        readable = None if row is None else self.keeping.readable(game, row)
        if readable is None:
            sitting = self.keeping.begin(game, rules, self.eye)
        else:
            left, told = readable
            sitting = self.keeping.take_up(game, rules, left.id, told, self.eye)
            self.eye.chips = left.turns
        self.frame = 0
        began = max((event.at for event in readable[1]), default=0.0) if readable else 0.0
        self.table = LiveTable(self.eye, sitting, lambda: self.keeping.begin(game, rules, self.eye), began=began)

    @property
    def game(self):
        recorder = self.table.sitting.recorder
        return recorder.game

    def look(self, count):
        """Frames in which nothing happens."""
        for frame in frames(self.frame, count):
            self.table.see(frame)
        self.frame += count

    def play(self, turns):
        """So many turns more."""
        for _ in range(turns):
            self.look(12)
            self.eye.chips += 1
        self.look(12)

    def undo(self):
        """Somebody takes the last turn back, chip and all."""
        self.table.say(calls.Undo(at=0.0))
        self.eye.chips -= 1
        self.look(12)

    def settle(self):
        """Wait until pictures and film are written."""
        self.table.sitting.keeper._jobs.join()

    def close(self):
        self.table.close()
        self.kept.history.close()


def played(data, *turns):
    """A data folder with a game of so many turns each, closed as a program that ends closes it."""
    for number in turns:
        evening = Evening(data)
        evening.play(number)
        evening.close()
        with (kept := Kept.below(data)).history:
            Persistence(kept, "film", TABLE).leave()
    return data
