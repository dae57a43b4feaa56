"""Ranks as ink, from the fonts of the machine that trains.

Each rank under every letter it has on cards we know: English J Q K A, French V D R and 1, German and Scandinavian
B or Kn, D, K and E.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.cards.pips import Mask

LETTERS: dict[str, tuple[str, ...]] = {
    **{str(number): (str(number),) for number in range(2, 11)},
    "10": ("10", "10", "10", "IO"),
    "J": ("J", "J", "J", "V", "B", "Kn"),
    "Q": ("Q", "Q", "Q", "D", "D"),
    "K": ("K", "K", "K", "R"),
    "A": ("A", "A", "A", "A", "A", "1", "E"),
}
"""How a rank is printed, as often as it should be drawn so."""
OTHER = (
    "X",
    "M",
    "W",
    "S",
    "T",
    "H",
    "G",
    "O",
    "N",
    "U",
    "P",
    "C",
    "F",
    "L",
    "Z",
    "Y",
    "?",
    "&",
    "0",
    "JO",
    "ER",
    "12",
)
"""Letters that are no rank."""
FLAT_THREES = 0.35
"""How often a three is drawn with a flat top."""
SIZE = 64
"""Height of the masks in pixels."""
UNFIT = (
    "symbol",
    "dingbat",
    "math",
    "italic",
    "oblique",
    "mono",
    "emoji",
    "thin",
    "hairline",
    "ultralight",
    "extralight",
)
"""Words in the names of fonts that print no rank as cards do."""


def fonts() -> list[Path]:
    """Latin fonts of this machine, by name. Raises RuntimeError where there are too few to learn from."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    paths = sorted({Path(line.split(": ")[0].rstrip(":")) for line in listed}, key=lambda path: path.name)
    fit = [p for p in paths if p.suffix in (".ttf", ".otf") and not any(word in p.name.lower() for word in UNFIT)]
    if len(fit) < 20:
        raise RuntimeError(
            f"Only {len(fit)} fonts are installed; a reader trained from so few knows only those. On Debian: "
            "apt install fonts-dejavu fonts-freefont-ttf fonts-urw-base35 fonts-texgyre fonts-lato fonts-open-sans"
        )
    return fit


class Glyphs:
    """Every text in every font, as tight masks SIZE pixels high."""

    def __init__(self, paths: list[Path]) -> None:
        texts = {text for letters in LETTERS.values() for text in letters} | set(OTHER)
        self._masks: list[dict[str, Mask]] = []
        for path in paths:
            masks = _drawn(path, texts)
            if masks:
                self._masks.append(masks)

    def draw(self, text: str, rng: np.random.Generator) -> Mask:
        """This text in a font by chance; a three also with a flat top, which many cards have and few fonts."""
        if text == "3" and rng.random() < FLAT_THREES:
            return _flat_three(rng)
        return self._masks[int(rng.integers(len(self._masks)))][text]

    def __len__(self) -> int:
        return len(self._masks)


def _flat_three(rng: np.random.Generator) -> Mask:
    """A three whose top is a bar and a slanted stroke."""
    width = int(SIZE * rng.uniform(0.5, 0.75))
    mask = np.zeros((SIZE, width), np.uint8)
    thick = int(rng.integers(5, 13))
    edge = thick // 2 + 1
    knee = (int(width * rng.uniform(0.35, 0.55)), int(SIZE * rng.uniform(0.36, 0.48)))
    cv2.line(mask, (edge, edge), (width - edge, edge), 255, thick)
    cv2.line(mask, (width - edge, edge), knee, 255, max(3, int(thick * rng.uniform(0.6, 1.0))))
    if rng.random() < 0.5:
        cv2.line(mask, (edge, edge), (edge, edge + int(SIZE * 0.1)), 255, max(3, thick // 2))
    low = (knee[1] + SIZE - edge) // 2
    size = (width - edge - knee[0], (SIZE - edge - knee[1]) // 2)
    cv2.ellipse(mask, (knee[0], low), size, 0, -90, int(rng.uniform(90, 160)), 255, thick)
    cv2.line(mask, (knee[0], SIZE - edge), (edge, SIZE - edge - int(SIZE * rng.uniform(0.02, 0.16))), 255, thick)
    return mask


def _drawn(path: Path, texts: set[str]) -> dict[str, Mask]:
    try:
        font = ImageFont.truetype(str(path), SIZE * 2)
        masks = {text: _tight(text, font) for text in sorted(texts)}
    except (OSError, ValueError):
        return {}
    # A font without the letters draws the same box for all of them.
    one, two = masks["8"], masks["3"]
    return {} if one.shape == two.shape and np.array_equal(one, two) else masks


def _tight(text: str, font: ImageFont.FreeTypeFont) -> Mask:
    image = Image.new("L", (SIZE * 8, SIZE * 5))
    ImageDraw.Draw(image).text((SIZE, SIZE), text, font=font, fill=255)
    box = image.getbbox()
    if box is None:
        raise ValueError(f"{text} is not in the font")
    cropped = image.crop(box)
    width = max(4, round(cropped.width * SIZE / cropped.height))
    return np.asarray(cropped.resize((min(width, SIZE * 3), SIZE), Image.Resampling.LANCZOS), np.uint8)
