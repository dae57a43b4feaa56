"""Tables for tests of the page: one for each thing it can show, what the eye measures, a referee that agrees."""

from contextlib import contextmanager
from types import SimpleNamespace

from engine import events as e
from referee.measures import Measure, measure_words
from tests.web.script import Script, long_game, opening
from web.calls import CallAnswer
from web.server import Server

KEY, PEOPLE = {"X-Host-Key": "123456"}, {"Accept": "text/html"}
"""What a host's phone says with each request, and what a browser does whose page is read by people."""
KIDS = ("*.....*", *("." * 7 for _ in range(4)), "*.....*")


def stages():
    """One table for each thing the page can show."""
    question = e.Question(
        about="claim", options=("b8-f8", "a8-e8"),
        default="b8-f8", number=1,
    )  # fmt: skip
    blocked = e.ViewBlocked(spaces=tuple(f"{c}{r}" for c in "efghij" for r in range(5, 11)), reason="An arm.")
    kids = Script(("blue:Ada", "green:Bo"), "kids", "classic", KIDS).play("b2").play("d3").play("c3").play("e5")
    three = Script(("blue:Ada", "green:Bo", "red:Cy")).play("b2").play("d3").play("c3").play("e5").play("f5")
    won = long_game().play("a3").play("g8").sequence("green", "c8", "d8", "e8", "f8", "g8")
    won.play("d9").play("j7").play("e9").play("j8").play("h8").play("j9").sequence(
        "green", "j5", "j6", "j7", "j8", "j9"
    )
    won.say(e.GameWon(at=1503.0, team="green", turn=won.turn))
    return {
        "opening": opening(),
        "long": long_game(),
        "fault": long_game().fault(spaces=("e4",)),
        "question": long_game().say(question),
        "blocked": long_game().say(blocked),
        "camera": long_game().say(e.CameraLost(reason="No frame for 6 seconds.")),
        "won": won,
        "kids": kids,
        "three": three,
    }


def measures(language):
    """An eye that sees well enough, but for the lamp."""
    measured = (Measure("focus", 0.7512, "%", 0.4), Measure("glare", 11.04, "spaces", most=5.0))
    return [measure_words(one, language) for one in measured]


@contextmanager
def serving(app):
    """That page on any free port, for a while."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    try:
        yield SimpleNamespace(port=server.port, address=f"http://127.0.0.1:{server.port}/")
    finally:
        server.close()


def answer(call):
    """A referee that accepts everything."""
    return CallAnswer(True, f"Heard: {type(call).__name__}.")
