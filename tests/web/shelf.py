"""A shelf of earlier games for the tests of the page, with evidence files that are pictures of nothing."""

import base64
import json
from dataclasses import dataclass, replace

from tests.web.script import long_game

GREY = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")


@dataclass(frozen=True)
class Entry:
    id: int
    began: float
    seats: str
    book: str = "classic"
    result: str = "*"
    turns: int = 24


GAMES = (
    Entry(1, 1_790_000_000.0, "blue:North green:East"),
    Entry(2, 1_790_100_000.0, "blue:Ada green:Bo red:Cy", result="green", turns=61),
    Entry(3, 1_790_200_000.0, "blue green", result="drawn", turns=0),
)
A_WIN_EACH = tuple(
    Entry(at, 1_790_000_000.0 + at, "blue:Ada green:Ben", result=won) for at, won in ((1, "blue"), (2, "green"))
)


class Shelf:
    """Three games, or those it is told of; with a folder the first has evidence of its turn 7."""

    def __init__(self, folder=None, games=GAMES):
        self.entries = {entry.id: entry for entry in games}
        if folder:
            self.place = folder / "turn-0007"
            self._write_evidence()
        self.kept = {1: long_game().fault(code="chip-moved").events, 2: long_game().events, 3: []}

    def keep(self, entry, events):
        self.entries[entry.id], self.kept[entry.id] = entry, events

    def games(self):
        return list(self.entries.values())

    def rename(self, game, names):
        teams = [seat.partition(":")[0] for seat in self.entries[game].seats.split()]
        words = " ".join(f"{team}:{name}" if name else team for team, name in zip(teams, names, strict=True))
        self.entries[game] = replace(self.entries[game], seats=words)

    def events(self, game):
        return self.kept[game]

    def evidence(self, game, turn):
        if (game, turn) != (1, 7):
            return []
        return sorted(self.place.iterdir())

    def _write_evidence(self):
        self.place.mkdir()
        for name in ("before.png", "after.png"):
            (self.place / name).write_bytes(GREY)
        (self.place / "film.mp4").write_bytes(b"no film")
        (self.place / "secret.txt").write_text("not for phones")
        said = {
            "event": {"weighed": [["Blue placed a chip on e5.", 0.97], ["Nothing happened.", 0.03]]},
            "eye": {"e5": {"letter": "b", "guess": "b", "probability": 0.991}},
        }
        (self.place / "evidence.json").write_text(json.dumps(said))
