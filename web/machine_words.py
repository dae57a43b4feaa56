"""The words of the page about the machine, and of whatever can go wrong with it: camera, network, card, settings.

The same sentences stand on pages, are spoken, and are shown by displays.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from engine.trouble import Trouble
from web import wording


@cache
def table(language: str = wording.DEFAULT) -> wording.Table:
    """All its texts in a language, English where it is not known."""
    code = language if language in wording.languages() else wording.DEFAULT
    return tomllib.loads((resources.files("web") / "languages" / "machine" / f"{code}.toml").read_text("utf-8"))


def trouble_words(trouble: Trouble, language: str) -> dict[str, Any]:
    """What is wrong and how to mend it; what has no words in the language is told as it was said, in English."""
    texts = table(language)
    reason = texts["trouble"].get(trouble.code, "")
    if not reason:
        return {"code": trouble.code, "reason": trouble.reason, "mend": trouble.mend}
    mend = texts["mend"].get(trouble.code, "")
    return {"code": trouble.code, "reason": _fill(reason, trouble), "mend": _fill(mend, trouble)}


def _fill(text: str, trouble: Trouble) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: trouble.about.get(found[1], ""), text)


def said(key: str, language: str, /, **values: str) -> str:
    """What a table itself says, on its displays and aloud."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], ""), table(language)["said"][key])
