"""`referee check`: the report on each record, in order, and the exit code."""

import io
import json

import pytest

from engine.records.twin import write_lines
from referee.commands.records import check_games
from tests.engine.boards import read_record
from tests.engine.told import events_of
from tests.referee.conftest import printed, run

HEAD = '[Edition "classic"]\n[Seats "blue green"]\n\n'
CLEAN = HEAD + "1. 2S@b1 6C@a2 2. 3S@c1 7C@a3 3. 4S@d1 8C@a4 4. 5S@e1\n"
FAULTY = CLEAN.rstrip() + " JS-c1\n"
BROKEN = CLEAN + "hello\n"


def write(folder, *texts):
    files = []
    for number, text in enumerate(texts):
        file = folder / f"{number:03d}.sgn"
        file.write_text(text)
        files.append(str(file))
    return files


def checked(*words):
    code, text = printed(run, "check", "--json", *words)
    return code, [json.loads(line) for line in text.splitlines()]


def test_a_clean_record_is_reported_in_the_agreed_form(tmp_path):
    files = write(tmp_path, CLEAN)
    code, (report,) = checked(*files)
    assert code == 0
    assert report == {
        "file": files[0],
        "ok": True,
        "turns": 7,
        "winner": None,
        "sequences": [["blue", ["a1", "b1", "c1", "d1", "e1"], 7]],
        "position": [
            "*BBBB....*", "g.........", "g.........", "g.........", *[".........."] * 5, "*........*",
        ],
        "warnings": [],
    }  # fmt: skip


def test_a_faulty_record_is_reported_up_to_its_first_faulty_turn(tmp_path):
    code, (report,) = checked(*write(tmp_path, FAULTY))
    assert code == 1
    assert (report["ok"], report["turns"], report["problem_turn"], report["problems"]) == (False, 7, 8, ["locked"])
    assert report["message"] == "The chip on c1 belongs to a completed sequence and is safe."
    assert report["details"][0]["rule"].startswith("English book, line")
    assert report["sequences"][0][2] == 7


def test_what_cannot_be_read_says_where_and_what_was_expected(tmp_path):
    files = [*write(tmp_path, BROKEN), str(tmp_path / "none.sgn")]
    code, (broken, missing) = checked(*files)
    assert code == 2
    assert (broken["ok"], broken["line"], broken["column"]) == (False, 5, 1)
    assert broken["expected"].startswith("a turn")
    assert "cannot be read" in missing["error"]


def test_the_worst_file_gives_the_exit_code(tmp_path):
    assert checked(*write(tmp_path, CLEAN, FAULTY))[0] == 1
    assert checked(*write(tmp_path, BROKEN, FAULTY, CLEAN))[0] == 2


def test_spaces_of_a_sequence_are_sorted_as_text(tmp_path):
    (report,) = checked(*write(tmp_path, HEAD + "1. 5D@j9 2S@b1 2. 4D@j8 3S@c1 3. 3D@j7 4S@d1 4. 2D@j6\n"))[1]
    assert report["sequences"][0][1] == ["j10", "j6", "j7", "j8", "j9"]


def test_people_get_a_line_a_file(tmp_path):
    said = printed(run, "check", *write(tmp_path, FAULTY, BROKEN))[1]
    assert "000.sgn: turn 8 is faulty: locked" in said
    assert "001.sgn:5:1: a turn, as" in said


def test_a_line_break_in_the_name_of_a_file_breaks_no_line_of_the_report(tmp_path):
    for name, text in (("a\nb.sgn", CLEAN), ("c\nd.sgn", BROKEN)):
        (tmp_path / name).write_text(text)
    clean, _, broken, *_ = printed(run, "check", tmp_path)[1].splitlines()
    assert clean.endswith(r"a\nb.sgn: clean, 7 turns, 1 sequence, nobody has won")
    assert r"c\nd.sgn:5:1: a turn, as" in broken


def test_the_twin_is_checked_too_and_folders_stand_for_their_records(tmp_path):
    (tmp_path / "game.jsonl").write_text(write_lines(events_of(read_record(FAULTY))))
    report = check_games(tmp_path / "game.jsonl")[0]
    assert (report["ok"], report["problems"]) == (False, ["locked"])
    (tmp_path / "bad.jsonl").write_text("{}\n")
    assert check_games(tmp_path / "bad.jsonl")[0]["line"] == 1
    write(tmp_path, CLEAN, CLEAN)
    assert len(checked(tmp_path)[1]) == 2


def test_every_game_of_a_twin_is_checked_and_counted_as_those_of_a_record_are(tmp_path):
    both = tmp_path / "evening.jsonl"
    both.write_text("".join(write_lines(events_of(read_record(text))) for text in (FAULTY, CLEAN)))
    assert [(one["game"], one["ok"]) for one in check_games(both)] == [(1, False), (2, True)]
    assert printed(run, "review", both)[1].count("looked at") == 2


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("check", "-: clean, 7 turns"),
        ("format", '[Edition "classic"]'),
        ("review", "7 turns looked at"),
        ("stats", "classic on classic"),
    ],
)
def test_a_record_may_come_on_standard_input(monkeypatch, command, answer):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CLEAN.encode())))
    code, text = printed(run, command, "-")
    assert code == 0
    assert answer in text


DOUBTFUL = CLEAN.replace("\n\n", '\n[Ruels "x"]\n\n').replace("4. 5S@e1", "4. 5S@e1 !locked")


def test_what_cannot_be_so_is_a_warning_and_with_strict_a_fault(tmp_path):
    files = write(tmp_path, DOUBTFUL)
    code, (report,) = checked(*files)
    assert (code, report["ok"]) == (0, True)
    assert [(w["code"], w["turn"]) for w in report["warnings"]] == [("unknown-tag", 0), ("wrong-mark", 7)]
    assert all(set(w) == {"code", "turn", "message"} for w in report["warnings"])
    code, (report,) = checked(*files, "--strict")
    assert (code, report["ok"], len(report["warnings"])) == (1, False, 2)
    assert checked(*write(tmp_path, CLEAN), "--strict")[0] == 0


def test_people_read_the_sequences_and_the_warnings(tmp_path):
    lines = printed(run, "check", *write(tmp_path, DOUBTFUL))[1].splitlines()
    assert lines[0].endswith("clean, 7 turns, 1 sequence, nobody has won")
    assert lines[1] == "  blue: a1 b1 c1 d1 e1, made in turn 7"
    assert lines[2] == "  warning: unknown-tag: The tag Ruels has no meaning here. Did you mean Rules?"
    assert lines[3] == "  warning: wrong-mark: The turn is marked !locked, and nothing is wrong with it. (turn 7)"
