"""Stands for the program in an update: plays a game and tells systemd that it is ready, unless it is broken.

The history it keeps is the real one; a newer version has moved its form on.
"""

import os
import socket
import sys
from pathlib import Path

DATA = Path("/var/lib/sequence-referee")
BROKEN = False
FORM = 2


def play():
    """One more game in the history, as this version has its form."""
    from referee.storage import database, opening

    database.FORM = opening.FORM = FORM
    from referee.storage.history import History

    with History(DATA / "history.sqlite") as history:
        history.begin(edition="classic", layout="classic", seats=("blue", "green"))


def main():
    """`referee --version` or `referee appliance`."""
    from small_library import part_199

    if sys.argv[1:] == ["--version"]:
        print(f"referee, version {part_199.NUMBER}")
    else:
        play()
        if BROKEN:
            return 1
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    return 0
