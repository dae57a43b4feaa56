"""Recorded inputs: small, exact, and judged again with the same result."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import InputReader, InputsError, InputWriter, differences, head_of, read_inputs, rerun
from engine.judging.input_quantization import STEPS, Input, as_judged
from engine.observation import Between, CardSeen, Observation, SourceEnded, SourceLost
from engine.rules.position import new_game
from referee.storage.rejudging import Stretch, rejudge
from tests.arbiter.carding import Cards, SimulatedCards
from tests.arbiter.harness import write_inputs
from tests.arbiter.simulator import Torment
from tests.arbiter.stories import told_of

GAME = new_game("classic", "blue green")
TROUBLED = Torment(
    troubles={"chip-moved": 0.05, "between-spaces": 0.05, "bump": 0.05, "two-at-once": 0.05},
    doubts=0.1,
    stray_doubts=0.01,
)


def recorded_game() -> list[Input]:
    """A game with troubles, doubts and cards, in which somebody says something and the camera is pulled out."""
    given: list[Input] = list(SimulatedCards(GAME, 10, TROUBLED, Cards(wrong=0.05)).everything())
    given.insert(100, calls.CardWas(at=20.0, who="East", card="4C"))
    given.insert(
        150, CardSeen(at=30.0, pile=3, chances=(("8H", 0.9999), ("8D", 0.0001)), beside=GAME.layout.space("j4"))
    )
    given.insert(151, calls.PileIs(at=30.0, beside="a5", seat=0))
    given.insert(200, SourceLost(at=40.0, reason="unplugged"))
    given.append(SourceEnded(at=given[-1].at))
    return given


def test_what_was_written_is_read_again_as_it_was_judged() -> None:
    given = recorded_game()
    head, again = read_inputs(write_inputs(head_of(GAME, "strict"), given))
    assert head.on_fault == "strict"
    assert list(again) == [as_judged(one) for one in given]


def test_a_game_on_a_clock_that_is_set_with_answers_to_its_questions_judged_again_brings_the_same_rulings() -> None:
    arbiter = Arbiter(GAME)
    given: list[Input] = []
    told: list[events.AnyEvent] = []
    for number, one in enumerate(recorded_game()):
        asked = [] if number % 7 else arbiter.ledger.questions.items()
        set_by = -50.0 * (number > 60) + 1e6 * (number > 150)
        now = msgspec.structs.replace(one, at=one.at + set_by)
        said = [calls.Answer(at=now.at, question=key, answer=one.options[0]) for key, one in asked if one.options]
        for each in (now, *said):
            given.append(each)
            told += arbiter.receive(each)
    kinds = {type(event) for event in told}
    assert kinds >= {events.TurnPlayed, events.FaultFound, events.QuestionClosed, events.PileKnown, events.CameraLost}
    assert sum(isinstance(event, events.CallMade) for event in told) > 2
    again = rerun(*read_inputs(write_inputs(head_of(GAME), given)))
    assert [events.encode(event) for event in again] == [events.encode(event) for event in told]


def test_an_hour_of_inputs_is_less_than_a_megabyte() -> None:
    given = recorded_game()
    size = sum(map(len, write_inputs(head_of(GAME), given)))
    assert size / (given[-1].at / 3600) < 1_000_000


def test_every_field_of_an_observation_survives() -> None:
    seen = Observation(
        at=1.234,
        frame=5,
        letters="*" + "." * 50 + "b?#g" + "." * 44 + "*",
        chances=bytes(Random(1).randrange(256) for _ in range(400)),
        flipped=(3, 17),
        grazed=(40, 41),
        between=(Between((4, 5), "g"),),
        moved=True,
        light_changed=True,
        moving=True,
        problem="blurred",
    )
    nothing = Observation(at=2.0, frame=6, problem="no-board")
    (*again,) = read_inputs(write_inputs(head_of(GAME), [seen, nothing, seen]))[1]
    assert again[0] == as_judged(seen)
    assert again[1] == nothing
    assert again[2].letters == seen.letters  # type: ignore[union-attr]


def test_a_last_line_cut_off_by_a_loss_of_power_is_left_out() -> None:
    lines = list(write_inputs(head_of(GAME), recorded_game()[:50]))
    _, again = read_inputs([*lines[:-1], lines[-1][:4]])
    assert len(list(again)) == 49


@pytest.mark.parametrize("damage", [b"nonsense\n", b"+x;y\n", b'{"input":"nothing"}\n'])
def test_a_damaged_line_is_refused_with_its_number(damage: bytes) -> None:
    lines = list(write_inputs(head_of(GAME), recorded_game()[:5]))
    lines[3] = damage
    with pytest.raises(InputsError, match=r"game\.inputs:4: an input was expected"):
        list(read_inputs(lines, "game.inputs")[1])


def test_a_file_without_a_head_is_refused() -> None:
    with pytest.raises(InputsError, match="head"):
        read_inputs([b"+200;1\n"])


def test_where_two_runs_differ_is_told_line_by_line() -> None:
    assert list(differences([b"a", b"b"], [b"a", b"c", b"d"])) == ["2 - b", "2 + c", "3 + d"]


def test_what_was_recorded_in_steps_is_judged_as_it_was() -> None:
    once = bytes(range(256)).translate(STEPS)
    assert once.translate(STEPS) == once
    seen = Observation(at=0.0, frame=0, letters="b" * 64, chances=bytes(range(256)))
    assert InputReader().input(InputWriter().line(seen)).chances == once  # type: ignore[union-attr]


def test_a_game_recorded_in_version_1_brings_the_rulings_it_brought_then() -> None:
    here = Path(__file__).parent
    recorded = (here / "version_1.inputs").read_bytes().splitlines(keepends=True)
    told = map(told_of, rerun(*read_inputs(recorded)))
    assert list(filter(None, told)) == (here / "version_1.rulings").read_text("utf-8").splitlines()


def test_rulings_that_an_older_version_put_into_words_are_the_same_rulings() -> None:
    given = [*recorded_game()[:150], calls.Pause(at=40.0, who="Ann")]
    told = list(rerun(*read_inputs(write_inputs(head_of(GAME), given))))
    older = [
        msgspec.structs.replace(event, message="It was said.") if isinstance(event, events.CallMade) else event
        for event in told
    ]
    stretch = Stretch(0, "inputs", list(write_inputs(head_of(GAME), given)))
    assert rejudge(older, [stretch], {}).differences == []
    faulty = [event for event in older if not isinstance(event, events.TurnPlayed)]
    assert rejudge(faulty, [stretch], {}).differences
