"""Problems that only a card that was seen brings; kept by themselves, for many ask."""

CARD_CODES = frozenset({"wrong-card", "third-copy", "not-dead", "too-many-dead"})
