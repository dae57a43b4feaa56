"""What may be told to the arbiter, and in which grain it takes it."""

from __future__ import annotations

import msgspec

from engine import calls
from engine.observation import Observation, SourceBack, SourceEnded, SourceLost

Input = Observation | SourceLost | SourceBack | SourceEnded | calls.AnyCall

_STEPS = bytes(250 if value >= 232 else value // 16 * 16 + 8 for value in range(256))


def in_steps(confidence: bytes) -> bytes:
    """Probabilities in steps: what is nearly certain is all the same, so that recorded inputs stay small."""
    return confidence.translate(_STEPS)


def as_judged(given: Input, not_before: float = 0.0) -> Input:
    """An input as the arbiter takes it: time in thousandths that never go back, probabilities in steps."""
    at = max(round(given.at, 3), not_before)
    if isinstance(given, Observation):
        return msgspec.structs.replace(given, at=at, confidence=in_steps(given.confidence))
    return given if at == given.at else msgspec.structs.replace(given, at=at)
