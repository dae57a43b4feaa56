"""The table profile: one folder that holds everything measured of a table.

`profile.toml` is for people: version, picture size, layout, chip colours, what calibration said.
`arrays.npz` holds the numbers, `empty.png` the straightened empty board, and a layout of somebody's own lies
beside them as the file it came from. Nothing is measured here. A damaged profile is refused, not found out by the eye:
its numbers have bounds, and wide ones, for what any board, chip and camera may give lies far inside.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.whole_file import write_whole
from engine.editions.edition import TEAM_OF
from engine.equipment.board import Layout, LayoutError, load_layout
from engine.observation import CHIPS
from engine.plain_text import read_toml
from engine.trouble import Trouble
from vision.read.inputs import GAMMA
from vision.read.teams import ORDINARY, ChipColour
from vision.rectify.decoding import picture_in
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import LEAST_SIDE, LONGEST_SIDE
from vision.rectify.straight import SIDE, straight_size
from vision.table import TableLook

VERSION = 2
"""Of the form; version 1 kept colours as hues, from which today's are worked out."""
FILES = ("profile.toml", "arrays.npz", "empty.png")
REPLACING = "replacing.zip"
"""All the files of a profile while it is written over another one."""
LAYOUTS = (".toml", ".json")
"""Endings of layouts that are files."""
CORNERS = ("first", "end_of_row_1", "last", "end_of_column_a")
MOST_BYTES = 1 << 26
"""Bytes of all arrays of a profile together; those of the largest board take a fiftieth."""
OUTSIDE = 1.0
"""How far outside its picture a node of the board may lie. Parts of the picture's longer side; 0.2 to 2."""
LEAST_SPACE = 9.0
"""Pixels that every space takes at least. 4 to 40."""
UNEVEN = 6.0
"""A space is no more than so many times as large as the one beside it. 3 to 10."""
SAME_CORNERS = 1.0
"""Pixels by which the corners in profile.toml may differ from those of the mesh. 0.1 to 2."""
MOST_LIGHT = 8.0
"""No chip sends back more light, glare and all. Times paper white, linear; 2 to 20."""
_LETTERS = {name: letter for letter, name in TEAM_OF.items()}


class ProfileError(Trouble):
    """A table profile cannot be used: one sentence with the reason, one with the mend."""

    def __init__(self, reason: str, mend: str = "Calibrate the table again.", *, code: str = "") -> None:
        super().__init__(reason, mend, code=code)


def save_profile(folder: Path, look: TableLook, *, made: str = "") -> None:
    """Write a profile; `made` is the date to show. A power cut leaves the one before or the whole new one. Raises
    OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    done, picture = cv2.imencode(".png", look.empty)
    if not done:  # pragma: no cover
        raise ProfileError("The picture of the empty board cannot be written.", "")
    arrays, packed = io.BytesIO(), io.BytesIO()
    np.savez_compressed(arrays, nodes=look.mesh.nodes)
    with zipfile.ZipFile(packed, "w") as files:
        if Path(look.layout).suffix in LAYOUTS:
            files.write(look.layout, _beside(look.layout))
        files.writestr("empty.png", picture.tobytes())
        files.writestr("arrays.npz", arrays.getvalue())
        files.writestr("profile.toml", _toml(look, made))
    write_whole(folder / REPLACING, packed.getvalue())
    _replace(folder)


def _replace(folder: Path) -> None:
    """Put the files of a profile that is being replaced into their places. Raises OSError, FileNotFoundError where none
    is, ValueError and BadZipFile where what waits is none."""
    with zipfile.ZipFile(io.BytesIO(_within_reason(folder / REPLACING))) as files:
        for name in files.namelist():
            write_whole(folder / Path(name).name, files.read(name))
    (folder / REPLACING).unlink()


def load_profile(folder: Path) -> TableLook:
    """Read a profile back; one that a power cut kept from being replaced is replaced first.

    Raises ProfileError in words: missing or damaged files, a newer version.
    """
    with contextlib.suppress(OSError, ValueError, zipfile.BadZipFile):
        _replace(folder)
    if not folder.is_dir():
        raise ProfileError(
            f"There is no table profile in {folder}.", "Make one with `referee calibrate`.", code="not-set-up"
        )
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise ProfileError(f"The table profile {folder} lacks {' and '.join(missing)}.")
    try:
        values = read_toml((folder / "profile.toml").read_bytes())
    except (ValueError, RecursionError) as error:  # bytes that are no letters, letters that are no TOML
        raise ProfileError(f"{folder / 'profile.toml'} is damaged: {_said(error)}.") from None
    version = values.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ProfileError(f"{folder / 'profile.toml'} has no version: it is no table profile.")
    if version > VERSION:
        raise ProfileError(
            f"The table profile {folder} has version {version}, this program knows up to {VERSION}.",
            "Use the newer program, or calibrate again.",
        )
    try:
        return _from(folder, values)
    except LayoutError as error:
        raise ProfileError(f"The layout of the table profile {folder} cannot be used: {error}") from None
    except Exception as error:  # noqa: BLE001 - whatever numpy, zip and PNG stumble over in a file that was damaged
        why = f"it lacks {error}" if isinstance(error, KeyError) else _said(error)
        raise ProfileError(f"The table profile {folder} is damaged or of another version ({why}).") from None


def _said(error: BaseException) -> str:
    """What an error says, in one line and not too long."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 160 else f"{words[:157]}..."


def _from(folder: Path, values: dict[str, Any]) -> TableLook:
    """The look from the values of profile.toml and the files beside it."""
    with np.load(io.BytesIO(_within_reason(folder / "arrays.npz")), allow_pickle=False) as arrays:
        if arrays["nodes"].dtype.kind != "f":
            raise ValueError("the arrays hold no numbers")
        mesh = Mesh(np.asarray(arrays["nodes"], np.float32))
    empty = picture_in(folder / "empty.png")
    if "empty" in values and values["empty"] != _digest(empty):  # profiles of before have none
        raise ValueError("empty.png is not the picture that was measured")
    if empty.shape[:2] != straight_size(mesh) or int(values["pixels_per_space"]) != SIDE:
        raise ValueError("empty.png does not fit the spaces")
    if not np.isfinite(mesh.nodes).all():
        raise ValueError("the arrays hold no numbers")
    chip_in = _chip_of_version_1 if values["version"] == 1 else _chip
    width, height = (int(side) for side in values["picture_size"])
    look = TableLook(
        mesh=mesh,
        size=(width, height),
        layout=_found(folder, str(values["layout"])),
        empty=np.ascontiguousarray(empty, np.uint8),
        chips=tuple(chip_in(chip) for chip in values["chips"]),
        noise=float(values["noise"]),
        sharpness=float(values["sharpness"]),
        notes=tuple(str(note) for note in values.get("notes", ())),
    )
    layout = load_layout(look.layout)
    _check_look(look, layout)
    if frozenset(values["free_spaces"]) != layout.free:
        raise ValueError(f"its free spaces are not those of the layout {layout.name}")
    _check_corners([values["corners"][name] for name in CORNERS], mesh)
    return look


def _check_look(look: TableLook, layout: Layout) -> None:
    """Raises ValueError, naming what is wrong, where a look cannot be that of any table with this layout."""
    if (look.rows, look.columns) != (layout.rows, layout.columns):
        raise ValueError(
            f"it has {look.rows}x{look.columns} spaces, the layout {layout.name} {layout.rows}x{layout.columns}"
        )
    for side in look.size:
        _within("picture_size", side, LEAST_SIDE, LONGEST_SIDE)
    _check_mesh(look.mesh, look.size)
    _within("noise", look.noise, 0.0, 64.0)
    _within("sharpness", look.sharpness, 0.0, 1e4)
    teams = [chip.team for chip in look.chips]
    if not teams or len(set(teams)) != len(teams) or not set(CHIPS).issuperset(teams):
        raise ValueError(f"its chips are of the teams {', '.join(teams) or 'of nobody'}")
    for value in (part for chip in look.chips for part in chip.colour):
        _within("colour", value, 0.0, MOST_LIGHT)


def _check_corners(told: list[list[float]], mesh: Mesh) -> None:
    """Raises ValueError where the corners that people read are not those of the mesh: the files are of two measures."""
    off = np.abs(np.array(told, float) - mesh.corners)
    if not float(off.max()) <= SAME_CORNERS:
        raise ValueError("its corners are not those of arrays.npz")


def _check_mesh(mesh: Mesh, size: tuple[int, int]) -> None:
    """The board lies in or near the picture, with every space the same way round and about as large as its next."""
    width, height = size
    beyond = OUTSIDE * max(size)
    inside = (mesh.nodes > -beyond) & (mesh.nodes < np.array([width, height]) + beyond)
    if not inside.all():
        raise ValueError("its board lies outside the picture")
    one = mesh.nodes[1:, 1:].astype(np.float64) - mesh.nodes[:-1, :-1]
    other = mesh.nodes[1:, :-1].astype(np.float64) - mesh.nodes[:-1, 1:]
    area = (one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2
    area = area if area.mean() > 0 else -area
    if area.min() < LEAST_SPACE:
        raise ValueError("its spaces are crumpled")
    for axis in (0, 1):
        if area.shape[axis] > 1 and np.abs(np.diff(np.log(area), axis=axis)).max() > math.log(UNEVEN):
            raise ValueError("its spaces are crumpled")


def _within(name: str, value: float, least: float, most: float) -> None:
    """Raises ValueError unless the value lies there; what is no number lies nowhere."""
    if not least <= value <= most:
        raise ValueError(f"{name} cannot be {value:g}")


def _digest(picture: Picture) -> str:
    """Half the SHA-256 of a picture's pixels, which tells it from that of any other table."""
    return hashlib.sha256(np.ascontiguousarray(picture).tobytes()).hexdigest()[:32]


def _chip(chip: Mapping[str, Any]) -> ChipColour:
    """The colour of a team's chips."""
    blue, green, red = (float(part) for part in chip["colour"])
    return ChipColour(_LETTERS[chip["team"]], (blue, green, red), bool(chip["measured"]))


def _chip_of_version_1(chip: Mapping[str, Any]) -> ChipColour:
    """A colour as version 1 kept it: hue and length in a plane of red against green and blue against yellow, and the
    brightest channel, in grey levels over those of the paper."""
    team = _LETTERS[chip["team"]]
    if not chip["measured"]:
        return next(one for one in ORDINARY if one.team == team)
    hue, value = math.radians(float(chip["hue_degrees"])), float(chip["value"])
    length = float(chip["saturation"]) * value
    across, along = length * math.cos(hue), length * math.sin(hue)
    channels = np.array([along * 2 / 3, (-along * 2 / 3 - across) / 2, (-along * 2 / 3 + across) / 2])
    blue, green, red = (np.clip(channels + value - channels.max(), 0, None) ** GAMMA).tolist()
    return ChipColour(team, (blue, green, red), True)


def _within_reason(file: Path) -> bytes:
    """The bytes of a file of arrays, unless it claims to unfold to more than any profile holds."""
    content = file.read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(part.file_size for part in packed.infolist()) > MOST_BYTES:
            raise ValueError("arrays.npz is larger than any profile's")
    return content


def _beside(layout: str) -> str:
    """What a layout is called in its profile: a file by its name alone, since it lies there too."""
    return Path(layout).name if Path(layout).suffix in LAYOUTS else layout


def _found(folder: Path, layout: str) -> str:
    """The layout of a profile as `load_layout` finds it."""
    if Path(layout).suffix not in LAYOUTS:
        return layout
    if Path(layout).name != layout:
        raise ValueError(f"its layout {layout} does not lie beside it")
    return str(folder.resolve() / layout)


def _toml(look: TableLook, made: str) -> str:
    """profile.toml: the few forms it needs are written by hand; JSON strings are TOML strings too."""
    lines = [
        "# A table profile: where the board lies in the picture, how it looks empty, what the chips look like.",
        "# Made by `referee calibrate`. Make it again after moving the camera for good.",
        f"version = {VERSION}",
        f"made = {json.dumps(made)}",
        f"layout = {json.dumps(_beside(look.layout))}",
        f"picture_size = [{look.size[0]}, {look.size[1]}]",
        f"pixels_per_space = {SIDE}",
        f'empty = "{_digest(look.empty)}"  # of empty.png',
        f"free_spaces = {sorted(load_layout(look.layout).free)}",
        f"noise = {look.noise:.3f}            # grey levels",
        f"sharpness = {look.sharpness:.3f}        # per cent",
        f"notes = {json.dumps(list(look.notes), ensure_ascii=False)}",
        "",
        "[corners]                  # outer corners of the field of spaces, pixels",
    ]
    for name, (x, y) in zip(CORNERS, look.mesh.corners, strict=True):
        lines.append(f"{name} = [{x:.2f}, {y:.2f}]")
    for chip in look.chips:
        colour = ", ".join(f"{part:.4f}" for part in chip.colour)
        lines += [
            "",
            "[[chips]]",
            f"team = {json.dumps(TEAM_OF[chip.team])}",
            f"colour = [{colour}]   # blue, green, red; 1 is as light as the paper",
            f"measured = {str(chip.measured).lower()}",
        ]
    return "\n".join(lines) + "\n"
