"""Comparing readers on pictures that no number was set by: `make bench BENCH=corpus`.

`tables` says where the pictures come from, `matrix` spoils them in fifteen ways, `readers` names who reads, `tally`
counts, and `compare` sets readers side by side.
"""

from tests.bench.corpus.bench import figures

__all__ = ["figures"]
