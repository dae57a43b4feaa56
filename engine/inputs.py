"""Everything the arbiter was told, kept small, so that a game can be judged again.

A file of inputs is lines of text: a head that says which game it is, then one line an input. Observations are
written as what changed since the one before, calls and words of the live loop as JSON. No pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

import msgspec

from engine import calls
from engine.arbiter import Arbiter, OnFault
from engine.events import AnyEvent
from engine.json_lines import decode_line
from engine.judging.input_quantization import Input, as_judged
from engine.observation import (
    CHIPS,
    EMPTY,
    FREE,
    HIDDEN,
    MAY_LIE,
    UNSURE,
    Between,
    CardSeen,
    Observation,
    SourceBack,
    SourceEnded,
    SourceLost,
    certain,
)
from engine.rules.position import Game, new_game

VERSION = 2
"""Of the form. In version 1 an observation told one guess a space and its chance (`_Guessed`)."""
WHOLE_EVERY = 500
"""Observations after which one is written whole, so that a reader can start there."""


class InputsError(ValueError):
    """A file of inputs that cannot be read; the sentence names the line."""


class Head(msgspec.Struct, frozen=True):
    """The first line: which game these inputs belong to."""

    inputs: int
    edition: str
    layout: str
    seats: tuple[str, ...]
    rules: str = ""
    on_fault: OnFault = "ask"

    def game(self) -> Game:
        """The rule book opened for the table. Raises the errors of `new_game`."""
        return new_game(self.edition, self.seats, self.layout, self.rules)


FARTHEST = 2**53
"""Times in thousandths of a second and numbers of frames stay below this: whole numbers that a float can hold."""
_LETTERS = frozenset(".bgr*?#")

_said = msgspec.json.Decoder(CardSeen | SourceLost | SourceBack | SourceEnded | calls.AnyCall)
_head = msgspec.json.Decoder(Head)
_EMPTY = Observation(at=0.0, frame=0)


def head_of(game: Game, on_fault: OnFault = "ask") -> Head:
    """The head for a game."""
    seats = tuple(str(seat) for seat in game.seats)
    edition, layout = game.edition, game.layout
    return Head(VERSION, edition.found_by, layout.found_by, seats, edition.rules, on_fault)


class InputWriter:
    """Turns inputs into lines, each without its line break."""

    def __init__(self) -> None:
        self._last = _EMPTY
        self._since_whole = WHOLE_EVERY

    def head(self, head: Head) -> bytes:
        """The first line."""
        return msgspec.json.encode(head)

    def line(self, given: Input) -> bytes:
        """The line of one input, as the arbiter will have taken it."""
        given = as_judged(given)
        if not isinstance(given, Observation):
            return msgspec.json.encode(given)
        self._since_whole += 1
        last = self._last
        if self._since_whole > WHOLE_EVERY:
            self._since_whole, last = 0, _EMPTY
        self._last = given
        return _written(given, last).encode()


class InputReader:
    """Turns lines back into inputs."""

    def __init__(self, version: int = VERSION) -> None:
        self._last = _EMPTY
        self._guessed = _Guessed() if version == 1 else None

    def input(self, line: bytes) -> Input:
        """The input of one line. Raises ValueError."""
        if line.startswith(b"{"):
            said: Input = decode_line(_said, line)
            return said
        self._last = _read(line.decode(), self._last, self._guessed)
        return self._last


class _Guessed:
    """What version 1 told in the place of chances: for each space the likeliest of `.bgr*`, and the chance of that.

    Of what a guess at print leaves open a chip of each colour has `CHIP_SHARE`: that is how such guesses were weighed.
    A chip that is guessed leaves the rest to print.
    """

    CHIP_SHARE = 0.7

    def __init__(self) -> None:
        self._last = ""

    def chances(self, letters: str, guesses: str, sure: str) -> bytes:
        """Chances as an observation has them; the arguments are the letters, and two fields of its line."""
        usual = "".join("B" if letter == "#" else "R" if letter == "?" else "`" for letter in letters)
        self._last = _applied(sure[1:], self._last) if sure[:1] == "~" else _applied(sure, usual)
        guessed = _applied(guesses, letters.replace("?", EMPTY).replace("#", EMPTY))
        if not set(guessed) <= {*MAY_LIE, FREE}:
            raise ValueError("a space has a letter that no eye gives")
        if len(guessed) != len(self._last):
            return b""
        each = zip(letters, guessed.replace(FREE, EMPTY), _as_bytes(self._last), strict=True)
        return b"".join(self._of_one(*one) for one in each)

    def _of_one(self, letter: str, guess: str, sure: int) -> bytes:
        if letter == HIDDEN:
            return bytes(len(MAY_LIE))
        rest = 255 - sure if letter == UNSURE else 0
        others = {EMPTY: 0, **dict.fromkeys(CHIPS, round(self.CHIP_SHARE * rest))} if guess == EMPTY else {EMPTY: rest}
        return bytes(sure if kind == guess else others.get(kind, 0) for kind in MAY_LIE)


def _written(seen: Observation, last: Observation) -> str:
    whole = last is _EMPTY
    parts = [
        f"{'=' if whole else '+'}{round((seen.at - last.at) * 1000)}",
        str(seen.frame - last.frame),
        _differences(seen.letters, last.letters),
        _chances(seen, last),
        "" if seen.flipped == last.flipped and not whole else "f" + ",".join(map(str, seen.flipped)),
        " ".join(",".join(map(str, chip.spaces)) + chip.team for chip in seen.between),
        "m" * seen.moved + "l" * seen.light_changed + "v" * seen.moving,
        seen.problem,
        ",".join(map(str, seen.grazed)),
    ]
    return ";".join(parts).rstrip(";")


def _read(line: str, last: Observation, guessed: _Guessed | None) -> Observation:
    if line[:1] not in ("=", "+"):
        raise ValueError("an input was expected")
    if line[0] == "=":
        last = _EMPTY
    parts = line[1:].split(";")
    parts += [""] * (10 - len(parts))
    moment, frame, letters, *parts = parts
    text = _applied(letters, last.letters)
    if guessed:
        guesses, *parts = parts
        chances = guessed.chances(text, guesses, parts[0])
    elif parts[0][:1] == "~":
        chances = _as_bytes(_applied(parts[0][1:], _as_text(last.chances), len(MAY_LIE)))
    else:
        chances = _as_bytes(_applied(parts[0], _usual(text), len(MAY_LIE)))
    flipped, between, flags, problem, grazed = parts[1:6]
    thousandths, number = round(last.at * 1000) + int(moment), last.frame + int(frame)
    if max(abs(thousandths), abs(number)) > FARTHEST:
        raise ValueError("its time or its frame is out of all bounds")
    seen = Observation(
        at=thousandths / 1000,
        frame=number,
        letters=text,
        chances=chances,
        grazed=_numbers(grazed),
        flipped=last.flipped if not flipped else _numbers(flipped[1:]),
        between=tuple(_between(word) for word in between.split()),
        problem=problem,
        moved="m" in flags,
        light_changed="l" in flags,
        moving="v" in flags,
    )
    _check(seen)
    return seen


def _check(seen: Observation) -> None:
    """Raises ValueError where an observation does not hold together."""
    spaces = len(seen.letters)
    if not set(seen.letters) <= _LETTERS:
        raise ValueError("a space has a letter that no eye gives")
    if len(seen.chances) not in (0, spaces * len(MAY_LIE)):
        raise ValueError("letters and chances are of boards of different sizes")
    named = {*seen.grazed, *seen.flipped, *(space for chip in seen.between for space in chip.spaces)}
    if named and not 0 <= min(named) <= max(named) < max(spaces, 1):
        raise ValueError("it names a space that the board does not have")
    if not {chip.team for chip in seen.between} <= set(CHIPS):
        raise ValueError("a chip between spaces has a colour that no team has")


def _chances(seen: Observation, last: Observation) -> str:
    """The chances, against being certain of each letter or (after `~`) against last time."""
    text = _as_text(seen.chances)
    usual = _differences(text, _usual(seen.letters), len(MAY_LIE))
    again = "~" + _differences(text, _as_text(last.chances), len(MAY_LIE))
    return usual if len(usual) <= len(again) else again


def _usual(letters: str) -> str:
    return _as_text(certain(letters))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number)


def _between(word: str) -> Between:
    return Between(_numbers(word[:-1]), word[-1])


def _differences(text: str, before: str, width: int = 1) -> str:
    """Where two texts differ: `-` nothing left, `=...` the whole text, else `12b34.`: places with what is new there,
    each place so many letters wide."""
    if text == before:
        return ""
    if not text:
        return "-"
    if len(text) != len(before):
        return "=" + text
    starts = range(0, len(text), width)
    pairs = ((text[start : start + width], before[start : start + width]) for start in starts)
    return "".join(f"{place}{new}" for place, (new, old) in enumerate(pairs) if new != old)


def _applied(differences: str, before: str, width: int = 1) -> str:
    if not differences:
        return before
    if differences == "-":
        return ""
    if differences[0] == "=":
        return differences[1:]
    letters, number, new = list(before), "", ""
    for letter in differences:
        if letter.isdigit():
            number += letter
            continue
        new += letter
        if len(new) == width:
            first = int(number) * width
            letters[first : first + width], number, new = new, "", ""
    if number or new:
        raise ValueError("what changed breaks off")
    return "".join(letters)


def _as_text(chances: bytes) -> str:
    """A letter a step: no digit, no `;`, no `=`, no `-`, no `~`."""
    return chances.translate(_TEXT).decode("ascii")


def _as_bytes(text: str) -> bytes:
    return bytes((ord(letter) - 65) * 8 for letter in text).translate(_BACK)


_TEXT = bytes(65 + value // 8 for value in range(256))
_BACK = bytes(250 if value >= 248 else value for value in range(256))


def read_inputs(lines: Iterable[bytes], file: str = "") -> tuple[Head, Iterator[Input]]:
    """The head of a file of inputs, and its inputs one by one.

    A last line that was cut off, as by a loss of power, is left out. Raises InputsError, the iterator too.
    """
    rest = iter(lines)
    first = next(rest, b"")
    try:
        head = decode_line(_head, first)
    except msgspec.DecodeError as error:
        raise InputsError(f"{file or 'inputs'}:1: the head of a file of inputs was expected ({error})") from None
    if head.inputs > VERSION:
        raise InputsError(f"{file or 'inputs'}: written by a later version ({head.inputs}); this one reads {VERSION}")
    return head, _inputs(rest, file, head.inputs)


def _inputs(lines: Iterator[bytes], file: str, version: int) -> Iterator[Input]:
    reader = InputReader(version)
    for number, line in enumerate(lines, 2):
        if not line.endswith(b"\n"):
            return
        try:
            yield reader.input(line.rstrip(b"\n"))
        except (ValueError, IndexError, msgspec.DecodeError) as error:
            raise InputsError(f"{file or 'inputs'}:{number}: an input was expected ({error})") from None


def rerun(head: Head, given: Iterable[Input]) -> Iterator[AnyEvent]:
    """Judge recorded inputs of a whole game again; the same version gives the same events. Raises as `judge` does."""
    return chain.from_iterable(judge(head, given))


def judge(head: Head, given: Iterable[Input], told: Sequence[AnyEvent] = ()) -> Iterator[tuple[AnyEvent, ...]]:
    """What each of these inputs leads to, behind what was told before them.

    Raises InputsError for an observation of another board, LedgerError where what was told is no game, and the errors
    of `new_game`.
    """
    if told:
        arbiter = Arbiter.resume(head.game(), told, on_fault=head.on_fault)
    else:
        arbiter = Arbiter(head.game(), on_fault=head.on_fault)
    spaces = arbiter.game.layout.size
    for number, one in enumerate(given, 1):
        if isinstance(one, Observation) and one.letters and len(one.letters) != spaces:
            raise InputsError(f"input {number} is of a board with {len(one.letters)} spaces; this game's has {spaces}")
        yield arbiter.receive(one)


def differences(told: Iterable[bytes], again: Iterable[bytes], behind: int = 0) -> Iterator[str]:
    """Where two runs of one game differ, as lines `- before` and `+ now` with the number of the event.

    `behind`: how many events of the game came before these.
    """
    for number, (one, other) in enumerate(zip_longest(told, again), behind + 1):
        if one != other:
            if one is not None:
                yield f"{number} - {one.decode()}"
            if other is not None:
                yield f"{number} + {other.decode()}"
