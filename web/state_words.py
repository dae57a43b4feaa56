"""The words of a page state: every sentence that a page shows or says, made here in the language of its reader.

Spaces stand in them by their coordinates: which of two is the upper one depends on the side from which a phone looks
at the board, so the page names them by their cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from engine.editions.edition import BOOKS
from engine.editions.edition_files import load_edition
from engine.events import AnyEvent
from engine.faults import kind_of
from engine.rules.rulebook import lines_in, rules
from engine.saying import Saying
from web import wording
from web.scoreboard import Scoreboard, fold
from web.setting import Setting
from web.turnlist import Words
from web.updates import PageState, difference, page_state

SAYINGS = ("camera", "blocked")
"""What keeps the referee from seeing."""
FEW = 3
"""Of so many cards that a turn can have been played with it is said which they are."""


class StateWords:
    """Puts the words of one language into page states; sentences of turns that were told before are not made again."""

    def __init__(self, language: str, setting: Setting | None = None) -> None:
        self.language = language
        self._setting = setting
        self._turns: dict[tuple[int, bool], tuple[Words, Words]] = {}

    def told(self, state: PageState, setting: Setting | None) -> PageState:
        """A page state with its words, where the table is set like that; the state itself stays as it is."""
        if setting != self._setting:
            self._setting, self._turns = setting, {}
        faults = {(fault["turn"], fault["code"]) for fault in state["faults"]}
        disputed = [(turn["turn"], turn.get("irregular")) in faults for turn in state["turns"]]
        turns = [(turn, self._turn(turn, one)) for turn, one in zip(state["turns"], disputed, strict=True)]
        self._turns = {(id(turn), one): (turn, told) for (turn, told), one in zip(turns, disputed, strict=True)}
        return {
            **state,
            "just": self._just(state["just"]),
            "turns": [told for _, told in turns],
            "gaps": [self._said(gap) for gap in state["gaps"]],
            "sequences": [self._said({**made, "key": "sequence"}) for made in state["sequences"]],
            "faults": [self.fault(fault) for fault in state["faults"]],
            "questions": [self.question(question) for question in state["questions"]],
            "announcements": [{**made, "words": self._called(made["words"])} for made in state["announcements"]],
            **{
                name: said and wording.told(said, self.language)
                for name in SAYINGS
                if (said := state[name]) is not None
            },
            "eye": {name: wording.told(said, self.language) for name, said in state["eye"].items()},
            "people": {**state["people"], "asks": [self._ask(ask) for ask in state["people"]["asks"]]},
        }

    def fault(self, fault: Words) -> Words:
        """A fault: who is to do what, why, the rule, and what else may be done."""
        code, setting = fault["code"], self._setting
        mend = self._by_kind("fault_mend", code, fault)
        otherwise = self._by_kind("fault_otherwise", code, fault) or self._by_kind("fault_otherwise", "other", fault)
        return {
            **fault,
            "who": self._side(fault["team"]) if fault["team"] else "",
            "message": wording.fault_message(fault, self.language, setting=setting, coordinates=True),
            "mend": mend or self._texts["page"]["mend"],
            "otherwise": mend and otherwise,
            "rule": rule_words(
                code, setting.edition if setting else "", setting.rules if setting else "", self.language
            ),
        }

    def question(self, question: Words) -> Words:
        """A question, its possible answers, and what holds where nobody gives one."""
        return {
            **question,
            "question": wording.question_words(question, self.language, setting=self._setting, coordinates=True),
            "labels": [wording.option(one, question, self.language) for one in question["options"]],
            "holds": wording.default_words(question, self.language) if question["default"] else "",
        }

    def _by_kind(self, section: str, key: str, about: Words) -> str:
        return wording.by_kind(section, key, about, self.language, setting=self._setting, coordinates=True)

    def _ask(self, ask: Words) -> Words:
        return {**ask, "message": wording.told(msgspec.convert(ask["message"], Saying | str), self.language)}

    @property
    def _texts(self) -> wording.Table:
        return wording.table(self.language)

    def _turn(self, turn: Words, disputed: bool) -> Words:
        known = self._turns.get((id(turn), disputed))
        return known[1] if known is not None else self._turn_told(turn, disputed)

    def _turn_told(self, turn: Words, disputed: bool) -> Words:
        """A turn with what is to be said beside it; that it stands in spite of a fault not while that is `disputed`."""
        asides = []
        if turn.get("dead"):
            cards = ", ".join(map(wording.card_short, turn["dead"]))
            asides.append(wording.text("turn", "dead", self.language, cards=cards))
        # That the card printed there, or a jack, explains it goes without saying; what it must have been does not.
        printed = self._setting.which_of_two(turn["space"])[0] if self._setting and turn.get("space") else ""
        cards = turn.get("cards", [])
        if turn["action"] == "place" and not turn.get("card") and 0 < len(cards) <= FEW and printed not in cards:
            either = wording.either(map(wording.card_short, cards), self.language)
            asides.append(wording.text("turn", "must_be", self.language, cards=either))
        if turn.get("irregular") and not disputed:
            title = wording.fault_title(turn["irregular"], self.language)
            asides.append(wording.text("turn", "irregular", self.language, title=title))
        return {**self._said(turn), "asides": asides}

    def _just(self, words: Words) -> Words:
        told = self._said(words)
        if words.get("card_seen"):  # a turn is called by its card, where the camera saw one
            told["aloud"] = self._sentence({**words, "key": "card_laid"}, aloud=True)
        return told

    def _called(self, words: Words) -> Words:
        return {**self._said(words), "aloud": self._sentence(words, aloud=True)}

    def _said(self, words: Words) -> Words:
        return {**words, "said": self._sentence(words)} if words else {}

    def _sentence(self, words: Words, *, aloud: bool = False) -> str:
        return wording.sentence(words, self.language, aloud=aloud, setting=self._setting, coordinates=True)

    def _side(self, team: str) -> str:
        return wording.side_name(team, self._setting.seats if self._setting else (), self.language)


@cache
def lines_of(code: str) -> dict[str, str]:
    """Lines by book, as `{"Danish": "31, 45"}`, of the rules behind that fault; those on which the books disagree are
    left out, since another book's line would say something else."""
    rows = [rules()[row] for row in kind_of(code).rules if row in rules()]
    found = {}
    for book in BOOKS:
        lines = [row.lines[book] for row in rows if row.grade != "disagree" and book in row.lines]
        if lines:
            found[book] = ", ".join(dict.fromkeys(", ".join(lines).split(", ")))
    return found


@cache
def rule_words(code: str, edition: str, switches: str, language: str) -> str:
    """The rule that a fault breaks, in a sentence, and where it is printed: in the book of that language where it says
    the same, and else in the books of the edition that is played."""
    texts = wording.table(language)
    cited, own = texts["cited"], texts["cited"]["own"]

    def cite(book: str, lines: str) -> str:
        return wording.fill(cited["lines" if "," in lines else "line"], {"book": cited[book], "lines": lines})

    books, rules = _books(edition, switches)
    played = {book: lines for book in books if (lines := lines_in(kind_of(code).rules, book))}
    own_lines = played.get(own) or lines_of(code).get(own)
    theirs = "; ".join(cite(book, lines) for book, lines in played.items())
    if not played and rules:
        theirs = wording.fill(cited["table"], {"rules": rules})
    where = cite(own, own_lines) if own_lines else theirs
    if own_lines and theirs and own not in played:
        where = wording.fill(cited["edition"], {"cited": where, "played": theirs})
    return " · ".join(filter(None, (texts["fault_rule"].get(code, ""), where)))


def _books(edition: str, switches: str) -> tuple[tuple[str, ...], str]:
    """The books of an edition and the switches that differ from it; none where it is not known here."""
    try:
        known = load_edition(edition, switches)
    except ValueError:
        return (), switches
    return known.books, known.rules


def moments(happened: Iterable[AnyEvent], language: str) -> Iterator[dict[str, Any]]:
    """A game in moments: the turn, and what to lay over the page state of the moment before, in the words of a
    language."""
    words = StateWords(language)
    shown: PageState = {}
    for board in boards(happened):
        before, shown = shown, words.told(page_state(board), board.setting)
        yield {"turn": turn_of(board), "fault": bool(board.faults), **difference(before, shown)}


def boards(happened: Iterable[AnyEvent]) -> Iterator[Scoreboard]:
    """The scoreboard before each event at which a replay stops, and the last."""
    board = None
    for event in happened:
        if board is not None and event.steps:
            yield board
        board = fold(board or Scoreboard(), event)
    if board is not None:
        yield board


def turn_of(board: Scoreboard) -> int:
    """The last turn that was played; 0 before the first."""
    return board.lines[-1].turn if board.lines else 0
