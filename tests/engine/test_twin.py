"""The JSON-lines twin: the same game as events, there and back, with undone and corrected turns taken in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import calls, events
from engine.records.record import Comment, RecordError, Shuffled, Stood, Talk, write_record
from engine.records.replay import replay
from engine.records.twin import read_lines, read_twin, record_of, write_lines
from engine.rules.legality import Turn
from tests.arbiter.harness import Harness
from tests.engine.boards import read_record, record
from tests.engine.duel import TABLES
from tests.engine.test_records import entries_of
from tests.engine.told import events_of


def told(words, **tags):
    return list(events_of(record(words, **tags)))


def back(happened):
    return record_of(happened).entries


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(TABLES))
def test_the_twin_carries_the_whole_record(seed, table):
    made = entries_of(seed, table)
    again = record_of(read_lines(write_lines(events_of(made))), event="Friday", date="2026.11.21")
    assert again.tags == made.tags
    assert len(again.entries) == len(made.entries)
    for ours, theirs in zip(again.entries, made.entries, strict=True):
        if isinstance(theirs, Stood):  # what lay there before is told from the board
            assert [change[::2] for change in ours.changes] == [change[::2] for change in theirs.changes]
            assert (ours.code, ours.to_move) == (theirs.code, theirs.to_move)
        else:
            assert ours == theirs


@pytest.mark.parametrize("result", ["drawn", "green"])
def test_an_end_without_a_sequence_is_told(result):
    made = record("7H@d6", Result=result)
    assert record_of(events_of(made)).result == result


def test_a_game_whose_turns_come_before_its_start_is_no_game():
    happened = told("7H@d6 5H@e6")
    with pytest.raises(RecordError, match=r"game\.jsonl:1:1: .*the start of a game before its first turn"):
        record_of(reversed(happened), file="game.jsonl")


def test_each_game_of_a_file_is_read():
    first, second = told("7H@d6 5H@e6"), told("2S@b1")
    lines = write_lines([events.Remarked(text="early"), *first, *second])
    assert [one.entries for one in read_twin(lines)] == [back(first), back(second)]


def test_what_does_not_fit_is_told_with_its_line_in_the_file_of_several_games():
    happened = [*told("7H@d6"), *told("2S@b1"), events.TurnUndone(turn=9)]
    with pytest.raises(RecordError, match=rf"a\.jsonl:{len(happened)}:1: an event that fits the ones before"):
        read_twin(write_lines(happened), "a.jsonl")


def test_undone_turns_are_left_out_of_the_record():
    happened = told("7H@d6 2S@b1 3S@c1")
    happened += [events.TurnUndone(turn=3), events.TurnUndone(turn=2)]
    happened += told("7H@d6 3S@c1")[2:]
    assert back(happened) == record("7H@d6 3S@c1").entries


def test_corrected_turns_are_recorded_as_corrected():
    happened = told("7H@d6 2S@b1")
    happened.append(events.TurnCorrected(turn=1, team="blue", action="place", space="i5", card="7H", no_draw=True))
    assert back(happened) == record("7H@i5 nodraw 2S@b1").entries


def test_seats_that_were_passed_over_did_not_play():
    happened = told("7H@d6")
    happened.append(events.TurnPlayed(turn=2, seat=0, team="blue", action="place", space="b1", card="2S"))
    assert back(happened) == record("7H@d6 pass 2S@b1").entries


def test_what_was_said_is_kept_in_its_place():
    entries = back(told("7H@d6 {so it began} talk:blue 2S@b1 nodraw shuffle 3S@c1"))
    assert [type(entry) for entry in entries] == [Turn, Comment, Talk, Turn, Shuffled, Turn]


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "the start of a game"),
        ('{"event": "draw', 1, "an event as JSON"),
        ('{"event": "win", "team": "blue"}\n{"event": "nonsense"}', 2, "an event as JSON"),
    ],
)
def test_lines_that_are_no_game_are_refused(text, line, expected):
    with pytest.raises(RecordError) as refused:
        record_of(read_lines(text, "a.jsonl"), file="a.jsonl")
    assert (refused.value.file, refused.value.line) == ("a.jsonl", line)
    assert expected in refused.value.expected


@pytest.mark.parametrize(("change", "back"), [("d6=g", "d6=b"), ("d6=. d7=b", "d6=b d7=.")])
def test_the_record_of_a_change_that_stood_and_was_put_right_after_all_is_read(change, back):
    harness = Harness()
    harness.play("b d6", "g e6")
    harness.hand(change, then=25)
    harness.say(calls.Stands)
    harness.hand(back, then=25)
    harness.play("b h5")
    verdict = replay(read_record(write_record(record_of(harness.told))))
    assert (verdict.ok, verdict.warnings) == (True, ())
    assert verdict.position.rows(verdict.game) == harness.arbiter.position.rows(harness.game)
