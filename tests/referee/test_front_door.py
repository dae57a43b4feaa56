"""The front door: whatever goes wrong with output, paths and numbers is said in a sentence, with its exit code."""

import json
import logging
import os
import pty
import resource
import socket
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee.appliance.settings import Settings
from referee.command_line import NOBODY_READS
from referee.commands.options import game_options, host_option
from referee.storage.settings import start_log
from tests.referee.conftest import run


def shell(*words, **environment):
    """The program itself, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


def test_a_reader_who_leaves_early_ends_the_program_quietly():
    process = shell("layouts", "classic", "kids", "checkerboard")
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() == NOBODY_READS
    assert said == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_to_a_full_disk_is_said_as_that():
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [sys.executable, "-m", "referee", "layouts", "classic"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    said = done.stderr.decode()
    assert "disk is full" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("words", [("read", "--json"), ("watch", "--no-keep"), ("doctor", "--json", "--camera")])
def test_a_name_in_another_encoding_is_refused_with_what_to_do(tmp_path, capsys, words):
    picture = os.fsdecode(os.fsencode(tmp_path) + b"/B\xfccher.jpg")
    Path(picture).write_bytes(b"")
    assert run(*words, picture) == 2
    said = capsys.readouterr().err
    assert "B\\xfccher.jpg” is not in UTF-8. Rename it" in said


def test_a_file_for_which_there_is_no_room_leaves_the_one_before_whole(tmp_path, capsys):
    picture = tmp_path / "board.png"
    assert run("layouts", "classic", "--picture", picture) == 0
    before = picture.read_bytes()
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, hard))
    try:
        assert run("layouts", "kids", "--picture", picture) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert picture.read_bytes() == before
    assert str(picture) in capsys.readouterr().err
    assert not list(tmp_path.glob("*.part"))


def test_an_export_can_go_to_a_pipe(copy):
    done = subprocess.run(
        [sys.executable, "-m", "referee", "history", "export", "1", "-o", "/dev/stdout", "--data", str(copy)],
        capture_output=True, check=True,
    )  # fmt: skip
    assert b'[Seats "' in done.stdout


def test_what_goes_to_a_file_goes_there_though_a_bar_is_shown_at_the_terminal(film):
    ours, terminal = pty.openpty()
    words = [sys.executable, "-m", "referee", "read", film.picture("empty"), "--table", film.profile, "--json"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=terminal, check=False)
    os.close(ours)
    os.close(terminal)
    assert json.loads(done.stdout)["found"]


def test_a_terminal_that_knows_few_letters_gets_the_rest_of_the_sentence():
    process = shell("layouts", "nosuch", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    said = process.communicate()[1]
    assert process.returncode == 2
    assert b"nosuch" in said
    assert b"classic" in said


def test_a_place_that_cannot_be_written_is_named(tmp_path, capsys):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    run("history", "list")
    capsys.readouterr()
    assert run("deal", "Ann", "Ben", "--edition", str(in_the_way / "x.toml")) == 2
    assert run("history", "list", "--data", str(in_the_way / "below")) == 2
    said = capsys.readouterr().err
    assert str(in_the_way) in said
    assert "should not have" not in said


def test_the_log_goes_where_the_data_goes(tmp_path, monkeypatch):
    def stumble(*_):
        raise RuntimeError("stumbled")

    monkeypatch.setattr("referee.storage.history.History.games", stumble)
    assert run("history", "list", "--data", str(tmp_path / "there")) == 70
    assert "stumbled" in (tmp_path / "there" / "referee.log").read_text()


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_colour_is_for_people_at_a_terminal_who_want_it(environment, tmp_path):
    program = "from referee.console import tell_line; tell_line('Not their turn. [e4]', 'alarm')"
    master, terminal = os.openpty()
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=terminal, env={**plain, "TERM": "xterm", **environment}, check=True
    )
    os.close(terminal)
    seen = os.read(master, 1000)
    os.close(master)
    assert done.returncode == 0
    assert b"Not their turn. [e4]" in seen
    assert (b"[1;31m" in seen) == (not environment)
    piped = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True).stdout
    assert piped == b"Not their turn. [e4]\n"


@pytest.mark.parametrize(
    "words", [("check",), ("read",), ("format",), ("doctor", "--table"), ("history", "list", "--data")]
)
def test_a_name_steers_no_terminal_that_shows_it(tmp_path, words):
    odd = tmp_path / "[bold]\x1b]0;mine\x07\x9b2J\u202ebackwards"
    master, terminal = os.openpty()
    asked = [sys.executable, "-m", "referee", *words, odd]
    process = subprocess.Popen(asked, stdout=terminal, stderr=terminal, env={**os.environ, "COLUMNS": "1000"})
    os.close(terminal)
    seen = b""
    while b"backwards" not in seen:
        seen += os.read(master, 10_000)
    process.wait()
    os.close(master)
    assert rb"[bold]\x1b]0;mine\x07\x9b2J\u202ebackwards" in seen


def test_a_log_that_cannot_be_written_prints_nothing(tmp_path, capsys):
    start_log(tmp_path)
    (tmp_path / "referee.log").mkdir()
    logging.getLogger("referee").error("nobody can write this down")
    said = capsys.readouterr()
    assert said.out + said.err == ""


def test_who_plays_may_be_written_as_in_a_record_by_hand():
    written, read = "Blue:Ada, green:Ben", "blue:Ada green:Ben"
    plays = click.command()(game_options()(lambda asked: asked.seats))
    assert plays.main(["--seats", written], standalone_mode=False) == read
    assert Settings(seats=written).played.seats == read


@pytest.mark.parametrize("written", ["::1", "[::1]"])
def test_an_address_to_listen_on_may_be_written_as_browsers_write_it(written):
    listens_on = click.command()(host_option(lambda host: None))
    assert listens_on.make_context("club", ["--host", written]).params == {"host": "::1"}


def test_a_hub_goes_to_no_other_port_than_the_one_at_which_its_tables_look_for_it(data, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run("club", "--host", "127.0.0.1", "--port", port) == 2
    assert capsys.readouterr().err.startswith(f"referee: Port {port} is taken by another program")
