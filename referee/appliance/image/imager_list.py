"""Writes beside an image of a card its checksum and the list by which Raspberry Pi Imager knows it.

    python3 imager_list.py IMAGE.img.xz

Imager sets name, Wi-Fi and password only of what such a list tells it the form of.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from pathlib import Path


def write_list(image: Path) -> Path:
    """The list of a packed image, beside it as `.json`. Raises OSError and lzma.LZMAError where it cannot be read."""
    with image.open("rb") as packed:
        digest, size = hashlib.file_digest(packed, "sha256").hexdigest(), packed.tell()
    with lzma.open(image) as unpacked:
        unpacked_digest, unpacked_size = hashlib.file_digest(unpacked, "sha256").hexdigest(), unpacked.tell()
    image.with_name(image.name + ".sha256").write_text(f"{digest}  {image.name}\n", "utf-8")
    listed = {
        "name": f"Sequence Referee ({image.name.removesuffix('.img.xz')})",
        "description": "A camera over a Sequence board that referees the game",
        "url": image.resolve().as_uri(),
        "extract_size": unpacked_size,
        "extract_sha256": unpacked_digest,
        "image_download_size": size,
        "image_download_sha256": digest,
        "init_format": "cloudinit-rpi",
        "devices": ["pi5-64bit", "pi4-64bit"],
    }
    made = image.with_name(image.name + ".json")
    made.write_text(json.dumps({"os_list": [listed]}, indent=1) + "\n", "utf-8")
    return made


if __name__ == "__main__":
    print(write_list(Path(sys.argv[1])))
