"""How near the forecast of a table comes to how its pictures are read: `?` and wrong of 1,000 spaces, table by table.

The tables are those of the corpus. Measured is every picture of play; spaces of which a quarter is hidden or more do
not count. A row is reached where forecast and measure agree within a factor of two, the chance of few letters aside
(95 %, Wilson). White sides are left out. Run alone: `python -m tests.bench forecast`.
"""

from __future__ import annotations

from calibration.forecast import Forecast
from calibration.rehearsal import rehearse
from engine.observation import HIDDEN, UNSURE
from tests.bench.corpus.tables import CorpusTable, tables
from tests.bench.corpus.tally import SEEN, wilson
from tests.bench.eye import LAYOUT, Figures
from vision.eye import Eye
from vision.normalize.look import TableLook

TWICE = 2.0


def counted(table: CorpusTable, look: TableLook) -> tuple[int, int, int]:
    """Spaces in view without white sides, how many of them stay `?`, and how many are wrong."""
    spaces = unsure = wrong = 0
    for view in table.views:
        letters = Eye(look, LAYOUT).look(view.picture, 0.0, 0).letters or UNSURE * len(view.letters)
        for space, (true, said) in enumerate(zip(view.letters, letters, strict=True)):
            if space in LAYOUT.free or space in view.flipped or view.hidden[space] >= SEEN:
                continue
            spaces += 1
            unsure += said in (UNSURE, HIDDEN)
            wrong += said not in (UNSURE, HIDDEN, true)
    return spaces, unsure, wrong


def row(foretold: int, boards: int, seen: int, spaces: int) -> dict[str, object]:
    """One figure: what was foretold, of 1,000 spaces, beside what was measured."""
    (least, most), (low, high) = wilson(foretold, boards), wilson(seen, spaces)
    reached = least <= TWICE * high and low <= TWICE * most
    unit = f"in 1,000 foretold; measured {1000 * seen / max(spaces, 1):.1f} ({seen} of {spaces})"
    return {
        "value": round(1000 * foretold / max(boards, 1), 2),
        "unit": unit,
        "goal": "within a factor of two",
        "reached": reached,
    }


def figures() -> Figures:
    """Two rows for each table and way of measuring it, and two for all of them together."""
    result: Figures = {}
    total, seen = Forecast(), [0, 0, 0]
    for table in tables():
        for how, look in (("with chips", table.measured), ("empty", table.from_empty)):
            if look is None:
                continue
            forecast, measured = rehearse(look, LAYOUT, whites=False), counted(table, look)
            total = total.with_board(forecast.spaces, forecast.faults)
            seen = [a + b for a, b in zip(seen, measured, strict=True)]
            spaces, unsure, wrong = measured
            result[f"{table.name}, {how}: ?"] = row(forecast.unsure, forecast.spaces, unsure, spaces)
            result[f"{table.name}, {how}: wrong"] = row(forecast.wrong, forecast.spaces, wrong, spaces)
    result["all: ?"] = row(total.unsure, total.spaces, seen[1], seen[0])
    result["all: wrong"] = row(total.wrong, total.spaces, seen[2], seen[0])
    return result
