"""The appliance as `referee appliance` runs it, over a camera that shows a board at rest: started by `appliance.py`.

The camera gives five frames a second out of memory, each with another noise, as a Pi's does with its driver's help.
"""

import sys
import threading
import time
from pathlib import Path

import numpy as np

from hardware.camera import Camera, Frame
from referee.appliance.around import Parts
from referee.appliance.notify import Notifier
from referee.appliance.service import keep_table
from referee.appliance.settings import read_settings
from referee.session.running import stopping


class AtRest(Camera):
    """A live camera over a board at which nothing happens."""

    name, live = "at rest", True

    def __init__(self, pictures):
        self._pictures = pictures
        self._stop = threading.Event()

    def open(self):
        """Begin."""
        self._stop.clear()

    def close(self):
        """End."""
        self._stop.set()

    def describe(self):
        """Its size."""
        return {"width": self._pictures.shape[2], "height": self._pictures.shape[1]}

    def frames(self):
        """Five a second."""
        index = 0
        while not self._stop.wait(0.2):
            yield Frame(self._pictures[index % len(self._pictures)], time.monotonic(), index)
            index += 1


if __name__ == "__main__":
    pictures = np.load(sys.argv[2], mmap_mode="r")
    with stopping() as stop:
        keep_table(
            read_settings(Path(sys.argv[1])),
            stop,
            notifier=Notifier(),
            parts=Parts(camera=lambda name: AtRest(np.asarray(pictures))),
        )
