"""Reading records: from text to what happened, or to line, column and what was expected there.

A record that can be read may still tell of a faulty game; that is judged in `replay`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from engine.editions.edition import TEAMS
from engine.faults import MARKS
from engine.nearest import did_you_mean
from engine.plain_text import PlainText
from engine.records.handwriting import plain
from engine.records.record import Comment, Entry, Record, Resigned, Shuffled, count, given_text
from engine.records.record_tags import A_COMMENT_ENDS, Tags
from engine.records.record_words import A_TURN, PLAY, hand_of
from engine.rules.legality import Turn
from engine.rules.position import Game
from engine.rules.rounds import Rounds

_WORD = re.compile(r"(?P<blank>\s+)|(?P<comment>\{[^}]*\})|(?P<round>[0-9]+)\.|(?P<word>[^\s{}]+)")


def read_records(text: str | bytes, file: str = "") -> tuple[Record, ...]:
    """The records of a text, each beginning with its tags. Raises RecordError."""
    whole = given_text(text, file)
    records: list[Record] = []
    at = 0
    while at < len(whole.text) or not records:
        reader = _Reader(whole, file, at)
        records.append(reader.record())
        at = reader.at
    return tuple(records)


def read_turn(game: Game, text: str) -> Turn:
    """One turn as a record has it, of this game: `x7H 2H@e6 =b2-f6`. Raises RecordError."""
    return _Reader(PlainText(text), "").turn_of(game)


class _Reader(Tags):
    """One reading of one game of a text."""

    def __init__(self, given: PlainText, file: str, at: int = 0) -> None:
        super().__init__(given, file, at)
        self.over = False
        """Whether a `*` has ended the game."""
        self.entries: list[Entry] = []
        self.dead: list[str] = []
        self.shuffles: list[int] = []
        self.open: Turn | None = None
        """The turn whose play was read and that may still be followed by what belongs to it."""
        self.sealed = False
        """Whether a claim, mark or missed draw followed the play: a shuffle after that stands by itself."""
        self.aside: list[Entry] = []
        """What was read within a turn and is no part of it."""

    def record(self) -> Record:
        tags, places = self._tags()
        folder = str(Path(self.file).parent) if self.file else ""
        self._game(tags, places, folder)
        self.hand = hand_of(self.game)
        self.rounds = Rounds(self.game, int(tags.get("ToMove", "1")) - 1)
        self._entries()
        return Record(tuple(tags.items()), tuple(self.entries), folder)

    def turn_of(self, game: Game) -> Turn:
        self.game, self.hand, self.rounds = game, hand_of(game), Rounds(game)
        self._entries()
        if len(self.entries) != 1 or not isinstance(self.entries[0], Turn):
            self.fail(0, "one turn and nothing else", self.text)
        return self.entries[0]

    # ---- turns

    def _entries(self) -> None:
        while self.at < len(self.text):
            found = _WORD.match(self.text, self.at)
            if found is None:
                brace = self.text[self.at]
                self.fail(self.at, A_COMMENT_ENDS if brace == "{" else A_TURN, brace)
            start, self.at = self.at, found.end()
            if found["blank"]:
                continue
            if found["word"] and found["word"][0] == "[" and self._next_game(start):
                self.at = start
                break
            if self.over and not found["comment"]:
                self.fail(start, "the tags of the next game, or nothing, after the * that ends this one", found[0])
            if found["comment"]:
                self._put(Comment(found["comment"][1:-1]))
            elif found["round"]:
                self._round(start, found["round"] + ".")
            else:
                self._word(start, found["word"])
        if self.dead:
            self.fail(len(self.text.rstrip()), "the play after the dead card")
        self._close()

    def _next_game(self, at: int) -> bool:
        """Whether the tags of another game begin here: at the start of a line."""
        began = self.text.rfind("\n", 0, at) + 1
        self.at, here = at, self.at
        alone = re.fullmatch(r"(?:\s|\{[^}]*\})*", self.text[began:at])
        found = self._tag_here() if alone else None
        self.at = here
        return found is not None

    def _put(self, entry: Entry) -> None:
        (self.aside if self.open or self.dead else self.entries).append(entry)
        if not isinstance(entry, Comment):  # one may stand before the tags, when there is no game yet
            count(self.rounds, entry)

    def _close(self) -> None:
        if self.open is not None:
            self.entries.append(self.open)
            self.open, self.sealed = None, False
        if not self.dead:
            self.entries += self.aside
            self.aside = []

    def _round(self, at: int, number: str) -> None:
        due = f"{self.rounds.number}."
        if not self.rounds.fresh or self.dead:
            self.fail(at, f"a turn of seat {self.rounds.seat + 1}, as round {due} is not over", number)
        if number != due:
            self.fail(at, f"round {due}", number)
        self._close()

    def _word(self, at: int, word: str) -> None:
        known = self.hand.turns.get(word)
        if known is not None:
            self._play(known)
            return
        written, word = word, plain(word)
        low = word.lower()
        if low == "shuffle":
            self._shuffle()
        elif low in ("talk", "resign"):
            self._word(at, f"{low}:{self._team_after(at, low)}")
        elif low.startswith("talk:"):
            self._put(self._talk(at + 5, word[5:]))
        elif low.startswith("resign:"):
            self._put(Resigned(self._resigning(at + 7, word[7:])))
        elif low == "pass":
            self._play(Turn("pass"))
        elif low == "nodraw":
            self._amended(at, word)
            self._change(no_draw=True)
        elif word == "*":
            self.over = True
        elif word[0] == "=":
            claim = self._claim(at, word)
            self._change(claims=(*self._amended(at, word).claims, claim))
        elif word[0] == "!" and ":" in word:
            self._close()
            self._put(self._stood(at, word))
        elif word[0] == "!":
            if low[1:] not in MARKS:
                self.fail(at + 1, "the code of a problem, as wrong-card", word[1:], did_you_mean(low[1:], MARKS))
            marked = self._amended(at, word).irregular or ""
            self._change(irregular=f"{marked} {low[1:]}".strip())
        elif low.startswith("board:"):
            self._close()
            self._put(self._board(at, word))
        elif low[0] == "x" and (self.hand.card(word[1:]) or PLAY.fullmatch(word) is None):
            self._close()
            self.dead.append(self._card(at + 1, word[1:]))
        else:
            turn = self.hand.turns[written] = self._placed_or_removed(at, word)
            self._play(turn)

    def _team_after(self, at: int, word: str) -> str:
        """The team of `talk blue`, as some write for `talk:blue`."""
        found = re.compile(r"[ \t]+([A-Za-z]+)(?=[\s:{]|$)").match(self.text, self.at)
        if found is None or found[1].lower() not in self.game.teams:
            self.fail(at, f"a team after {word}", "", f" It is written {word}:{self.game.teams[0]}.")
        self.at = found.end()
        return found[1].lower()

    def _shuffle(self) -> None:
        alone = all(isinstance(entry, Comment) for entry in self.aside)
        if self.open is not None and not self.sealed and self.open.action != "pass" and alone:
            count = len(self.open.dead) + 1
            if count not in self.open.shuffles:
                self._change(shuffles=(*self.open.shuffles, count))
                return
        elif self.open is None and self.dead and len(self.dead) not in self.shuffles:
            self.shuffles.append(len(self.dead))
            return
        self._put(Shuffled())

    def _play(self, turn: Turn) -> None:
        self._close()
        if self.dead:
            turn = msgspec.structs.replace(turn, dead=tuple(self.dead), shuffles=tuple(self.shuffles))
            self.dead, self.shuffles = [], []
        self.open = turn
        self.rounds.turn()

    def _change(self, **fields: object) -> None:
        assert self.open is not None
        self.open = msgspec.structs.replace(self.open, **fields)

    def _amended(self, at: int, word: str) -> Turn:
        """The turn to which a claim, a mark or a missed draw belongs."""
        if self.open is None or self.dead:
            self.fail(at, A_TURN, word, " This belongs after a turn.")
        self.sealed = True
        return self.open


assert set(TEAMS) == {"blue", "green", "red"}, "the letters of positions are those of these teams"
