"""`referee read`: what lies on the board in pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from calibration.profile import load_profile
from calibration.shown_deck import load_deck
from engine.equipment.board import Layout, load_layout
from engine.records.handwriting import seats as plain_seats
from engine.rules.position import parse_seats
from engine.saying import saying
from referee.commands.options import FILE, json_option, layout_option, table_option
from referee.console import on_terminal, progress, tell_json, tell_line
from referee.explain import explain as draw_over
from referee.pictures import load_picture, save_picture
from referee.refusal import Refusal
from referee.wiring import layout_of
from vision.cards.pile_reader import PileReader, find_piles
from vision.cards.piles import Pile
from vision.eye import eye_for_one
from vision.finding.found import BoardNotFound
from vision.read.cold import read_cold
from vision.read.teams import ANY, Play
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import PictureError
from web.wording import told as said_of

Reading = tuple[dict[str, Any], Callable[[], Picture] | None]
"""What `--json` says of a picture, and what draws over it what was seen; none where nothing was."""


@click.command()
@click.argument("images", type=FILE, nargs=-1, required=True, metavar="IMAGE...")
@table_option
@layout_option
@click.option("--seats", help='Who plays, as for `watch`: "blue green". Chips of others are believed only where plain.')
@click.option("--explain", type=FILE, help="Draw what was seen over the (first) picture, into this file.")
@json_option
def read(
    images: tuple[Path, ...],
    table: Path | None,
    layout: str | None,
    seats: str | None,
    explain: Path | None,
    as_json: bool,
) -> int:
    """Read the board in pictures.

    With --table the measured table is expected; without it any ordinary Sequence board is found and read cold. `?` is a
    space that cannot be read for sure, `#` one that something covers. Exit code 1 when no board was found in a picture.
    """
    play = _play(seats)
    reader = _cold(layout, play) if table is None else _with_profile(table, layout, play)
    missed = False
    with progress("reading", len(images)) as advance:
        for image in images:
            try:
                told, drawn = reader(load_picture(image))
            except (Refusal, PictureError) as no:
                if len(images) == 1:
                    raise
                told, drawn = _not_found(str(no).removeprefix(f"{image}: ")), None
            if explain is not None and image == images[0] and drawn is not None:
                save_picture(explain, drawn())
            seen = {"image": str(image), **told}
            missed = missed or not seen["found"]
            advance()
            if as_json:
                tell_json(seen)
            else:
                _tell(seen)
    return 1 if missed else 0


def _play(seats: str | None) -> Play:
    """What is played, as far as seats say it."""
    if seats is None:
        return ANY
    teams = frozenset(seat.team[0] for seat in parse_seats(plain_seats(seats)))
    if not teams:
        raise Refusal("--seats names nobody.", 'Say who plays: --seats "blue green".')
    return Play(teams)


def _tell(seen: dict[str, Any]) -> None:
    if not seen["found"]:
        tell_line(f"{seen['image']}: no board. {seen['problem']}")
        return
    tell_line(f"{seen['image']}:")
    spread = " " if on_terminal() else ""
    for number, row in enumerate(seen["position"], 1):
        tell_line(f"{number:>4}  {spread.join(row)}")
    if seen["flipped"]:
        tell_line(f"      white side up: {' '.join(seen['flipped'])}")
    for pile in seen["discards"]:
        under = f", under it {' '.join(pile['others'])}" if pile["others"] else ""
        tell_line(f"      pile {pile['pile']}: {pile['card']}{under}")
    for said in seen.get("messages", ()):
        tell_line(f"      {said}")


def _with_profile(table: Path, layout: str | None, play: Play) -> Callable[[Picture], Reading]:
    """Reads pictures of a measured table. Each picture is looked at with a fresh eye."""
    look, kept = load_profile(table), load_deck(table)
    printed = layout_of(look, layout)
    piles = PileReader(kept.shown if kept is not None and kept.complete else None)

    def read(picture: Picture) -> Reading:
        eye = eye_for_one(look, printed, play)
        began = time.perf_counter()
        seen = eye.look(picture, 0.0, 0)
        taken, mesh, last = time.perf_counter() - began, eye.mesh, eye.last_frame
        drawn = None if last is None else partial(draw_over, picture, last.seen, last.told, mesh)
        if seen.problem:
            return _not_found(said_of(saying(seen.problem)), taken), drawn
        lie = piles.piles(picture, mesh)
        return _found(seen.letters, seen.flipped, mesh, printed, lie, taken) | {"moved": seen.moved}, drawn

    return read


def _cold(layout: str | None, play: Play) -> Callable[[Picture], Reading]:
    """Reads pictures of any ordinary board."""
    printed = load_layout(layout or "classic")

    def read(picture: Picture) -> Reading:
        began = time.perf_counter()
        try:
            seen = read_cold(picture, printed, play=play)
        except (BoardNotFound, PictureError) as no:
            return _not_found(str(no), time.perf_counter() - began), None
        taken, mesh = time.perf_counter() - began, seen.found.mesh
        told = _found(seen.told.letters, seen.told.flipped, mesh, printed, find_piles(picture, mesh), taken)
        drawn = partial(draw_over, picture, seen.seen, seen.told, mesh)
        return told | {"messages": list(seen.found.messages)}, drawn

    return read


def _found(
    letters: str, flipped: Sequence[int], mesh: Mesh, layout: Layout, piles: Sequence[Pile], seconds: float
) -> dict[str, Any]:
    """A board that was read; of its discard piles `?` for a top card that cannot be."""
    width = layout.columns
    return {
        "found": True,
        "corners": _points(mesh.corners),
        "position": [letters[start : start + width] for start in range(0, len(letters), width)],
        "flipped": layout.names_of(flipped),
        "moved": False,
        "milliseconds": round(1000 * seconds, 2),
        "discards": [
            {
                "pile": number,
                "card": pile.card or "?",
                "confidence": round(pile.confidence, 4),
                "corners": _points(pile.corners),
                "others": list(pile.others),
            }
            for number, pile in enumerate(piles, 1)
        ],
    }


def _points(corners: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def _not_found(problem: str, seconds: float = 0.0) -> dict[str, Any]:
    """What is told of a picture without a board: the keys of one that was found, with nothing in them, and why."""
    nothing: dict[str, Any] = {
        "found": False,
        "corners": None,
        "position": None,
        "flipped": [],
        "discards": [],
        "moved": False,
    }
    return {**nothing, "milliseconds": round(1000 * seconds, 2), "problem": problem}
