"""Files as they must not be: bits flipped, cut short, with absurd numbers. One seed, one damage."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import numpy as np

ABSURD = (
    "nan", "inf", "-inf", "0", "-1", "-0.0", "1e300", "-1e300", "1e-300", "99999999999999999999", "true", '"blue"',
    "[]", "{}", "0x7fffffff", "65500", "1979-05-27", "''",
)  # fmt: skip
SIZES = (0, 1, 7, 159, 160, 4096, 32767, 32768, 65500, 65535)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?|true|false")


def damaged_bytes(content: bytes, chance: random.Random) -> bytes:
    """Bits flipped, cut short, a piece lost, doubled or overwritten."""
    kind = chance.choice(("flip", "flip", "flips", "cut", "lose", "double", "zeros"))
    bad = bytearray(content)
    at = chance.randrange(len(bad)) if chance.random() < 0.5 else chance.randrange(min(len(bad), 700))
    size = chance.choice((1, 2, 16, 500))
    if kind in ("flip", "flips"):
        for place in [at] if kind == "flip" else [chance.randrange(len(bad)) for _ in range(20)]:
            bad[place] ^= 1 << chance.randrange(8)
    elif kind == "cut":
        del bad[at:]
    elif kind == "lose":
        del bad[at : at + size]
    elif kind == "double":
        bad[at:at] = bad[at : at + size]
    else:
        bad[at : at + size] = bytes(len(bad[at : at + size]))
    return bytes(bad)


def damaged_words(text: str, chance: random.Random) -> str:
    """A text of numbers with one or a few of them absurd."""
    places = list(_NUMBER.finditer(text))
    for place in sorted(chance.sample(places, chance.choice((1, 1, 1, 3))), key=lambda one: -one.start()):
        number = chance.choice(ABSURD)
        if chance.random() < 0.2:
            number = str(float(place[0]) * chance.choice((-1, 1e3, 1e-3))) if place[0][-1].isdigit() else number
        text = text[: place.start()] + number + text[place.end() :]
    return text


def damaged_arrays(content: bytes, chance: random.Random) -> bytes:
    """A file of arrays with one of them wrong: no numbers, absurd ones, another shape or kind, or gone."""
    with np.load(io.BytesIO(content)) as file:
        arrays = dict(file)
    name = chance.choice(sorted(arrays))
    array = arrays[name]
    kind = chance.choice(("nan", "inf", "huge", "negative", "flat", "short", "empty", "kind", "gone", "zero", "turned"))
    place = chance.randrange(max(array.size, 1))
    if kind in ("nan", "inf", "huge"):
        array = array.astype(np.float64)
        array.flat[place] = {"nan": np.nan, "inf": np.inf, "huge": chance.choice((1e3, 1e9, -1e30))}[kind]
    elif kind == "negative":
        array = -array
    elif kind == "flat":
        array = array.ravel()
    elif kind == "short":
        array = array[: len(array) // 2] if array.ndim else array
    elif kind == "empty":
        array = np.empty((0, *array.shape[1:]), array.dtype)
    elif kind == "kind":
        array = array.astype(chance.choice(("U8", "complex64", "bool", "int8")))
    elif kind == "zero":
        array = np.zeros_like(array)
    elif kind == "turned":
        array = array[::-1]
    arrays[name] = array
    if kind == "gone":
        del arrays[name]
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    return packed.getvalue()


def damage_profile(folder: Path, seed: int) -> str:
    """Damages one file of a table profile; what was done to which."""
    chance = random.Random(seed)
    how = chance.choice(("words", "words", "words", "arrays", "arrays", "bytes"))
    if how == "words":
        file = folder / "profile.toml"
        file.write_text(damaged_words(file.read_text(), chance))
    elif how == "arrays":
        file = folder / "arrays.npz"
        file.write_bytes(damaged_arrays(file.read_bytes(), chance))
    else:
        file = folder / chance.choice(("profile.toml", "arrays.npz", "empty.png"))
        file.write_bytes(damaged_bytes(file.read_bytes(), chance))
    return f"{how} of {file.name}"


def damaged_picture(content: bytes, chance: random.Random) -> bytes:
    """The file of a picture, damaged; now and then its header claims another size."""
    if content[:2] == b"\xff\xd8" and chance.random() < 0.3:
        frame = next(content.find(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in content)
        size = chance.choice(SIZES).to_bytes(2, "big") + chance.choice(SIZES).to_bytes(2, "big")
        return content[: frame + 5] + size + content[frame + 9 :]
    if content[1:4] == b"PNG" and chance.random() < 0.3:
        size = chance.choice((*SIZES, 1 << 31)).to_bytes(4, "big") + chance.choice(SIZES).to_bytes(4, "big")
        return content[:16] + size + content[24:]
    return damaged_bytes(content, chance)
