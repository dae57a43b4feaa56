"""An evening as a file to keep: all games as one archive that `referee verify` accepts."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable

from referee.club.store import GameLine, Store
from referee.storage.chain import encoded


def archive_of(games: Iterable[GameLine], store: Store) -> bytes:
    """The chains of all games; a zip whose comment is the hash of all before it."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = f"sequence-referee club sha256 {'0' * 64}".encode()
        for game in games:
            lines = [encoded(number, link) for number, link in enumerate(store.links(game.genesis))]
            name = "".join(letter if letter.isalnum() else "-" for letter in game.table)
            archive.writestr(f"{game.number:03}-{name}/chain.jsonl", b"".join(lines))
    packed = content.getvalue()[:-64]
    return packed + hashlib.sha256(packed).hexdigest().encode()
