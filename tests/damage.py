"""Files as they must not be: bits flipped, cut short, with absurd numbers. One seed, one damage."""

import io
import random

import numpy as np

from tests.spoiling import spoil

SIZES = (0, 1, 7, 159, 160, 4096, 32767, 32768, 65500, 65535)


def damaged_arrays(content, chance):
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


def damage_profile(folder, seed):
    """Damages one file of a table profile."""
    chance = random.Random(seed)
    arrays = folder / "arrays.npz"
    if chance.random() < 0.4:
        arrays.write_bytes(damaged_arrays(arrays.read_bytes(), chance))
    else:
        spoil(
            folder / chance.choice(("profile.toml", "profile.toml", "profile.toml", "arrays.npz", "empty.png")), chance
        )


def damage_picture(file, chance):
    """Damages the file of a picture; now and then its header claims another size."""
    content = file.read_bytes()
    if content[:2] == b"\xff\xd8" and chance.random() < 0.3:
        frame = next(content.find(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in content)
        size = chance.choice(SIZES).to_bytes(2, "big") + chance.choice(SIZES).to_bytes(2, "big")
        file.write_bytes(content[: frame + 5] + size + content[frame + 9 :])
    elif content[1:4] == b"PNG" and chance.random() < 0.3:
        size = chance.choice((*SIZES, 1 << 31)).to_bytes(4, "big") + chance.choice(SIZES).to_bytes(4, "big")
        file.write_bytes(content[:16] + size + content[24:])
    else:
        spoil(file, chance)
