"""What a machine says of itself, from a tree of files as Linux shows them."""

import pytest

from hardware.health import Condition, clock, condition, kernel_clock, power, signal, temperature
from hardware.worries import MIB, worries


def test_a_machine_tells_how_warm_it_is_where_it_knows(tmp_path):
    assert temperature(tmp_path) is None
    file = tmp_path / "sys/class/thermal/thermal_zone0/temp"
    file.parent.mkdir(parents=True)
    file.write_text("48312\n")
    assert temperature(tmp_path) == 48.312
    file.write_text("warm")
    assert temperature(tmp_path) is None


def test_a_clock_is_believed_as_far_as_somebody_keeps_it(tmp_path):
    late = 4e9

    def told(now, kernel):
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


def test_the_kernel_is_asked_about_its_clock_without_changing_it():
    assert kernel_clock() in (None, *range(6))


def write(root, name, text):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_a_pi_tells_what_is_wrong_with_its_power_now_and_before(tmp_path):
    assert power(tmp_path) == ((), ())
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50001\n")
    assert power(tmp_path) == (("too little voltage",), ("too little voltage", "been throttled"))


def test_the_strength_of_the_wireless_network_is_told_where_there_is_one(tmp_path):
    assert signal(tmp_path) is None
    table = "Inter-| sta-|\n face | tus |\n wlan0: 0000   58.  -52.  -256        0\n"
    write(tmp_path, "proc/net/wireless", table)
    assert signal(tmp_path) == -52


@pytest.mark.parametrize("text", ["", "hot", "\xff", "--4"])
def test_odd_files_are_passed_over(tmp_path, text):
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", text)
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", text)
    write(tmp_path, "proc/net/wireless", f"a\nb\n wlan0: 0 1 {text or 'x'} 2\n")
    assert (temperature(tmp_path), power(tmp_path), signal(tmp_path)) == (None, ((), ()), None)


def test_a_machine_is_looked_over_whole_though_it_tells_nothing(tmp_path):
    told = condition(tmp_path / "not" / "there", tmp_path)
    assert (told.temperature, told.power, told.signal) == (None, (), None)
    assert told.disk_free is not None


@pytest.mark.parametrize(
    ("now", "codes"),
    [
        (Condition(temperature=79.9, signal=-70, disk_free=500 * MIB), []),
        (Condition(temperature=80.0), ["hot"]),
        (Condition(temperature=85.0), ["too-hot"]),
        (Condition(power=("too little voltage", "a capped pace")), ["low-voltage"]),
        (Condition(power=("been throttled",), power_before=("too little voltage",)), ["slowed"]),
        (Condition(power_before=("too little voltage",)), ["low-voltage-before"]),
        (Condition(clock="adrift"), ["clock-adrift"]),
        (Condition(clock="wrong", signal=-71), ["clock-wrong", "weak-signal"]),
        (Condition(disk_free=499 * MIB), ["disk-little"]),
        (Condition(disk_free=19 * MIB), ["disk-full"]),
    ],
)
def test_what_is_out_of_bounds_is_a_worry_with_the_way_out(now, codes):
    found = list(worries(now))
    assert [worry.code for worry in found] == codes
    assert all(worry.reason and worry.mend for worry in found)
