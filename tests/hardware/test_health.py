"""What a machine says of itself, from a tree of files as Linux shows them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.health import clock, kernel_clock, power, signal, temperature


def test_a_machine_tells_how_warm_it_is_where_it_knows(tmp_path: Path) -> None:
    assert temperature(tmp_path) is None
    file = tmp_path / "sys/class/thermal/thermal_zone0/temp"
    file.parent.mkdir(parents=True)
    file.write_text("48312\n")
    assert temperature(tmp_path) == 48.312
    file.write_text("warm")
    assert temperature(tmp_path) is None


def test_a_clock_is_believed_as_far_as_somebody_keeps_it(tmp_path: Path) -> None:
    late = 4e9

    def told(now: float, kernel: int | None) -> str:
        return clock(tmp_path, now=lambda: now, kernel=lambda: kernel)

    assert told(0.0, 0) == "wrong"
    assert told(late, 5) == "adrift"
    assert told(late, 0) == "synchronised"
    assert told(late, None) == "kept"
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert told(late, 5) == "kept"
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert told(late, 5) == "synchronised"


def test_the_kernel_is_asked_about_its_clock_without_changing_it() -> None:
    assert kernel_clock() in (None, *range(6))
    if os.name != "posix":
        assert kernel_clock() is None


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_a_pi_tells_what_is_wrong_with_its_power_now_and_before(tmp_path: Path) -> None:
    assert power(tmp_path) == ((), ())
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50001\n")
    assert power(tmp_path) == (("too little voltage",), ("too little voltage", "been throttled"))


def test_the_strength_of_the_wireless_network_is_told_where_there_is_one(tmp_path: Path) -> None:
    assert signal(tmp_path) is None
    table = "Inter-| sta-|\n face | tus |\n wlan0: 0000   58.  -52.  -256        0\n"
    write(tmp_path, "proc/net/wireless", table)
    assert signal(tmp_path) == -52


@pytest.mark.parametrize("text", ["", "hot", "\xff", "--4"])
def test_odd_files_are_passed_over(tmp_path: Path, text: str) -> None:
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", text)
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", text)
    write(tmp_path, "proc/net/wireless", f"a\nb\n wlan0: 0 1 {text or 'x'} 2\n")
    assert (temperature(tmp_path), power(tmp_path), signal(tmp_path)) == (None, ((), ()), None)
