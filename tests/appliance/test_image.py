"""The image of a card: the package lies on it and is installed at the first start; nothing else of it is changed."""

import hashlib
import json
import lzma
import os
import shutil
import struct
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from referee.appliance.image.make_image import SECTOR, ImageError, make_image, name_of, partitions
from referee.appliance.settings import EXAMPLE, read_settings

SBIN = f"{os.environ['PATH']}:/usr/sbin:/sbin"
needs_tools = pytest.mark.skipif(
    any(shutil.which(tool, path=SBIN) is None for tool in ("mke2fs", "debugfs", "resize2fs", "e2fsck")),
    reason="e2fsprogs is not installed here",
)
BOOT = (8192, 4096)
ROOT_START, ROOT_MIB = 16384, 4


def tool(name, *words):
    return subprocess.run([shutil.which(name, path=SBIN), *words], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def base(tmp_path):
    """A small card in the form of the official one: a boot partition, and a Linux that is nearly full."""
    tree = tmp_path / "tree"
    (tree / "etc/systemd/system").mkdir(parents=True)
    (tree / "etc/hostname").write_text("raspberrypi\n")
    (tree / "usr").mkdir()
    (tree / "usr/full").write_bytes(os.urandom(2 << 20))
    system = tmp_path / "system.ext4"
    tool("mke2fs", "-q", "-t", "ext4", "-d", str(tree), str(system), f"{ROOT_MIB}M")
    record = bytearray(SECTOR)
    record[510:] = b"\x55\xaa"
    struct.pack_into("<4xB3xII", record, 446, 0x0C, *BOOT)
    struct.pack_into("<4xB3xII", record, 462, 0x83, ROOT_START, ROOT_MIB * 2048)
    image = tmp_path / "base.img"
    with image.open("wb") as card:
        card.write(record)
        card.seek(BOOT[0] * SECTOR)
        card.write(b"firmware " * 1000)
        card.seek(ROOT_START * SECTOR)
        card.write(system.read_bytes())
    return image


@pytest.fixture
def package(tmp_path):
    file = tmp_path / "sequence-referee_1.2.0_arm64.deb"
    file.write_bytes(os.urandom(1 << 20))
    return file


@needs_tools
def test_the_package_and_its_first_start_lie_on_the_card(base, package, tmp_path):
    out = make_image(base, package, tmp_path / "made.img")
    boot, root = partitions(out)
    system = tmp_path / "root.ext4"
    with out.open("rb") as card:
        assert card.read(446) == base.read_bytes()[:446]
        card.seek(boot.start)
        assert card.read(boot.size)[:9000] == b"firmware " * 1000
        card.seek(root.start)
        system.write_bytes(card.read())
    assert root.size == system.stat().st_size >= ROOT_MIB << 20
    tool("e2fsck", "-f", "-n", str(system))
    tool("debugfs", "-R", f"dump /var/cache/sequence-referee/{package.name} {tmp_path}/back.deb", str(system))
    assert (tmp_path / "back.deb").read_bytes() == package.read_bytes()
    assert tool("debugfs", "-R", "cat /etc/hostname", str(system)) == "raspberrypi\n"
    assert "dpkg --install" in tool("debugfs", "-R", "cat /usr/local/lib/sequence-referee/first-boot.sh", str(system))
    for unit in ("sequence-referee-first-boot.service", "sequence-referee-camera.service"):
        enabled = f"/etc/systemd/system/multi-user.target.wants/{unit}"
        said = tool("debugfs", "-R", f"stat {enabled}", str(system))
        assert f'Fast link dest: "/etc/systemd/system/{unit}"' in said
    owner = tool("debugfs", "-R", "stat /etc/systemd/system/sequence-referee-first-boot.service", str(system))
    assert "Mode:  0644" in owner
    assert "User:     0" in owner


@needs_tools
def test_a_packed_image_is_made_of_a_packed_one_and_its_checksum_is_right(base, package, tmp_path):
    subprocess.run(["xz", "-1", str(base)], check=True)
    out = make_image(base.with_suffix(".img.xz"), package, tmp_path / name_of(package, "20261125"))
    assert out.name == "sequence-referee-1.2.0-20261125-arm64.img.xz"
    digest, name = out.with_name(out.name + ".sha256").read_text().split()
    assert (digest, name) == (hashlib.sha256(out.read_bytes()).hexdigest(), out.name)
    subprocess.run(["xz", "--test", str(out)], check=True)
    (listed,) = json.loads(out.with_name(out.name + ".json").read_text())["os_list"]
    with lzma.open(out) as unpacked:
        content = unpacked.read()
    assert (listed["extract_size"], listed["extract_sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert (listed["url"], listed["image_download_sha256"]) == (out.as_uri(), digest)
    assert listed["init_format"] in ("systemd", "cloudinit-rpi"), "else Imager sets no Wi-Fi"


@needs_tools
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04" * 400, bytes(510) + b"\x55\xaa"])
def test_what_is_no_card_is_refused_and_leaves_nothing(content, package, tmp_path):
    wrong = tmp_path / "wrong.img"
    wrong.write_bytes(content)
    with pytest.raises(ImageError, match=r"wrong\.img|no image|no Raspberry"):
        make_image(wrong, package, tmp_path / "out" / "made.img")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "name"),
    [(EXAMPLE, "sequence-c0de"), ('name = "kitchen"\n' + EXAMPLE.replace("#name", "# name"), "kitchen")],
)
def test_after_the_first_start_the_card_says_how_the_table_is_reached(tmp_path, settings, name):
    (tmp_path / "boot").mkdir()
    (tmp_path / "etc/sequence-referee").mkdir(parents=True)
    (tmp_path / "etc/sequence-referee/table.toml").write_text(settings)
    (tmp_path / "serial").write_bytes(b"10000000bad0c0de\0")
    (tmp_path / "own.nmconnection").write_text("[wifi]\nssid=Sequence AB12\n[wifi-security]\npsk=abcdefghij\n")
    for tool_name, text in {
        "dpkg": "true",
        "systemctl": "true",
        "referee": "echo The host calls at http://10.42.77.1:8080/#host=123456",
    }.items():
        (tmp_path / tool_name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / tool_name).chmod(0o755)
    script = (Path(str(files("referee.appliance"))) / "image" / "first-boot.sh").read_text("utf-8")
    for there, here in {
        "/etc/NetworkManager/system-connections/sequence-referee.nmconnection": "own.nmconnection",
        "/proc/device-tree/serial-number": "serial",
        "/usr/local/bin/referee": "referee",
        "/boot/firmware": "boot",
        "/var/cache/sequence-referee": "cache",
        "/etc/": "etc/",
    }.items():
        script = script.replace(there, str(tmp_path / here) if not here.endswith("/") else f"{tmp_path}/{here}")
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, env={"PATH": path})
    assert done.returncode == 0, done.stderr
    said = (tmp_path / "boot" / "sequence-referee.txt").read_text()
    assert "Wi-Fi of the table: Sequence AB12" in said
    assert "Its word: abcdefghij" in said
    assert "#host=123456" in said
    assert f"Name of the table in a network: {name}.local" in said
    assert read_settings(tmp_path / "etc/sequence-referee/table.toml").name == name
