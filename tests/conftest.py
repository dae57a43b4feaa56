"""What all tests share."""

import os
import re
import shutil
import socket
from contextlib import suppress
from pathlib import Path

# Tests run side by side, one a core: threads of their own for pictures and matrices would only get in each other's way.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2

cv2.setNumThreads(1)

MEMORY, ROOM = Path("/dev/shm"), 2_000_000_000
"""Folders of tests lie in memory where there is room (bytes): half of what a history takes is waiting for the disk."""
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

with suppress(ImportError):  # some tests run on machines that have little more than a camera
    from hypothesis import HealthCheck, settings

    # How fast an example is tried says how busy the machine is, not whether it is right.
    settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("busy")

_looked_up = socket.getaddrinfo


def _on_this_machine(host, *about, **more):
    """No test asks a name server: where there is none, or a slow one, each name would take seconds."""
    given = host.decode() if isinstance(host, bytes) else host
    if given and given not in ("localhost", socket.gethostname()) and not re.fullmatch(r"[0-9.]+|.*:.*", given):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return _looked_up(host, *about, **more)


socket.getaddrinfo = _on_this_machine
