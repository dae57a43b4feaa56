"""Problems that only a card that was seen brings; kept by themselves, for many ask."""

CARD_CODES = frozenset({"wrong-card", "third-copy", "not-dead", "too-many-dead"})
"""Problems of the cards of a turn that was told."""
NO_CHIP = "no-chip"
"""A card was laid, and the chip that belongs to it was not."""
OF_CARDS = CARD_CODES | {NO_CHIP}
"""Faults that change nothing on the board."""
