"""Saying no in one sentence.

Whatever stops a command is told as a `Refusal`: what is wrong and where, and how to mend it. Tracebacks
go to the log, never to a person.
"""

from __future__ import annotations


class Refusal(Exception):
    """A command cannot go on: one sentence with the reason, one with the way out."""

    def __init__(self, reason: str, mend: str = "", *, exit_code: int = 2) -> None:
        super().__init__(f"{reason} {mend}".strip())
        self.reason = reason
        self.mend = mend
        self.exit_code = exit_code
