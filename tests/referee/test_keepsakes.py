"""Pictures and films of a game that people take home."""

import io

import av
import cv2
import numpy as np
import pytest

from referee.keepsakes.painter import Painter, plain
from tests.web.show import stages
from web.keepsakes import by_turn, states_of


@pytest.fixture(scope="module")
def won():
    return by_turn(states_of(stages()["won"].events))


def pixels(png):
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)


def test_a_picture_shows_the_chips_of_its_moment(won):
    first, last = pixels(Painter().picture(won[0])), pixels(Painter().picture(won[-1]))
    assert first.shape == last.shape
    green = (last.astype(int)[..., 1] - last[..., 2] > 40) & (last[..., 0] < 90)
    before = (first.astype(int)[..., 1] - first[..., 2] > 40) & (first[..., 0] < 90)
    assert green[:740].sum() > 20 * max(before[:740].sum(), 1)


def test_a_film_runs_under_twenty_seconds_and_ends_where_the_game_ended(monkeypatch, won):
    monkeypatch.setattr("referee.keepsakes.painter.POLITENESS", 0)  # else all tests behind it would go last
    with av.open(io.BytesIO(Painter().clip(won))) as film:
        stream = film.streams.video[0]
        assert stream.codec_context.name == "h264"
        frames = list(film.decode(stream))
        assert 10 < float(film.duration) / 1e6 <= 20
    shown = frames[-1].to_ndarray(format="bgr24")
    wanted = cv2.resize(pixels(Painter().picture(won[-1])), shown.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(shown.astype(int) - wanted).mean() < 8


def test_a_game_of_no_turns_makes_no_film():
    with pytest.raises(ValueError, match="moment"):
        Painter().clip([])


@pytest.mark.parametrize("stage", ["kids", "three", "opening"])
def test_boards_of_other_shapes_and_more_teams_are_drawn(stage):
    assert pixels(Painter().picture(states_of(stages()[stage].events)[-1])).shape[1] == 720


def test_names_lose_their_accents_and_what_cannot_be_written_is_left_out():
    assert plain("Søren Peña") == "Soren Pena"
    assert plain("\u05d3\u05e0\u05d9") == ""
    assert plain("Ada \U0001f600") == ""
