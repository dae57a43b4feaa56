"""What memory the eye adds to a process that has loaded OpenCV and the pictures: run by itself, so that nothing that
measured the table before is still about.

`python -m tests.bench._eye_memory PROFILE PICTURE...` prints megabytes.
"""

import resource
import sys
from pathlib import Path

import cv2


def resident():
    """Memory of this process, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main(profile, *names):
    """Megabytes added by an eye that looks at the pictures several times over: the most there were after any look."""
    cv2.setNumThreads(1)
    pictures = [cv2.imread(name) for name in names]
    before = resident()
    from calibration.profile import load_profile
    from engine.equipment.board import load_layout
    from vision.eye import Eye

    eye = Eye(load_profile(Path(profile)), load_layout("classic"))
    most = 0.0
    for number in range(4 * len(pictures)):
        eye.look(pictures[number % len(pictures)], number / 5, number)
        most = max(most, resident())
    return most - before


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
