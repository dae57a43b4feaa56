"""How often a test tries: what `make test` has time for, or as often as somebody asks."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of a parametrised test, those behind the first so many marked slow; a tuple is a case of many values."""
    told = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=() if at < count else pytest.mark.slow) for at, case in enumerate(told)]


def tries(count: int) -> int:
    """So many tries, or as `TRIES=10000 pytest FILE` says."""
    return int(os.environ.get("TRIES", count))
