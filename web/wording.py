"""Sentences in people's languages, made from the keys and values a scoreboard holds.

Every text stands in one file a language, `languages/*.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, TypedDict, Unpack

from engine.editions.edition import TEAM_OF
from engine.events import AnyEvent, Question
from engine.saying import Saying
from web.scoreboard import Scoreboard, fold
from web.setting import FREE, Seat, Setting
from web.turnlist import Words, asked_of

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
DEFAULT = "en"

Table = dict[str, dict[str, str]]


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    files = (resources.files("web") / "languages").iterdir()
    codes = sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return tuple(sorted(codes, key=lambda code: code != DEFAULT))


@cache
def language_names() -> dict[str, str]:
    """What each language calls itself, by its code."""
    return {code: table(code)["language"]["name"] for code in languages()}


@cache
def table(language: str = DEFAULT) -> Table:
    """All texts of a language, English where it is not known."""
    code = language if language in languages() else DEFAULT
    text = (resources.files("web") / "languages" / f"{code}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def table_of(page: str, language: str = DEFAULT) -> Table:
    """The texts that only one page says, from `languages/PAGE/`; English where the language is not known."""
    code = language if language in languages() else DEFAULT
    return tomllib.loads((resources.files("web") / "languages" / page / f"{code}.toml").read_text("utf-8"))


SERVERS_OWN = frozenset(
    {
        *("needs", "book", "device", "screen", "waiting", "join", "statistics"),
        *("said", "answer", "measure", "unit", "cited"),
        *("fault_message", "fault_mend", "fault_otherwise", "fault_rule", "question_about", "question_default"),
    }
)
"""Sections whose texts the server puts into its pages and answers itself; no script asks for them."""


def for_scripts(texts: Table) -> Table:
    """The texts that the scripts of a page say: less to load."""
    return {section: said for section, said in texts.items() if section not in SERVERS_OWN}


def text(section: str, key: str, language: str = DEFAULT, **values: Any) -> str:
    """One text, filled in."""
    return fill(table(language)[section].get(key, key), {k: str(v) for k, v in values.items()})


def sentence(
    words: Words,
    language: str = DEFAULT,
    *,
    aloud: bool = False,
    setting: Setting | None = None,
    coordinates: bool = False,
) -> str:
    """What words of a scoreboard say: to be read, or aloud with cards named in full.

    With the setting of the table spaces are named by the cards printed on them, as people look for them, unless by
    their `coordinates`, and a side of one player by that player.
    """
    texts = table(language)
    filled = {name: told(value, language) for name, value in words.items() if value is not None}
    if "team" in filled:
        colour = filled["team"]
        filled["who"] = isolated(filled.get("name", "")) or texts["team"].get(colour, colour)
        filled["team"] = side_name(colour, setting.seats if setting is not None else (), language)
    if "card" in filled:
        filled["card"] = card_words(filled["card"], language) if aloud else card_short(filled["card"])
    if "asked" in words:
        filled["answer"] = default_words({**words["asked"], "default": words["answer"]}, language, aloud=aloud)
    if "code" in words:
        filled["title"] = fault_title(str(words["code"]), language)
        filled["message"] = fault_message(words, language, aloud=aloud, setting=setting, coordinates=True)
    if setting is not None and not coordinates:
        for name in ("space", "message", "assumed", "reason", "answer"):
            if name in filled:
                filled[name] = by_cards(filled[name], setting, language, aloud=aloud)
    return fill(texts["said"].get(str(words.get("key")), ""), filled).strip()


def told(said: object, language: str = DEFAULT) -> str:
    """What the referee said; whatever is no saying, as a sentence of an older record, as it stands."""
    if not isinstance(said, Saying):
        return str(said)
    if said.code == PROBLEM:
        return _problem(said.about, language)
    texts = table(language)
    about = {name: _told_value(name, value, language) for name, value in said.about.items()}
    if template := texts["answer"].get(said.code) or texts["ask"].get(said.code, ""):
        return fill(template, about)
    machine = table_of("machine", language)
    return " ".join(fill(machine[section].get(said.code, ""), about) for section in ("trouble", "mend")).strip()


PROBLEM = "problem"
"""The code of a saying that names the rule which what was asked for would break."""


def _problem(about: Mapping[str, str], language: str) -> str:
    """What is wrong with what was asked for, and the rule."""
    code = about[PROBLEM]
    fault = {
        "code": code,
        "card": about.get("card"),
        "spaces": about.get("spaces", "").split(),
        "could": about.get("could", "").split(),
        "removed": about.get("action") == "remove",
    }
    return f"{fault_message(fault, language)} {table(language)['fault_rule'].get(code, '')}".strip()


def _told_value(name: str, value: str, language: str) -> str:
    texts = table(language)
    if name in ("team", "teams", "who"):
        known = [texts["team"].get(one.lower(), one) for one in (value.split() if name == "teams" else [value])]
        return isolated(", ".join(known))
    if name in ("card", "cards"):
        return ", ".join(map(card_short, value.split())) if name == "cards" else card_short(value)
    return either((option(one, {}, language) for one in value.split(", ")), language) if name == "options" else value


def announcement(board: Scoreboard, event: AnyEvent, language: str = DEFAULT) -> str | None:
    """What a voice says when that event happens on that scoreboard; none for what needs no voice.

    A turn is called by its card where the camera saw one, and by nothing else.
    """
    if isinstance(event, Question):
        return question_words(asked_of(event), language, aloud=True, setting=board.setting)
    after = fold(board, event)
    if after.announced == board.announced:
        laid = after.just if after.just is not board.just and after.just.get("card_seen") else None
        return sentence({**laid, "key": "card_laid"}, language, aloud=True) if laid else None
    return sentence(after.announcements[-1].words, language, aloud=True, setting=after.setting)


def time_up(board: Scoreboard, language: str = DEFAULT) -> str:
    """That the time of the turn at hand is up, as a voice says it."""
    seat = board.seats[board.to_move] if board.to_move is not None and board.to_move < len(board.seats) else Seat("")
    who = seat.name or table(language)["team"].get(seat.team, seat.team)
    return text("clock", "said", language, who=who)


class How(TypedDict, total=False):
    """How something is said, as `sentence` has it."""

    aloud: bool
    setting: Setting | None
    coordinates: bool


def fault_message(fault: Words, language: str, **how: Unpack[How]) -> str:
    """What is wrong, in a sentence."""
    return by_kind("fault_message", str(fault["code"]), fault, language, **how)


def question_words(question: Words, language: str, **how: Unpack[How]) -> str:
    """What is asked; where the board is to be put back, chip by chip, as far as the record says it."""
    parts = []
    for change in question.get("changes", ()):
        space, _, letters = change.partition(":")
        about = {"space": space, "team": TEAM_OF.get(letters[-1:], "")}
        parts.append(told(Saying("chip-on" if about["team"] else "nothing-on", about), language))
    about = {**question, "parts": ", ".join(parts or question.get("spaces", ()))}
    return by_kind("question_about", question["about"], about, language, **how)


def default_words(question: Words, language: str, *, aloud: bool = False) -> str:
    """What holds where nobody answers."""
    own = table(language)["question_default"].get(question["about"], "")
    return own or option(question["default"], question, language, aloud=aloud)


def by_kind(
    section: str,
    key: str,
    about: Words,
    language: str,
    *,
    aloud: bool = False,
    setting: Setting | None = None,
    coordinates: bool = False,
) -> str:
    """What is said of a fault or a question of a kind; empty where there is no text, or what fills it is not known."""

    def named(spaces: Iterable[object]) -> list[str]:
        return [
            str(space) if coordinates or setting is None else by_cards(str(space), setting, language, aloud=aloud)
            for space in spaces or ()
        ]

    templates = table(language)[section]
    spaces = named(about.get("spaces") or ())
    kinds = {
        f"{key}-removed": about.get("removed"),
        f"{key}-could": about.get("could"),
        f"{key}-takes": setting is not None and about.get("card") in setting.removes,
        **{f"{key}-{problem}": True for problem in about.get("problems") or ()},
        f"{key}-many": len(spaces) > 1,
        key: True,
    }
    template = next((templates[kind] for kind, so in kinds.items() if so and kind in templates), "")
    options = [option(str(one), about, language, aloud=aloud) for one in about.get("options") or ()]
    card, seats = about.get("card"), setting.seats if setting is not None else ()
    values: dict[str, str] = {
        **{name: side_name(about[name], seats, language) for name in ("team", "mover") if about.get(name)},
        "parts": about.get("parts", "") if coordinates else "".join(named([about.get("parts", "")])),
        "card": (card_words(card, language) if aloud else card_short(card)) if card else "",
        "first": spaces[0] if spaces else "",
        "last": spaces[-1] if spaces else "",
        "spaces": ", ".join(spaces),
        "could": either(named(about.get("could") or ()), language),
        "options": either(options if coordinates else named(options), language),
    }
    return fill(template, values) if all(values.get(hole) for hole in re.findall(r"{(\w+)}", template)) else ""


def either(words: Iterable[str], language: str) -> str:
    """`one or other`."""
    return f" {table(language)['turn']['or']} ".join(words)


def option(answer: str, about: Words, language: str, *, aloud: bool = False) -> str:
    """A possible answer to a question: yes or no, a card, a team, or spaces.

    Fives are drawn on the board, each with a letter, which is all that is read of them.
    """
    if about.get("about") == "claim" and answer in about.get("options", ()) and not aloud:
        return chr(ord("A") + list(about["options"]).index(answer))
    if _is_card(answer):
        return card_words(answer, language) if aloud else card_short(answer)
    texts = table(language)
    return texts["team"].get(answer.lower()) or (texts["question"][answer] if answer in ("yes", "no") else answer)


def by_cards(text: str, setting: Setting, language: str = DEFAULT, *, aloud: bool = False, brief: bool = False) -> str:
    """A text in which each space is named by its card: `the upper 5♣`, aloud `the upper 5 of clubs`, brief `5♣ upper`.

    Where that fits other spaces, too, its coordinate is behind it, for who reads it.
    """

    texts = table(language)

    def named(found: re.Match[str]) -> str:
        card, which = setting.which_of_two(found[0])
        if not card:
            return found[0]
        free = card == FREE
        if free:
            words = texts["card" if brief else "space"]["free"]
        else:
            words = card_words(card, language) if aloud else card_short(card)
        if which:
            way = {"card": words, "which": texts["space"][which]}
            words = fill(texts["space"]["brief" if brief else "short"], way)
        many = free or (not which and setting.cards.count(card) > 2)
        return f"{words} ({found[0]})" if many and not aloud else words

    return re.sub(r"\b[a-j](?:10|[1-9])\b", named, text)


def turns_told(count: int, language: str = DEFAULT) -> str:
    """`24 turns`, `1 turn`."""
    return text("games", "one_turn" if count == 1 else "turns", language, count=count)


def side_name(team: str, seats: Sequence[Seat], language: str = DEFAULT) -> str:
    """What a side is called: by its player where it has but one, with a name; else by its colour."""
    sitting = [seat.name for seat in seats if seat.team == team]
    return (isolated(sitting[0]) if len(sitting) == 1 else "") or table(language)["team"].get(team, team)


def isolated(name: str) -> str:
    """A name written from right to left must not turn round the sentence it stands in."""
    return f"\u2068{name}\u2069" if re.search("[\u0590-\u08ff\ufb1d-\ufefc]", name) else name


def won(team: str, seats: Sequence[Seat], language: str = DEFAULT) -> str:
    """That this team won, by the names of its players where they are known."""
    colour = table(language)["team"].get(team, team)
    names = ", ".join(seat.name for seat in seats if seat.team == team and seat.name)
    return text("page", "won", language, team=names or colour)


def fault_title(code: str, language: str = DEFAULT) -> str:
    """What a fault is called, in a few words."""
    faults = table(language)["fault"]
    return faults.get(code, faults["other"])


def card_short(card: str) -> str:
    """`7♥` for `7H`; names of pictures as they are."""
    return card[:-1] + SUITS[card[-1]] if _is_card(card) else card


def card_words(card: str, language: str = DEFAULT) -> str:
    """`7 of hearts` for `7H`; names of pictures as they are."""
    if not _is_card(card):
        return card
    texts = table(language)
    rank = texts["rank"].get(card[:-1], card[:-1])
    return fill(texts["card"]["named"], {"rank": rank, "suit": texts["suit"][card[-1]]})


def _is_card(card: str) -> bool:
    return re.fullmatch(r"(10|[2-9AKQJ])[SHDC]", card) is not None


def fill(text: str, values: Mapping[str, str]) -> str:
    """A text with what stands in braces filled in; what is not known is left out."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], ""), text)
