"""Good files of every kind the commands read, and the same spoilt: bytes changed, cut out, put in, halves of others."""

import shutil
from pathlib import Path
from random import Random

from calibration.calibrate import calibrate
from calibration.profile import save_profile
from engine.analysis.players import Table as Bots
from engine.equipment.board import load_layout
from engine.inputs import head_of, write_inputs
from engine.rules.position import new_game
from hardware.simulated import SimulatedTable
from tests.arbiter.simulator import Simulated, Torment
from tests.filming import film
from tests.referee.kept_games import played

SAID = (
    "7H@d6",
    "JS-e5",
    "?@e5",
    "x9C",
    "pass",
    "=b2-f6",
    "nodraw",
    "shuffle",
    "talk:blue",
    "!locked",
    "1.",
    "{",
    "}",
    "[",
    '"',
)


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
        table = SimulatedTable(seed=3, size=(480, 360), live=False, quick=0.6)
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
        file.write_text(_plain(game, turns))

    def lay_out(self, there, random):
        """A copy of everything, some of it spoilt."""
        shutil.copytree(self.folder, there)
        for _ in range(random.choice((0, 1, 1, 2, 5))):
            spoil(there / random.choice(self.names), random)


def _plain(game, turns):
    words = []
    for turn in turns:
        dead = "".join(f"x{card} " for card in turn.dead)
        space = "" if turn.space is None else game.layout.name_of(turn.space)
        acts = {"place": f"{turn.card}@{space}", "remove": f"{turn.card}-{space}", "pass": "pass"}
        words.append(dead + acts[turn.action])
    rounds = [f"{at // 2 + 1}. {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]
    tags = '[Edition "classic"]\n[Board "classic"]\n[Seats "blue:North green:East"]\n[Result "*"]\n\n'
    return tags + "\n".join(rounds) + "\n"


def spoil(file, random):
    """Change a file as disks, hands and strangers do."""
    content = bytearray(file.read_bytes())
    for _ in range(random.choice((1, 1, 2, 10))):
        at = random.randrange(len(content) + 1)
        match random.randrange(9):
            case 0:
                del content[at : at + random.randint(1, 200)]
            case 1:
                content[at:at] = random.randbytes(random.randint(1, 40))
            case 2 if at < len(content):
                content[at] ^= 1 << random.randrange(8)
            case 3:
                content[at:at] = content[: random.randint(0, 500)]
            case 4:
                del content[at:]
            case 5:
                content[at:at] = random.choice((b"\x00", b"\xff\xfe", b"[[[[" * 500, b"{" * 3000, b'"', b"\n", b"\r"))
            case 6:
                content[at:at] = f" {random.choice(SAID)} ".encode()
            case 7:
                numbers = (b"nan", b"inf", b"-1", b"1e999", b"9" * 400, b"1e308", b"0", b"true", b"[]", b'"x"')
                content = bytearray(_number_changed(bytes(content), random, random.choice(numbers)))
            case _:
                lines = content.split(b"\n")
                random.shuffle(lines)
                content = bytearray(b"\n".join(lines))
    file.write_bytes(content)


def _number_changed(content, random, into):
    places = [at for at, byte in enumerate(content[:20_000]) if 48 <= byte <= 57]
    if not places:
        return content
    at = random.choice(places)
    return content[:at] + into + content[at + 1 :]
