"""JSON from outside, one line at a time: whatever is wrong with it is a `msgspec.DecodeError` in words."""

from __future__ import annotations

from typing import TypeVar

import msgspec

Kind = TypeVar("Kind")


def decode_line(decoder: msgspec.json.Decoder[Kind], line: bytes | str) -> Kind:
    """What one line of JSON says.

    Raises:
        msgspec.ValidationError: the line is JSON but not of that kind; the message names what is wrong.
        msgspec.DecodeError: the line is no JSON, nested too deep to be read, or no text.
    """
    try:
        return decoder.decode(line)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deep") from None
    except (UnicodeEncodeError, UnicodeDecodeError) as error:
        raise msgspec.DecodeError(f"JSON is text in UTF-8; this is not ({error.reason})") from None
