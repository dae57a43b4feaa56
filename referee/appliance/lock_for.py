"""Prints the entries of lock files that count for one Python on Linux, without their conditions.

    python lock_for.py 3.13 aarch64 requirements.lock ...

pip judges the conditions in a requirements file by the Python it runs in, even where it downloads for another.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

try:
    from packaging.markers import Marker
except ImportError:  # pip brings a copy, and this runs where pip does
    from pip._vendor.packaging.markers import Marker  # type: ignore[assignment]


def entries_for(lock: str, python: str, machine: str) -> list[str]:
    """The entries of a lock file that count, their hashes with them.

    Args:
        lock: the file's text, as `uv pip compile --universal --generate-hashes` writes it.
        python: as 3.13.
        machine: as `uname -m` says it.
    """
    where = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "platform_machine": machine,
    }
    kept = []
    for entry in re.split(r"^(?=\w)", lock, flags=re.MULTILINE):
        head = re.match(r"([\w.\[\],-]+==[\w.+!]+)(?: *; *([^\\\n]+))?", entry)
        if head and (not head[2] or Marker(head[2].strip()).evaluate(where)):
            kept.append(" ".join([head[1], *re.findall(r"--hash=\S+", entry)]))
    return kept


if __name__ == "__main__":
    for file in sys.argv[3:]:
        print("\n".join(entries_for(Path(file).read_text("utf-8"), sys.argv[1], sys.argv[2])))
