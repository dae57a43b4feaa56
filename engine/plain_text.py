"""Text from elsewhere made plain: what editors, word processors and keyboards of other places put for plain signs.

Every reader of text goes through here. Byte order marks (between joined files, too), line ends of every system, wide
and unseen blanks, full-width signs and accents set apart become what was meant; whatever is none of these is left for
the reader to refuse, and `named` gives it its name, for nobody sees what is wrong with `7Н`.
"""

from __future__ import annotations

import bisect
import codecs
import json
import re
import tomllib
import unicodedata
from collections.abc import Sequence
from typing import Any

_BLANKS = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Blanks of fixed or other width (Unicode's Zs but for the plain one)."""
_LINE_ENDS = "\x85\u2028\u2029"
"""NEL of mainframes, and Unicode's own separators."""
_UNSEEN = "\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""What takes no room: soft hyphens, marks of direction, zero-width blanks, byte order marks."""
_JOINERS = "\u200c\u200d"
"""They hold letters and emoji together; beside a plain sign there is nothing to hold."""
_WIDE = "０-９Ａ-Ｚａ-ｚ．，：；＊？！＋－＝＠＞／"
"""Full-width signs whose plain ones close no quotes and brackets."""
_ACCENTS = "\u0300-\u036f"
_ODD = re.compile(
    rf"\r\n?|[{_LINE_ENDS}]|[{_BLANKS}]|[{_WIDE}]|[{_UNSEEN}]+"
    rf"|(?<![^\x00-\x7f])[{_JOINERS}]+|[{_JOINERS}]+(?![^\x00-\x7f])|[^\W\d_][{_ACCENTS}]+"
)
_FULL_WIDTH = 0xFEE0
"""Distance of the full-width signs from the plain ones (Unicode, Halfwidth and Fullwidth Forms), code points."""
LONGEST_WORD = 20
"""Letters of a player's name in a record; a page has room for no more."""
NOT_IN_NAMES = set(':"[]{};\\')
"""What stands for something else in records."""
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
"""What a file begins with, and how it is encoded then."""


class EncodingError(ValueError):
    """Bytes that are no text: the line and column where it ends, and the byte there."""

    def __init__(self, line: int, column: int, byte: int, encoding: str) -> None:
        self.line, self.column, self.byte, self.encoding = line, column, f"byte {byte:02X}", encoding
        super().__init__(f"line {line}, column {column}: text in {encoding} was expected, not the {self.byte}")


class PlainText:
    """A text made plain, and where in the one that was given each of its signs stood."""

    def __init__(self, given: str) -> None:
        self._plain_at: list[int] = []
        self._longer: list[int] = []
        parts: list[str] = []
        length = end = lost = 0
        for found in _ODD.finditer(given):
            sign = _meant(found[0])
            parts += (given[end : found.start()], sign)
            length += found.start() - end + len(sign)
            end = found.end()
            if len(sign) != len(found[0]):
                lost += len(found[0]) - len(sign)
                self._plain_at.append(length - (sign == "\n"))
                self._longer.append(lost)
        self.text = "".join((*parts, given[end:])) if parts else given
        """The plain text; its lines end in a line feed."""

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, in the text that was given, of the sign `at` in the plain one."""
        before = self.text[:at]
        return before.count("\n") + 1, self._given_at(at) - self._given_at(before.rfind("\n"))

    def _given_at(self, at: int) -> int:
        """Where it stood; -1, before the first sign, stays so."""
        shift = bisect.bisect_right(self._plain_at, at)
        return at + (self._longer[shift - 1] if shift else 0)


def _meant(odd: str) -> str:
    first = odd[0]
    if first in "\r\x85\u2028\u2029":
        return "\n"
    if unicodedata.category(first) == "Zs":
        return " "
    if 0xFF01 <= ord(first) <= 0xFF5E:
        return chr(ord(first) - _FULL_WIDTH)
    return unicodedata.normalize("NFC", odd) if first.isalpha() else ""


def player_word(name: str) -> str:
    """A player's name as records keep it: one word, of letters that can be printed."""
    letters = (one for one in made_plain(name) if (one.isprintable() or one.isspace()) and one not in NOT_IN_NAMES)
    return "-".join("".join(letters).split())[:LONGEST_WORD]


def same_name(name: str) -> str:
    """What two ways of writing one name have in common: neither case nor blanks count."""
    return " ".join(name.split()).casefold()


def named_twice(names: Sequence[str]) -> str:
    """The first name that two players have, however it is written; empty where there is none."""
    same = [same_name(name) for name in names if name]
    return next((name for name in names if name and same.count(same_name(name)) > 1), "")


def made_plain(text: str) -> str:
    """The text made plain."""
    return PlainText(text).text


def decoded(data: bytes) -> str:
    """The text of a file as it was given, byte order marks and all. Raises EncodingError."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise EncodingError(line, column, data[error.start], encoding.upper()) from None


def named(text: str) -> str:
    """` There stands U+041D CYRILLIC CAPITAL LETTER EN.` for the first sign of a text that is not plain, or nothing."""
    odd = next((sign for sign in text if not (" " <= sign <= "~" or sign in "\t\n")), "")
    name = unicodedata.name(odd, "CONTROL") if odd else ""
    return f" There stands U+{ord(odd):04X} {name}." if odd else ""


def read_toml(given: str | bytes) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError with line, column and, where it is an odd one, the sign there."""
    text = PlainText(decoded(given) if isinstance(given, bytes) else given)
    try:
        return tomllib.loads(text.text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        if where is None:
            raise
        at = sum(len(line) + 1 for line in text.text.split("\n")[: int(where[1]) - 1]) + int(where[2]) - 1
        raise tomllib.TOMLDecodeError(_placed(str(error)[: where.start()], text, at)) from None


def read_json(given: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError as `read_toml` does."""
    text = PlainText(decoded(given) if isinstance(given, bytes) else given)
    try:
        return json.loads(text.text)
    except json.JSONDecodeError as error:
        raise ValueError(_placed(error.msg, text, error.pos)) from None


def _placed(what: str, text: PlainText, at: int) -> str:
    line, column = text.place(at)
    sign = named(text.text[at : at + 1]).removeprefix(" There stands ").rstrip(".")
    return f"{what} (at line {line}, column {column}{f': {sign}' if sign else ''})"
