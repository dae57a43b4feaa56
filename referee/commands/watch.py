"""`referee watch`: referee a folder of frames, a film or a camera, and print what happens."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from calibration.calibrate import calibrate
from calibration.profile import load_profile
from calibration.shown_deck import deck_to_read_by
from engine.arbiter import Arbiter
from engine.equipment.board import Layout
from engine.events import AnyEvent, GameStarted, encode
from engine.rules.position import Game
from hardware.address import without_secrets
from hardware.camera import Camera
from hardware.names import open_camera
from referee.commands.options import (
    FILE,
    data_option,
    fault_option,
    game_options,
    json_option,
    piles_option,
    table_option,
)
from referee.console import progress, tell_line, write_asked
from referee.pictures import still_picture
from referee.reports.event_text import Teller, as_record, retell
from referee.session.camera_memory import hold_kept
from referee.session.persistence import Kept, Persistence
from referee.session.running import run, stopping
from referee.session.table import LiveTable, Sitting
from referee.storage.settings import data_folder
from referee.wiring import Rules, eye_for, parse_piles, piles_for
from vision.eye import Eye
from vision.table import TableLook
from web.wording import told


@click.command()
@click.argument("source", metavar="FOLDER|VIDEO|CAMERA")
@table_option
@game_options()
@fault_option
@piles_option
@click.option("--fps", type=float, help="Frames a second of a folder (default 5), or to ask of a camera.")
@click.option("--sgn", type=FILE, help="Write the game record when it is over.")
@click.option("--keep/--no-keep", default=True, show_default=True, help="Enter the game in the history.")
@data_option
@json_option
def watch(
    source: str,
    table: Path | None,
    asked: Rules,
    piles: str,
    fps: float | None,
    sgn: Path | None,
    keep: bool,
    data: Path | None,
    as_json: bool,
) -> int:
    """Referee what a camera sees, or saw: turns, faults, sequences and the winner, as they happen.

    A folder of numbered frames and a film are looked at frame by frame, as fast as it goes; cameras as frames come.
    Without --table the table is measured in the first frame, which then must show the empty board.
    """
    profile = None if table is None else load_profile(table)
    camera = _camera_of(source, fps, table)
    game = asked.game(profile)  # before the long work: a seat that cannot play ends it
    said = parse_piles(piles, game)
    watched = piles_for(game, None if table is None else deck_to_read_by(table, game.deck.kinds))
    look = profile or _look_at_empty_board(camera, game.layout)
    eye = eye_for(look, game)
    teller = _Teller(as_json)
    with contextlib.ExitStack() as closing:
        stop = closing.enter_context(stopping())  # before all that must be saved: who stops twice waits for that too
        if keep:
            sitting = _kept_sitting(closing, game, asked, eye, source, data)
        else:
            sitting = Sitting(Arbiter(game, on_fault=asked.on_fault))
        if sgn is not None:
            closing.callback(teller.write_record, sgn)  # also of a film that breaks off
        live = LiveTable(eye, sitting, listeners=[teller], piles=watched)
        closing.callback(live.close)
        for call in said:
            live.say(call)
        advance = closing.enter_context(progress("watching", camera.describe().get("frames")))
        worry = _once_told(sitting)

        def after_frame() -> None:
            advance()
            worry()
            if teller.gone is not None:
                stop.set()

        run(live, camera, stop, after_frame=after_frame)
        sitting.write()
    if teller.gone is not None:
        raise teller.gone
    return worry()  # whatever is still not on disk


def _camera_of(source: str, fps: float | None, table: Path | None) -> Camera:
    """The camera, set as it was when the table was measured; what is recorded comes as fast as it goes."""
    camera = open_camera(source, fps=fps, live=False if source.startswith("recording:") else None)
    if table is not None:
        hold_kept(camera, table)
    return camera


def _kept_sitting(
    closing: contextlib.ExitStack, game: Game, asked: Rules, eye: Eye, source: str, data: Path | None
) -> Sitting:
    """A game that is entered in the history, and left when `closing` closes."""
    source = without_secrets(source)
    persistence = Persistence(Kept.until_closed(closing, data_folder(data)), source, f"watch:{source}")
    sitting = persistence.begin(game, asked, eye)
    closing.callback(persistence.leave)
    return sitting


def _once_told(sitting: Sitting) -> Callable[[], int]:
    """Says what of a game cannot be written any more, each thing once; 1 while something is not on disk."""
    said: set[str] = set()

    def tell() -> int:
        trouble = told(sitting.unsaved) if sitting.unsaved else ""
        if trouble and trouble not in said:
            said.add(trouble)
            click.echo(f"referee: {trouble}", err=True)
        return 1 if trouble else 0

    return tell


def _look_at_empty_board(camera: Camera, layout: Layout) -> TableLook:
    """The look of the empty board in the first frame."""
    first = open_camera(camera.name.removeprefix("recording:"), live=False) if not camera.live else camera
    with first:
        measured = calibrate(still_picture(first), layout=layout)
    for sentence in (*measured.report, *measured.warnings):
        click.echo(sentence, err=True)
    return measured.look


class _Teller:
    """Prints each event as it happens."""

    def __init__(self, as_json: bool) -> None:
        self.happened: list[AnyEvent] = []
        self.gone: OSError | None = None
        """Why nothing can be printed any more: the reader has left, or the disk is full."""
        self._as_json = as_json
        self._words = Teller()

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Print these; once that is not possible, only keep them."""
        self.happened.extend(happened)
        if self.gone is not None:
            return
        try:
            self._print(happened)
        except OSError as error:
            self.gone = error

    def write_record(self, file: Path) -> None:
        """What happened, as a record; none of a game that never began."""
        if any(isinstance(event, GameStarted) for event in self.happened):
            write_asked(file, as_record(self.happened).encode())
        else:
            click.echo(f"No game began, so {file} was not written.", err=True)

    def _print(self, happened: Sequence[AnyEvent]) -> None:
        if self._as_json:
            for event in happened:
                sys.stdout.write(encode(event).decode() + "\n")
            sys.stdout.flush()
            return
        for line, mood in retell(happened, self._words):
            tell_line(line, mood)
