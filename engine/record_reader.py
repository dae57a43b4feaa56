"""Reading records: from text to what happened, or to line, column and what was expected there.

A record that can be read may still tell of a faulty game; that is judged in `replay`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import msgspec

from engine.board import LayoutError
from engine.edition import TEAMS, EditionError, load_edition
from engine.handwriting import Hand, plain, tag_name, tag_value
from engine.nearest import did_you_mean
from engine.notation import read_rows
from engine.playing import UNKNOWN
from engine.position import Game, SeatsError, check_seats, parse_seats
from engine.record import (
    DRAWN,
    KNOWN_TAGS,
    MOST_GAMES,
    OPEN,
    BoardIs,
    Comment,
    Entry,
    Record,
    RecordError,
    Resigned,
    Shuffled,
    Stood,
    Talk,
    count,
    edition_file,
    game_of,
)
from engine.rounds import Rounds
from engine.rules import Turn
from engine.wording import CODES

_TAG = re.compile(r'\[(?P<name>[A-Za-z][A-Za-z0-9_]*)[ \t]+"(?P<value>(?:[^"\\\n\r]|\\.)*)"[ \t]*\]')
_REMARK = re.compile(r"\s*(?:\{(?P<text>[^}]*)\})?")
A_COMMENT_ENDS = "a } to end this comment"
_WORD = re.compile(r"(?P<blank>\s+)|(?P<comment>\{[^}]*\})|(?P<round>[0-9]+)\.|(?P<word>[^\s{}]+)")
_QUOTES = str.maketrans(dict.fromkeys("“”„‟″", '"'))
_PLAY = re.compile(r"(?P<card>.+)(?P<how>[@-])(?P<space>[^@-]*)")
_CHANGE = re.compile(r"(?P<space>[a-z][0-9]+):(?P<before>[.bgr*])(?P<after>[.bgr*])")
A_TURN = "a turn, as 7H@d6, JS-e5, ?@e5, x9C or pass"


def read(text: str | bytes, file: str = "") -> Record:
    """The record of a text that holds one game. Raises RecordError."""
    whole = _text(text, file)
    reader = _Reader(whole, file)
    record = reader.record()
    if reader.at < len(whole):
        reader.fail(reader.at, "the end of the file after its one game", "", " `referee check` reads several.")
    return record


def read_all(text: str | bytes, file: str = "") -> tuple[Record, ...]:
    """The records of a text, each beginning with its tags. Raises RecordError."""
    whole = _text(text, file)
    records: list[Record] = []
    at = 0
    while at < len(whole) or not records:
        reader = _Reader(whole, file, at)
        records.append(reader.record())
        at = reader.at
    return tuple(records)


def read_turn(game: Game, text: str) -> Turn:
    """One turn as a record has it, of this game: `x7H 2H@e6 =b2-f6`. Raises RecordError."""
    return _Reader(text, "").turn_of(game)


def _text(text: str | bytes, file: str) -> str:
    return (_decoded(text, file) if isinstance(text, bytes) else text).removeprefix("\ufeff")


def _decoded(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise RecordError(file, line, column, "text in UTF-8") from None


def _tag_hint(line: str) -> str:
    """A tag without its quotes, as it is written with them."""
    found = re.match(r"\[\s*([A-Za-z]\w*)\s*[:=]?\s*[\"'‘’]?([^\"'\]]*)", line)
    value = found[2].strip() if found else ""
    return f' Did you mean [{tag_name(found[1], KNOWN_TAGS)} "{value}"]?' if found and value else ""


_hands: dict[int, tuple[Game, Hand]] = {}


def _hand_of(game: Game) -> Hand:
    """The reader of cards and spaces of a game; the same one again for the same game."""
    known = _hands.get(id(game))
    if known is None or known[0] is not game:
        if len(_hands) >= MOST_GAMES:
            _hands.clear()
        known = _hands[id(game)] = (game, Hand(game.deck, game.layout))
    return known[1]


class _Reader:
    """One reading of one game of a text."""

    def __init__(self, text: str, file: str, at: int = 0) -> None:
        self.text, self.file, self.at = text, file, at
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

    def fail(self, at: int, expected: str, found: str = "", hint: str = "", said: str = "") -> NoReturn:
        before = self.text[:at]
        line, column = before.count("\n") + 1, at - before.rfind("\n")
        raise RecordError(self.file, line, column, expected, found[:40], hint, said)

    def record(self) -> Record:
        tags, places = self._tags()
        folder = str(Path(self.file).parent) if self.file else ""
        self.game = self._game(tags, places, folder)
        self.hand = _hand_of(self.game)
        self.rounds = Rounds(self.game, int(tags.get("ToMove", "1")) - 1)
        self._entries()
        return Record(tuple(tags.items()), tuple(self.entries), folder)

    def turn_of(self, game: Game) -> Turn:
        self.game, self.hand, self.rounds = game, _hand_of(game), Rounds(game)
        self._entries()
        if len(self.entries) != 1 or not isinstance(self.entries[0], Turn):
            self.fail(0, "one turn and nothing else", self.text)
        return self.entries[0]

    # ---- tags

    def _tags(self) -> tuple[dict[str, str], dict[str, int]]:
        tags: dict[str, str] = {}
        places: dict[str, int] = {}
        while True:
            self._remarks()
            if not self.text.startswith("[", self.at):
                break
            found = self._tag_here()
            if found is None:
                line = self.text[self.at :].split("\n", 1)[0]
                self.fail(self.at, 'a tag, as [Edition "classic"]', line, _tag_hint(line))
            name = tag_name(found["name"], KNOWN_TAGS)
            if name in tags:
                self.fail(self.at, f"the tag {name} only once", name)
            tags[name] = tag_value(name, re.sub(r"\\([\"\\])", r"\1", found["value"]))
            places[name] = found.start("value")
            self.at = found.end()
        for name in ("Edition", "Seats"):
            if name not in tags:
                word = self.text[self.at :].split(None, 1)[:1]
                self.fail(self.at, f"the tag {name}", word[0] if word else "")
        return tags, places

    def _tag_here(self) -> re.Match[str] | None:
        """The tag that begins here; quotes that a word processor bent are read too."""
        found = _TAG.match(self.text, self.at)
        if found is None:
            end = self.text.find("\n", self.at)
            line = self.text[self.at : end if end >= 0 else len(self.text)]
            found = _TAG.match(self.text[: self.at] + line.translate(_QUOTES), self.at)
        return found

    def _remarks(self) -> None:
        """Pass over blanks, and over comments before, between and after the tags: they open the game."""
        while remark := _REMARK.match(self.text, self.at):
            self.at = remark.end()
            if remark["text"] is None:
                break
            self._put(Comment(remark["text"]))
        if self.text.startswith("{", self.at):
            self.fail(self.at, A_COMMENT_ENDS, "{")

    def _game(self, tags: dict[str, str], places: dict[str, int], folder: str) -> Game:
        """The game of the tags, each error laid at the tag it comes from."""
        edition, seats = tags["Edition"], tags["Seats"]
        board, rules = tags.get("Board", ""), tags.get("Rules", "")
        file = edition_file(edition, folder)
        try:
            game = game_of(edition, board, seats, rules, folder)
        except (EditionError, LayoutError, SeatsError):
            steps: tuple[tuple[str, Callable[[], object]], ...] = (
                ("Edition", lambda: load_edition(file)),
                ("Rules", lambda: load_edition(file, rules)),
                ("Seats", lambda: check_seats(load_edition(file, rules), parse_seats(seats))),
                ("Board", lambda: game_of(edition, board, seats, rules, folder)),
            )
            for name, step in steps:
                try:
                    step()
                except (EditionError, LayoutError, SeatsError) as error:
                    at = places.get(name, places["Edition"])
                    self.fail(at, str(error), tags.get(name, ""), said=str(error))
            raise
        result = tags.get("Result", OPEN)
        if result not in (*game.teams, DRAWN, OPEN):
            self.fail(places["Result"], f"{', '.join(game.teams)}, {DRAWN} or {OPEN}", result)
        self._start(game, tags, places)
        return game

    def _start(self, game: Game, tags: dict[str, str], places: dict[str, int]) -> None:
        if "Position" in tags:
            self._rows(game, tags["Position"], places["Position"])
        seat = tags.get("ToMove", "1")
        if seat not in map(str, range(1, len(game.seats) + 1)):
            self.fail(places["ToMove"], f"a seat from 1 to {len(game.seats)}", seat)

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
            self._put(Resigned(self._resigning(at + 7, low[7:])))
        elif low == "pass":
            self._play(Turn("pass"))
        elif low == "nodraw":
            self._amend(at, word, no_draw=True)
        elif word == "*":
            self.over = True
        elif word[0] == "=":
            self._amend(at, word, claim=self._claim(at, word))
        elif word[0] == "!" and ":" in word:
            self._close()
            self._put(self._stood(at, word))
        elif word[0] == "!":
            if low[1:] not in CODES:
                self.fail(at + 1, "the code of a problem, as wrong-card", word[1:], did_you_mean(low[1:], CODES))
            self._amend(at, word, code=low[1:])
        elif low.startswith("board:"):
            self._close()
            self._put(self._board(at, word))
        elif low[0] == "x" and (self.hand.card(word[1:]) or _PLAY.fullmatch(word) is None):
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
        if self.open is not None and not self.sealed and self.open.action != "pass":
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

    def _amend(self, at: int, word: str, *, claim: tuple[int, ...] = (), no_draw: bool = False, code: str = "") -> None:
        if self.open is None or self.dead:
            self.fail(at, A_TURN, word, " This belongs after a turn.")
        self.sealed = True
        if claim:
            self._change(claims=(*self.open.claims, claim))
        if no_draw:
            self._change(no_draw=True)
        if code:
            self._change(irregular=f"{self.open.irregular or ''} {code}".strip())

    def _placed_or_removed(self, at: int, word: str) -> Turn:
        found = _PLAY.fullmatch(word)
        if found is None or self.hand.card(word):
            self.fail(at, A_TURN, word, self.hand.turn_hint(word))
        card = None if found["card"] == "?" else self._card(at, found["card"])
        space = self._space(at + found.start("space"), found["space"])
        return Turn("place" if found["how"] == "@" else "remove", space, card)

    # ---- words within words

    def _talk(self, at: int, text: str) -> Talk:
        team, colon, given = text.partition(":")
        team = team.lower()
        if team not in self.game.teams:
            expected = f"a team of this game ({', '.join(self.game.teams)})"
            self.fail(at, expected, team, did_you_mean(team, self.game.teams))
        cards: list[str] = []
        at += len(team) + 1
        for word in given.split(",") if colon else ():
            cards.append(word if word == UNKNOWN else self._card(at, word))
            at += len(word) + 1
        members = sum(seat.team == team for seat in self.game.seats)
        if len(cards) > members:
            self.fail(at, f"{members} {'card' if members == 1 else 'cards'} at most, one a seat of {team}", given)
        return Talk(team, tuple(cards))

    def _resigning(self, at: int, team: str) -> str:
        if team not in self.game.teams:
            expected = f"a team of this game ({', '.join(self.game.teams)})"
            self.fail(at, expected, team, did_you_mean(team, self.game.teams))
        if team in self.rounds.resigned:
            self.fail(at, "a team that still plays", team)
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
            self.fail(at, f"a space from a1 to {last}", name, self.hand.space_hint(name))
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
        if code not in CODES:
            self.fail(at + 1, "the code of a problem, as chip-moved", code, did_you_mean(code, CODES))
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
        return BoardIs(self._rows(self.game, rows, at), self._seat(at, seat))

    def _seat(self, at: int, seat: str) -> int:
        if seat not in map(str, range(1, len(self.game.seats) + 1)):
            self.fail(at, f"a seat from 1 to {len(self.game.seats)}", seat)
        return int(seat) - 1

    def _rows(self, game: Game, text: str, at: int) -> tuple[str, ...]:
        rows = read_rows(text)
        layout = game.layout
        right = len(rows) == layout.rows and all(len(row) == layout.columns for row in rows)
        if not right or set("".join(rows)) - set(".*bgrBGR"):
            self.fail(at, f"{layout.rows} rows of {layout.columns} letters with / between", text)
        return rows


assert set(TEAMS) == {"blue", "green", "red"}, "the letters of positions are those of these teams"
