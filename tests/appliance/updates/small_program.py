"""Stands for the program in an update: says its version, and tells systemd that it is ready, unless it is broken."""

import os
import socket
import sys


def main() -> int:
    """`referee --version`, `referee appliance --example` or `referee appliance`."""
    from small_library import part_199

    if sys.argv[1:] == ["--version"]:
        print(f"referee, version {part_199.NUMBER}")
    elif "--example" in sys.argv:
        print('# name = "sequence"')
    elif BROKEN:
        return 1
    else:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    return 0


BROKEN = False
