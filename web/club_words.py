"""What a club's evening cannot do, in the words of a reader."""

from __future__ import annotations

from engine.trouble import Trouble
from web import wording


def trouble_words(trouble: Trouble, language: str) -> dict[str, str]:
    """What is wrong and how to mend it; what has no words in the language is told as it was said."""
    texts = wording.table_of("club", language)
    if trouble.code not in texts["trouble"]:
        return {"reason": trouble.reason, "mend": trouble.mend}
    return {
        "reason": wording.fill(texts["trouble"][trouble.code], trouble.about),
        "mend": wording.fill(texts["mend"].get(trouble.code, ""), trouble.about),
    }
