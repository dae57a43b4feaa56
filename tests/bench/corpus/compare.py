"""Readers side by side over the same pictures, by tag."""

from collections import defaultdict

from rich.table import Table

from tests.bench.corpus.readers import READERS
from tests.bench.corpus.tally import Tally


def read_all(picked, readers):
    """What each reader says of all pictures."""
    tallies = {name: defaultdict(Tally) for name in readers}
    for table, view in picked:
        for name, by_tag in tallies.items():
            letters = READERS[name](table, view.picture)
            for tag in ("all", *sorted(view.tags)):
                by_tag[tag].add(view, letters)
    return tallies


def side_by_side(tallies, title):
    """A table of shares with their intervals, per cent."""
    table = Table("tag", "boards", title=title, title_justify="left")
    for reader in tallies:
        for column in ("wrong %", "unsure %", "flawless %"):
            table.add_column(f"{reader}\n{column}", justify="right")
    tags = next(iter(tallies.values()))
    # Cells of the matrix are too many to show; their rows are those of the kinds.
    for tag in sorted(tags, key=lambda one: (one != "all", one)):
        if tag[-1:].isdigit():
            continue
        shares = [by_tag[tag].share(part) for by_tag in tallies.values() for part in ("wrong", "unsure", "flawless")]
        table.add_row(tag, str(tags[tag].count["boards"]), *shares)
    return table
