"""Words that not every page carries: those of setting up, deck, machine and club, and of whatever can go wrong there.

The same sentences stand on pages, are spoken, and are shown by screens.
"""

from __future__ import annotations

from typing import Any

from engine.equipment.cards import Card
from engine.trouble import Remark, Trouble
from web import wording
from web.setting import Setting

PAGES = {
    "deck": ("deck", "setup", "machine"), "setup": ("setup", "machine"), "machine": ("machine",), "club": ("club",)
}  # fmt: skip
"""For each page where the words of a trouble are looked for, in this order."""


def edition_name(edition: str, language: str) -> str:
    """What people call an edition; one of the table's own, a file, by its name."""
    names = wording.table_of("setup", language)["edition"]
    return names.get(edition, edition.rpartition("/")[2].removesuffix(".toml"))


def card_words(card: Card, language: str) -> str:
    """A card as people say it; the back of one for an empty name."""
    return wording.card_words(card, language) if card else wording.table_of("deck", language)["page"]["the_back"]


def said(key: str, language: str, /, **values: str) -> str:
    """What a table itself says, on its screen and aloud."""
    return wording.fill(wording.table_of("machine", language)["said"][key], values)


def say(section: str, key: str, language: str, setting: Setting | None = None, **values: str) -> str:
    """One text of setting up, filled in: teams by their names, spaces by the cards printed on them."""
    return _fill(wording.table_of("setup", language)[section].get(key, ""), values, language, setting)


def trouble_words(trouble: Trouble, page: str, language: str, setting: Setting | None = None) -> dict[str, Any]:
    """What is wrong and how to mend it, as that page says it; in English, as it was said, where there are no words."""
    for one in PAGES[page]:
        texts = wording.table_of(one, language)
        if reason := texts["trouble"].get(trouble.code, ""):
            told = (reason, texts["mend"].get(trouble.code, ""))
            reason, mend = (_fill(text, trouble.about, language, setting) for text in told)
            return {"code": trouble.code, "reason": reason, "mend": mend}
    return {"code": trouble.code, "reason": trouble.reason, "mend": trouble.mend}


def remark_words(remark: str, language: str, setting: Setting | None = None) -> str:
    """A remark in a language; as it was said where it has no words there."""
    if not isinstance(remark, Remark):
        return remark
    return say("remark", remark.code, language, setting, **remark.about) or remark


def _fill(text: str, values: dict[str, str], language: str, setting: Setting | None) -> str:
    words = dict(values)
    for name in TEAMS & words.keys():
        words[name] = wording.table(language)["team"].get(words[name], words[name])
    for name in CARDS & words.keys():
        words[name] = card_words(words[name], language)
    for name in SPACES & words.keys():
        if setting is not None:
            words[name] = wording.by_cards(words[name].replace(" and more", " …"), setting, language)
    return wording.fill(text, words).replace("….", "…")


TEAMS, CARDS, SPACES = {"team", "other"}, {"card", "asked"}, {"space", "spaces"}
"""What fills a text that names a team, a card, spaces."""
