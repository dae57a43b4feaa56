"""The inputs of games on disk: a file for each stretch that a game was refereed without a break.

A file is named after the number of the first event it led to, so that each can be run again by itself; what
the lines say is written and read by `engine.inputs`.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from engine.inputs import InputWriter, head_of
from engine.judging.given import Input
from engine.position import Game
from referee.refusal import Refusal
from referee.wiring import Rules

SUFFIX = ".inputs"


class InputFile:
    """Writes inputs as they come; a kill loses at most the line being written."""

    def __init__(self, file: Path, game: Game, rules: Rules) -> None:
        """Make the file. Raises Refusal where it cannot be written."""
        self._writer = InputWriter()
        self._path = file
        self.trouble = ""
        """Why the file ends before the game does; empty while it does not."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = file.open("wb")
            self._file.write(self._writer.head(head_of(game, rules.on_fault)) + b"\n")
        except OSError as error:
            raise Refusal(f"The inputs cannot be written to {file}: {error.strerror}.", "Name another file.") from error

    def keep(self, entered: Input) -> None:
        """Write one input."""
        if self._file.closed:
            return
        try:
            self._file.write(self._writer.line(entered) + b"\n")
            self._file.flush()
        except OSError as error:
            # A full disk must not stop the game; what was written so far can still be run again.
            self.trouble = f"The inputs of this game are cut short: {self._path} cannot be written ({error.strerror})."
            self.close()

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with contextlib.suppress(OSError):  # closing writes what is left, which a full disk does not take
            self._file.close()


class InputShelf:
    """The input files of all games below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, number: int, first_event: int, game: Game, rules: Rules) -> InputFile:
        """The file for a stretch of game `number` that goes on behind so many events."""
        return InputFile(self.folder / str(number) / f"{first_event:06d}{SUFFIX}", game, rules)

    def stretches(self, number: int) -> Iterator[tuple[int, Path]]:
        """Number of the first event and file of each stretch, in order."""
        for file in sorted((self.folder / str(number)).glob(f"*{SUFFIX}")):
            if file.stem.isdigit():
                yield int(file.stem), file

    def games(self) -> list[int]:
        """Numbers of the games that have inputs."""
        return sorted(int(folder.name) for folder in self.folder.glob("*") if folder.name.isdigit())

    def delete(self, number: int) -> None:
        """Remove all of a game's inputs."""
        shutil.rmtree(self.folder / str(number), ignore_errors=True)
