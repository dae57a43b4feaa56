"""The deck of a table as it was shown to the camera, kept beside the table profile in one file, `deck.zip`.

It holds `deck.toml`, which people may read, and a picture of each face.
"""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.profile import ProfileError
from calibration.whole_file import write_whole
from engine.equipment.cards import Card, is_playing_card
from vision.cards.outline import HEIGHTS, WIDTHS, Outline
from vision.cards.shown.deck import FINE, ShownDeck, face_shape, no_cards
from vision.rectify.mesh import Picture

FILE = "deck.zip"
VERSION = 1
QUALITY = 95
"""Of the JPEG pictures of the faces: some 12 kB each."""
MOST_BYTES = 1 << 26
"""Bytes of all pictures together; those of a deck of 52 take a hundredth."""
MOST_CARDS = 200
WORTH = 0.9
"""A deck of which the ordinary reader names this part by itself need not be shown. 0.8 to 0.95."""
FARTHEST = 1000.0
"""Centimetres from the board within which a card is believed to lie."""
TELLING = 10
"""Cards of a deck that tell how the others will be read. 8 to 26."""
BACK = "back.jpg"
_AGAIN = "Show the deck again: on the host's phone, More, Show the deck, Begin anew."


@dataclass(frozen=True)
class KeptDeck:
    """What was shown of a deck, and what is to be shown."""

    wanted: tuple[Card, ...]
    """Every card of the game, in the order in which they are asked for."""
    shown: ShownDeck | None = None
    """Those that were shown; None before the first."""
    read: frozenset[Card] = frozenset()
    """Those of them that the ordinary reader named by itself, and rightly."""
    made: str = ""
    """When the last one was shown."""
    back: Picture | None = None
    """A card that lies face down, straightened as the faces are; None before it was shown."""
    size: tuple[float, float] | None = None
    """Width and height of a card in centimetres, as the back was measured; None before."""
    trust_reader: bool = True
    """Whether what the ordinary reader names is taken for that."""
    place: tuple[float, float, float] | None = None
    """Where the last card lies: its middle in centimetres on the table, and its turn in radians; None before."""

    @property
    def outline(self) -> Outline | None:
        """Where the last card lies, as large as it is."""
        return None if self.place is None or self.size is None else Outline(*self.place, *self.size)

    @property
    def last(self) -> Card | None:
        """The card that was shown last; None before the first."""
        return None if self.shown is None else self.shown.names[-1]

    @property
    def needed(self) -> bool:
        """Whether nobody reads all its cards before they were shown: some are pictures."""
        return not all(map(is_playing_card, self.wanted))

    @property
    def worth(self) -> bool | None:
        """Whether showing it brings much, by what was shown so far; None where that is too little to tell."""
        count = 0 if self.shown is None else len(self.shown.names)
        if self.needed:
            return True
        return None if count < TELLING and not self.complete else len(self.read) < WORTH * count

    @property
    def missing(self) -> tuple[Card, ...]:
        """What was not shown yet, in the order in which it is asked for."""
        have = () if self.shown is None else self.shown.names
        return tuple(card for card in self.wanted if card not in have)

    @property
    def complete(self) -> bool:
        """Whether all of it was shown, so that it can be read by: one that was not may look like one that was."""
        return self.shown is not None and not self.missing

    def to_read_by(self, cards: Sequence[Card]) -> ShownDeck | None:
        """The deck, where it was shown whole and has all these cards."""
        return self.shown if self.complete and set(cards) <= set(self.wanted) else None

    def with_back(self, back: Picture, size: tuple[float, float]) -> KeptDeck:
        """With what lies face down, from which the size of the cards is known."""
        return replace(self, back=back, size=size)

    def lying(self, outline: Outline) -> KeptDeck:
        """With the last card lying there."""
        return replace(self, place=(outline.x, outline.y, outline.turn))

    def with_card(self, card: Card, face: Picture, *, read: bool) -> KeptDeck:
        """With one card more, or shown anew. Raises ValueError before the back was shown."""
        if self.size is None:
            raise ValueError("the size of the cards is not known yet")
        deck = (self.shown or no_cards(self.size)).with_face(card, face)
        return replace(self, shown=deck, read=self.read | {card} if read else self.read - {card})

    def without_card(self, card: Card) -> KeptDeck:
        """Without one of them, so that it is asked for again."""
        if self.shown is None or card not in self.shown.names:
            return self
        rest = self.shown.without(card)
        return replace(self, shown=rest if rest.names else None, read=self.read - {card})


def save_deck(folder: Path, kept: KeptDeck) -> None:
    """Write what was shown; the file is replaced whole. Raises OSError."""
    packed = io.BytesIO()
    shown = kept.shown
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("deck.toml", _toml(kept))
        pictures = {_picture_name(number): face for number, face in enumerate(() if shown is None else shown.faces)}
        if kept.back is not None:
            pictures[BACK] = kept.back
        for name, face in pictures.items():
            file.writestr(name, cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, packed.getvalue())


def load_deck(folder: Path) -> KeptDeck | None:
    """What was shown of a table's deck; None where nothing was.

    Raises ProfileError in words where the file is damaged or of a newer program.
    """
    file = folder / FILE
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProfileError(f"{file} cannot be read: {error.strerror}.", _AGAIN) from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_BYTES:
                raise ValueError("it is larger than any deck's")
            values = tomllib.loads(packed.read("deck.toml").decode())
            version = values["version"]
            if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
                reason = f"The deck that was shown, {file}, has version {version}, this program knows up to {VERSION}."
                raise ProfileError(reason, f"Use the newer program. {_AGAIN}")
            return _from(values, packed)
    except ProfileError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever zip, TOML and JPEG stumble over in a file that was damaged
        said = " ".join(str(error).split())[:160] or type(error).__name__
        raise ProfileError(f"The deck that was shown, {file}, is damaged ({said}).", _AGAIN) from None


def deck_to_read_by(folder: Path, cards: Sequence[Card]) -> ShownDeck | None:
    """The deck that was shown at a table, where it was shown whole and is the one that is played with.

    Raises ProfileError in words where its file cannot be used.
    """
    kept = load_deck(folder)
    return None if kept is None else kept.to_read_by(cards)


def _from(values: dict[str, Any], packed: zipfile.ZipFile) -> KeptDeck:
    wanted, names = tuple(map(str, values["wanted"])), tuple(map(str, values["shown"]))
    if values["version"] != VERSION or int(values["pixels_per_cm"]) != FINE:
        raise ValueError("it is of another version")
    if len(set(wanted)) != len(wanted) or len(set(names)) != len(names) or len(wanted) > MOST_CARDS:
        raise ValueError("a card is named twice, or there are too many")
    if not set(names) <= set(wanted):
        raise ValueError("a card was shown that is none of the deck's")
    trusted = values.get("trust_reader", True) is True
    kept = KeptDeck(wanted, None, frozenset(map(str, values["read"])), str(values["made"]), trust_reader=trusted)
    if BACK not in packed.namelist():
        return kept
    width, height = (float(side) for side in values["card_cm"])
    if not (WIDTHS[0] <= width <= WIDTHS[1] and HEIGHTS[0] <= height <= HEIGHTS[1]):
        raise ValueError("no card is so large")
    kept = kept.with_back(_picture(packed.read(BACK), (width, height)), (width, height))
    if "place" in values:
        x, y, turn = (float(part) for part in values["place"])
        if not all(abs(part) < FARTHEST for part in (x, y, turn)):  # nor is what is no number
            raise ValueError("no card lies there")
        kept = kept.lying(Outline(x, y, turn))
    if not names:
        return kept
    faces = [_picture(packed.read(_picture_name(number)), (width, height)) for number in range(len(names))]
    return replace(kept, shown=ShownDeck(names, np.stack(faces), (width, height)))


def _picture(content: bytes, size: tuple[float, float]) -> Picture:
    face = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if face is None or face.shape[:2] != face_shape(size):
        raise ValueError("a picture of a card does not fit")
    return np.asarray(face, np.uint8)


def _picture_name(number: int) -> str:
    return f"{number:03}.jpg"


def _toml(kept: KeptDeck) -> str:
    shown = kept.shown
    width, height = kept.size or (0.0, 0.0)
    place = [] if kept.place is None else [f"place = [{', '.join(f'{part:.6f}' for part in kept.place)}]"]
    names = () if shown is None else shown.names
    return "\n".join(
        [
            "# A deck as it was shown to the camera. Picture 000.jpg is the first card of `shown`, and so on.",
            f"version = {VERSION}",
            f"made = {json.dumps(kept.made)}",
            f"pixels_per_cm = {FINE}",
            f"card_cm = [{width:.6f}, {height:.6f}]",
            f"wanted = {json.dumps(list(kept.wanted), ensure_ascii=False)}",
            f"shown = {json.dumps(list(names), ensure_ascii=False)}",
            f"read = {json.dumps([name for name in names if name in kept.read], ensure_ascii=False)}",
            f"trust_reader = {json.dumps(kept.trust_reader)}",
            *place,
            "",
        ]
    )
