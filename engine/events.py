"""The closed union of things that can happen at a table.

One serialisation serves history, stream and JSON output: `encode` and `decode`. Events never change
once made, and nothing that is not here can be announced.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from engine.json_lines import decode_line
from engine.saying import Saying


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """What all events share: the moment, and what an event of this kind is to those who listen."""

    moves: ClassVar[bool] = False
    """The position is told after it."""
    steps: ClassVar[bool] = False
    """A replay turn by turn stops at it."""
    mood: ClassVar[Literal["plain", "alarm", "cheer"]] = "plain"
    """How a line of text or a light tells it."""
    tune: ClassVar[str] = ""
    """What the buzzer sounds; empty for silence."""
    after_win: ClassVar[Literal["shown", "begins", "clears"]] = "shown"
    """While the won game is still looked at, and the next one waits for its first chip: it is shown, the next game is
    shown from it on, or it comes of hands that clear the table and changes nothing."""

    at: float = 0.0
    """Seconds on the clock of the source."""
    frame: int | None = None
    """Index of the frame that settled it; none where a person said it."""


class GameStarted(Event, frozen=True, kw_only=True, tag="start"):
    """A game begins, or is taken up from what lies on the board."""

    moves = True
    after_win = "begins"

    edition: str
    layout: str
    seats: tuple[str, ...]
    """Turn order, `team` or `team:Name`."""
    rules: str = ""
    """Switches that differ from the edition."""
    position: tuple[str, ...] = ()
    """What lay on the board, ten rows; empty for a fresh board."""
    to_move: int = 0
    """Seat that plays first."""
    assumed: Saying | str = ""
    """What the referee took for granted. This and other sayings are sentences in records of older versions."""


class GameResumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The referee goes on with a game after a break, and says what it found."""

    assumed: Saying | str = ""


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """One explanation of what was seen, in words, and its weight among the others (they sum to 1)."""

    words: str
    weight: float


class TurnPlayed(Event, frozen=True, kw_only=True, tag="turn"):
    """A turn counted."""

    moves = True
    steps = True
    after_win = "begins"

    turn: int
    """Number of the turn from 1; every seat's turn counts."""
    seat: int
    team: str
    action: Literal["place", "remove", "pass"]
    space: str | None = None
    card: str | None = None
    """The card, where it was seen or said."""
    card_seen: bool = False
    """Whether the camera read it on a discard pile."""
    cards: tuple[str, ...] = ()
    """Cards that can explain it, where none was seen."""
    claims: tuple[tuple[str, ...], ...] = ()
    dead: tuple[str, ...] = ()
    no_draw: bool = False
    """The seat forgot to draw, and the record said so at once."""
    shuffles: tuple[int, ...] = ()
    """The deck ran out and was shuffled when so many cards of this turn had been laid down."""
    irregular: str | None = None
    """The problem with which the table let it stand. A turn by another seat than the one to move means
    that the seats between did not play."""
    confidence: float = 1.0
    doubted: bool = False
    """Whether the eye would not swear to it, and it is the likeliest explanation under the rules."""
    seen_at: float = 0.0
    """When its change was first seen, on the clock of the source."""
    weighed: tuple[Weighed, ...] = ()
    """The explanations that were weighed, likeliest first, where there was more than one."""


class TurnCorrected(Event, frozen=True, kw_only=True, tag="corrected"):
    """A turn was otherwise than announced; later turns were judged again. What is given here holds."""

    moves = True
    steps = True

    turn: int
    team: str
    action: Literal["place", "remove", "pass"]
    space: str | None = None
    card: str | None = None
    card_seen: bool = False
    cards: tuple[str, ...] = ()
    claims: tuple[tuple[str, ...], ...] = ()
    dead: tuple[str, ...] | None = None
    """The cards turned in before the play; none where they are as they were."""
    no_draw: bool = False
    irregular: str | None = None
    reason: Saying | str = ""
    lying: tuple[str, ...] = ()
    """As in `undone`."""


class ChangeStood(Event, frozen=True, kw_only=True, tag="stood"):
    """A change that is no turn stays on the board, because the table lets it or because play went on."""

    moves = True
    steps = True

    code: str
    changes: tuple[str, ...]
    """`e4:.b` for each space: its name, what lay there, what lies there now."""
    team: str | None = None
    turn: int = 0
    """Turns played before it."""
    number: int = 0
    """The fault it was."""
    to_move: int | None = None
    """Seat to move afterwards; none where it stays as it was."""


class PositionSet(Event, frozen=True, kw_only=True, tag="position-set"):
    """The game goes on from a position that was told, or taken from the board when nothing else helped."""

    moves = True
    steps = True
    after_win = "begins"

    position: tuple[str, ...]
    to_move: int
    turn: int = 0
    """Turns played before it."""
    assumed: Saying | str = ""


class SequenceMade(Event, frozen=True, kw_only=True, tag="sequence"):
    """A team completed a sequence."""

    mood = "cheer"
    tune = "sequence"

    team: str
    spaces: tuple[str, ...]
    turn: int = 0


class SequenceBroken(Event, frozen=True, kw_only=True, tag="sequence-broken"):
    """The advanced jack broke a sequence."""

    team: str
    spaces: tuple[str, ...]
    turn: int = 0


class GameWon(Event, frozen=True, kw_only=True, tag="win"):
    """A team has the sequences it needs, or the others resigned."""

    steps = True
    mood = "cheer"
    tune = "win"
    after_win = "begins"

    team: str
    turn: int = 0


class Remarked(Event, frozen=True, kw_only=True, tag="remark"):
    """A comment in a record; no ruling hangs on it."""

    text: str


class GameDrawn(Event, frozen=True, kw_only=True, tag="drawn"):
    """The table agreed on a draw."""

    steps = True
    after_win = "begins"

    turn: int = 0


class FaultFound(Event, frozen=True, kw_only=True, tag="fault"):
    """Something the rules forbid lies on the board, or was said."""

    steps = True
    mood = "alarm"
    tune = "fault"
    after_win = "begins"

    code: str
    """The first problem, a code of the contracts."""
    problems: tuple[str, ...] = ()
    """Every problem, the first one included."""
    spaces: tuple[str, ...] = ()
    team: str | None = None
    turn: int = 0
    number: int = 0
    """Counts faults within a game, to pair a fault with its clearing."""
    changes: tuple[str, ...] = ()
    """`e4:.b` for each space: its name, what ought to lie there, what does."""
    seen_at: float = 0.0
    """When it was first seen, on the clock of the source."""
    weighed: tuple[Weighed, ...] = ()
    """The explanations that were weighed, likeliest first."""
    card: str | None = None
    """The card that was seen, where it is the fault."""
    could: tuple[str, ...] = ()
    """Spaces on which it could have been played."""


class FaultCleared(Event, frozen=True, kw_only=True, tag="fault-cleared"):
    """A fault was put right, or the table let it stand."""

    steps = True

    code: str
    spaces: tuple[str, ...] = ()
    team: str | None = None
    number: int = 0
    stands: bool = False


class PositionSettled(Event, frozen=True, kw_only=True, tag="position"):
    """What lies on the board, after every change that settled."""

    after_win = "clears"

    position: tuple[str, ...]
    flipped: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    to_move: int | None = None
    """Seat whose turn it is, none when the game is over."""


class BoardMoved(Event, frozen=True, kw_only=True, tag="board-moved"):
    """The camera or the board was bumped and the board found again."""

    after_win = "clears"


class LightChanged(Event, frozen=True, kw_only=True, tag="light-changed"):
    """The light changed and the eye took its measure anew."""

    after_win = "clears"


class ViewBlocked(Event, frozen=True, kw_only=True, tag="view-blocked"):
    """Too much of the board is covered for too long."""

    mood = "alarm"
    after_win = "clears"

    spaces: tuple[str, ...] = ()
    reason: Saying | str = ""


class ViewClear(Event, frozen=True, kw_only=True, tag="view-clear"):
    """The board can be seen again."""

    after_win = "clears"


class CameraLost(Event, frozen=True, kw_only=True, tag="camera-lost"):
    """No frames come any more."""

    mood = "alarm"
    tune = "trouble"

    reason: Saying | str = ""


class CameraBack(Event, frozen=True, kw_only=True, tag="camera-back"):
    """Frames come again."""


class TurnUndone(Event, frozen=True, kw_only=True, tag="undone"):
    """One turn was taken back, by a call or because the board showed that it never was; those behind it stand."""

    moves = True
    steps = True

    turn: int
    reason: Saying | str = ""
    lying: tuple[str, ...] = ()
    """`e4:.b` for each space where the board still has to be put back: it does not count as a new turn."""


class CallUndone(Event, frozen=True, kw_only=True, tag="call-undone"):
    """Something that was said was taken back, and what followed was judged again."""

    moves = True

    number: int
    lying: tuple[str, ...] = ()
    """As in `undone`."""


class CallMade(Event, frozen=True, kw_only=True, tag="call"):
    """Somebody said something to the referee; the call itself, as it came."""

    after_win = "begins"

    call: dict[str, object]
    """As `calls.plain_call` gives it."""
    who: str = ""
    accepted: bool = True
    message: Saying | str = ""
    """Why it was refused, or what it did."""
    number: int = 0
    """Counts the calls of a game; `undo-call` names one by it."""


class Question(Event, frozen=True, kw_only=True, tag="question"):
    """The table is asked. Nobody has to answer: what the rules and the evidence say holds after a while."""

    about: str
    """`claim`: which five count; `doubt`: what lies on a space; `dead-card`: whose turn a dead card belongs to;
    `card`: which of two cards a turn was played with;
    `board`: whether it was put back after an undo; `over`: whether the board of a game that is over was cleared."""
    options: tuple[str, ...] = ()
    """What `answer` may say; none where the board itself answers."""
    default: str = ""
    """The answer that holds when nobody gives one; `nothing-counts` where the board itself answers."""
    number: int = 0
    """Counts the questions of a game, to pair a question with its closing and its answer."""
    spaces: tuple[str, ...] = ()
    team: str | None = None
    """Whose chip it is about."""
    card: str | None = None
    """The card it is about."""
    changes: tuple[str, ...] = ()
    """`e4:.b` for each space to be put back: its name, what lies there, what ought to."""
    turn: int = 0
    """The turn it is about, or the turns played before it."""
    until: float = 0.0
    """When `default` is taken, on the clock of the source."""


class QuestionClosed(Event, frozen=True, kw_only=True, tag="question-closed"):
    """A question needs no answer any more."""

    number: int
    answer: str = ""
    """The option that holds, or a word for what became of it."""
    why: Literal["said", "seen", "time", "played-on", "over", "moot"] = "said"
    """Somebody said so; the board shows it; nobody answered in time; play went on; the game is over; what it was
    about is gone."""


class PileKnown(Event, frozen=True, kw_only=True, tag="pile"):
    """A discard pile was seen first, or it was learnt or said whose it is, or it is gone."""

    pile: int
    """Counts the piles of a table from 1, as they were seen first."""
    beside: str = ""
    """The space at the board's edge that is nearest to it."""
    seat: int | None = None
    """The seat whose own it is; none where nobody's, or not known yet."""
    shared: bool = False
    """Whether everybody lays cards there."""
    said: bool = False
    """Whether somebody said so."""
    gone: bool = False
    """No pile lies there any more."""


class SeatsChanged(Event, frozen=True, kw_only=True, tag="seats"):
    """Players changed places, or never did after all: who sits where from now on."""

    seats: tuple[str, ...]
    """As in `start`."""


class StateChanged(Event, frozen=True, kw_only=True, tag="state"):
    """The arbiter went from one state of its table to another."""

    after_win = "clears"

    state: str


AnyEvent = (
    GameStarted
    | GameResumed
    | TurnPlayed
    | TurnCorrected
    | ChangeStood
    | PositionSet
    | SequenceMade
    | SequenceBroken
    | GameWon
    | GameDrawn
    | Remarked
    | FaultFound
    | FaultCleared
    | PositionSettled
    | BoardMoved
    | LightChanged
    | ViewBlocked
    | ViewClear
    | CameraLost
    | CameraBack
    | TurnUndone
    | CallUndone
    | CallMade
    | Question
    | QuestionClosed
    | PileKnown
    | SeatsChanged
    | StateChanged
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """One line of JSON, without its line break."""
    return _encoder.encode(event)


def decode(line: bytes | str) -> AnyEvent:
    """The event of one JSON line.

    Raises:
        msgspec.ValidationError: the line is JSON but no event.
        msgspec.DecodeError: the line is no JSON.
    """
    return decode_line(_decoder, line)
