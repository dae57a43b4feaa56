"""What cannot be done, told so that a person can mend it. Who says what stands where it is said."""

from __future__ import annotations


class Trouble(Exception):
    """Something cannot be done: one sentence with the reason, one with the mend."""

    def __init__(self, reason: str, mend: str = "") -> None:
        super().__init__(f"{reason} {mend}".strip())
        self.reason = reason
        self.mend = mend
