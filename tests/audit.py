"""`make audit`: whether any library, locked or of the lowest version allowed, has a known advisory.

Asks the package index for its advisories. Where none is at hand that is said, and nothing is claimed.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

LOCK = Path("requirements.lock")
COMPILE = ("uv", "pip", "compile", "--quiet", "--resolution", "lowest-direct", "pyproject.toml", "-o")
NOT_AT_HAND = "No index of advisories is at hand here, so nothing was audited: run this where pypi.org can be reached."


def main():
    """1 where an advisory is known, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        lowest = Path(folder) / "lowest.txt"
        subprocess.run([sys.executable, "-m", *COMPILE, str(lowest)], check=True)
        audited = {"locked": _advisories(LOCK), "lowest allowed": _advisories(lowest)}
    if any(found is None for found in audited.values()):
        print(NOT_AT_HAND)
        return 0
    known = [f"{name}, {which}: {line}" for which, found in audited.items() for name, line in found or ()]
    print("\n".join(known) if known else "No known advisory, neither for what is locked nor for the lowest allowed.")
    return 1 if known else 0


def _advisories(requirements):
    """Name and advisories of each library that has some; none where nobody could be asked."""
    asked = [sys.executable, "-m", "pip_audit", "-f", "json", "--progress-spinner", "off", "--no-deps", "--disable-pip"]
    done = subprocess.run([*asked, "-r", str(requirements)], capture_output=True, text=True, check=False)
    return read_report(done.stdout)


def read_report(report):
    """What pip-audit's JSON says; none where it could ask nobody."""
    try:
        looked_at = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return None
    if not any("vulns" in one for one in looked_at):
        return None
    return [
        (f"{one['name']} {one['version']}", ", ".join(found["id"] for found in one["vulns"]))
        for one in looked_at
        if one.get("vulns")
    ]


if __name__ == "__main__":
    sys.exit(main())
