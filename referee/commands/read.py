"""`referee read`: what lies on the board in pictures."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.commands.options import json_option, layout_option, table_option
from referee.console import on_terminal, progress, tell_json, tell_line
from referee.refusal import Refusal

if TYPE_CHECKING:
    from referee.pictures import Picture
    from vision.cards.piles import Pile
    from vision.eye import Eye
    from vision.play import Play

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("images", type=_FILE, nargs=-1, required=True, metavar="IMAGE...")
@table_option
@layout_option
@click.option("--seats", help='Who plays, as for `watch`: "blue green". Chips of others are believed only where plain.')
@click.option("--explain", type=_FILE, help="Draw what was seen over the (first) picture, into this file.")
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
    from referee.pictures import load_picture
    from vision.rectify.pictures import PictureError

    play = _play(seats)
    sight = _WithProfile(table, layout, play) if table is not None else _Cold(layout, play)
    missed = False
    with progress("reading") as bar:
        task = bar.add_task("", total=len(images))
        for image in images:
            try:
                picture = load_picture(image)
                seen: dict[str, Any] = {"image": str(image), **sight.read(picture)}
                if explain is not None and image == images[0]:
                    sight.explain(picture, explain)
            except (Refusal, PictureError) as no:
                if len(images) == 1:
                    raise
                seen = {"image": str(image), **_not_found(str(no))}
            missed = missed or not seen["found"]
            bar.advance(task)
            if as_json:
                tell_json(seen)
            else:
                _tell(seen)
    return 1 if missed else 0


def _play(seats: str | None) -> Play:
    """What is played, as far as seats say it."""
    from engine.rules.position import parse_seats
    from vision.play import ANY, Play

    if seats is None:
        return ANY
    teams = frozenset(seat.team[0] for seat in parse_seats(seats))
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


class _WithProfile:
    """Reads pictures of a measured table. Each picture is looked at with a fresh eye."""

    def __init__(self, table: Path, layout: str | None, play: Play) -> None:
        from calibration.profile import load_profile
        from calibration.shown_deck import load_deck
        from referee.wiring import layout_of
        from vision.cards.pile_reader import PileReader

        self.look = load_profile(table)
        self.layout = layout_of(self.look, layout)
        kept = load_deck(table)
        self.piles = PileReader(kept.shown if kept is not None and kept.complete else None)
        self.play = play
        self.eye: Eye | None = None

    def read(self, picture: Picture) -> dict[str, Any]:
        from vision.eye import eye_for_one

        self.eye = eye_for_one(self.look, self.layout, self.play)
        began = time.perf_counter()
        observation = self.eye.look(picture, 0.0, 0)
        taken = (time.perf_counter() - began) * 1000
        if observation.problem:
            words = {
                "no-board": "The board is not where it was measured and was not found elsewhere.",
                "black": "The picture is black.",
                "torn": "Part of the picture is missing.",
                "blurred": "The picture is too blurred to read.",
                "upset": "The board was found, but what lies on it does not fit.",
            }
            return _not_found(words.get(observation.problem, observation.problem), taken)
        mesh = self.eye.mesh
        told = _report(observation.letters, observation.flipped, mesh.corners, self.layout, observation.moved, taken)
        return told | {"discards": _discards(self.piles.piles(picture, mesh))}

    def explain(self, picture: Picture, file: Path) -> None:
        from referee.pictures import save_picture
        from vision.explain import explain

        if self.eye is not None and self.eye.last_frame is not None:
            save_picture(file, explain(picture, self.eye.last_frame.seen, self.eye.last_frame.told, self.eye.mesh))


class _Cold:
    """Reads pictures of any ordinary board."""

    def __init__(self, layout: str | None, play: Play) -> None:
        from engine.equipment.board import load_layout

        self.layout = load_layout(layout or "classic")
        self.play = play
        self._last: Any = None

    def read(self, picture: Picture) -> dict[str, Any]:
        from vision.cards.piles import find_piles
        from vision.finding.found import BoardNotFound
        from vision.read.cold import read_cold
        from vision.rectify.pictures import PictureError

        self._last = None
        began = time.perf_counter()
        try:
            seen = self._last = read_cold(picture, self.layout, play=self.play)
        except (BoardNotFound, PictureError) as no:
            return _not_found(str(no), (time.perf_counter() - began) * 1000)
        taken = (time.perf_counter() - began) * 1000
        return _report(seen.told.letters, seen.told.flipped, seen.found.mesh.corners, self.layout, False, taken) | {
            "discards": _discards(find_piles(picture, seen.found.mesh)),
            "messages": list(seen.found.messages),
        }

    def explain(self, picture: Picture, file: Path) -> None:
        from referee.pictures import save_picture
        from vision.explain import explain

        if self._last is not None:
            save_picture(file, explain(picture, self._last.seen, self._last.told, self._last.found.mesh))


def _not_found(problem: str, taken: float = 0.0) -> dict[str, Any]:
    """The same keys as of a board that was found, with nothing in them, and why."""
    return {
        "found": False,
        "corners": None,
        "position": None,
        "flipped": [],
        "discards": [],
        "moved": False,
        "milliseconds": round(taken, 2),
        "problem": problem,
    }


def _discards(piles: list[Pile]) -> list[dict[str, Any]]:
    """The discard piles beside the board, `?` for a top card that cannot be read."""
    return [
        {
            "pile": number,
            "card": pile.card or "?",
            "confidence": round(pile.confidence, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in pile.corners],
            "others": list(pile.others),
        }
        for number, pile in enumerate(piles, 1)
    ]


def _report(letters: str, flipped: Any, corners: Any, layout: Any, moved: bool, taken: float) -> dict[str, Any]:
    width = layout.columns
    return {
        "found": True,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
        "position": [letters[start : start + width] for start in range(0, len(letters), width)],
        "flipped": layout.names_of(flipped),
        "moved": moved,
        "milliseconds": round(taken, 2),
    }
