"""What the camera settled on while a table was measured is held whenever that table is played on."""

import pytest

from hardware.pi import PiCamera
from hardware.simulated import SimulatedTable
from referee.refusal import Refusal
from referee.session.camera_memory import FILE, hold_kept, settle_and_keep
from tests.hardware.fakes import fake_picamera2, picture


def measured(folder):
    module = fake_picamera2()
    with PiCamera(module=lambda: module) as camera:
        module.Picamera2.made[0].pictures = [picture(shade) for shade in range(40, 240, 4)]
        return settle_and_keep(camera, folder)


def test_settings_of_the_measuring_are_set_again_for_the_game(tmp_path):
    settings = measured(tmp_path)
    module = fake_picamera2()
    camera = PiCamera(module=lambda: module)
    hold_kept(camera, tmp_path)
    with camera:
        controls = module.Picamera2.made[0].wanted["controls"]
    assert controls["ExposureTime"] == settings.exposure
    assert controls["AnalogueGain"] == settings.gain
    assert controls["AwbEnable"] is False


def test_a_table_measured_without_settings_leaves_the_camera_to_itself(tmp_path):
    module = fake_picamera2()
    camera = PiCamera(module=lambda: module)
    hold_kept(camera, tmp_path)
    with camera:
        assert module.Picamera2.made[0].wanted["controls"]["AeEnable"] is True


def test_cameras_without_such_settings_have_none_to_keep(tmp_path):
    assert settle_and_keep(SimulatedTable(size=(320, 240)), tmp_path) is None
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"exposure": -4}', b'{"exposure": 1e999}', b"\xff\xfe"])
def test_a_damaged_file_of_settings_is_refused_with_the_way_out(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Refusal, match="Delete that file"):
        hold_kept(PiCamera(module=fake_picamera2), tmp_path)
