"""One try at the front door: a folder of files, some spoilt, one command line, and what is said to it."""

import contextlib
import io
import logging
import os
import tempfile
import threading
import traceback
from pathlib import Path
from random import Random
from unittest import mock

from referee.command_line import NOBODY_READS, main
from tests.doors.files import Shelf
from tests.doors.words import commands, line

CODES = {0, 1, 2, 130, NOBODY_READS}
"""Exit codes that are promised: well, something is wrong, it cannot be done, stopped when asked, nobody reads."""


@contextlib.contextmanager
def _at_once():
    """Somebody stops every table as soon as it has seen a frame."""
    stop = threading.Event()
    stop.set()
    yield stop


class Door:
    """Tries, each decided by its number alone."""

    def __init__(self, folder):
        self._folder = folder
        self._shelf = Shelf(folder / "shelf")
        self._commands = commands()

    def try_(self, number):
        """Try once: with which words, and what may not be of what came of it, empty when all is well."""
        random = Random(f"door {number}")
        with tempfile.TemporaryDirectory(dir=self._folder, ignore_cleanup_errors=True) as folder:
            there = Path(folder) / "there"
            self._shelf.lay_out(there, random)
            words = line(random, self._commands)
            return words, self._trouble_with(words, there)

    def _trouble_with(self, words, there):
        out, code, trouble = io.StringIO(), -1, ""
        with contextlib.ExitStack() as around:
            around.enter_context(contextlib.chdir(there))
            around.enter_context(mock.patch.dict(os.environ, {"REFEREE_DATA": "data"}))
            around.enter_context(contextlib.redirect_stdout(out))
            around.enter_context(contextlib.redirect_stderr(out))
            around.enter_context(mock.patch("sys.stdin", io.StringIO()))
            for where in ("session.live", *(f"commands.{name}" for name in ("appliance", "club", "serve", "watch"))):
                around.enter_context(mock.patch(f"referee.{where}.stopping", _at_once))
            try:
                main(words)
            except SystemExit as left:
                code = int(left.code or 0)
            except BaseException:  # noqa: BLE001 - whatever escapes is what is looked for
                trouble = traceback.format_exc(limit=-6)
            finally:
                _close_log()
        said = out.getvalue()
        if code == 70:
            return _logged(there) or said
        if not trouble and (code not in CODES or "Traceback (most recent" in said):
            return f"exit code {code}: {said[-500:]}"
        if not trouble and code and not said.strip():
            return f"exit code {code} and not a word"
        return trouble


def _close_log():
    root = logging.getLogger()
    for handler in list(root.handlers):
        if isinstance(handler, logging.FileHandler | logging.NullHandler):
            root.removeHandler(handler)
            handler.close()


def _logged(there):
    """The end of what went to any log."""
    for log in there.rglob("referee.log"):
        if "Traceback" in (text := log.read_text(errors="replace")):
            return text[-1500:]
    return ""
