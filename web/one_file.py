"""A game as one file of HTML: it opens from a disk, asks nobody for anything, and plays the game turn by turn."""

from __future__ import annotations

import base64
import json
from importlib import resources
from typing import Any

from flask import render_template

from web.assets import bundle
from web.kept_games import GameEntry, shown_entry
from web.wording import Table


def game_file(entry: GameEntry, happened: list[dict[str, Any]], texts: Table) -> str:
    """The file's text. `happened`: the game in moments, as the page is given it."""
    return render_template(
        "one_file.html",
        t=texts,
        game=shown_entry(entry, ()),
        kept=_within_script({"game": entry.id, "moments": happened}),
        style=_static("page.css").replace("url(icon.svg)", f"url({_data('image/svg+xml', _static('icon.svg'))})"),
        icon=_data("image/svg+xml", _static("icon.svg")),
        script=bundle("replay.js", whole=True),
    )


def _static(name: str) -> str:
    return (resources.files("web") / "static" / name).read_text("utf-8")


def _data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _within_script(content: Any) -> str:
    """JSON that cannot end the script element it stands in, whatever names are in it."""
    return json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
