"""Good files of every kind the commands read, and the same spoilt."""

import shutil
from pathlib import Path
from random import Random

from calibration.calibrate import calibrate
from calibration.profile import save_profile
from engine.analysis.players import Table as Bots
from engine.equipment.board import load_layout
from engine.inputs import head_of
from engine.records.record import make_record, write_record
from engine.rules.position import new_game
from tests.arbiter.harness import write_inputs
from tests.arbiter.simulator import Simulated, Torment
from tests.filming import film
from tests.referee.kept_games import played
from tests.spoiling import spoil
from tests.watched_table import WatchedTable


class Shelf:
    """A folder of good files, made once, from which each try takes a copy."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        game = new_game("classic", "blue green")
        self._record(folder / "game.sgn")
        inputs = write_inputs(head_of(game), Simulated(game, 3, Torment(), most_turns=5).play())
        (folder / "game.inputs").write_bytes(b"".join(inputs))
        for kind in ("layouts/kids", "editions/kids", "editions/classic"):
            source = Path(__file__).parents[2] / "engine" / f"{kind}.toml"
            shutil.copyfile(source, folder / f"{kind.replace('/', '-')}.toml")
        played(folder / "data", 2)
        table = WatchedTable(seed=3, size=(480, 360), live=False, quick=0.6)
        film(table, folder / "film", seconds=6.0)
        for name in ("empty", "colors"):
            shutil.copyfile(folder / "film" / f"{name}.jpg", folder / f"{name}.jpg")
        save_profile(folder / "profile", calibrate(table.empty_picture(), layout=load_layout("classic")).look)
        self.names = sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())

    def _record(self, file):
        game = new_game("classic", "blue green")
        bots, turns = Bots(game, Random(3)), []
        while not bots.over and len(turns) < 40:
            turns.append(bots.next_turn())
        file.write_text(write_record(make_record(game, tuple(turns))))

    def lay_out(self, there, random):
        """A copy of everything, some of it spoilt."""
        shutil.copytree(self.folder, there)
        for _ in range(random.choice((0, 1, 1, 2, 5))):
            spoil(there / random.choice(self.names), random)
