"""A table whose hub takes what is sent and never answers: its referee waits for nothing of that."""

import contextlib
import threading

import msgspec
import pytest

from calibration.profile import load_profile
from referee.club import sender
from referee.club.joining import FILE, Membership
from referee.session.live import Evening, Plan, keep_serving
from referee.session.running import Stop
from referee.session.showing import PageChoices
from referee.storage.history import History
from referee.storage.settings import history_file
from referee.wiring import Rules
from tests.appliance.conftest import ShortFilm, drawn, profile  # noqa: F401 - the fixture of a table that was measured


class NeverAnswers:
    """In the place of a request to a hub: whoever asks waits until it is let go."""

    def __init__(self):
        self.asked, self.let_go = threading.Event(), threading.Event()
        self.waited = set()
        """Names of the threads that did."""

    def __call__(self, *_request):
        self.waited.add(threading.current_thread().name)
        self.asked.set()
        assert self.let_go.wait(600)
        raise TimeoutError("never")


class PatientFilm(ShortFilm):
    """The drawn table, whose second frame comes once a request to the hub waits for its answer."""

    until: threading.Event

    def frames(self):
        for at, frame in enumerate(super().frames()):
            if at == 1:
                assert self.until.wait(60)
            yield frame


@pytest.fixture
def silent(monkeypatch):
    """A hub that never answers, until the test is over."""
    made = NeverAnswers()
    monkeypatch.setattr(sender, "send", made)
    yield made
    made.let_go.set()


def test_every_frame_is_seen_written_and_shown_while_a_request_to_the_hub_waits(
    silent,
    profile,  # noqa: F811 - the fixture
    tmp_path,
):
    joined = Membership("http://club.example/", "Table 1", "secret", 1)
    (tmp_path / FILE).write_bytes(msgspec.json.encode(joined))
    camera = drawn()
    camera.__class__, camera.until = PatientFilm, silent.asked
    looks = []
    with contextlib.ExitStack() as closing:
        rules = Rules("classic", "blue green", "", None)
        plan = Plan(profile, rules, tmp_path, PageChoices("127.0.0.1", 0))
        evening = Evening.open(closing, camera, load_profile(profile), plan, Stop())
        keep_serving(evening, until_source_ends=True, each_round=lambda: looks.append(evening.table.looked))
    # All of it came to its end, closing included, and the request waits still.
    assert (len(looks), looks[-1]) == (30, 30)
    assert not silent.let_go.is_set()
    assert silent.waited == {"club"}
    with History(history_file(tmp_path)) as history:
        assert len(history.events(1)) > 0
