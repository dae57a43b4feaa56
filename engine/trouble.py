"""What cannot be done, told so that a person can mend it. Who says what stands where it is said."""

from __future__ import annotations


class Trouble(Exception):
    """Something cannot be done: one sentence with the reason, one with the mend."""

    def __init__(self, reason: str, mend: str = "", *, code: str = "", **about: str) -> None:
        """`code` names its kind and `about` what fills its words, where it is told in other languages, too."""
        super().__init__(f"{reason} {mend}".strip())
        self.reason = reason
        self.mend = mend
        self.code = code
        self.about = about


class Remark(str):
    """A sentence for people that asks for something, of a kind that can be told in other languages, too."""

    code: str
    about: dict[str, str]

    def __new__(cls, sentence: str, code: str, **about: str) -> Remark:
        """`code` names its kind, `about` what fills its words."""
        made = super().__new__(cls, sentence)
        made.code, made.about = code, about
        return made
