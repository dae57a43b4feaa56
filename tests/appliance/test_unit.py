"""The service's unit, as systemd itself reads it, and the files that are installed with it."""

import os
import re
import shutil
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

from referee.appliance.settings import Settings
from tests.appliance.conftest import done, with_programs

UNIT = Path(str(files("referee.appliance"))) / "files" / "sequence-referee.service"
INSTALLER = Path(str(files("referee"))).parent / "install.sh"
MOST_EXPOSED = 2.5
"""On systemd's scale from 0 to 10; an ordinary service has 9.6."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")


@pytest.fixture(
    params=["sequence-referee.service", "sequence-referee-network.service", "sequence-referee-version@.service"]
)
def unit(tmp_path, request):
    """A unit with programs that are there."""
    text = (UNIT.parent / request.param).read_text("utf-8")
    text = re.sub(r"/opt/sequence-referee/current/bin/referee", "/bin/true", text)
    file = tmp_path / request.param.replace("@.", "@back.")
    file.write_text(re.sub(r"/usr/bin/python3", "/bin/true", text), "utf-8")
    return file


@needs_systemd
@pytest.mark.parametrize("name", ["files/sequence-referee-kiosk.service", "image/sequence-referee-first-boot.service"])
def test_systemd_finds_nothing_wrong_with_the_other_units(name):
    told = done("systemd-analyze", "verify", "--recursive-errors=no", UNIT.parents[1] / name)
    assert (told.returncode, told.stderr) == (0, "")


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_unit(unit):
    told = done("systemd-analyze", "verify", "--recursive-errors=yes", unit)
    assert (told.returncode, told.stderr) == (0, "")


@needs_systemd
def test_the_service_may_do_little_but_referee(unit):
    told = done("systemd-analyze", "security", "--offline=yes", "--no-pager", unit)
    level = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)[1])
    assert level <= MOST_EXPOSED


@pytest.mark.parametrize("unit", sorted(UNIT.parents[1].rglob("*.service")), ids=lambda unit: unit.name)
def test_what_a_unit_may_open_are_devices_and_never_folders_of_them(unit):
    """systemd.resource-control(5): a node of a device, or `char-` or `block-` and a name of /proc/devices."""
    for allowed in re.findall(r"(?m)^DeviceAllow=(.+)$", unit.read_text("utf-8")):
        what = allowed.split()[0]
        assert re.fullmatch(r"(char|block)-[\w*-]+", what) or Path(what).is_char_device(), f"{what} names no device"


def test_a_ribbon_camera_gets_its_devices_and_its_memory():
    allowed = re.findall(r"(?m)^DeviceAllow=(\S+) rw$", UNIT.read_text("utf-8"))
    assert {"char-dma_heap", "char-media", "char-video4linux"} <= set(allowed)


def test_the_unit_is_ready_with_the_page_watched_by_the_frames_and_never_gives_up():
    settings = dict(re.findall(r"(?m)^(\w+)=(.*)$", UNIT.read_text("utf-8")))
    assert settings["Type"] == "notify"
    assert int(settings["WatchdogSec"]) >= 4 * 5, "a table that waits for its camera tells every five seconds"
    assert settings["Restart"] == "always"
    assert settings["User"] == "sequence-referee"


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio has no wheel for this Python or machine")
def test_the_pins_can_be_reached_where_the_folder_of_the_service_is_read_only(tmp_path):
    """lgpio makes a pipe when it is imported; /proc is a folder in which not even root can make one."""
    run = tmp_path / "run"
    run.mkdir()
    named = re.search(r"(?m)^Environment=LG_WD=/run/(\S+)$", UNIT.read_text("utf-8"))[1]
    assert f"RuntimeDirectory={named}\n" in UNIT.read_text("utf-8"), "the folder has to be the service's own"
    for where, works in (({}, False), ({"LG_WD": str(run)}, True)):
        told = done(sys.executable, "-B", "-c", "import lgpio", cwd="/proc", env={**os.environ, **where})
        assert (told.returncode == 0) is works, told.stderr


@pytest.mark.parametrize(("user", "folder"), [("0", "/nowhere/state"), ("1000", "unset")])
def test_only_root_gets_the_games_of_the_service_at_a_terminal(tmp_path, user, folder):
    found = with_programs(tmp_path, referee='echo "${REFEREE_DATA-unset} $1"; exit 3', id=f"echo {user}")
    script = (UNIT.parent / "referee-command.sh").read_text("utf-8")
    script = script.replace("/opt/sequence-referee/current/bin", str(tmp_path)).replace(
        "/var/lib/sequence-referee", "/nowhere/state"
    )
    told = done("sh", "-c", script, "sh", "list", env=found)
    assert (told.stdout, told.returncode) == (f"{folder} list\n", 3)


@pytest.mark.parametrize("kind", ["armv7l", "armv6l", "i686"])
def test_a_32_bit_system_is_refused_in_a_sentence_before_anything_is_done(tmp_path, kind):
    found = with_programs(tmp_path, dpkg="exit 1", getconf="echo 32", uname=f"echo {kind}", id="echo 0")
    told = done("sh", INSTALLER, env=found)
    assert told.returncode == 1
    assert "64-bit" in told.stderr
    assert kind in told.stderr


def test_the_installer_explains_itself_and_refuses_what_it_does_not_know():
    told = done("sh", INSTALLER, "--help")
    assert told.returncode == 0
    assert "--wheels DIR" in told.stdout
    wrong = done("sh", INSTALLER, "--fly")
    assert (wrong.returncode, "There is no option --fly" in wrong.stderr) == (1, True)


def test_the_service_may_write_where_certificates_are_kept_and_made():
    unit = UNIT.read_text("utf-8")
    assert Settings().data == "/var/lib/sequence-referee"
    assert "StateDirectory=sequence-referee\nStateDirectoryMode=0700\n" in unit
    assert "PrivateTmp=yes" in unit, "a certificate goes through a file there on its way into TLS"
