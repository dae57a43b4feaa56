"""`referee calibrate`: measure one table, from pictures or straight from a camera."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from calibration.calibrate import Calibration, parse_chips
from calibration.calibrate import calibrate as measure
from calibration.profile import save_profile
from engine.equipment.board import Layout, load_layout
from hardware.names import open_camera
from hardware.simulated import SimulatedTable
from referee.commands.options import CAMERAS_HELP, FILE, FOLDER, json_option
from referee.console import tell_json, tell_line
from referee.explain import explain
from referee.pictures import load_picture, save_picture, still_picture
from referee.refusal import Refusal
from referee.session.camera_memory import settle_and_keep
from referee.setup.place import REPLACED, UNCHOSEN, unusable_profile
from vision.eye import Eye
from vision.rectify.mesh import Picture
from vision.rectify.pictures import LONGEST_SIDE
from vision.table import TableLook


@click.command()
@click.option("--empty", type=FILE, help="Picture of the empty board.")
@click.option("--colors", type=FILE, help="The same view with one chip of each colour on the board.")
@click.option("--chips", default="", help='Where those chips lie: "blue:e4 green:f5 red:d7".')
@click.option("--camera", help=f"Take the pictures now: {CAMERAS_HELP}")
@click.option(
    "--corners", help='Outer corners of a1, j1, j10, a10 in pixels, "x,y x,y x,y x,y", where it is not found.'
)
@click.option("--it-is-empty", is_flag=True, help="Nothing lies on the empty board, whatever its print may look like.")
@click.option("--anyway", is_flag=True, help="Keep a table that does not read its own pictures right, too.")
@click.option("--layout", default="classic", show_default=True, help="What is printed: a name or a file.")
@click.option("--explain", type=FILE, help="Draw what was found over the empty picture, into this file.")
@click.option("--table", type=FOLDER, required=True, help="Folder for the table profile.")
@json_option
def calibrate(
    empty: Path | None,
    colors: Path | None,
    chips: str,
    camera: str | None,
    corners: str | None,
    it_is_empty: bool,
    anyway: bool,
    layout: str,
    explain: Path | None,
    table: Path,
    as_json: bool,
) -> None:
    """Measure one table and keep the measure in a folder.

    The board is found by itself in a picture of it without chips. A second picture, with one chip of each colour,
    teaches the colours; without it ordinary blue, green and red are expected. Pictures come from files or a camera.

    Then the table reads the picture with the chips. One at which it does not read them right is not kept, unless you
    say --anyway.
    """
    if (unusable := unusable_profile(table)) is not None:
        click.echo(f"Note: {unusable.reason} {REPLACED}", err=True)
    printed = load_layout(layout)
    bare, coloured, where = _pictures(empty, colors, chips, camera, printed, table)
    points = _corners(corners)
    measured = measure(
        bare, coloured, where or None, layout=printed, corners=points, it_is_empty=it_is_empty, anyway=anyway
    )
    if explain is not None:
        _draw_what_was_found(explain, bare, measured.look, printed)
    save_profile(table, measured.look, made=time.strftime("%Y-%m-%d %H:%M"))
    (table / UNCHOSEN).unlink(missing_ok=True)
    if as_json:
        tell_json(_as_json(measured, table, printed))
        return
    for sentence in measured.report:
        tell_line(sentence)
    for sentence in measured.warnings:
        tell_line(f"Note: {sentence}")
    tell_line(f"The table profile is in {table}.")


def _pictures(
    empty: Path | None, colors: Path | None, chips: str, camera: str | None, printed: Layout, table: Path
) -> tuple[Picture, Picture | None, dict[str, int]]:
    """The empty picture, the one with chips or none, and where those chips lie; from files or a camera.

    Raises Refusal where what was asked for does not go together.
    """
    if (empty is None) == (camera is None):
        raise Refusal("The empty board is needed once.", "Give --empty IMAGE, or --camera NAME to take it now.")
    if colors is not None and not chips:
        raise Refusal("It was not said where the chips of --colors lie.", 'Add --chips "blue:e4 green:f5".')
    if empty is not None and chips and colors is None:
        raise Refusal("--chips says where chips lie, but no picture shows them.", "Add --colors IMAGE.")
    if camera is not None:
        return _from_camera(camera, chips, printed, table)
    assert empty is not None
    where = parse_chips(chips, printed)
    return load_picture(empty), load_picture(colors) if colors is not None else None, where


def _draw_what_was_found(file: Path, empty: Picture, look: TableLook, printed: Layout) -> None:
    """Draws mesh and letters over the empty picture, into a file."""
    eye = Eye(look, printed)
    eye.look(empty, 0.0, 0)
    assert eye.last_frame is not None
    save_picture(file, explain(empty, eye.last_frame.seen, eye.last_frame.told, look.mesh))


def _as_json(measured: Calibration, table: Path, printed: Layout) -> dict[str, Any]:
    """What was measured, as `--json` says it."""
    return {
        "table": str(table),
        "layout": printed.name,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in measured.look.mesh.corners],
        "confidence": None if measured.found is None else round(float(measured.found.confidence), 3),
        "separation": round(float(measured.separation), 2),
        "report": [str(sentence) for sentence in measured.report],
        "warnings": [str(sentence) for sentence in measured.warnings],
    }


def _corners(words: str | None) -> list[tuple[float, float]] | None:
    """Four points from "x,y x,y x,y x,y"."""
    if words is None:
        return None
    try:
        points = [tuple(float(number) for number in word.split(",")) for word in words.split()]
        (a, b), (c, d), (e, f), (g, h) = points
        if not all(abs(number) < LONGEST_SIDE for point in points for number in point):  # nor is what is no number
            raise ValueError("outside any picture")
    except ValueError as error:
        reason = f'--corners "{words}" does not give four points.'
        mend = 'Say the outer corners of a1, j1, j10 and a10 in pixels: "312,231 1319,220 1342,996 305,1007".'
        raise Refusal(reason, mend) from error
    return [(a, b), (c, d), (e, f), (g, h)]


def _from_camera(name: str, chips: str, printed: Layout, table: Path) -> tuple[Picture, Picture | None, dict[str, int]]:
    """The empty picture, the one with chips or none, and where those chips lie."""
    where = parse_chips(chips, printed)
    # Of a recording the first picture, before anybody plays.
    source = open_camera(name, live=False, layout=printed.name)
    if isinstance(source, SimulatedTable):
        # Nobody lays chips on a drawn table: it knows how it looks empty and with a chip of each colour.
        where = {team[0]: printed.space(space) for team, space in source.color_chips.items()}
        return source.empty_picture(), source.colors_picture(), where
    with source:
        settle_and_keep(source, table)
        bare = still_picture(source)
        if not chips:
            return bare, None, {}
        if not sys.stdin.isatty():
            reason = "Somebody must lay the chips between the two pictures, and nobody is at this terminal."
            mend = "Leave --chips out, or give both pictures with --empty and --colors."
            raise Refusal(reason, mend)
        click.echo(f"Now lay one chip of each colour ({chips}), then press Enter. ", err=True, nl=False)
        sys.stdin.readline()
        return bare, still_picture(source), where
