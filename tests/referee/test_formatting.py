"""`referee format`: canonical records, comments kept, files that cannot be read left alone; several games in a file."""

import json

from tests.referee.conftest import printed, run

LOOSE = '[edition "Classic"]\n[Seats "Blue:Ada, green"]\n[Place "Malmö"]\n{by hand} 1. th@F7 pass {hm} 2. JS–e5 *\n'
CANONICAL = (
    '[Edition "classic"]\n[Seats "blue:Ada green"]\n[Place "Malmö"]\n\n{by hand}\n1. 10H@f7 pass {hm}\n2. JS-e5\n'
)


def test_records_are_printed_in_canonical_form(tmp_path):
    file = tmp_path / "a.sgn"
    file.write_text(LOOSE, "utf-8")
    assert printed(run, "format", file) == (0, CANONICAL)
    assert file.read_text("utf-8") == LOOSE


def test_files_are_checked_and_written_in_place(tmp_path):
    file = tmp_path / "a.sgn"
    file.write_text(LOOSE + "\n" + LOOSE, "utf-8")
    assert run("format", "--check", file) == 1
    assert run("format", "--write", file) == 0
    assert file.read_text("utf-8") == CANONICAL + "\n" + CANONICAL
    assert run("format", "--check", file) == 0
    assert [path.name for path in tmp_path.glob("*a.sgn*")] == ["a.sgn"]


def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path, capsys):
    file = tmp_path / "a.sgn"
    file.write_text(LOOSE + "7H", "utf-8")
    assert run("format", "--write", file, tmp_path / "none.sgn") == 2
    assert file.read_text("utf-8") == LOOSE + "7H"
    said = capsys.readouterr().err
    assert "a.sgn:5:1" in said
    assert "cannot be read" in said


def test_each_game_of_a_file_is_checked(tmp_path):
    file = tmp_path / "a.sgn"
    file.write_text(CANONICAL.replace("2. JS-e5", "") + "\n" + CANONICAL, "utf-8")
    code, text = printed(run, "check", file, "--json")
    assert code == 1
    reports = [json.loads(line) for line in text.splitlines()]
    assert [(report["game"], report["ok"]) for report in reports] == [(1, True), (2, False)]
    assert reports[1]["problems"] == ["nothing-there"]


def test_the_twin_of_a_record_is_told_from_a_record_that_is_wrong(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text('{"event":"sequence","at":1.0}\n', "utf-8")
    assert run("format", file) == 2
    assert f"{file} is the twin of a record" in capsys.readouterr().err
