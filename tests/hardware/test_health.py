"""How the machine is doing, from a tree of files as Linux shows them."""

import pytest

from hardware.health import Health, health_of

NOW = 1_800_000_000.0


@pytest.fixture
def root(tmp_path):
    files = {
        "sys/class/thermal/thermal_zone0/temp": "61234\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
        "run/systemd/timesync/synchronized": "",
        "proc/net/wireless": "Inter-| sta-|\n face | tus |\n wlan0: 0000   58.  -52.  -256        0\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_a_pi_tells_is_read(root):
    health = health_of(root, root=root, now=NOW)
    assert health.temperature == pytest.approx(61.234)
    assert health.power == ("too little voltage", "been throttled")
    assert health.power_before == ("too little voltage", "been throttled")
    assert health.clock_set is True
    assert health.signal == -52
    assert health.disk_free > 0


def test_a_machine_that_tells_nothing_is_not_guessed_at(tmp_path):
    assert health_of(tmp_path / "not" / "there", root=tmp_path, now=NOW).troubles == ()
    quiet = health_of(tmp_path, root=tmp_path, now=NOW)
    assert (quiet.temperature, quiet.power, quiet.clock_set, quiet.signal) == (None, (), None, None)


@pytest.mark.parametrize("text", ["", "hot", "\xff", "--4"])
def test_odd_files_are_passed_over(root, text):
    (root / "sys/class/thermal/thermal_zone0/temp").write_text(text)
    (root / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text(text)
    (root / "proc/net/wireless").write_text(f"a\nb\n wlan0: 0 1 {text or 'x'} 2\n")
    health = health_of(root, root=root, now=NOW)
    assert (health.temperature, health.power, health.signal) == (None, (), None)


def test_a_clock_from_before_this_program_was_never_set(root):
    assert health_of(root, root=root, now=1_000_000.0).clock_set is False


def test_a_pi_without_network_or_battery_does_not_know_the_time(root):
    (root / "run/systemd/timesync/synchronized").unlink()
    assert health_of(root, root=root, now=NOW).clock_set is False
    (root / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert health_of(root, root=root, now=NOW).clock_set is True


def test_each_trouble_is_a_sentence_with_what_to_do():
    ill = Health(temperature=84.0, power=("too little voltage",), clock_set=False, signal=-80)
    assert len(ill.troubles) == 4
    assert all(": " in sentence and sentence.endswith(".") for sentence in ill.troubles)
