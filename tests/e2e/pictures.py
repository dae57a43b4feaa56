"""Small pictures of pages as they looked when somebody last approved them, and how far a page is from its picture.

Every letter is a box of the same width, by a font made here, so that a machine's own fonts change nothing; pictures are
an eighth of the page's size. Kept ones lie in `kept/`; `KEEP_PICTURES=1 pytest tests/e2e/test_pictures.py` renews them.
"""

import base64
import io
import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

KEPT = Path(__file__).parent / "kept"
SMALLER = 8
DIFFERENT = 20
"""Steps of 255 in any colour from which on a point of the small picture differs: less is how edges are smoothed."""
TOLERANCE = 0.006
"""Part of the points that may differ: on the narrowest page a button that went is 0.01."""
STILL = "*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent; }"
FILMS = "video { opacity: 0; }"
BOXES = "* , ::before, ::after { font-family: boxes !important; letter-spacing: 0 !important; }"
LETTERS = [*range(0x20, 0x250), *range(0x2000, 0x2800), *range(0x1F300, 0x1F700)]


@cache
def boxes():
    """A style that writes every letter as a box."""
    pen = TTGlyphPen(None)
    for number, corner in enumerate([(50, 0), (50, 600), (450, 600), (450, 0)]):
        (pen.lineTo if number else pen.moveTo)(corner)
    pen.closePath()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "box", "blank"])
    font.setupCharacterMap({letter: "blank" if letter in (0x20, 0xA0) else "box" for letter in LETTERS})
    font.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "box": pen.glyph(), "blank": TTGlyphPen(None).glyph()})
    font.setupHorizontalMetrics({".notdef": (500, 0), "box": (500, 50), "blank": (250, 0)})
    font.setupHorizontalHeader(ascent=900, descent=-250)
    font.setupNameTable({"familyName": "boxes", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    font.setupPost()
    file = io.BytesIO()
    font.save(file)
    data = base64.b64encode(file.getvalue()).decode()
    return f'@font-face {{ font-family: boxes; src: url("data:font/ttf;base64,{data}"); }} {BOXES} {STILL} {FILMS}'


def looked_at(page):
    """The page as it is shown, an eighth of its size, shape (height, width, 3)."""
    shot = cv2.imdecode(np.frombuffer(page.screenshot(animations="disabled"), np.uint8), cv2.IMREAD_COLOR)
    height, width = shot.shape[:2]
    small = cv2.resize(shot, (width // SMALLER, height // SMALLER), interpolation=cv2.INTER_AREA)
    return np.asarray(small & 0xF8, np.uint8)  # coarser colours take half the room


def difference(one, other):
    """Part of the points that differ, 0 to 1; 1 for pictures of another size."""
    if one.shape != other.shape:
        return 1.0
    apart = np.abs(one.astype(np.int16) - other).max(axis=2)
    return float((apart > DIFFERENT).mean())


def held_against_the_kept(page, name, aside):
    """What is wrong with the page, in a sentence; empty where it looks as it did. What it looks like goes `aside`."""
    seen, file = looked_at(page), KEPT / f"{name}.png"
    if os.environ.get("KEEP_PICTURES"):
        KEPT.mkdir(exist_ok=True)
        cv2.imwrite(str(file), seen, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        return ""
    kept = cv2.imread(str(file))
    apart = 1.0 if kept is None else difference(kept, seen)
    if apart <= TOLERANCE:
        return ""
    cv2.imwrite(str(aside / f"{name}.png"), seen)
    return f"{name}: {apart:.1%} of the page looks otherwise than in {file}; now it is {aside / f'{name}.png'}"
