"""Comparing readers on pictures that no number was set by: `make bench BENCH=corpus`.

`tables` says where the pictures come from, `matrix` spoils them in fifteen ways, `readers` names who reads, `tally`
counts, `compare` sets two readers side by side, and `ablation` says what a rule or a number is worth.
"""

from tests.bench.corpus.bench import figures

__all__ = ["figures"]
