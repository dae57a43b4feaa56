"""How often a test tries: what `make test` has time for, or as often as somebody asks."""

import os

import pytest


def cases(names, values, *, quick, **more):
    """Tries a test with each of these values, as `parametrize` does; those behind the first `quick` are slow."""
    told = [(value,) if isinstance(names, str) else value for value in values]
    marked = [pytest.param(*value, marks=() if at < quick else pytest.mark.slow) for at, value in enumerate(told)]
    return pytest.mark.parametrize(names, marked, **more)


def by_turns(things, seeds, third):
    """Each of so many things with each seed; first come one in three, the first or second or last, each thing once."""
    every = [(thing, (thing + turn) % seeds) for turn in range(seeds) for thing in range(things)]
    return sorted(every, key=lambda one: one[0] % 3 != third)


def tries(count):
    """So many tries, or as `TRIES=10000 pytest FILE` says."""
    return int(os.environ.get("TRIES", count))
