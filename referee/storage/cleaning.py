"""Takes passwords of network cameras out of games that earlier versions wrote down with them.

What was announced stays; the addresses in it are shortened, and the chain, with the inputs it names, is hashed anew.
A note in the chain says so: whoever kept a hash of it from before learns why it is another one now.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from calibration.whole_file import sync_file, sync_folder
from hardware.address import clean_json
from referee.refusal import Refusal
from referee.storage.chain import FILES, FIRST, INPUTS, Link
from referee.storage.chain import link as hash_of
from referee.storage.durable import make_private
from referee.storage.history import History, HistoryFull
from referee.storage.inputs import FOLDER, HASH, InputShelf
from referee.storage.locks import hold_game

_log = logging.getLogger(__name__)

_WAITS = ".clean"
"""Ending of cleaned inputs until the history speaks of them."""


def clean(history: History, inputs: InputShelf, data: Path) -> None:
    """Clean the games that hold an address with more than its host, but those that are being refereed just now.

    What stands in inputs of an address stands in the history, too: of the camera's name, and of its going.
    """
    _finish_what_was_cut_off(history, inputs, data)
    leaking = {game for game, text in history.with_addresses() if clean_json(text) != text}
    done = 0
    for game in sorted(leaking):
        with contextlib.suppress(HistoryFull, Refusal, OSError), contextlib.closing(hold_game(game, data)):
            _clean_game(history, inputs, game)
            done += 1
    if done:
        history.forget_what_was_rewritten()
        _log.info("the addresses of cameras in %d games were shortened", done)


def _clean_game(history: History, inputs: InputShelf, game: int) -> None:
    links = history.links(game)
    files = {f"{FOLDER}/{file.name}": file for _, file in inputs.stretches(game)}
    rewriting = _Rewriting({name: file.read_bytes() for name, file in files.items()})
    again = rewriting.links(links)
    for name, content in rewriting.contents().items():
        if content != files[name].read_bytes():
            waiting = files[name].with_name(f".{files[name].name}-{again[-1].hash[:HASH]}{_WAITS}")
            make_private(waiting)
            waiting.write_bytes(content)
            sync_file(waiting)
    history.rewrite(game, again)
    _put_in_place(history, inputs.folder / str(game))


def _finish_what_was_cut_off(history: History, inputs: InputShelf, data: Path) -> None:
    for folder in sorted({waiting.parent for waiting in inputs.folder.glob(f"*/.*{_WAITS}")}):
        with contextlib.suppress(Refusal, OSError, ValueError), contextlib.closing(hold_game(int(folder.name), data)):
            _put_in_place(history, folder)


def _put_in_place(history: History, folder: Path) -> None:
    """Cleaned inputs take their place once the history that speaks of them is on disk; the others are dropped."""
    hashes = [one.hash for one in history.links(int(folder.name))]
    for waiting in sorted(folder.glob(f".*{_WAITS}")):
        name, _, head = waiting.name.removeprefix(".").removesuffix(_WAITS).rpartition("-")
        if any(one.startswith(head) for one in hashes):
            waiting.rename(waiting.with_name(name))
        else:
            waiting.unlink()
    sync_folder(folder)


def _clean_line(line: bytes) -> bytes:
    """One line of inputs without secrets, its hash left off where it had one; other lines as they are."""
    content, tab, rest = line.rpartition(b"\t")
    said = content if tab else line
    mark = said[: len(said) - len(said.lstrip(b"#"))]
    new = mark + clean_json(said[len(mark) :].decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    return line if new == said else new + tab + rest


class _Rewriting:
    """One game's chain and inputs, which speak of each other's hashes, hashed anew in the order they were written."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._old = files
        self._lines = {name: content.split(b"\n") for name, content in files.items()}
        self._new: dict[str, list[bytes]] = {name: [] for name in files}
        self._heads: dict[str, str] = dict.fromkeys(files, "")
        self._heads_before = dict(self._heads)
        self._torn: set[str] = set()
        self._links: dict[str, str] = {}
        """New hash of a link by its old one."""

    def links(self, old: Sequence[Link]) -> list[Link]:
        """The chain anew. Raises Refusal where it was changed: a fault must not be hashed away."""
        head, made, before = FIRST, [], FIRST
        for one in old:
            if not one.follows(before):
                raise Refusal("This chain was changed.")
            before = one.hash
            new = Link(one.kind, one.wall, self._json(one))
            head = new.hash_behind(head)
            self._links[one.hash] = head
            made.append(Link(new.kind, new.wall, new.json, head))
        return made

    def contents(self) -> dict[str, bytes]:
        """The files of inputs anew, to their ends."""
        for name, lines in self._lines.items():
            self._up_to(name, len(lines))
        return {name: b"\n".join(lines) for name, lines in self._new.items()}

    def _json(self, old: Link) -> str:
        text = clean_json(old.json)
        if old.kind not in (INPUTS, FILES):
            return text
        said: dict[str, Any] = msgspec.json.decode(text)
        if old.kind == INPUTS and said.get("file") in self._lines and said.get("head"):
            said["head"] = self._up_to(said["file"], said["lines"])
        elif old.kind == FILES:
            said = {name: self._digest(name, digest) for name, digest in said.items()}
        return msgspec.json.encode(said).decode()

    def _digest(self, name: str, digest: str) -> str:
        if name not in self._old or hashlib.sha256(self._old[name]).hexdigest() != digest:
            return digest
        self._up_to(name, len(self._lines[name]))
        return hashlib.sha256(b"\n".join(self._new[name])).hexdigest()

    def _up_to(self, name: str, count: int) -> str:
        """Rewrite a file up to so many lines; the hash of the last of them."""
        lines, new = self._lines[name], self._new[name]
        while len(new) < min(count, len(lines)):
            line = _clean_line(lines[len(new)])
            content, tab, rest = line.rpartition(b"\t")
            before = lines[len(new)].rpartition(b"\t")[0]
            self._heads_before[name] = hash_of(self._heads_before[name], before)[:HASH]
            if tab and name not in self._torn and rest == self._heads_before[name].encode():
                anchor = content[1:].decode("ascii", "replace") if content.startswith(b"#") else ""
                content = b"#" + self._links[anchor].encode() if anchor in self._links else content
                self._heads[name] = hash_of(self._heads[name], content)[:HASH]
                line = content + b"\t" + self._heads[name].encode()
            else:
                self._torn.add(name)
            new.append(line)
        return self._heads[name]
