"""Which pictures of the corpus a pass looks at: the same for the same numbers, every table and every cell in turn."""

import numpy as np

from tests.bench.corpus.matrix import KINDS, STRENGTHS, spoiled


def plain(tables, count):
    """`count` pictures as they are, or all; of each table equally many, as far as it has some."""
    queues = [(table, _shuffled(table.views)) for table in tables]
    turns = max((len(views) for _, views in queues), default=0)
    picked = ((table, views[turn]) for turn in range(turns) for table, views in queues if turn < len(views))
    yield from (one for number, one in enumerate(picked) if count is None or number < count)


def worsened(tables, count):
    """`count` pictures made worse: through all cells of the matrix, and again with other pictures."""
    cells = _shuffled([(kind, strength) for kind in KINDS for strength in STRENGTHS])
    able = [table for table in tables if table.views]
    for number in range(count if able else 0):
        kind, strength = cells[number % len(cells)]
        chance = np.random.default_rng([7, number])
        table = able[number % len(able)]
        view = table.views[int(chance.integers(len(table.views)))]
        if view.tags & {"nudge", "shift"}:
            # Where the board lies in these is told by no mesh, so nobody could say what a bar would hide.
            view = table.views[0]
        yield table, spoiled(view, kind, strength, table.setup.mesh, chance)


def _shuffled(things):
    """In an order that is the same every time."""
    return [things[k] for k in np.random.default_rng(5).permutation(len(things))]
