"""The dialogue of `referee calibrate --deck`: asks for cards at a terminal, tells what was taken and why not."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from calibration.showing import Showing, Taken
from calibration.shown_deck import KeptDeck, save_deck
from engine.equipment.cards import in_words
from engine.trouble import Trouble
from hardware.camera import Camera
from referee.console import tell_line
from referee.refusal import Refusal, file_trouble
from vision.rectify.pictures import check_picture
from vision.table import TableLook

HELP = "Between cards: b goes one card back, s skips one, n says that it is not what it was read as, q stops."


def show_deck(
    camera: Camera,
    look: TableLook,
    table: Path,
    kept: KeptDeck,
    said: Callable[[], str | None],
) -> KeptDeck:
    """Take the cards that are laid under a camera, until all were, somebody stops, or the pictures end.

    Each card is on disk before the next one is asked for.

    Args:
        camera: gives the pictures, of the size the table was measured with.
        look: the measured table.
        table: folder of the table profile.
        kept: what was shown before.
        said: what a person typed since it was asked last: `b`, `s`, `n` or `q`; None for nothing.

    Raises:
        CameraError, PictureError, Refusal: in words.
    """
    showing = Showing(kept, look.mesh, look.size)
    tell_line(f"{len(kept.wanted) - len(kept.missing)} of {len(kept.wanted)} cards were shown. {HELP}")
    _ask(showing)
    with camera:
        for frame in camera.frames():
            check_picture(frame.picture, look.size)
            word = said()
            if word == "q" or (word is not None and not _obey(showing, word, table)):
                break
            try:
                taken = showing.look(frame.picture, frame.at)
            except Trouble as trouble:
                tell_line(f"{trouble.reason} {trouble.mend}".strip(), "alarm")
                continue
            if taken is not None:
                _keep(showing, table)
                tell_line(_confirmed(taken, showing.kept), "cheer")
                if showing.asked is None:
                    break
                _ask(showing)
    for sentence in summary(showing.kept):
        tell_line(sentence)
    return showing.kept


def summary(kept: KeptDeck) -> list[str]:
    """What showing a deck came to: whether it is read by from now on, and whether it was worth it."""
    shown = len(kept.wanted) - len(kept.missing)
    if kept.missing:
        first = ", ".join(map(in_words, kept.missing[:4])) + (" and others" if len(kept.missing) > 4 else "")
        return [
            f"{shown} of {len(kept.wanted)} cards were shown; still to be shown: {first}. Until then the deck is not "
            "read by, for they may look like others. The same command goes on."
        ]
    alone = len(kept.read)
    worth = "it was worth showing" if kept.worth else "it need not be shown"
    return [
        f"All {shown} cards were shown. Of these the reader names {alone} by itself: {worth}.",
        "`referee read`, `watch` and `serve` know this deck from now on.",
    ]


def typed_lines() -> Callable[[], str | None]:
    """What is typed at this terminal, line by line and without waiting for it; nothing where nobody sits there."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line.strip().lower())

    if sys.stdin.isatty():
        threading.Thread(target=listen, name="typed lines", daemon=True).start()

    def newest() -> str | None:
        try:
            return lines.get_nowait()
        except queue.Empty:
            return None

    return newest


def _ask(showing: Showing) -> None:
    if showing.asked == "":
        tell_line("Lay one card face down beside the board; the others come on top of it.")
    elif showing.asked is not None:
        tell_line(f"Lay {in_words(showing.asked)}.")


def _confirmed(taken: Taken, kept: KeptDeck) -> str:
    if not taken.card:
        return "That is the back."
    count = f"{len(kept.wanted) - len(kept.missing)} of {len(kept.wanted)}"
    return f"{in_words(taken.card)}{', read' if taken.by_itself else ''}: {count}"


def _obey(showing: Showing, word: str, table: Path) -> bool:
    """Do what was typed; false where nothing is left to be asked for."""
    if word == "b":
        gone = showing.go_back()
        back = "The back" if gone == "" else gone and in_words(gone)
        tell_line(f"{back} was taken back." if back else "There is no card to go back to.")
    elif word == "s":
        showing.skip()
    elif word == "n":
        taken = showing.correct()
        tell_line(_confirmed(taken, showing.kept) if taken else "No card was taken yet.")
    else:
        tell_line(HELP)
    _keep(showing, table)
    _ask(showing)
    return showing.asked is not None


def _keep(showing: Showing, table: Path) -> None:
    showing.kept = showing.kept.at(time.strftime("%Y-%m-%d %H:%M"))
    try:
        save_deck(table, showing.kept)
    except OSError as error:
        raise Refusal(file_trouble(error)) from error
