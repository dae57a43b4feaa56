"""Which cameras a machine says it has."""

import pytest

from hardware.present import cameras_plugged_in, cameras_present


@pytest.fixture
def system(tmp_path):
    """`system("video0", "uvcvideo", index)` adds a device to what the kernel tells of."""

    def add(name, driver, index="0"):
        device = tmp_path / "class/video4linux" / name
        (device / "device").mkdir(parents=True)
        (device / "index").write_text(f"{index}\n")
        (tmp_path / "drivers" / driver).mkdir(parents=True, exist_ok=True)
        (device / "device/driver").symlink_to(tmp_path / "drivers" / driver)
        return tmp_path

    add.root = tmp_path
    return add


def on_usb(root):
    return [name for name in cameras_present(root) if name.startswith("usb")]


def test_cameras_on_usb_are_named_in_order_and_what_is_no_camera_is_left_out(system):
    system("video10", "uvcvideo")
    system("video2", "uvcvideo")
    system("video3", "uvcvideo", index="1")
    system("video0", "bcm2835-codec")
    system("video1", "unicam")
    assert on_usb(system.root) == ["usb:2", "usb:10"]


def test_a_device_that_is_pulled_out_meanwhile_is_none(system):
    device = system("video0", "uvcvideo") / "class/video4linux/video0"
    (device / "index").unlink()
    assert on_usb(system.root) == []


def test_a_system_that_tells_of_no_devices_has_no_camera_on_usb(tmp_path):
    assert on_usb(tmp_path / "nowhere") == []


def test_cameras_on_ribbons_are_counted_by_their_sensors(system):
    assert cameras_plugged_in(system.root) == ()
    for number, name in enumerate(("imx708_wide 4-001a", "dw9807 4-000c", "ov5647 10-0036", "rp1-cfe-csi2")):
        device = system.root / "class/video4linux" / f"v4l-subdev{number}"
        device.mkdir(parents=True)
        (device / "name").write_text(f"{name}\n")
    system("video9", "uvcvideo")
    assert cameras_plugged_in(system.root) == ("pi", "pi:1", "usb:9")
