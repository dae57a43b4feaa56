"""Films a minute of the demo for the README: the table as the camera sees it, and beside it a phone.

    python -m tests.e2e.minute docs/pictures/minute.webp --seed 7

Nothing is staged: the demo runs as anybody runs it, and what the page shows at each moment is what stands in the film.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from tests.e2e.conftest import IN_MOTION, NAMES, PHONE, QUIET

SECONDS, EVERY = 60.0, 0.5
"""How long the film is, and how far apart its pictures are."""
HEIGHT = 500
"""Of the film, in pixels."""


def demo_address(demo):
    """Where the demo's page is, once it serves it. Raises RuntimeError where it ends before."""
    assert demo.stdout is not None
    said = []
    for line in demo.stdout:
        said.append(line)
        found = re.search(r"watch at\s+(http://\S+)", line)
        if found:
            return found[1]
    raise RuntimeError(f"the demo ended: {''.join(said)}")


def beside(table, phone):
    """Both pictures at the film's height, side by side; sides are even, as encoders ask."""
    sized = [cv2.resize(one, None, fx=(scale := HEIGHT / one.shape[0]), fy=scale, interpolation=cv2.INTER_AREA)
             for one in (table, phone)]  # fmt: skip
    both = np.hstack([sized[0], np.full((HEIGHT, 8, 3), 255, np.uint8), sized[1]])
    return np.ascontiguousarray(both[:, : both.shape[1] // 2 * 2])


def filmed(page, address):
    """What is to be seen from now on, each with its millisecond."""
    began = time.monotonic()
    while (spent := time.monotonic() - began) < SECONDS:
        table = urllib.request.urlopen(f"{address}camera.jpg", timeout=10).read()
        phone = page.screenshot(type="png")
        pictures = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in (table, phone)]
        yield round(1000 * spent), beside(*(one.astype(np.uint8, copy=False) for one in pictures))
        time.sleep(max(0.0, EVERY - (time.monotonic() - began - spent)))


def write(file, pictures, quality):
    """Write the pictures as a WebP that moves and begins again."""
    with av.open(str(file), "w", format="webp", options={"loop": "0"}) as container:
        stream = container.add_stream("libwebp_anim", rate=Fraction(2))
        stream.height, stream.width = pictures[0][1].shape[:2]
        stream.pix_fmt = "yuv420p"
        stream.options = {"quality": str(quality), "compression_level": "6"}
        stream.codec_context.time_base = Fraction(1, 1000)
        for at, one in pictures:
            frame = av.VideoFrame.from_ndarray(one, format="bgr24").reformat(format="yuv420p")
            frame.pts, frame.time_base = at, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def main():
    """Run the demo, film it, write the film."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("--seed", default="7")
    asked.add_argument("--quality", type=int, default=30)
    given = asked.parse_args()
    browser_file = next((path for name in NAMES if (path := shutil.which(name))), None)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as running:
        demo = subprocess.Popen(
            [sys.executable, "-m", "referee", "demo", "--seed", given.seed, "--port", "0", "--host", "127.0.0.1"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"REFEREE_DATA": data, "PYTHONUNBUFFERED": "1"},
        )
        try:
            address = demo_address(demo)
            browser = running.chromium.launch(executable_path=browser_file, args=QUIET)
            page = browser.new_page(**(PHONE | IN_MOTION))
            page.goto(address)
            time.sleep(3)
            pictures = list(filmed(page, address))
            browser.close()
        finally:
            demo.terminate()
            demo.wait(30)
    write(given.file, pictures, given.quality)
    print(f"{given.file}: {len(pictures)} pictures, {given.file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
