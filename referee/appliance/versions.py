"""Versions of this program side by side, one of them current; an update that does not come up is taken back.

Runs by itself with nothing but Python (`python3 versions.py ROOT boot`), since it must work when a version does not.

    ROOT/versions/NAME/     an environment of its own, `.complete` in it once it is whole
    ROOT/current            points to the version that starts
    ROOT/previous           points to the one before
    ROOT/waiting            points to one that is installed and runs once somebody says so
    ROOT/trial              NAME and number of starts of a version that has not come up yet
    ROOT/gave-up            NAME of the version that never came up and was left

Each step is one rename, so that a power cut leaves the state before it or the one after it. Whoever starts the service
calls `boot` before and `confirm` once it is ready; a version that was started three times and never was ready is left.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

TRIES = 3
"""Starts in which a new version must come up."""
KEPT = 2
"""Versions that are kept: the current one and the one before."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")


class VersionError(Exception):
    """A version cannot be used; one sentence says why."""


class Versions:
    """The versions below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "versions"

    # ---- what is there

    @property
    def current(self) -> str:
        """The version that starts; empty where there is none."""
        return self._target("current")

    @property
    def previous(self) -> str:
        """The version before it; empty where there is none."""
        return self._target("previous")

    @property
    def waiting(self) -> str:
        """A version that runs once somebody says so; empty where there is none."""
        name = self._target("waiting")
        return name if name not in (self.current, self.gave_up) and name in self.complete() else ""

    @property
    def gave_up(self) -> str:
        """The version that never came up, so that the one before runs again; empty where the last change went well."""
        try:
            return (self.root / "gave-up").read_text("utf-8").strip()
        except OSError:
            return ""

    def complete(self) -> list[str]:
        """Every version that was installed to its end, by name."""
        if not self.folder.is_dir():
            return []
        return sorted(entry.name for entry in self.folder.iterdir() if (entry / ".complete").is_file())

    # ---- an update, step by step

    def begin(self, name: str) -> Path:
        """An empty folder for a new version; what interrupted updates left goes, lest the card fills with it.

        Raises VersionError for a name that cannot be, or that of the version that runs.
        """
        if not NAME.fullmatch(name):
            raise VersionError(f"A version cannot be called {name!r}.")
        if name == self.current:
            raise VersionError(f"The version {name} is the one that runs.")
        place = self.folder / name
        (place / ".complete").unlink(missing_ok=True)
        for half in self.folder.glob("*"):
            if not (half / ".complete").is_file():
                shutil.rmtree(half)
        place.mkdir(parents=True)
        return place

    def finish(self, name: str) -> None:
        """The folder of a version holds all that belongs to it, on the disk and not only in memory."""
        os.sync()
        _write(self.folder / name / ".complete", name)

    def wait(self, name: str) -> None:
        """Keep a version until somebody lets it run. Raises VersionError where it is not complete."""
        self._must_be_complete(name)
        self._point("waiting", name)

    def take(self) -> str:
        """Let the version that waits start from now on, on trial; its name. Raises VersionError where none waits."""
        name = self.waiting
        if not name:
            raise VersionError("No other version waits here.")
        self.switch(name)
        (self.root / "waiting").unlink(missing_ok=True)
        return name

    def switch(self, name: str) -> None:
        """Let a version start from now on, on trial until `confirm`. Raises VersionError where it is not complete."""
        self._must_be_complete(name)
        before = self.current
        if before == name:
            return
        (self.root / "gave-up").unlink(missing_ok=True)
        if before:
            if self._trial()[0] != before:  # one that never came up is nothing to go back to
                self._point("previous", before)
            _write(self.root / "trial", f"{name} 0")
        self._point("current", name)

    def boot(self) -> str:
        """Before each start: count it, and go back where the new version never came up. The version that starts."""
        name, starts = self._trial()
        if name and name == self.current and starts >= TRIES and self.previous in self.complete():
            _write(self.root / "gave-up", name)
            self._point("current", self.previous)
            name = ""
        if name and name == self.current:
            _write(self.root / "trial", f"{name} {starts + 1}")
        if self.current not in self.complete():
            self._rescue()
        return self.current

    def confirm(self) -> None:
        """The version that runs came up: it stays, and older ones go."""
        trial = self.root / "trial"
        if trial.exists():  # where all is read-only even the removal of what is not there is refused
            trial.unlink()
        kept = {self.current, self.previous, self.waiting}
        for name in self.complete():
            if name not in kept and len(self.complete()) > KEPT:
                (self.folder / name / ".complete").unlink()
                shutil.rmtree(self.folder / name, ignore_errors=True)

    def back(self) -> str:
        """Go back to the version before, on trial; the one that starts now. Raises VersionError where there is none."""
        before = self.previous
        if before not in self.complete() or before == self.current:
            raise VersionError("There is no version before this one.")
        left = self.current
        (self.root / "gave-up").unlink(missing_ok=True)
        if left and self._trial()[0] != left:  # from one that never came up nobody is to be led back to it
            _write(self.root / "trial", f"{before} 0")
        self._point("current", before)
        if self._trial()[0] == left:
            (self.root / "trial").unlink(missing_ok=True)
        if left:
            self._point("previous", left)
        return before

    def _must_be_complete(self, name: str) -> None:
        if name not in self.complete():
            raise VersionError(f"The version {name} was not installed to its end.")

    def _rescue(self) -> None:
        """The current version is gone or half: any whole one is better."""
        whole = self.complete()
        if whole:
            self._point("current", self.previous if self.previous in whole else whole[-1])

    def _trial(self) -> tuple[str, int]:
        try:
            name, starts = (self.root / "trial").read_text("utf-8").split()
            return name, int(starts)
        except (OSError, ValueError):
            return "", 0

    def _target(self, link: str) -> str:
        try:
            return (self.root / link).readlink().name
        except OSError:
            return ""

    def _point(self, link: str, name: str) -> None:
        fresh = self.root / f".{link}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(Path("versions") / name)
        fresh.replace(self.root / link)
        _sync(self.root)


def _write(file: Path, text: str) -> None:
    part = file.with_name(file.name + ".part")
    with part.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    _sync(file.parent)


def _sync(folder: Path) -> None:
    """A rename is on the disk once its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def main(words: list[str]) -> int:
    """`ROOT begin NAME | finish NAME | switch NAME | wait NAME | take | boot | confirm | back | list`."""
    usage = "usage: versions.py ROOT (begin|finish|switch|wait NAME | take | boot | confirm | back | list)"
    if len(words) < 2:
        print(usage, file=sys.stderr)
        return 2
    versions, step, names = Versions(Path(words[0])), words[1], words[2:]
    try:
        if step in ("begin", "finish", "switch", "wait") and len(names) == 1:
            done = getattr(versions, step)(names[0])
            if step == "begin":
                print(done)
        elif step in ("take", "boot", "confirm", "back") and not names:
            done = getattr(versions, step)()
            if done:
                print(done)
        elif step == "list" and not names:
            for name in versions.complete():
                print(("* " if name == versions.current else "  ") + name)
        else:
            print(usage, file=sys.stderr)
            return 2
    except (VersionError, OSError) as error:
        print(f"versions: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
