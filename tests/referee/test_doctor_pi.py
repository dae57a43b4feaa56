"""What a machine says of itself, to be sent to whoever helps: one JSON in which the cause of a missing picture is."""

import json

import pytest

from hardware.camera import CameraError
from referee.checkup.machine import about_the_machine
from tests.hardware.fakes import FakePicamera2, fake_picamera2
from tests.referee.conftest import run


def missing():
    raise CameraError("The Pi camera needs picamera2.", "Install it.")


def focused(self):
    return {**FakePicamera2.metadata(self), "AfState": 2, "LensPosition": 1.5}


@pytest.fixture
def pi(tmp_path):
    """The files of a Pi whose Wi-Fi nobody switched on."""
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13"\nID=debian\n',
        "sys/class/rfkill/rfkill0/type": "wlan\n",
        "sys/class/rfkill/rfkill0/soft": "1\n",
        "sys/class/rfkill/rfkill0/hard": "0\n",
        "sys/module/cfg80211/parameters/ieee80211_regdom": "00\n",
        "dev/dma_heap/linux,cma": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_it_tells_machine_memory_switches_and_the_focus(pi, tmp_path):
    module = fake_picamera2(metadata=focused)
    told = about_the_machine(tmp_path, pi, lambda: module)
    assert told["machine"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert told["system"] == {"PRETTY_NAME": "Debian GNU/Linux 13"}
    assert told["dma_heap"] == ["dev/dma_heap/linux,cma"]
    assert (told["rfkill"], told["wifi_country"]) == ([{"type": "wlan", "soft": "1", "hard": "0"}], "00")
    assert (told["picamera2"]["cameras"], told["picamera2"]["focused"]) == (["imx219"], True)
    assert module.Picamera2.made[0].closed


@pytest.mark.parametrize(
    ("library", "said"),
    [(missing, "needs picamera2"), (lambda: fake_picamera2(held=True), "busy"), (lambda: object(), "AttributeError")],
)
def test_whatever_the_library_says_is_in_it(pi, tmp_path, library, said):
    assert said in about_the_machine(tmp_path, pi, library)["picamera2"]["trouble"]


def test_on_any_machine_it_is_one_line_of_json(capsys):
    assert run("doctor", "--pi") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert {"kernel", "libraries", "may_not_open", "temperature"} <= json.loads(line).keys()
