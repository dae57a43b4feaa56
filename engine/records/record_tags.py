"""The tags of a record: read as they stand, and the game they make, each error laid at the tag it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.editions.edition import EditionError
from engine.editions.edition_files import load_edition
from engine.equipment.board import LayoutError
from engine.records.handwriting import tag_name, tag_value
from engine.records.record import DRAWN, KNOWN_TAGS, OPEN, Comment, Entry, edition_file, game_of
from engine.records.record_words import Words
from engine.rules.position import SeatsError, check_seats, parse_seats

_TAG = re.compile(r'\[(?P<name>[A-Za-z][A-Za-z0-9_]*)[ \t]+"(?P<value>(?:[^"\\\n\r]|\\.)*)"[ \t]*\]')
_REMARK = re.compile(r"\s*(?:\{(?P<text>[^}]*)\})?")
_QUOTES = str.maketrans(dict.fromkeys("“”„‟″", '"'))
A_COMMENT_ENDS = "a } to end this comment"


def _tag_hint(line: str) -> str:
    """A tag without its quotes, as it is written with them."""
    found = re.match(r"\[\s*([A-Za-z]\w*)\s*[:=]?\s*[\"'‘’]?([^\"'\]]*)", line)
    value = found[2].strip() if found else ""
    return f' Did you mean [{tag_name(found[1], KNOWN_TAGS)} "{value}"]?' if found and value else ""


class Tags(Words):
    """Reads the tags that a game begins with."""

    def _put(self, entry: Entry) -> None:
        """Keep what was read; a comment between tags opens the game."""
        raise NotImplementedError

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

    def _game(self, tags: dict[str, str], places: dict[str, int], folder: str) -> None:
        """Open the game of the tags, each error laid at the tag it comes from."""
        edition, seats = tags["Edition"], tags["Seats"]
        board, rules = tags.get("Board", ""), tags.get("Rules", "")
        file = edition_file(edition, folder)
        try:
            self.game = game_of(edition, board, seats, rules, folder)
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
        teams, result = self.game.teams, tags.get("Result", OPEN)
        if result not in (*teams, DRAWN, OPEN):
            self.fail(places["Result"], f"{', '.join(teams)}, {DRAWN} or {OPEN}", result, self._team_hint(result))
        if "Position" in tags:
            self._rows(tags["Position"], places["Position"])
        self._seat(places.get("ToMove", 0), tags.get("ToMove", "1"))
