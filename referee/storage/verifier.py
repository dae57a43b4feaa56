"""Says whether a record and its evidence are whole: those of a data folder, or of one game exported as a file.

Needs nothing but Python, and shares no code with what it checks. Exit code: 0 whole, 1 changed, 2 not readable."""

import io
import json
import sqlite3
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any


def verify(place: Path) -> tuple[int, list[str]]:
    """The exit code, and what was found, a sentence each."""
    wrong: list[str] = []
    try:
        wrong.extend(folder(place) if place.is_dir() else archive(place.read_bytes()))
    except Exception as error:  # noqa: BLE001 - a damaged or hostile file may bring about anything
        return (1 if wrong else 2), [*wrong, f"{place} cannot be read to its end: {error or type(error).__name__}."]
    return (1, wrong) if wrong else (0, [f"{place} is whole."])


def archive(data: bytes) -> Iterator[str]:
    """A game as one file: a zip whose comment is the hash of all before."""
    if data[:2] != b"PK" or data[-71:-64] != b"sha256 ":
        raise ValueError("it is no exported game")
    if sha256(data[:-64]).hexdigest() != data[-64:].decode(errors="replace"):
        yield "The file was changed."
        return
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(info.file_size for info in packed.infolist()) > 1_000_000_000:
            raise ValueError("it unpacks to more than a gigabyte")
        names = {*packed.namelist()} - {"chain.jsonl", "game.sgn", "game.jsonl", "edition.toml", "layout.toml"}
        files = {name: zipfile.Path(packed, name) for name in names}
        for chain in sorted(name for name in files if name.endswith("/chain.jsonl")) or ["chain.jsonl"]:  # a club
            yield from judge([*map(json.loads, packed.read(chain).splitlines())], None if "/" in chain else files)


def folder(data: Path) -> Iterator[str]:
    """A data folder: the history, and beside it the inputs and evidence of its games."""
    file, seal, log = (data / f"history.sqlite{end}" for end in ("", ".sha256", "-wal"))
    if seal.exists() and seal.read_bytes() != f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n".encode():
        yield "The history was changed since it was closed."
    address = f"{file.resolve().as_uri()}?mode=ro{'' if log.exists() else '&immutable=1'}"
    with closing(sqlite3.connect(address, uri=True)) as history:
        history.row_factory = sqlite3.Row
        history.execute("BEGIN")  # one moment of a history that is being written
        known = {str(row[0]) for row in history.execute("SELECT id FROM games UNION SELECT game FROM deleted")}
        beside = {str(row[0]) for row in history.execute("SELECT DISTINCT game FROM events")}
        most = history.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence").fetchone()
        if len(known) != most[0] or beside.union(path.name for path in data.glob("[ie][nv]*/*")) - known:
            yield "The history and the folders beside it do not have the same games."
        for entry in map(dict, history.execute("SELECT * FROM games ORDER BY id DESC").fetchall()):
            links = "SELECT number, kind, wall, json, hash FROM events WHERE game = ? ORDER BY number"
            parts = {path: path.relative_to(data).parts for path in data.glob(f"[ie][nv]*/{entry['id']}/**/*")}
            files = {"/".join((at[0], *at[2:])): path for path, at in parts.items() if path.is_file()}
            yield from judge(list(map(tuple, history.execute(links, (entry["id"],)))), files, entry)


def judge(links: list[Any], files: dict[str, Any] | None, entry: dict[str, Any] | None = None) -> Iterator[str]:
    """One game: its chain, the files that the chain speaks of, where these are here, and its entry in the list."""
    head, said, kept, marks = "0" * 64, {}, {}, {}  # type: ignore[var-annotated]
    for place, (number, kind, wall, text, claimed) in enumerate(links):
        head, what = sha256(f"{head}\n{kind}\n{wall}\n{text}".encode()).hexdigest(), json.loads(text)
        if head != claimed or number != place:
            yield f"Game {said.get('id')}: link {place} of its chain was changed."
            return
        {"game": said, "files": kept}.get(kind, {}).update(what)
        marks |= {what["file"]: what} if kind == "inputs" else {}
    if entry is not None and entry != {**said, "links": len(links), "head": head}:
        yield f"Game {entry['id']}: its entry is not what its chain says."
    for name in sorted({*kept, *marks, *files} if files is not None else ()):
        there = files and (files.get(name) or files.get(name.replace("/", "/.", 1)))  # killed before it was in place
        if name[:10] == "evidence/." or kept.get(name) == "":
            continue  # half made, or gone to make room
        data = there.read_bytes() if there else b""
        open_inputs = name not in kept and name[:7] == "inputs/" and name.count("/") == 1
        if not (followed(data, marks.get(name), links) if open_inputs else sha256(data).hexdigest() == kept.get(name)):
            yield f"Game {said.get('id')}: {name} is not what was kept."


def followed(data: bytes, mark: dict[str, Any] | None, links: list[Any]) -> bool:
    """Whether the lines of a file of inputs are chained up to its mark; behind that a cut may have torn it."""
    hashes, good, heads = [b""], [], {b"unsaved", *(link[4].encode() for link in links)}
    for content, _, claimed in (line.rpartition(b"\t") for line in data.split(b"\0")[0].split(b"\n")[:-1]):
        good.append(sha256(hashes[-1] + b"\n" + content).hexdigest()[:32].encode() == claimed)
        if good[-1] and content[:1] == b"#" and content[1:2] != b"{" and content[1:] not in heads:
            return False  # the chain had a link that is gone
        hashes.append(claimed)
    whole, at = [*good, False].index(False), mark or {"lines": 0, "head": ""}
    return at["lines"] <= whole and hashes[at["lines"]] == at["head"].encode() and not any(good[whole:])


if __name__ == "__main__":
    sys.exit(print(*(outcome := verify(Path(sys.argv[1])))[1], sep="\n") or outcome[0])
