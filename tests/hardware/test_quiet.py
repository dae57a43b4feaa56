"""A camera or a film that fails speaks for itself: OpenCV and FFmpeg add nothing."""

import pytest

from hardware.camera import CameraError
from hardware.names import open_camera


@pytest.mark.parametrize("name", ["{film}", "usb:97", "http://127.0.0.1:9/stream"])
def test_a_failing_source_prints_nothing_of_its_own(name, tmp_path, capfd):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"this is no film" * 100)
    with pytest.raises(CameraError), open_camera(name.format(film=film)):
        pass
    said = capfd.readouterr()
    assert said.out + said.err == ""
