"""How phones reach the table, on its screen and aloud: the code to scan, the table's own Wi-Fi, and what is missing."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.storage.durable import write_private
from web.page_words import said
from web.screens import JoinCard
from web.wording import text

NETWORK_FILE = "network.json"
"""Below the data folder: how the table is reached, as `network.py watch` tells it."""

WORD_FILE = "screen.word"
"""Below the data folder: the word that the screen's browser brings."""
ADDRESS_FILE = "screen.address"
"""Below the data folder: the address which that browser shows, word and all."""


def screen_word(data: Path) -> str:
    """The word of the table's screen, the same at each start; where it cannot be kept no screen will know it."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if word := (data / WORD_FILE).read_text("ascii").strip():
            return word
    word = secrets.token_hex(16)
    with contextlib.suppress(OSError):
        write_private(data / WORD_FILE, word.encode())
    return word


def keep_screen_address(data: Path, port: int, word: str) -> None:
    """Tell the screen's browser where the page of this machine is; what cannot be written stays as it is."""
    with contextlib.suppress(OSError):
        write_private(data / ADDRESS_FILE, f"http://127.0.0.1:{port}/tv?screen={word}".encode())


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
) -> JoinCard:
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
        return JoinCard(((text("join", "scan", language), page),), (*here, *told))
    name, word = str(network.get("name", "")), str(network.get("word", ""))
    # What means something in a code for a Wi-Fi is made to mean itself.
    wifi = "WIFI:T:WPA;S:{};P:{};;".format(*(re.sub(r'([\\;,":])', r"\\\1", part) for part in (name, word)))
    codes = ((text("join", "first_wifi", language), wifi), (text("join", "then_page", language), page))
    return JoinCard(codes, (text("join", "wifi", language, name=name, word=word), *here, said("stay", language), *told))


def spoken(names: Sequence[str], network: dict[str, Any], language: str = "en") -> str:
    """The way to the page for the voice: a word is spelled, and a port is no decimal number."""
    name, _, port = (names[0] if names else "").partition(":")
    said = text("join", "spoken", language, name=name.replace(".", f" {text('join', 'dot', language)} "), port=port)
    if network.get("state") != "own":
        return said
    word = ", ".join(str(network.get("word", "")))
    return f"{text('join', 'spoken_wifi', language, name=network.get('name', ''), word=word)} {said}"
