"""The front door: `referee` and its commands.

Each command lives in a file under `commands/`, loaded only when it is called, so that help is there at once. Here lives
what they share: refusals become one sentence, surprises go to the log.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
import os
import sys

import click

from referee.refusal import Refusal, file_trouble
from referee.storage.settings import data_folder, log_file, start_log

_COMMANDS = {
    "calibrate": "Measure one table: where the board lies and what it looks like.",
    "read": "Read the board in pictures, with a table profile or cold.",
    "watch": "Referee a folder of frames, a film or a camera, and print what happens.",
    "serve": "The live table: referee a camera and show the game on phones.",
    "host": "Show the host's link, or make a new one.",
    "appliance": "The table of a settings file, as it starts with the machine.",
    "club": "The hub of an evening with many tables, and its page.",
    "join": "Join a club's evening with this table, or leave it.",
    "demo": "A refereed game with no camera at hand.",
    "check": "Replay game records and name every problem.",
    "format": "Write game records in their canonical form.",
    "review": "Look at a game again: missed wins, missed blocks, better spaces.",
    "stats": "Statistics over the history, or over records.",
    "position": "Draw a position written in one line, and say what wins, what stops, what is best.",
    "judge": "Judge turns in positions, as JSON lines from standard input.",
    "perft": "Count legal turns, to compare programs by.",
    "history": "List, show, export and delete recorded games.",
    "backup": "Everything in one file: games, films, keys, table profiles, settings.",
    "restore": "Bring back what `referee backup` wrote.",
    "rerun": "Feed recorded inputs through the arbiter again and compare.",
    "verify": "Say whether a record, with its evidence, is whole.",
    "editions": "List and explain the printed rule books.",
    "layouts": "List and check board layouts.",
    "deal": "Draw for the dealer and seat the players.",
    "doctor": "Say what of camera, profile, libraries, disk, clock, network and table is in order.",
}
_FILES = {
    **dict.fromkeys(("judge", "perft"), "position"),
    **dict.fromkeys(("check", "format", "review", "stats"), "records"),
    **dict.fromkeys(("editions", "layouts", "deal"), "books"),
    **dict.fromkeys(("verify", "rerun"), "proof"),
    "restore": "backup",
    "join": "host",
}
"""In which file a command stands that has none of its own name."""

NOBODY_READS = 141
"""Exit code when whoever read our output has gone, as a shell counts a broken pipe: neither clean nor faulty."""


class _Gone(Exception):
    """Nobody reads our output any more. Click would call that exit code 1, which has a meaning of its own here."""


class _Commands(click.Group):
    """Loads a command when it is called or asked for its help."""

    def invoke(self, context: click.Context) -> object:
        try:
            done = super().invoke(context)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise _Gone from error
        return done

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command = getattr(importlib.import_module(f"referee.commands.{_FILES.get(name, name)}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if words and words[0] not in _COMMANDS and not words[0].startswith("-"):
            raise click.UsageError(f"There is no command '{words[0]}'. The commands are: {', '.join(_COMMANDS)}.")
        return super().resolve_command(context, words)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="sequence-referee", prog_name="referee")
def cli() -> None:
    """A camera over a Sequence board that referees the game.

    Start with `referee demo`. With a camera: `referee calibrate`, then `referee serve`.
    """


def main(words: list[str] | None = None) -> None:
    """Run a command and leave with its exit code: 0 well, 1 something is wrong, 2 it could not be done."""
    _write_what_can_be_written()
    start_log(data_folder())
    try:
        _must_be_text(sys.argv[1:] if words is None else words)
        code = cli.main(args=words, standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except Refusal as no:
        click.echo(f"referee: {no}", err=True)
        sys.exit(no.exit_code)
    except click.ClickException as usage:
        usage.show()
        sys.exit(usage.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nStopped.", err=True)
        sys.exit(130)
    except _Gone:
        _drop_output()
        sys.exit(NOBODY_READS)
    except Exception as error:
        ours = type(error).__module__.partition(".")[0] in _ROOMS
        said = str(error) if ours else file_trouble(error)
        if said:
            click.echo(f"referee: {said}", err=True)
            _drop_output()
            sys.exit(2)
        logging.getLogger("referee").exception("unexpected error in %s", sys.argv[1:2])
        click.echo(
            f"referee: something went wrong that should not have. The details are in {log_file()}; "
            "nothing that was recorded is lost.",
            err=True,
        )
        sys.exit(70)


def _must_be_text(words: list[str]) -> None:
    """Refuses a name in another encoding: no page, record or line of JSON could hold it."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            shown = word.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            raise Refusal(f"“{shown}” is not in UTF-8.", "Rename it, or save what names it as UTF-8.") from None


def _write_what_can_be_written() -> None:
    """A terminal that knows only few letters gets question marks for the others, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout.isatty() or sys.stderr.isatty():  # else all that draws on terminals need not be loaded
        importlib.import_module("referee.console").guard_terminal()


def _drop_output() -> None:
    """What cannot be written any more is not tried again when Python leaves."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError):  # no descriptor behind it, as under a test
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_ROOMS = ("engine", "vision", "calibration", "hardware", "web", "referee")
"""What one of these raised on purpose is a sentence with the way out."""
