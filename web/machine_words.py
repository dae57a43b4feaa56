"""The words of the page about the machine, and of whatever can go wrong with it: camera, network, card, settings.

The same sentences stand on pages, are spoken, and are shown by displays.
"""

from __future__ import annotations

from typing import Any

from engine.trouble import Trouble
from web import wording


def table(language: str = wording.DEFAULT) -> wording.Table:
    """All its texts in a language, English where it is not known."""
    return wording.table_of("machine", language)


def trouble_words(trouble: Trouble, language: str) -> dict[str, Any]:
    """What is wrong and how to mend it; what has no words in the language is told as it was said, in English."""
    texts = table(language)
    reason = texts["trouble"].get(trouble.code, "")
    if not reason:
        return {"code": trouble.code, "reason": trouble.reason, "mend": trouble.mend}
    mend = texts["mend"].get(trouble.code, "")
    return {
        "code": trouble.code,
        "reason": wording.fill(reason, trouble.about),
        "mend": wording.fill(mend, trouble.about),
    }


def said(key: str, language: str, /, **values: str) -> str:
    """What a table itself says, on its displays and aloud."""
    return wording.fill(table(language)["said"][key], values)
