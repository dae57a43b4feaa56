"""A position in one line, for links, tests and puzzles, in the manner of chess's FEN.

Fields with blanks between (in links `~`), the last three may be left out:

    classic classic blue,green *8*/10/3b6/10/10/10/10/10/10/*8* 2 - 7H 89 7,7

edition (switches after `+`), board, seats (`!` after a team that resigned), rows (a number for so many empty
spaces, capitals in a sequence), the seat to move, the sequences as `b:b2-f6,g:a1-e1`, the cards laid since the last
shuffle (`?7H` a chip on a space of the 7H whose card nobody saw, `?-` a removal), cards left to draw, cards in hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

import msgspec

from engine.editions.edition import EditionError
from engine.equipment.board import LayoutError, mask_of
from engine.plain_text import made_plain, named
from engine.records.record import game_of
from engine.rules.found_position import with_chips, with_sequences
from engine.rules.playing import seat_to_move
from engine.rules.position import Game, Position, SeatsError, Sequence, start

NONE = "-"
UNSEEN, UNSEEN_REMOVAL = "?", "?-"
LINK_BLANK = "~"
FIELDS = ("edition", "board", "seats", "rows", "seat to move", "sequences", "cards", "cards to draw", "hands")
EXAMPLE = "classic classic blue,green *8*/10/10/10/10/10/10/10/10/*8* 1 - -"


class NotationError(ValueError):
    """A line that is no position: which field, what was expected, and a line that is right."""


def write_rows(rows: Iterable[str]) -> str:
    """Rows with `/` between, runs of empty spaces as their number."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def read_rows(text: str) -> tuple[str, ...]:
    """The rows of such a text, letter by letter; numbers of one digit or two."""
    return tuple(re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row) for row in text.split("/"))


def write_position(game: Game, position: Position) -> str:
    """The position in one line. Reading it gives the same position, turns not counted."""
    rules = "".join(f"+{word}" for word in game.edition.rules.split())
    seats = ",".join(f"{seat}{'!' if seat.team in position.resigned else ''}" for seat in game.seats)
    name = game.layout.name_of
    made = ",".join(f"{one.team[0]}:{name(one.spaces[0])}-{name(one.spaces[-1])}" for one in position.sequences)
    return " ".join(
        (
            game.edition.found_by + rules,
            game.layout.found_by,
            seats,
            write_rows(position.rows(game)),
            str(position.seat + 1),
            made or NONE,
            ",".join(_cards(game, position)) or NONE,
            str(position.draw_deck),
            ",".join(map(str, position.hands)),
        )
    )


def _cards(game: Game, position: Position) -> Iterator[str]:
    deck = game.deck
    for kind in deck.kinds:
        yield from [kind] * deck.count(position.laid, kind)
        yield from [UNSEEN + kind] * deck.count(position.unseen, kind)
    seen = sum(deck.count(position.laid, kind) for kind in deck.removes)
    yield from [UNSEEN_REMOVAL] * (position.removes_spoken_for - seen)


def as_link(line: str) -> str:
    """The line with nothing in it that a link would have to escape."""
    return line.replace(" ", LINK_BLANK)


def read_position(line: str) -> tuple[Game, Position]:
    """The game and the position of a line. Raises NotationError."""
    fields = made_plain(line).replace(LINK_BLANK, " ").split()
    if not 4 <= len(fields) <= len(FIELDS):
        _refuse(line, f"4 to {len(FIELDS)} fields were expected, {len(fields)} found ({', '.join(FIELDS)})")
    fields += ["1", NONE, NONE, "", ""][len(fields) - 4 :]
    edition, board, seats, rows, to_move, made, cards, to_draw, hands = fields
    name, *rules = edition.split("+")
    words = seats.split(",")
    resigned = tuple(dict.fromkeys(word.rstrip("!").partition(":")[0] for word in words if word.endswith("!")))
    if len({word.partition(":")[0].rstrip("!") for word in words}) == len(resigned):
        _refuse(line, "seats: a team that did not resign was expected")
    try:
        game = game_of(name, board, " ".join(word.rstrip("!") for word in words), " ".join(rules))
    except (EditionError, LayoutError, SeatsError) as error:
        _refuse(line, str(error))
    position = msgspec.structs.replace(start(game), resigned=resigned)
    position = _with_chips(game, position, rows, line)
    if to_move not in map(str, range(1, len(game.seats) + 1)):
        _refuse(line, f"seat to move: 1 to {len(game.seats)} was expected, not “{to_move}”")
    seat = seat_to_move(game, int(to_move) - 1, resigned)
    position = _with_cards(game, msgspec.structs.replace(position, seat=seat), cards, line)
    position = _with_sequences(game, position, made, line)
    return game, _with_counts(game, position, to_draw, hands, line)


def _refuse(line: str, why: str) -> NoReturn:
    sign = "" if "U+" in why else named("".join(re.findall("“(.*?)”", why)))
    end = "" if why.endswith((".", "?")) else "."
    raise NotationError(f"“{line[:60]}” is no position: {why}{end}{sign} One that is right: {EXAMPLE}") from None


def _with_chips(game: Game, position: Position, text: str, line: str) -> Position:
    rows, layout = read_rows(text), game.layout
    if len(rows) != layout.rows or any(len(row) != layout.columns for row in rows):
        _refuse(line, f"rows: {layout.rows} rows of {layout.columns} spaces were expected, with / between")
    letters = "".join(rows)
    for space, letter in enumerate(letters):
        if letter not in ".*bgrBGR" or (letter == "*") != (space in layout.free):
            _refuse(line, f"rows: “{letter}” cannot stand for {layout.name_of(space)}")
        if letter.isalpha() and letter.lower() not in game.letters:
            _refuse(line, f"rows: nobody plays “{letter}”, which lies on {layout.name_of(space)}")
    chips = [mask_of(s for s, letter in enumerate(letters) if letter.lower() == team[0]) for team in game.teams]
    return with_chips(game, position, chips)


def _with_sequences(game: Game, position: Position, text: str, line: str) -> Position:
    by_letter = dict(zip(game.letters, game.teams, strict=True))
    runs = {run: mask for mask, run in game.runs}
    made: list[Sequence] = []
    for word in text.split(",") if text != NONE else ():
        found = re.fullmatch(r"([bgr]):([a-z][0-9]+)-([a-z][0-9]+)", word)
        if found is None or found[1] not in by_letter:
            _refuse(line, f"sequences: “{word}”: a form like {game.letters[0]}:b2-f6 was expected")
        try:
            run = game.layout.between(game.layout.space(found[2]), game.layout.space(found[3]))
        except ValueError as error:
            _refuse(line, f"sequences: {error}")
        team = by_letter[found[1]]
        owned = position.chips[game.teams.index(team)] | game.free
        if run not in runs or runs[run] & ~owned:
            _refuse(line, f"sequences: {word} is no {game.edition.lines.length} of {team} in a line")
        made.append(Sequence(team, run, 0, runs[run]))
    return with_sequences(game, position, tuple(made))


def _with_cards(game: Game, position: Position, text: str, line: str) -> Position:
    deck, laid, unseen = game.deck, Counter[str](), Counter[str]()
    for word in text.split(",") if text != NONE else ():
        kind = word.removeprefix(UNSEEN)
        if word != UNSEEN_REMOVAL and (kind not in deck.unit or (word != kind and kind not in deck.printed)):
            _refuse(line, f"cards: “{word}” is no card of this game")
        (laid if word == kind else unseen)[kind] += 1
        if laid[kind] > deck.copies.get(kind, 0):
            _refuse(line, f"cards: there are only {deck.copies[kind]} of {kind}")
    removals = unseen.pop(UNSEEN_REMOVAL.removeprefix(UNSEEN), 0)
    removes = sum(laid[kind] for kind in deck.removes) + removals
    wilds = sum(laid[kind] for kind in deck.wilds)
    wilds += sum(max(0, laid[kind] + unseen[kind] - deck.copies[kind]) for kind in deck.printed)
    if wilds > deck.wild_copies or removes > deck.remove_copies:
        _refuse(line, "cards: none are left that explain all plays nobody saw")
    return msgspec.structs.replace(
        position,
        laid=deck.pack(laid.elements()),
        unseen=deck.pack(unseen.elements()),
        wilds_spoken_for=wilds,
        removes_spoken_for=removes,
    )


def _with_counts(game: Game, position: Position, to_draw: str, hands: str, line: str) -> Position:
    if hands:
        numbers = hands.split(",")
        if len(numbers) != len(game.seats) or not all(_is_count(number, game.hand_size) for number in numbers):
            many = f"{len(game.seats)} numbers from 0 to {game.hand_size} with commas between"
            _refuse(line, f"hands: {many} were expected, not “{hands}”")
        position = msgspec.structs.replace(position, hands=tuple(map(int, numbers)))
    most = game.deck.size - sum(position.hands)
    if to_draw and not _is_count(to_draw, most):
        _refuse(line, f"cards to draw: a number from 0 to {most} was expected, not “{to_draw}”")
    laid = sum(game.deck.count(position.laid + position.unseen, kind) for kind in game.deck.kinds)
    left = int(to_draw) if to_draw else max(0, game.deck.size - sum(position.hands) - laid)
    return msgspec.structs.replace(position, draw_deck=left)


def _is_count(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= most
