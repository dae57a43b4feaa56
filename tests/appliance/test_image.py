"""The image of a card: pi-gen's Lite with the camera's software and the package, which the first start installs."""

import hashlib
import json
import lzma
import os
import tarfile
from importlib.resources import files
from pathlib import Path

import pytest

from referee.appliance.settings import EXAMPLE, read_settings
from tests.appliance.conftest import done, with_programs

IMAGE = Path(str(files("referee.appliance"))) / "image"
PI_GEN = """#!/bin/bash -e
# The part of pi-gen's build.sh that a stage sees: its config, ROOTFS_DIR, copy_previous, packages, scripts, the image.
[ "$1" = -c ] && source "$2"
export BASE_DIR=$PWD
copy_previous() { cp -R "$BASE_DIR/lite" "$ROOTFS_DIR"; }
export -f copy_previous
export ROOTFS_DIR=$PWD/work/rootfs
mkdir -p work
stage=${STAGE_LIST##* }
[ "${STAGE_LIST% *}" = "stage0 stage1 stage2" ] && [ -e stage2/SKIP_IMAGES ]
(cd "$stage" && [ -x prerun.sh ] && ./prerun.sh)
for part in "$stage"/*/; do
    cp "$part/00-packages-nr" packages
    (cd "$part" && [ -x 01-run.sh ] && ./01-run.sh)
done
source "$stage/EXPORT_IMAGE"
[ "$DEPLOY_COMPRESSION" = xz ]
tar -C "$ROOTFS_DIR" -cf - . | xz -1 > "$DEPLOY_DIR/$ARCHIVE_FILENAME$IMG_SUFFIX.img.xz"
"""


@pytest.fixture
def pi_gen(tmp_path):
    """A stand-in for a checkout of pi-gen, in which Lite is a few files."""
    folder = tmp_path / "pi-gen"
    (folder / "lite/etc").mkdir(parents=True)
    (folder / "lite/etc/hostname").write_text("raspberrypi\n")
    (folder / "stage2").mkdir()
    (folder / "build.sh").write_text(PI_GEN)
    (folder / "build.sh").chmod(0o755)
    return folder


@pytest.fixture
def package(tmp_path):
    file = tmp_path / "sequence-referee_1.2.0_arm64.deb"
    file.write_bytes(os.urandom(1 << 16))
    return file


def build(*words):
    return done("sh", IMAGE / "build.sh", *words)


@pytest.fixture
def made(pi_gen, package, tmp_path):
    (tmp_path / "dist").mkdir()
    told = build(pi_gen, package, tmp_path / "dist")
    assert told.returncode == 0, told.stderr
    (image,) = (tmp_path / "dist").glob("*.img.xz")
    return image


def test_the_package_its_first_start_and_the_cameras_software_lie_on_the_card(made, pi_gen, package, tmp_path):
    with tarfile.open(made) as card:
        # Python 3.11.2, Debian bookworm's, knows no filters yet.
        card.extractall(tmp_path / "card", **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    card = tmp_path / "card"
    assert (card / "etc/hostname").read_text() == "raspberrypi\n"
    assert (card / "var/cache/sequence-referee" / package.name).read_bytes() == package.read_bytes()
    assert "dpkg --install" in (card / "usr/local/lib/sequence-referee/first-boot.sh").read_text()
    started = card / "etc/systemd/system/multi-user.target.wants/sequence-referee-first-boot.service"
    assert "ExecStart=/bin/sh /usr/local/lib/sequence-referee/first-boot.sh" in started.read_text()
    packages = (pi_gen / "packages").read_text().split()
    assert packages == ["python3-picamera2", "python3-lgpio", "cage", "chromium"], "a browser for a screen, no desktop"


def test_an_image_is_named_by_version_and_day_and_its_list_is_right(made):
    assert made.name.startswith("sequence-referee-1.2.0-20")
    assert made.name.endswith("-arm64.img.xz")
    digest, name = made.with_name(made.name + ".sha256").read_text().split()
    assert (digest, name) == (hashlib.sha256(made.read_bytes()).hexdigest(), made.name)
    (listed,) = json.loads(made.with_name(made.name + ".json").read_text())["os_list"]
    with lzma.open(made) as unpacked:
        content = unpacked.read()
    assert (listed["extract_size"], listed["extract_sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert (listed["url"], listed["image_download_sha256"]) == (made.as_uri(), digest)
    assert listed["init_format"] == "cloudinit-rpi", "else Imager sets no Wi-Fi"


def test_what_is_missing_for_an_image_is_said(pi_gen, package, tmp_path):
    assert "git clone" in build(tmp_path / "nowhere", package, tmp_path).stdout
    assert "make deb" in build(pi_gen, tmp_path / "none.deb", tmp_path).stdout


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
    link = "echo The host calls at http://10.42.77.1:8080/#host=123456"
    found = with_programs(tmp_path, dpkg="true", systemctl="true", referee=link)
    script = (IMAGE / "first-boot.sh").read_text("utf-8")
    for there, here in {
        "/etc/NetworkManager/system-connections/sequence-referee.nmconnection": "own.nmconnection",
        "/proc/device-tree/serial-number": "serial",
        "/usr/local/bin/referee": "referee",
        "/boot/firmware": "boot",
        "/var/cache/sequence-referee": "cache",
        "/etc/": "etc/",
    }.items():
        script = script.replace(there, str(tmp_path / here) if not here.endswith("/") else f"{tmp_path}/{here}")
    told = done("sh", "-c", script, env=found)
    assert told.returncode == 0, told.stderr
    said = (tmp_path / "boot" / "sequence-referee.txt").read_text()
    assert "Wi-Fi of the table: Sequence AB12" in said
    assert "Its word: abcdefghij" in said
    assert "#host=123456" in said
    assert f"Name of the table in a network: {name}.local" in said
    assert read_settings(tmp_path / "etc/sequence-referee/table.toml").name == name
