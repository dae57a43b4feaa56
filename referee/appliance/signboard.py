"""How phones reach the table, on its displays: the code to scan, the table's own Wi-Fi, and what is missing.

Drawn anew when it changes, and now and then, since a console writes over it; a display that is missing stops nobody.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardware.display import Card, DisplayError, Framebuffer, draw_card
from web.page_words import said
from web.wording import text

_log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""How often it is looked whether anything changed."""
AGAIN_SECONDS = 20.0
"""How often it is drawn again all the same."""
NETWORK_FILE = "network.json"
"""Below the data folder: how the table is reached, as `network.py watch` tells it."""


def read_network(data: Path) -> dict[str, Any]:
    """How the table is reached; nothing where nobody tells."""
    try:
        told = json.loads((data / NETWORK_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def join_card(
    address: str,
    names: Sequence[str],
    network: dict[str, Any],
    told: Sequence[str] = (),
    language: str = "en",
    key: str = "",
) -> Card:
    """The card for phones.

    Args:
        address: of the page, for a phone that is in the network.
        names: other ways to write it.
        network: as `read_network` gives it.
        told: what is wrong or missing, line by line.
        language: of the words.
        key: the host's, where whoever scans the code is to become the host; only the code holds it.
    """
    page = f"{address}#host={key}" if key else address
    here = [address.removeprefix("http://").rstrip("/"), *names]
    if network.get("state") != "own":
        return Card(((text("join", "scan", language), page),), (*here, *told))
    name, word = str(network.get("name", "")), str(network.get("word", ""))
    wifi = "WIFI:T:WPA;S:{};P:{};;".format(*(_for_wifi(part) for part in (name, word)))
    codes = ((text("join", "first_wifi", language), wifi), (text("join", "then_page", language), page))
    return Card(codes, (text("join", "wifi", language, name=name, word=word), *here, said("stay", language), *told))


def spoken(names: Sequence[str], network: dict[str, Any], language: str = "en") -> str:
    """The same aloud: a word is spelled, and a port is no decimal number."""
    name, _, port = (names[0] if names else "").partition(":")
    said = text("join", "spoken", language, name=name.replace(".", f" {text('join', 'dot', language)} "), port=port)
    if network.get("state") != "own":
        return said
    word = ", ".join(str(network.get("word", "")))
    return f"{text('join', 'spoken_wifi', language, name=network.get('name', ''), word=word)} {said}"


def _for_wifi(part: str) -> str:
    """Characters that mean something in a code for a Wi-Fi, made to mean themselves."""
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in part)


class Signboard:
    """Keeps the displays of a table right, in a thread of its own."""

    def __init__(
        self,
        displays: Sequence[Framebuffer],
        card: Callable[[], Card],
        *,
        clock: Callable[[], float] = time.monotonic,
        every: float = LOOK_SECONDS,
    ) -> None:
        """`card` makes what they are to show; `every` is in seconds."""
        self._displays = list(displays)
        self._card = card
        self._clock = clock
        self._every = every
        self._shown: Card | None = None
        self._shown_at = float("-inf")
        self._silent: set[int] = set()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Signboard:
        if self._displays:
            self._thread = threading.Thread(target=self._keep, name="displays", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=1.0)
        for display in self._displays:
            display.close()

    def draw(self) -> bool:
        """Draw the card where it changed or is due; whether it did."""
        card = self._card()
        if card == self._shown and self._clock() - self._shown_at < AGAIN_SECONDS:
            return False
        self._shown, self._shown_at = card, self._clock()
        for number, display in enumerate(self._displays):
            try:
                display.show(draw_card(card, display.size))
                self._silent.discard(number)
            except DisplayError as trouble:
                if number not in self._silent:  # said once, tried again
                    self._silent.add(number)
                    _log.warning("%s", trouble)
        return True

    def _keep(self) -> None:
        while True:
            try:
                self.draw()
            except Exception:  # noqa: BLE001 - whatever it is, the next card may do
                _log.exception("the displays were not drawn")
            if self._stop.wait(self._every):
                return
