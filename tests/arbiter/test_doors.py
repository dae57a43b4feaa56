"""What comes from outside as text: whatever is wrong with it is told in words, and nothing else is raised."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events
from engine.inputs import Head, InputReader, InputsError, InputWriter, read_inputs, rerun
from engine.observation import Observation, certain
from tests.spoiling import spoilt

CALL = b'{"input":"correct-turn","at":1.5,"turn":3,"space":"e4","claims":[["a1","b1"]],"who":"Ann"}'
EVENT = b'{"event":"turn","turn":1,"seat":0,"team":"blue","action":"place","weighed":[["blue place e4",0.5]]}'
CALLED = b'{"event":"call","call":{"input":"pause","at":1.0},"who":"Ann","number":1}'
DEEP = b"[" * 100_000 + b"]" * 100_000
HEAD = b'{"inputs":2,"edition":"classic","layout":"classic","seats":["blue","green"]}\n'
SEEN = Observation(
    at=1.0,
    frame=5,
    letters="*........*" + "." * 80 + "*........*",
    chances=certain("." * 100),
    flipped=(3,),
    grazed=(4, 5),
)
writer = InputWriter()
LINES = (
    writer.line(SEEN),
    writer.line(msgspec.structs.replace(SEEN, at=1.2, letters="*b?" + SEEN.letters[3:], moved=True)),
)


def read_all(line: bytes) -> None:
    """The inputs of a game of which this is the only one."""
    _, told = read_inputs([HEAD, line + b"\n"])
    list(told)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_calls_events_and_inputs_that_were_damaged_are_refused_in_words_or_mean_something_else(seed: int) -> None:
    chance = Random(seed)
    for line in (EVENT, CALLED):
        with suppress(msgspec.DecodeError):
            events.decode(spoilt(line, chance))
    lines = [HEAD, *(spoilt(line, chance).replace(b"\n", b"") + b"\n" for line in (*LINES, CALL))]
    with suppress(InputsError):
        head, told = read_inputs(lines)
        list(rerun(head, told))


@pytest.mark.parametrize(
    "line",
    [
        DEEP,
        CALL[:-1] + b',"more":' + DEEP + b"}",
        CALLED.replace(b"1.0", b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
        '{"input":"pause","event":"win","at":0,"who":"\ud800"}',
        b'{"input":"pause","event":"win","team":"\\ud800","at":0,"who":"\\ud800"}',
        b'{"input":"undo","event":"turn","at":0,"turn":' + b"9" * 5_000 + b',"turns":' + b"9" * 5_000 + b"}",
        b'{"input":"undo","event":"win","at":1e999}',
        b'{"input":"undo","event":"win","at":NaN}',
        b"\xff\xfe\x00",
        b"",
    ],
)
def test_depth_surrogates_and_numbers_out_of_all_bounds_are_no_calls_and_no_events(line: bytes | str) -> None:
    with pytest.raises(msgspec.DecodeError):
        events.decode(line)
    if isinstance(line, bytes):
        with pytest.raises(InputsError):
            read_all(line)


def test_a_number_that_no_table_counts_to_is_refused_with_its_name() -> None:
    with pytest.raises(InputsError, match=r"turns"):
        read_all(b'{"input":"undo","at":0,"turns":1000000000000}')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"=1000;5;=*b;=`AAA;f;;;;", "different sizes"),
        (b"=1000;5;=*b;1`A;f", "breaks off"),
        (b"=1000;5;=" + b"x" * 100 + b";=" + b"`AAA" * 100, "no eye gives"),
        (b"=" + b"9" * 30 + b";0;", "out of all bounds"),
        (b"=1000;5;=" + b"." * 100 + b";=" + b"`AAA" * 100 + b";f100", "does not have"),
        (b"=1000;5;=" + b"." * 100 + b";=" + b"`AAA" * 100 + b";f;1,2x", "no team has"),
    ],
)
def test_an_observation_that_does_not_hold_together_is_refused(line: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        InputReader().input(line)


def test_observations_of_another_board_are_refused_before_they_are_judged() -> None:
    small = msgspec.structs.replace(SEEN, letters="." * 42, chances=certain("." * 42), grazed=())
    head = msgspec.json.decode(HEAD, type=Head)
    with pytest.raises(InputsError, match="42 spaces; this game's has 100"):
        list(rerun(head, [small]))
