"""Options that several commands share, so that they are named and explained alike everywhere."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardware.present import NAMES
from hardware.voice import LANGUAGES
from referee.storage.settings import start_log

if TYPE_CHECKING:
    from engine.arbiter import OnFault
    from web.kept_games import OldGames

Command = Callable[..., Any]

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
CAMERAS_HELP = f"One of: {', '.join(NAMES)}."


def _log_there(_context: click.Context, _option: click.Parameter, chosen: Path | None) -> Path | None:
    """The log goes where the data goes."""
    if chosen is not None:
        start_log(chosen)
    return chosen


def _whole_path(_context: click.Context, _option: click.Parameter, named: str | None) -> str | None:
    """A file is kept with its folder, so that a game on disk finds it again from wherever it is asked for."""
    if named is None or Path(named).suffix not in (".toml", ".json"):
        return named
    return str(Path(named).expanduser().resolve())


data_option = click.option(
    "--data",
    type=FOLDER,
    callback=_log_there,
    help="Folder for history, log and evidence; else $REFEREE_DATA or the platform's own place.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, one object a line.")
table_option = click.option("--table", type=FOLDER, help="Folder of the table profile.")
layout_option = click.option(
    "--layout",
    default=None,
    callback=_whole_path,
    help="Board layout: a name of `referee layouts` or a file. Default: as measured, or the edition's own.",
)
port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="Port of the page; 0: any free one."
)
host_option = click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    callback=lambda _context, _option, given: given.removeprefix("[").removesuffix("]"),
    help="Address the page listens on.",
)


def _names(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    for name in given:
        if not name or "/" in name or name.split() != [name]:
            raise click.BadParameter(f"{name!r} cannot be. It is a name without http:// and path, as club.example.")
    return given


allow_host_option = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    callback=_names,
    help="A further name by which the page may be asked for, as a router or proxy gives one; repeatable.",
)
old_games_option = click.option(
    "--old-games",
    type=click.Choice(["nobody", "this", "all"]),
    default="this",
    show_default=True,
    help="Which recorded games and films guests may look at: none, this evening's, all. The host's phones: all.",
)


def _as_one(name: str, made: Callable[..., object], *options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Options, the last one first in the help, that a command is given as one argument, which `made` makes of them.

    What `made` has a default for is another option's, of commands that have it.
    """
    theirs = inspect.signature(made).parameters

    def add(function: Command) -> Command:
        @functools.wraps(function)
        def with_it(*given: Any, **more: Any) -> Any:
            it = made(**{one: more.pop(one) for one in theirs if one in more})
            return function(*given, **{name: it}, **more)

        return functools.reduce(lambda so_far, option: option(so_far), options, with_it)

    return add


voice_options = _as_one(
    "spoken",
    lambda voice, language: language if voice else None,
    click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default="en",
        show_default=True,
        help="The language of that voice; each phone has its own.",
    ),
    click.option("--voice", is_flag=True, help="This machine speaks too (espeak-ng)."),
)
"""--voice and --language, as `spoken`: the language in which this machine speaks, or none."""


def _page(port: int, host: str, allow_hosts: tuple[str, ...], old_games: OldGames) -> object:
    from referee.session.showing import PageChoices

    return PageChoices(host, port, allow_hosts, old_games)


page_options = _as_one("page", _page, old_games_option, allow_host_option, host_option, port_option)
"""--port, --host, --allow-host and --old-games, as `page`, the `PageChoices`."""


piles_option = click.option(
    "--piles",
    default="",
    help='Whose discard pile lies beside which space at the board\'s edge: "j4:Ada a7:shared". Default: it is learnt.',
)


fault_option = click.option(
    "--on-fault",
    type=click.Choice(["ask", "stand", "strict"]),
    default="ask",
    show_default=True,
    help="A fault: ask the table, let it stand, or wait until it is put right.",
)


def _time_of_a_turn(_context: click.Context, _option: click.Parameter, given: str) -> int:
    """Seconds a turn has; 0 for none."""
    from web.turn_clock import LONGEST, SHORTEST, is_time_of_a_turn

    if given == "none":
        return 0
    if not (given.isascii() and given.isdigit() and int(given[:9]) > 0 and is_time_of_a_turn(int(given[:9]))):
        raise click.BadParameter(
            f"{given!r} is no time for a turn. Give whole seconds from {SHORTEST} to {LONGEST}, as 45, or none."
        )
    return int(given)


clock_option = click.option(
    "--clock",
    default="none",
    show_default=True,
    metavar="SECONDS",
    callback=_time_of_a_turn,
    help="The time a turn has; phones show what is left and say when it is up. Nothing is forfeited.",
)


def _rules(
    edition: str, seats: str, rules: str, layout: str | None, on_fault: OnFault = "ask", clock: int = 0
) -> object:
    from engine.records.handwriting import seats as plain_seats
    from referee.wiring import Rules

    return Rules(edition, plain_seats(seats), rules, layout, on_fault, clock)


def game_options(seats: str = "blue green") -> Callable[[Command], Command]:
    """--edition, --layout, --rules and --seats, and --on-fault and --clock where the command has them, as `asked`, the
    `Rules`."""
    return _as_one(
        "asked",
        _rules,
        layout_option,
        click.option("--rules", default="", help='Switches over the edition: "advanced_jack=yes dead_per_turn=1".'),
        click.option("--seats", default=seats, show_default=True, help='Turn order: "blue:North green:East …".'),
        click.option(
            "--edition",
            default="classic",
            show_default=True,
            callback=_whole_path,
            help="A rule book of `referee editions` or a file.",
        ),
    )
