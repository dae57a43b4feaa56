"""An evening as files to keep: standings as a table, all games as one archive that `referee verify` accepts."""

from __future__ import annotations

import csv
import hashlib
import io
import zipfile
from collections.abc import Iterable, Sequence

from engine.analysis.standings import Entry
from referee.club.store import GameLine, Store
from referee.storage.chain import encoded


def as_csv(entries: Sequence[Entry]) -> bytes:
    """Standings for a spreadsheet; UTF-8 with a mark at its beginning, by which these know it."""
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(["place", "name", "played", "won", "drawn", "lost", "sequences", "against"])
    for one in entries:
        # A cell that begins like a formula would be carried out.
        who = f"'{one.who}" if one.who[:1] in ("=", "+", "-", "@") else one.who
        lines.writerow([one.place, who, one.played, one.won, one.drawn, one.lost, one.made, one.against])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


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
