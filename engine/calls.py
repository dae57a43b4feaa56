"""What people say to the referee: the closed union of calls.

A call enters the arbiter by the same door as what the camera sees and carries its own time. Nothing is
judged here; a call that makes no sense is refused by the arbiter, with a reason.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, get_args

import msgspec

Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""Turns, seats, faults, questions and calls are counted; no table counts further."""


class Call(msgspec.Struct, frozen=True, kw_only=True, tag_field="input", omit_defaults=True):
    """What all calls share: when and by whom it was said, and how a host's page offers a call of this kind."""

    form: ClassVar[tuple[str, ...] | None] = None
    """What the form for it asks, in this order; none where a button of its own says it."""
    sure: ClassVar[bool] = False
    """Whether its button wants a second tap."""

    at: float
    """Seconds on the clock of the source, as in observations."""
    who: str = ""
    """Who said it: a player's name, `host`, `button`."""


class Start(Call, frozen=True, kw_only=True, tag="start"):
    """The game begins now, from what lies on the board."""

    form = ("to_move",)
    sure = True

    to_move: Number | None = None
    """Seat that begins; none to let the referee work it out."""


class Pause(Call, frozen=True, kw_only=True, tag="pause"):
    """Nothing that happens on the board counts until `resume`."""


class Resume(Call, frozen=True, kw_only=True, tag="resume"):
    """Play goes on; what was changed meanwhile is judged."""


class Undo(Call, frozen=True, kw_only=True, tag="undo"):
    """The last turns are taken back, and what was said about them."""

    turns: Number = 1
    turn: Number = 0
    """Number of the last turn as whoever calls saw it, so that one that came meanwhile is not taken back instead; 0 to
    leave it open."""


class UndoCall(Call, frozen=True, kw_only=True, tag="undo-call"):
    """Something that was said is taken back: a shuffle, a correction, a resignation, an undo."""

    form = ()

    number: Number = 0
    """Number of the call; 0 for the last one that had an effect."""


class CorrectTurn(Call, frozen=True, kw_only=True, tag="correct-turn"):
    """Turn `turn` was otherwise than the referee took it; what is not given stays as it was."""

    form = ("turn", "action", "space", "card", "dead")

    turn: Number
    action: str = ""
    space: str = ""
    card: str = ""
    claims: tuple[tuple[str, ...], ...] | None = None
    dead: tuple[str, ...] | None = None
    """The cards turned in as dead before the play; an empty list for none."""


class Stands(Call, frozen=True, kw_only=True, tag="stands"):
    """The table lets a fault stand; the game goes on from the board as it is."""

    fault: Number = 0
    """Number of the fault; 0 for every open one."""


class NotATurn(Call, frozen=True, kw_only=True, tag="not-a-turn"):
    """What the referee took for a turn was none."""

    form = ("turn",)

    turn: Number = 0
    """Number of the turn; 0 for the last one."""


class CardWas(Call, frozen=True, kw_only=True, tag="card-was"):
    """The card of a turn, which no camera saw."""

    form = ("turn", "card")

    card: str
    turn: Number = 0
    """Number of the turn; 0 for the last one."""


class DeadCard(Call, frozen=True, kw_only=True, tag="dead-card"):
    """A seat turns in a dead card before it plays."""

    form = ("card", "turn")

    card: str
    turn: Number = 0
    """Number of the turn it belongs to, one that was played or the one to come; 0 to let the referee work it out."""


class NoDraw(Call, frozen=True, kw_only=True, tag="no-draw"):
    """A seat forgot to draw."""

    form = ("turn",)

    turn: Number = 0
    """Number of the turn after which nobody drew; 0 for the last one."""


class TableTalk(Call, frozen=True, kw_only=True, tag="table-talk"):
    """Table talk: each seat of the team gives up a card."""

    form = ("team", "cards")

    team: str
    cards: tuple[str, ...] = ()
    """What they gave up, face up, in turn order; `?` for one nobody saw."""


class CannotPlay(Call, frozen=True, kw_only=True, tag="cannot-play"):
    """The seat to move cannot play and passes."""


class WhichFive(Call, frozen=True, kw_only=True, tag="which-five"):
    """Which five chips of a longer row a turn claims."""

    form = ("turn", "spaces")

    spaces: tuple[str, ...]
    """The five, or just the two ends."""
    turn: Number = 0


class Answer(Call, frozen=True, kw_only=True, tag="answer"):
    """The answer to a question of the referee."""

    answer: str
    """One of the question's options."""
    question: Number = 0
    """Number of the question; 0 for the one that was asked first of those that are open."""


class DeckShuffled(Call, frozen=True, kw_only=True, tag="deck-shuffled"):
    """The draw deck had run out; all discards became the new deck."""

    form = ()


class PlayerLeft(Call, frozen=True, kw_only=True, tag="player-left"):
    """The player of a seat went away; the seat passes from now on."""

    form = ("seat",)
    sure = True

    seat: Number


class SeatsSwapped(Call, frozen=True, kw_only=True, tag="seats-swapped"):
    """The players of two seats changed places."""

    form = ("one", "other")
    sure = True

    one: Number
    other: Number


class PileIs(Call, frozen=True, kw_only=True, tag="pile-is"):
    """Whose discard pile lies somewhere; it holds for whatever pile lies there, now and in the games that follow."""

    beside: str
    """The space at the board's edge that is nearest to it."""
    seat: Number | None = None
    """The seat whose own it is; none where everybody lays cards there."""


class Resign(Call, frozen=True, kw_only=True, tag="resign"):
    """A team gives up."""

    form = ("team",)
    sure = True

    team: str


class DrawAgreed(Call, frozen=True, kw_only=True, tag="draw-agreed"):
    """The table agrees that nobody wins."""

    form = ()
    sure = True


class PositionIs(Call, frozen=True, kw_only=True, tag="position-is"):
    """The board is as told here, or as the camera sees it where no rows are given."""

    form = ("to_move",)
    sure = True

    position: tuple[str, ...] = ()
    """Rows in the form of the records: `.` empty, letters chips, capitals chips in a sequence, `*` free."""
    to_move: Number | None = None
    """Seat to move; none to keep the one that is."""


class LookAgain(Call, frozen=True, kw_only=True, tag="look-again"):
    """The eye should take its measure of the board anew: what it says cannot be right.

    No ruling hangs on it; whoever holds the eye acts on it, and what it sees then is judged as ever.
    """

    form = ()


AnyCall = (
    CardWas
    | DeadCard
    | CorrectTurn
    | NotATurn
    | WhichFive
    | NoDraw
    | TableTalk
    | DeckShuffled
    | UndoCall
    | PositionIs
    | PlayerLeft
    | SeatsSwapped
    | Resign
    | DrawAgreed
    | Start
    | LookAgain
    | Pause
    | Resume
    | Undo
    | Stands
    | CannotPlay
    | Answer
    | PileIs
)
"""Every call; those that have a form in the order in which a page offers them."""

ActCall = DeckShuffled | TableTalk | DeadCard | PlayerLeft | SeatsSwapped | Resign | DrawAgreed
"""Calls that are acts of the game themselves; the others bring events of their own, or change nothing in it."""
PassingCall = Start | Pause | Resume | UndoCall | LookAgain | PileIs
"""Calls that change nothing in the list of what a game consists of, and so are not taken back."""


def forms() -> list[dict[str, Any]]:
    """What a host's page offers as forms, in order: the name of the call, its fields, whether it wants a second tap."""
    return [
        {"input": call.__struct_config__.tag, "fields": call.form, "sure": call.sure}
        for call in get_args(AnyCall)
        if call.form is not None
    ]


def plain_call(call: AnyCall) -> dict[str, Any]:
    """The call as plain JSON values, as events keep it."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(call))
    return plain
