"""Fonts of the machine that trains, from which ranks are drawn."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

UNFIT = re.compile(
    "symbol|dingbat|math|italic|oblique|mono|emoji|thin|hairline|ultralight|extralight|barcode|braille|ocr|typewriter|music|"
    "binary|brk",
    re.IGNORECASE,
)
"""Words in the names of fonts that print no rank as cards do."""
ONE_SCRIPT = re.compile("Noto(Sans|Serif)(?!Display)[A-Z]")
"""Fonts of one script each, whose Latin letters are all the same."""
FEWEST = 20
"""Fonts from which it is worth to learn."""


def fonts() -> list[Path]:
    """Latin fonts of this machine, by name. Raises RuntimeError where there are too few to learn from."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    paths = sorted({Path(line.split(": ")[0].rstrip(":")) for line in listed}, key=lambda path: path.name)
    fit = [p for p in paths if p.suffix in (".ttf", ".otf") and not UNFIT.search(p.name)]
    fit = [p for p in fit if not ONE_SCRIPT.match(p.name)]
    if len(fit) < FEWEST:
        raise RuntimeError(
            f"Only {len(fit)} fonts are installed; a reader trained from so few knows only those. On Debian: "
            "apt install fonts-dejavu fonts-freefont-ttf fonts-urw-base35 fonts-texgyre fonts-lato fonts-open-sans"
        )
    return fit
