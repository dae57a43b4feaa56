"""Makes an image of a card for the Pi: the official Raspberry Pi OS Lite with Sequence Referee's package laid on it.

    make image BASE=2026-10-01-raspios-trixie-arm64-lite.img.xz

Needs no Pi, no root and nothing mounted: the card's second partition is copied out of the image, made larger, given the
package and a service that installs it at the first start, and put back. Raspberry Pi Imager writes the result and,
given the list beside it, sets name, Wi-Fi and password, as with the official one. Needs e2fsprogs (debugfs, e2fsck,
resize2fs) and xz.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
LINUX = 0x83
"""Type of a Linux partition in a master boot record."""
HERE = Path(__file__).parent
PACKAGES = "/var/cache/sequence-referee"
PROGRAMS = "/usr/local/lib/sequence-referee"
UNITS = "/etc/systemd/system"
STARTED = ("sequence-referee-first-boot.service", "sequence-referee-camera.service")
"""Units that the card starts with: the package is installed, and the camera's software got once there is a network."""
ROOM = 3
"""The package unpacks into an environment of its own: room for so many times its size is added."""


class ImageError(Exception):
    """No image can be made so; one sentence says why."""


class Partition(NamedTuple):
    """One entry of a master boot record."""

    number: int
    """0 to 3."""
    kind: int
    start: int
    """Bytes from the image's beginning."""
    size: int
    """Bytes."""


def partitions(image: Path) -> list[Partition]:
    """The partitions of an image. Raises ImageError where it has no master boot record."""
    with image.open("rb") as opened:
        record = opened.read(SECTOR)
    if len(record) < SECTOR or record[510:] != b"\x55\xaa":
        raise ImageError(f"{image} is no image of a card: it has no master boot record.")
    found = []
    for number in range(4):
        kind, start, size = struct.unpack_from("<4xB3xII", record, 446 + 16 * number)
        if kind:
            found.append(Partition(number, kind, start * SECTOR, size * SECTOR))
    return found


def make_image(base: Path, package: Path, out: Path) -> Path:
    """Write the image to `out`, and beside it its checksum and the list by which Imager knows it.

    Args:
        base: the official image, `.img` or `.img.xz`.
        package: the .deb, as `make deb` makes it.
        out: ends in `.img`, or in `.img.xz` to be packed.

    Raises:
        ImageError: what was given is no such image, or a tool is missing or fails.
    """
    for tool in ("debugfs", "e2fsck", "resize2fs"):
        if _tool(tool) is None:
            raise ImageError(f"{tool} is missing: apt-get install e2fsprogs")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        image, root = Path(folder) / "card.img", Path(folder) / "root.ext4"
        _unpack(base, image)
        last = max(partitions(image), key=lambda part: part.start, default=None)
        if last is None or last.kind != LINUX:
            raise ImageError(f"{base} is no Raspberry Pi OS: its last partition holds no Linux.")
        with image.open("rb") as opened:
            opened.seek(last.start)
            with root.open("wb") as made:
                _copy(opened, made, last.size)
        grown = -(-(last.size + ROOM * package.stat().st_size) // (1 << 20)) * (1 << 20)
        os.truncate(root, grown)
        _run("e2fsck", "-f", "-y", str(root), well=(0, 1))
        _run("resize2fs", str(root))
        _lay(root, package)
        _run("e2fsck", "-f", "-n", str(root))
        _put_back(image, last, root)
        _pack(image, out)
        unpacked, size = _sha256(image), image.stat().st_size
    packed = _sha256(out)
    out.with_name(out.name + ".sha256").write_text(f"{packed}  {out.name}\n", "utf-8")
    # Imager sets name, Wi-Fi and password only of what a list like this tells it the form of.
    listed = {
        "name": f"Sequence Referee ({out.name.partition('.img')[0]})",
        "description": "A camera over a Sequence board that referees the game",
        "url": out.resolve().as_uri(),
        "extract_size": size,
        "extract_sha256": unpacked,
        "image_download_size": out.stat().st_size,
        "image_download_sha256": packed,
        "init_format": "systemd" if "bookworm" in base.name else "cloudinit-rpi",
        "devices": ["pi5-64bit", "pi4-64bit"],
    }
    out.with_name(out.name + ".json").write_text(json.dumps({"os_list": [listed]}, indent=1) + "\n", "utf-8")
    return out


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _lay(root: Path, package: Path) -> None:
    """The package and its first start into a file system of ext4, nothing mounted."""
    lines = []
    for folder in (PACKAGES, PROGRAMS, f"{UNITS}/multi-user.target.wants"):
        parts = folder.strip("/").split("/")
        lines += [f"mkdir /{'/'.join(parts[: depth + 1])}" for depth in range(len(parts))]  # those that exist stay
    for source, place in (
        (package, f"{PACKAGES}/{package.name}"),
        (HERE / "first-boot.sh", f"{PROGRAMS}/first-boot.sh"),
        *((HERE / unit, f"{UNITS}/{unit}") for unit in STARTED),
    ):
        lines += [f"rm {place}", f"write {source} {place}"]
        lines += [f"sif {place} mode 0100644", f"sif {place} uid 0", f"sif {place} gid 0"]
    enabled = [f"{UNITS}/multi-user.target.wants/{unit}" for unit in STARTED]
    lines += [f"symlink {link} {UNITS}/{unit}" for link, unit in zip(enabled, STARTED, strict=True)]
    with tempfile.NamedTemporaryFile("w", suffix=".debugfs") as script:
        script.write("\n".join(lines) + "\n")
        script.flush()
        _run("debugfs", "-w", "-f", script.name, str(root))
    for place in (f"{PACKAGES}/{package.name}", f"{PROGRAMS}/first-boot.sh", *enabled):
        if "Inode:" not in _run("debugfs", "-R", f"stat {place}", str(root)):
            raise ImageError(f"{place} could not be written into the image.")


def _put_back(image: Path, part: Partition, root: Path) -> None:
    size = root.stat().st_size
    with image.open("r+b") as card:
        card.truncate(part.start)
        card.seek(part.start)
        with root.open("rb") as made:
            _copy(made, card, size)
        card.seek(446 + 16 * part.number + 12)
        card.write(struct.pack("<I", size // SECTOR))


def _unpack(base: Path, image: Path) -> None:
    try:
        with lzma.open(base) if base.suffix == ".xz" else base.open("rb") as packed, image.open("wb") as made:
            shutil.copyfileobj(packed, made, 1 << 20)
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise ImageError(f"{base} cannot be read ({error}).") from error


def _pack(image: Path, out: Path) -> None:
    part = out.with_name(out.name + ".part")
    if out.suffix == ".xz":
        if shutil.which("xz") is None:
            raise ImageError("xz is missing: apt-get install xz-utils")
        with part.open("wb") as made:
            subprocess.run(["xz", "--stdout", "-3", "--threads=0", str(image)], stdout=made, check=True)
    else:
        shutil.copyfile(image, part)
    part.replace(out)


def _copy(source: object, target: object, size: int) -> None:
    while size > 0 and (block := source.read(min(size, 1 << 20))):  # type: ignore[attr-defined]
        target.write(block)  # type: ignore[attr-defined]
        size -= len(block)


def _tool(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def _run(tool: str, *words: str, well: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([_tool(tool) or tool, *words], capture_output=True, text=True, check=False)
    if done.returncode not in well:
        raise ImageError(f"{tool} failed: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
    return done.stdout


def name_of(package: Path, day: str) -> str:
    """What an image is called: version and processor of the package, and the day, as 20261125."""
    _, version, architecture = package.stem.split("_")
    return f"sequence-referee-{version}-{day}-{architecture}.img.xz"


def main() -> int:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("base", type=Path, help="the official image, .img or .img.xz")
    asked.add_argument("package", type=Path, help="the .deb that `make deb` made")
    asked.add_argument(
        "--out", type=Path, help="a folder, or a file that ends in .img or .img.xz", default=Path("dist")
    )
    words = asked.parse_args()
    out = words.out
    if out.suffix not in (".img", ".xz"):
        out = out / name_of(words.package, time.strftime("%Y%m%d", time.gmtime()))
    try:
        print(make_image(words.base, words.package, out))
    except (ImageError, OSError, subprocess.CalledProcessError) as error:
        print(f"make_image: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
