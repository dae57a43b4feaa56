"""The words of the page that sets a table up, which no other page has to carry."""

from __future__ import annotations

from typing import Any

from engine.trouble import Remark, Trouble
from web import machine_words, wording
from web.setting import Setting


def table(language: str = wording.DEFAULT) -> wording.Table:
    """All its texts in a language, English where it is not known."""
    return wording.table_of("setup", language)


def edition_name(edition: str, language: str) -> str:
    """What people call an edition; one of the table's own, a file, by its name."""
    return table(language)["edition"].get(edition, edition.rpartition("/")[2].removesuffix(".toml"))


def say(section: str, key: str, language: str, setting: Setting | None = None, **values: str) -> str:
    """One text, filled in: teams by their names, spaces by the cards printed on them."""
    return _fill(table(language)[section].get(key, ""), values, language, setting)


def trouble_words(trouble: Trouble, language: str, setting: Setting | None = None) -> dict[str, Any]:
    """What is wrong and how to mend it; what has no words in the language is told as it was said, in English."""
    reason = say("trouble", trouble.code, language, setting, **trouble.about)
    if not reason:
        return machine_words.trouble_words(trouble, language)
    mend = say("mend", trouble.code, language, setting, **trouble.about)
    return {"code": trouble.code, "reason": reason, "mend": mend}


def remark_words(remark: str, language: str, setting: Setting | None = None) -> str:
    """A remark in a language; as it was said where it has no words there."""
    if not isinstance(remark, Remark):
        return remark
    return say("remark", remark.code, language, setting, **remark.about) or remark


def _fill(text: str, values: dict[str, str], language: str, setting: Setting | None) -> str:
    teams = wording.table(language)["team"]
    words = {name: teams.get(value, value) for name, value in values.items()}
    for name in ("space", "spaces"):
        if name in words and setting is not None:
            words[name] = wording.by_cards(words[name].replace(" and more", " …"), setting, language)
    return wording.fill(text, words).replace("….", "…")
