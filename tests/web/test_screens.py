"""The screen of the room, and who may see what the camera sees."""

import pytest

from tests.web.show import PEOPLE


def test_what_the_camera_sees_is_asked_of_it_once_for_all_who_ask(client):
    asked = []
    page = client(camera=lambda: asked.append(1) or b"JPEG")
    for _ in range(3):
        answer = page.get("/camera.jpg")
        assert (answer.data, answer.mimetype) == (b"JPEG", "image/jpeg")
        assert answer.headers["Cache-Control"] == "no-store"
    assert asked == [1]


@pytest.mark.parametrize("camera", [None, lambda: None])
def test_without_a_picture_there_is_a_sentence(client, camera):
    answer = client(camera=camera).get("/camera.jpg", headers=PEOPLE)
    assert answer.status_code == 404
    assert "The camera shows nothing at this moment." in answer.text
