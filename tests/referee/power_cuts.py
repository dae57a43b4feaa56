"""Games that are written down while the power goes again and again."""

import contextlib
import sqlite3
from dataclasses import dataclass, field

from engine.arbiter import Arbiter
from engine.events import AnyEvent
from referee.evidence.store import Store
from referee.refusal import Refusal
from referee.session.persistence import Kept
from referee.storage.history import History, HistoryFull
from referee.storage.inputs import InputShelf
from referee.storage.recorder import Recorder
from referee.storage.room import Room
from referee.storage.verifier import verify
from referee.wiring import Rules
from tests.arbiter.simulator import Simulated, Torment
from tests.referee.power import LAYER_OF_SQLITE, PowerDisk

RULES = Rules("classic", "blue green")
GAME = RULES.game()
MOST_OPERATIONS = 120
"""Operations on the disk between two cuts, at most: a ruling takes about ten."""
CUTS_A_DISK = 40
"""Cuts after which an empty disk is put in, so that what is on it stays small."""


@dataclass
class Cuts:
    """What came of it."""

    cuts: int = 0
    announced: int = 0
    """Events that were announced."""
    lost: int = 0
    """Cuts after which one of them was not on the disk."""
    changed: list[str] = field(default_factory=list)
    """What the verifier said was not as it was written."""


def script(seed):
    """A game: each look at the board, and what it led to."""
    arbiter = Arbiter(GAME)
    return [(seen, arbiter.receive(seen)) for seen in Simulated(GAME, seed, Torment()).play()]


def play_with_cuts(root, cuts, seed, *, verify_every=1):
    """Write one game after the other and pull the plug until that was done so often."""
    disk = LAYER_OF_SQLITE.disk = PowerDisk(seed)
    found, played = Cuts(), script(seed)
    folder, announced = root, list[AnyEvent]()
    while found.cuts < cuts:
        if found.cuts % CUTS_A_DISK == 0:
            disk.clear()
            folder, announced = root / str(found.cuts), []
            # A history that is not there yet can neither lose anything nor be verified.
            _open(folder, disk).history.close()
        disk.left = disk.chance.randint(1, MOST_OPERATIONS)
        kept = None
        try:
            kept = _open(folder, disk)
            _write_on(kept, played, disk, announced, found)
        except (HistoryFull, Refusal):
            if not disk.dead:
                raise
        found.cuts += 1
        _pull_the_plug(folder, disk, kept)
        if found.cuts % verify_every == 0:
            code, said = verify(folder)
            found.changed += said if code else []
    return found


def _open(folder, disk):
    history = History(folder / "history.sqlite", opened=disk.open_database)
    evidence = Store(folder / "evidence", ledger=history)
    return Kept(history, InputShelf(folder / "inputs", disk.open_appending), evidence, Room(folder), folder)


def _write_on(kept, played, disk, announced, found):
    """Go on with the game on the disk, as a live table does, then with others, until the power goes."""
    events = [event for _, happened in played for event in happened]
    found.changed += [kept.history.salvaged] if kept.history.salvaged else []
    row = next(iter(kept.history.games()), None)
    told = [] if row is None else kept.history.events(row.id)
    if announced != told[: len(announced)] or told != events[: len(told)]:
        found.lost += 1
    if row is not None:
        kept.close_inputs(row.id)
    while not disk.dead:
        if row is None or len(told) == len(events):
            announced.clear()
            told = []
            kept.history.begin(edition="classic", layout="classic", seats=RULES.seats.split())
            row = kept.history.games()[0]
        announced[:] = told
        inputs = kept.inputs.new(row.id, len(told), GAME, RULES)
        recorder = Recorder(kept.history, row.id, inputs)
        for seen, happened in _behind(played, len(told)):
            inputs.keep(seen)
            recorder.write(happened)
            if disk.dead:
                return
            announced.extend(happened)
            found.announced += len(happened)
        recorder.close()
        told = events


def _behind(played, events):
    """What comes behind so many events."""
    count = 0
    for seen, happened in played:
        if count >= events:
            yield seen, happened
        count += len(happened)


def _pull_the_plug(folder, disk, kept):
    if kept is not None:
        with contextlib.suppress(sqlite3.Error):  # nobody is there any more to mind
            kept.history.close()
    disk.restart()
    for tail in folder.glob("history.sqlite*"):
        if not tail.name.endswith(".lock"):
            tail.unlink()
    disk.lay_out()
    disk.files = {name: stored for name, stored in disk.files.items() if not name.endswith(".inputs")}
