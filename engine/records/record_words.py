"""The words of a record one by one: cards, spaces, claims, changes, positions, each read or refused where it stands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from engine.faults import MARKS, PUT_RIGHT
from engine.nearest import did_you_mean
from engine.plain_text import PlainText, named
from engine.records.handwriting import Hand
from engine.records.notation import read_rows
from engine.records.record import BoardIs, RecordError, Stood, Talk
from engine.rules.playing import UNKNOWN
from engine.rules.position import Game
from engine.rules.rounds import Rounds
from engine.rules.turn import Turn

A_TURN = "a turn, as 7H@d6, JS-e5, ?@e5, x9C or pass"
SAID = ("pass", "nodraw", "shuffle", "talk:blue", "resign:blue")
"""Words that are no card and no space, of which a slip is named."""
_SLIPS = {
    r"[0-9]+\W*|\.+": "A round is written 1. with a full stop.",
    r"[;#(/].*": "A remark stands in braces, as {so}.",
    r"[0-9/]+-[0-9/]+": "How a game ended stands in the tag Result.",
    r"-+": "A seat that could not play is written pass.",
}
"""How people write what is written otherwise here."""
PLAY = re.compile(r"(?P<card>.+)(?P<how>[@-])(?P<space>[^@-]*)")
_CHANGE = re.compile(r"(?P<space>[a-z][0-9]+):(?P<before>[.bgr*])(?P<after>[.bgr*])")


@lru_cache(maxsize=64)
def hand_of(game: Game) -> Hand:
    """The reader of cards and spaces of a game; the same one again for the same game."""
    return Hand(game.deck, game.layout)


class Words:
    """A text, how far it was read, and the readers of what may stand in it."""

    game: Game
    hand: Hand
    rounds: Rounds

    def __init__(self, given: PlainText, file: str, at: int = 0) -> None:
        self.given, self.text, self.file, self.at = given, given.text, file, at

    def fail(self, at: int, expected: str, found: str = "", hint: str = "", said: str = "") -> NoReturn:
        """Refuse what stands at this place, with line and column. Raises RecordError."""
        line, column = self.given.place(at)
        sign = "" if said else named(found[:40])
        raise RecordError(self.file, line, column, expected, found[:40], hint + sign, said)

    def _placed_or_removed(self, at: int, word: str) -> Turn:
        found = PLAY.fullmatch(word)
        slip = self._slip(word)
        if found is None or slip:
            self.fail(at, A_TURN, word, slip or did_you_mean(word, SAID, 0.65))
        card = None if found["card"] == "?" else self._card(at, found["card"])
        space = self._space(at + found.start("space"), found["space"])
        return Turn("place" if found["how"] == "@" else "remove", space, card)

    def _slip(self, word: str) -> str:
        """How that is written which some write like this word."""
        if self.hand.card(word) or self.hand.space(word) is not None:
            return " Card, sign and space are one word, as 7H@d6."
        return next((f" {written}" for how, written in _SLIPS.items() if re.fullmatch(how, word)), "")

    def _team(self, at: int, word: str) -> str:
        team = word.lower()
        if team not in self.game.teams:
            self.fail(at, f"a team of this game ({', '.join(self.game.teams)})", word, self._team_hint(word))
        return team

    def _team_hint(self, word: str) -> str:
        players = {seat.name.lower(): seat.team for seat in self.game.seats if seat.name}
        return did_you_mean(players.get(word.lower(), word), self.game.teams)

    def _talk(self, at: int, text: str) -> Talk:
        word, colon, given = text.partition(":")
        team = self._team(at, word)
        cards: list[str] = []
        at += len(team) + 1
        first = at
        for word in given.split(",") if colon else ():
            cards.append(word if word == UNKNOWN else self._card(at, word))
            at += len(word) + 1
        members = sum(seat.team == team for seat in self.game.seats)
        if len(cards) > members:
            self.fail(first, f"{members} {'card' if members == 1 else 'cards'} at most, one a seat of {team}", given)
        return Talk(team, tuple(cards))

    def _resigning(self, at: int, word: str) -> str:
        team = self._team(at, word)
        if team in self.rounds.resigned:
            self.fail(at, "a team that still plays", team)
        if len(self.rounds.resigned) == len(self.game.teams) - 1:
            said = f"{team} is the last team that plays, and has won"
            self.fail(at, "a team that others still play against", team, said=said)
        return team

    def _card(self, at: int, card: str) -> str:
        meant = self.hand.card(card)
        if meant is None:
            self.fail(at, "a card of this game", card, self.hand.card_hint(card))
        return meant

    def _space(self, at: int, name: str) -> int:
        space = self.hand.space(name)
        if space is None:
            last = self.game.layout.name_of(self.game.layout.size - 1)
            self.fail(at, f"a space from a1 to {last}", name)
        return space

    def _claim(self, at: int, word: str) -> tuple[int, ...]:
        first, dash, last = word[1:].partition("-")
        if not dash:
            self.fail(at, "a claim from end to end, as =b2-f6", word)
        ends = self._space(at + 1, first), self._space(at + 2 + len(first), last)
        run = self.game.layout.between(*ends)
        return run if len(run) == self.game.edition.lines.length else ends

    def _stood(self, at: int, word: str) -> Stood:
        code, _, rest = word[1:].partition(":")
        code = code.lower()
        if code not in (*MARKS, PUT_RIGHT):
            self.fail(at + 1, "the code of a problem, as chip-moved", code, did_you_mean(code, MARKS))
        changes, _, seat = rest.partition(">")
        found = []
        for change in changes.split(","):
            match = _CHANGE.fullmatch(change)
            if match is None:
                self.fail(at, "changes, as !chip-moved:e4:b.,e5:.b", word)
            found.append((self._space(at, match["space"]), match["before"], match["after"]))
        return Stood(code, tuple(found), self._seat(at, seat) if seat else None)

    def _board(self, at: int, word: str) -> BoardIs:
        rows, _, seat = word[len("board:") :].partition(">")
        return BoardIs(self._rows(rows, at), self._seat(at, seat))

    def _seat(self, at: int, seat: str) -> int:
        if seat not in map(str, range(1, len(self.game.seats) + 1)):
            self.fail(at, f"a seat from 1 to {len(self.game.seats)}", seat)
        return int(seat) - 1

    def _rows(self, text: str, at: int) -> tuple[str, ...]:
        rows, layout = read_rows(text), self.game.layout
        right = len(rows) == layout.rows and all(len(row) == layout.columns for row in rows)
        if not right or set("".join(rows)) - set(".*bgrBGR"):
            self.fail(at, f"{layout.rows} rows of {layout.columns} letters with / between", text)
        return rows
