"""`referee watch`: referee a folder of frames, a film or a camera, and print what happens."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.commands.options import data_option, game_options, json_option, layout_option, table_option
from referee.settings import data_folder
from referee.telling import progress, tell_line

if TYPE_CHECKING:
    from engine.events import AnyEvent
    from hardware.camera import Camera
    from vision.look import TableLook


@click.command(short_help="Referee a folder of frames, a film or a camera, and print what happens.")
@click.argument("source", metavar="FOLDER|VIDEO|CAMERA")
@table_option
@game_options()
@layout_option
@click.option("--fps", type=float, help="Frames a second of a folder (default 5), or to ask of a camera.")
@click.option(
    "--record", type=click.Path(path_type=Path, dir_okay=False), help="Write the inputs, for `referee rerun`."
)
@click.option("--sgn", type=click.Path(path_type=Path, dir_okay=False), help="Write the game record when it is over.")
@click.option("--keep/--no-keep", default=True, show_default=True, help="Enter the game in the history.")
@data_option
@json_option
def watch(
    source: str,
    table: Path | None,
    edition: str,
    seats: str,
    rules: str,
    on_fault: str,
    layout: str | None,
    fps: float | None,
    record: Path | None,
    sgn: Path | None,
    keep: bool,
    data: Path | None,
    as_json: bool,
) -> int:
    """Referee what a camera sees, or saw: turns, faults, sequences and the winner, as they happen.

    A folder of numbered frames and a film are looked at frame by frame, as fast as it goes; cameras as frames come.
    Without --table the table is measured in the first frame, which then must show the empty board.
    """
    from hardware.names import open_camera
    from referee.inputs import InputFile
    from referee.keeping import Keeping, Kept
    from referee.retelling import as_record
    from referee.running import run, stopping
    from referee.table import LiveTable, Sitting
    from referee.wiring import Rules, arbiter_for, eye_for

    recorded = not source.startswith(("pi", "usb", "rtsp", "http", "simulated"))
    camera = open_camera(source, fps=fps, live=False if recorded else None)
    look = _look(table, camera, layout)
    asked = Rules(edition, seats, rules, layout, on_fault)  # type: ignore[arg-type]
    game = asked.game(look.layout)
    eye = eye_for(look, game)
    teller = _Teller(as_json)
    with contextlib.ExitStack() as closing:
        if keep:
            kept = Kept.below(data_folder(data))
            closing.callback(kept.history.close)
            if kept.history.salvaged:
                click.echo(kept.history.salvaged, err=True)
            keeping = Keeping(kept, source, f"watch:{source}")
            sitting = keeping.begin(game, asked, eye)
            closing.callback(keeping.leave)
        else:
            sitting = Sitting(arbiter_for(game, asked))
        if record is not None:
            sitting = sitting.with_inputs(InputFile(record, game, asked))
        live = LiveTable(eye, sitting, listeners=[teller])
        closing.callback(live.close)
        stop = closing.enter_context(stopping())
        bar = closing.enter_context(progress("watching"))
        frames = camera.describe().get("frames")
        task = bar.add_task("", total=frames if isinstance(frames, int) else None)
        run(live, camera, stop, after_frame=lambda: bar.advance(task))
    if sgn is not None:
        sgn.write_text(as_record(teller.happened), encoding="utf-8")
    return 0


def _look(table: Path | None, camera: Camera, layout: str | None) -> TableLook:
    """The table's profile; without one, the look of the empty board in the first frame."""
    from calibration.calibrate import calibrate
    from calibration.profile import load_profile
    from engine.board import load_layout
    from hardware.names import open_camera
    from referee.pictures import still_picture

    if table is not None:
        return load_profile(table)
    first = open_camera(camera.name.removeprefix("recording:"), live=False) if not camera.live else camera
    with first:
        measured = calibrate(still_picture(first), layout=load_layout(layout or "classic"))
    for sentence in (*measured.report, *measured.warnings):
        click.echo(sentence, err=True)
    return measured.look


class _Teller:
    """Prints each event as it happens."""

    def __init__(self, as_json: bool) -> None:
        from referee.retelling import Teller

        self.happened: list[AnyEvent] = []
        self._as_json = as_json
        self._words = Teller()

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        from engine.events import encode
        from referee.retelling import clock_time

        self.happened.extend(happened)
        for event in happened:
            if self._as_json:
                sys.stdout.write(encode(event).decode() + "\n")
                continue
            said = self._words.tell(event)
            if said:
                tell_line(f"{clock_time(event.at):>8}  {said}")
        sys.stdout.flush()
