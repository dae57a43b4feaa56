"""`referee serve`: the live table with its page."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import click

from calibration.profile import load_profile
from hardware.camera import Camera, is_film
from hardware.names import open_camera
from referee.commands.options import (
    CAMERAS_HELP,
    FOLDER,
    clock_option,
    data_option,
    fault_option,
    game_options,
    page_options,
    piles_option,
    voice_options,
)
from referee.session.authority import Authority
from referee.session.camera_memory import hold_kept
from referee.session.live import Evening, Plan
from referee.session.running import stopping
from referee.session.showing import PageChoices
from referee.setup.evenings import PlayingDesk, keep_evenings
from referee.setup.place import Place, camera_at
from referee.storage.settings import EVIDENCE_MB, data_folder
from referee.wiring import Rules, parse_piles


@click.command()
@click.option("--camera", required=True, help=CAMERAS_HELP)
@click.option("--table", type=FOLDER, required=True, help="Folder of the table profile.")
@game_options()
@fault_option
@clock_option
@piles_option
@click.option("--fps", type=float, help="Frames a second to ask of the camera, or the pace of a recording (default 5).")
@click.option("--speed", type=float, default=1.0, show_default=True, help="How much faster a recording plays.")
@click.option(
    "--evidence",
    type=click.IntRange(min=0),
    default=EVIDENCE_MB,
    show_default=True,
    help="MB for pictures and film of all games.",
)
@click.option("--new", is_flag=True, help="Begin a new game even if one at this table waits to be gone on with.")
@click.option(
    "--https",
    type=click.IntRange(0, 65535),
    is_flag=False,
    flag_value=8443,
    metavar="[PORT]",
    help="HTTPS as well, at that port (8443 where none is said); phones have to trust the table once, at /trust.",
)
@page_options
@voice_options
@data_option
def serve(
    camera: str,
    table: Path,
    asked: Rules,
    piles: str,
    fps: float | None,
    speed: float,
    evidence: int,
    new: bool,
    https: int | None,
    page: PageChoices,
    spoken: str | None,
    data: Path | None,
) -> None:
    """Referee a camera and show the game on the phones around the table.

    A table that was not measured yet is set up on the host's phone, with the code that is shown.
    A game that was broken off at this table, by the same rules, is gone on with where it stood; so is the recording
    it was played from. When a game is over and the board is cleared, the next one begins.
    """

    def camera_of(name: str) -> Camera:
        return open_camera(name, fps=fps, speed=speed)

    parse_piles(piles, asked.game())
    source, place = camera_of(camera), Place(camera_of, camera, table, asked)
    if is_film(source):
        with source:  # a folder that is not there will not be plugged in while the table is set up
            pass
    folder = data_folder(data)
    if https is not None:
        Authority(folder)
        page = replace(page, https=https)

    def play(
        closing: contextlib.ExitStack, played: Rules, shown: PageChoices, afresh: bool, desk: PlayingDesk
    ) -> Evening:
        look, source = load_profile(table), camera_of(camera_at(table, camera))
        hold_kept(source, table)
        plan = Plan(table, played, folder, shown, spoken, new=afresh, evidence=evidence * 1_000_000, setup=desk)
        evening = Evening.open(closing, source, look, plan, stop)
        if played.seats == asked.seats:  # others were chosen on the phone since
            for call in parse_piles(piles, evening.table.arbiter.game):
                evening.table.say(call)
        return evening

    with stopping() as stop:
        keep_evenings(place, page, folder, stop, play, new=new)
