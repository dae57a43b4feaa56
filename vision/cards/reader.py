"""Reads cards by three small learnt networks (`vision/training/cards`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from vision.cards.detector import IndexDetector
from vision.cards.indices import IndexNamer
from vision.cards.whole_card import WholeCardReader
from vision.network import Network


class IndexReader:
    """The three networks that read cards: one finds indices, one names them, one looks at whole cards."""

    def __init__(self) -> None:
        """Raises Trouble where a network is missing or damaged."""
        own = files("vision.cards")
        self.detector = IndexDetector(Network(own / "index_detector.onnx"))
        """Finds indices, and how they lie."""
        self.namer = IndexNamer(Network(own / "index_namer.onnx"))
        """Tells rank and suit of an index whose place is known."""
        self.whole = WholeCardReader(Network(own / "whole_card.onnx"))
        """Tells a card by its whole face, and whether another lies on it."""


@cache
def ordinary_reader() -> IndexReader:
    """The reader that comes with the program, loaded once."""
    return IndexReader()
