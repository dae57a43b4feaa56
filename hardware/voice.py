"""Speaks sentences aloud through espeak-ng, where it is installed. Never makes anybody wait.

One sentence is spoken after the other on a thread of its own; when too many wait, the oldest are left out.
Which words are said is decided elsewhere.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence

LANGUAGES = {"en": "en-gb", "es": "es", "da": "da", "sv": "sv"}
"""Languages of the product and the voices of espeak-ng that speak them."""

_log = logging.getLogger(__name__)
_WAITING = 4
"""Sentences that may wait; what happened longer ago is no news any more."""
_SECONDS = 30.0

Run = Callable[[Sequence[str], str], None]


def _run(command: Sequence[str], words: str) -> None:
    # The words come on standard input, so that none of them can be taken for an option.
    subprocess.run(command, input=words.encode(), timeout=_SECONDS, check=True, capture_output=True)


def missing() -> str:
    """Why this machine cannot speak, and the mend; empty when it can."""
    if shutil.which("espeak-ng"):
        return ""
    return "espeak-ng is not installed, so nothing is spoken. On Debian and Raspberry Pi OS: sudo apt install espeak-ng"


class Voice:
    """Somebody who reads sentences aloud."""

    def __init__(
        self, language: str = "en", *, volume: int = 50, run: Run = _run, absent: Callable[[], str] = missing
    ) -> None:
        """`language` is one of `LANGUAGES`; `volume`: per cent of the loudest."""
        self._command = (
            "espeak-ng",
            "-v",
            LANGUAGES[language],
            "-s",
            "150",
            "-a",
            str(2 * volume),
            "--stdin",
        )
        self._run = run
        self._sentences: deque[str] = deque(maxlen=_WAITING)
        self._said = threading.Condition()
        self._thread: threading.Thread | None = None
        self.silent = absent()
        """Why nothing can be spoken; empty when it can."""
        if self.silent:
            _log.warning("%s", self.silent)

    def speak(self, words: str) -> None:
        """Say it as soon as what was said before is over. Returns at once, whatever happens."""
        if self.silent or not words.strip():
            return
        with self._said:
            self._sentences.append(words)
            if self._thread is None:
                self._thread = threading.Thread(target=self._talk, name="voice", daemon=True)
                self._thread.start()
            self._said.notify()

    def _talk(self) -> None:
        while True:
            with self._said:
                self._said.wait_for(lambda: self._sentences)
                words = self._sentences.popleft()
            try:
                self._run(self._command, words)
            except (OSError, subprocess.SubprocessError) as error:
                self.silent = f"espeak-ng cannot speak ({error}); see that the machine has a sound output."
                _log.warning("%s", self.silent)
                return
