"""Where this program keeps what it must remember, and what it writes for whoever mends it."""

from __future__ import annotations

import logging
import logging.handlers
import os
from pathlib import Path

import platformdirs

from hardware.address import without_secrets
from referee.storage.durable import make_folder

DATA_VARIABLE = "REFEREE_DATA"
"""Environment variable that moves the data folder, as --data does for one command."""

EVIDENCE_MB = 500
"""Disk budget of the pictures and films of all games, MB, unless told otherwise: some 60 long games."""

_LogFile = logging.handlers.RotatingFileHandler
_LOG_BYTES = 1_000_000
_LOGS_KEPT = 3


def data_folder(chosen: str | Path | None = None) -> Path:
    """The folder for history, log and evidence: as said, else by REFEREE_DATA, else where the platform wants it."""
    named = chosen or os.environ.get(DATA_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("sequence-referee", appauthor=False)


def demo_folder(data: Path) -> Path:
    """The folder for the games of drawn players, so that no family's history, statistics or backup holds them."""
    return data / "demo"


def history_file(data: Path) -> Path:
    """The file with all games."""
    return data / "history.sqlite"


class _Discreet(logging.Formatter):
    """Writes no address of a camera with its password, whoever names one, tracebacks among them."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def log_file() -> str:
    """Where the log goes at this moment; in words where it goes nowhere."""
    found = (handler for handler in logging.getLogger().handlers if isinstance(handler, _LogFile))
    return next((handler.baseFilename for handler in found), "no log, since none can be written")


def start_log(data: Path) -> None:
    """Send the log to a file that never outgrows the card it lies on.

    Where the folder cannot be written the log is dropped: a referee that cannot log still referees.
    """
    file = data / "referee.log"
    logging.raiseExceptions = False  # a log that cannot be written must not print tracebacks over the game
    root = logging.getLogger()
    for old in list(root.handlers):
        if isinstance(old, _LogFile):
            root.removeHandler(old)
            old.close()
    root.setLevel(logging.INFO)
    try:
        make_folder(data)
        handler = _LogFile(file, maxBytes=_LOG_BYTES, backupCount=_LOGS_KEPT, encoding="utf-8", delay=True)
    except OSError:
        root.addHandler(logging.NullHandler())
        return
    handler.setFormatter(_Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
