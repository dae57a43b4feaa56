"""Faces of free decks that Debian packages bring (`gnome-cards-data`, `kdegames-card-data-kf5`), for training alone."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.cards import SUITS
from vision.cards.patch import CARDS
from vision.drawing.canvas import Picture
from vision.training.cards.face import PX, Design, Face, Spot

GNOME, KDE = Path("/usr/share/aisleriot/cards"), Path("/usr/share/carddecks")
HELD_OUT = (
    "anglo_modern",
    "anglo_modern_4_color",
    "atlasnye",
    "atlasnye_skat",
    "Атласные",
    "tigullio",
    "svg-standard",
    "svg-tigullio-international",
)
"""Never learnt from, with their nearest relatives: by these it is judged."""
NO_INDICES = (
    "swiss-xvii",
    "guyenne-classic",
    "svg-xskat-german",
    "svg-xskat-french",
    "svg-dondorf",
    "svg-gm-paris",
    "svg-nicu-ornamental",
    "svg-penguins",
    "svg-konqi-modern",
    "svg-ancient-egyptians",
    "svg-jolly-royal",
)
"""Other suits, courts without an index, or indices too unlike those of a game that is played."""
CARD_HEIGHT = 8.8
"""Centimetres."""
SHEET_SUITS, SHEET_RANKS = "CDHS", ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
"""Rows and columns of a sheet of all cards."""
STRIPS = (0.235, 0.31, 0.4)
"""Parts of a card's width in which its index is looked for, one after the other."""
SUIT_NAMES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RANK_NAMES = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}


def free_designs(store: Path, held_out: bool = False) -> Iterator[tuple[str, Design]]:
    """The decks that are installed, each with its name; those that are HELD_OUT only where they are asked for.

    Args:
        store: a folder for the rendered pictures, which take minutes to make.
        held_out: give those held out, and only those.
    """
    store.mkdir(parents=True, exist_ok=True)
    decks = [(path.stem, _of_sheet(path, store)) for path in sorted(GNOME.glob("*.svgz"))]
    decks += [(folder.name, _by_name(folder, store)) for folder in sorted(KDE.glob("svg-*"))]
    for name, cards in decks:
        if (name in HELD_OUT) == held_out and name not in NO_INDICES:
            pictures = dict(cards)
            try:
                yield name, _design(pictures)
            except ValueError as error:
                print(f"{name} is passed over: {error}")


def _of_sheet(path: Path, store: Path) -> Iterator[tuple[str, Picture]]:
    sheet = _rendered(store / f"gnome-{path.stem}.png", path, "-w", "3380")
    wide, high = sheet.shape[1] / len(SHEET_RANKS), sheet.shape[0] / (len(SHEET_SUITS) + 1)
    for row, suit in enumerate(SHEET_SUITS):
        for column, rank in enumerate(SHEET_RANKS):
            part = sheet[round(row * high) : round((row + 1) * high), round(column * wide) : round((column + 1) * wide)]
            yield rank + suit, _on_paper(part)


def _by_name(folder: Path, store: Path) -> Iterator[tuple[str, Picture]]:
    own = store / f"kde-{folder.name[4:]}"
    own.mkdir(parents=True, exist_ok=True)
    source = next(folder.glob("*.svgz"))
    for card in CARDS:
        name = f"{RANK_NAMES.get(card[:-1], card[:-1])}_{SUIT_NAMES[card[-1]]}"
        yield card, _on_paper(_rendered(own / f"{name}.png", source, "-h", "360", "-a", "--export-id", name))


def _rendered(file: Path, source: Path, *how: str) -> NDArray[np.uint8]:
    """A picture of the store, drawn from its source where it is not there yet; shape (height, width, 4)."""
    if not file.exists():
        subprocess.run(["rsvg-convert", *how, "-o", str(file), str(source)], check=True)
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{file} holds no picture; delete it, and it is rendered anew")
    return np.asarray(picture, np.uint8)


def _on_paper(picture: NDArray[np.uint8]) -> Picture:
    """A card without its transparent margin, PX pixels a centimetre."""
    solid = np.asarray(picture[..., 3] > 128, np.uint8)
    x, y, width, height = cv2.boundingRect(solid)
    cut = picture[y : y + height, x : x + width].astype(np.float32)
    share = cut[..., 3:] / 255
    paper = np.full(3, 250, np.float32)
    flat = (cut[..., :3] * share + paper * (1 - share)).astype(np.uint8)
    high = round(CARD_HEIGHT * PX)
    return np.asarray(cv2.resize(flat, (round(high * width / height), high), interpolation=cv2.INTER_AREA), np.uint8)


def _design(pictures: dict[str, Picture]) -> Design:
    for strip in STRIPS:
        boxes = {card: _index_box(picture, strip) for card, picture in pictures.items()}
        found = [box for card, box in boxes.items() if card[:-1] in "23456789" and box is not None]
        if len(found) > 16:
            break
    else:
        raise ValueError("no index was found on most cards")
    usual = tuple(np.median(np.array(found), axis=0).tolist())
    four = _alike(pictures["7S"], usual)
    faces = []
    for number, card in enumerate(CARDS):
        picture, box = pictures[card], boxes[card]
        if box is None or np.abs(np.array(box) - usual)[[1, 3]].max() > 0.25 * usual[3]:
            box = usual  # beside a figure the print runs on: the others say where the index ends
        faces.append(Face(picture, *divmod(number, len(SUITS)), _spots(box, picture.shape, four)))
    return Design(tuple(faces), (), ())


def _alike(picture: Picture, box: tuple[float, ...]) -> bool:
    """Whether the upper right corner shows what the upper left one does: then all four corners have an index."""
    x, y, width, height = (round(value) for value in box)
    own = picture[y : y + height, x : x + width]
    right = picture[max(y - 6, 0) : y + height + 6, -x - width - 12 :]
    return bool(cv2.matchTemplate(right, own, cv2.TM_CCOEFF_NORMED).max() > 0.8)


def _spots(box: tuple[float, ...], shape: tuple[int, ...], four: bool) -> tuple[Spot, ...]:
    x, y, width, height = box
    across, down = (x + width / 2 - shape[1] / 2) / PX, (y + height / 2 - shape[0] / 2) / PX
    size = (width / PX, height / PX)
    sides = (1, -1) if four else (1,)
    upright = [Spot(across * side, down, *size, 0.0) for side in sides]
    return *upright, *(Spot(-across * side, -down, *size, float(np.pi)) for side in sides)


def _index_box(picture: Picture, strip: float) -> tuple[float, ...] | None:
    """Left, top, width, height in pixels of the two first pieces of ink from the upper left corner, if they are plain.

    `strip` is the part of the card's width that is looked at."""
    high, wide = picture.shape[:2]
    part = picture[5 : int(high * (0.2 + 0.7 * strip)), 5 : int(wide * strip)].astype(np.int32)
    paper = np.median(picture[6 : high - 6, int(wide * 0.03) : int(wide * 0.06)].reshape(-1, 3), axis=0)
    ink = (np.abs(part - paper).max(axis=2) > 60).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(ink, connectivity=8)[2][1:]
    left, _, across, down, area = stats.T
    pieces = list(stats[(area > 25) & (left > 0) & (left + across < part.shape[1]) & (down > 7)])
    if not pieces:
        return None
    first = min(pieces, key=lambda one: one[1] + 0.5 * one[0])
    rank = [one for one in pieces if one[1] < first[1] + first[3] * 0.5 and one[3] > 0.6 * first[3]]
    foot = max(one[1] + one[3] for one in rank)
    left, right = min(one[0] for one in rank), max(one[0] + one[2] for one in rank)
    below = [one for one in pieces if one[1] >= foot - 2 and one[0] < right + 4 and one[0] + one[2] > left - 4]
    if not below:
        return None
    suit = min(below, key=lambda one: one[1])
    bottom = max(one[1] + one[3] for one in below if one[1] < suit[1] + suit[3] * 0.6)
    left, right = min(left, suit[0]), max(right, suit[0] + suit[2])
    return float(left + 5), float(first[1] + 5), float(right - left), float(bottom - first[1])
