"""What a page shows of one game, folded from its events.

A pure projection: an event and the scoreboard before it give the scoreboard after it. No clock, no thread,
no rules: it shows what the referee announced and decides nothing.
"""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from engine import events as e
from engine.faults import PUT_RIGHT, Code
from engine.saying import Saying
from web.people import People
from web.setting import Seat, Setting, seats_of, setting_or_bare
from web.turn_clock import TurnTime
from web.turnlist import Gap, Line, TurnList, Words, asked_of, assuming, turn_words, whose

STILL = ("paused", "disputed")
"""States of the arbiter in which no turn takes time."""
ANNOUNCED = 4
"""Announcements a page is given; more never come in one breath."""


class Announcement(msgspec.Struct, frozen=True):
    """What is shown large and spoken, once."""

    number: int
    words: Words


class Scoreboard(msgspec.Struct, frozen=True):
    """Everything a page shows."""

    setting: Setting | None = None
    position: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    to_move: int | None = None
    turns: TurnList = TurnList()
    just: Words = {}
    """The last thing worth a sentence."""
    sequences: tuple[Words, ...] = ()
    faults: tuple[Words, ...] = ()
    questions: tuple[Words, ...] = ()
    camera: Saying | str | None = None
    """Why there is no picture; none while there is one."""
    blocked: Saying | str | None = None
    """Why the board cannot be seen; none while it can."""
    arbiter: str = ""
    winner: str | None = None
    """A team, or `drawn`."""
    began: float | None = None
    """When the first turn was played, on the clock of the source."""
    time: TurnTime = TurnTime()
    """Since when the turn at hand takes time."""
    minutes: int | None = None
    """How long the game took, once it is over and where the clock tells."""
    announcements: tuple[Announcement, ...] = ()
    """The latest few, oldest first: several may come at once."""
    announced: int = 0
    eye: Words = {}
    """How the eye is doing, as it says itself; what needs attention stands in `trouble`."""
    game: int | None = None
    """The game's number in the history, where it is kept."""
    people: People = People()
    """Who sits there with a phone."""
    piles: tuple[Words, ...] = ()
    """The discard piles that lie there, and whose they are."""
    club: Words = {}
    """What the organiser of a club's evening says to this table: `round`, `sides`, `notice`; empty without one."""
    cheer: Words = {}
    """The latest reaction of whoever watches: its `kind`, and `n`, which counts them; empty before the first."""
    following: e.GameStarted | None = None
    """The next game, which waits for its first chip while the won one is still looked at."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, by the names their players gave them where they had none."""
        return self.people.named(self.setting.seats) if self.setting else ()

    @property
    def timed(self) -> TurnTime | None:
        """The time of the turn that runs; none before the first turn, which nobody hurries, and behind the end."""
        return None if not self.lines or self.winner or self.to_move is None else self.time

    @property
    def lines(self) -> tuple[Line, ...]:
        """The turns, one line each."""
        return self.turns.lines

    def gap_words(self, gap: Gap) -> Words:
        """Why the list of turns has nothing at that number."""
        who = whose(self.seats[gap.seat].team, gap.seat, self.seats) if gap.seat < len(self.seats) else {}
        return {"key": "gap_undone" if gap.undone else "gap_passed", "turn": gap.turn, **who}


Status = (
    e.GameResumed
    | e.ChangeStood
    | e.PositionSet
    | e.CallUndone
    | e.PileKnown
    | e.StateChanged
    | e.BoardMoved
    | e.LightChanged
    | e.ViewBlocked
    | e.ViewClear
    | e.CameraLost
    | e.CameraBack
)
"""Events that are no turn and end nothing; they are shown, too, while the next game waits for its first chip."""


def fold(board: Scoreboard, event: e.AnyEvent) -> Scoreboard:
    """The scoreboard after one more event."""
    board = _folded(board, event)
    stands = board.arbiter in STILL or board.camera is not None or board.blocked is not None
    time = board.time.standing(stands, event.at)
    return board if time is board.time else replace(board, time=time)


def _folded(board: Scoreboard, event: e.AnyEvent) -> Scoreboard:
    if event.frame is not None and board.turns.speaking:
        board = replace(board, turns=board.turns.seen())
    if isinstance(event, e.GameStarted) and board.winner and not _anything_lies(event):
        return replace(board, following=event)
    if board.following is not None:
        if event.after_win != "begins" or _is_of_piles(event):
            return _status(board, event) if isinstance(event, Status) and event.after_win == "shown" else board
        board = replace(_start(board, board.following), piles=board.piles)
    return _shown(board, event)


def _shown(board: Scoreboard, event: e.AnyEvent) -> Scoreboard:
    """What an event shows, whatever the event is."""
    if isinstance(event, Status):
        return _status(board, event)
    match event:
        case e.GameStarted():
            return _start(board, event)
        case e.SeatsChanged():
            setting = replace(board.setting, seats=seats_of(event.seats)) if board.setting else None
            return replace(board, setting=setting)
        case e.TurnPlayed():
            return _turn(board, event)
        case e.TurnCorrected():
            return _corrected(board, event)
        case e.TurnUndone():
            return _undone(board, event)
        case e.SequenceMade():
            return _sequence(board, event)
        case e.SequenceBroken():
            return _broken(board, event)
        case e.GameWon():
            won = replace(board, winner=event.team, minutes=_minutes(board, event))
            return _announce(won, {"key": "win", "team": event.team})
        case e.GameDrawn():
            return _announce(replace(board, winner="drawn", minutes=_minutes(board, event)), {"key": "drawn"})
        case e.FaultFound():
            fault = _fault(board, event)
            rest = tuple(f for f in board.faults if f["number"] != event.number or not event.number)
            return _announce(replace(board, faults=(*rest, fault)), {**fault, "key": "fault"})
        case e.FaultCleared():
            return _cleared(board, event)
        case e.PositionSettled():
            return replace(
                board,
                position=event.position,
                flipped=event.flipped,
                hidden=event.hidden,
                to_move=event.to_move,
            )
        case e.Question():
            kept = tuple(q for q in board.questions if q["number"] != event.number)
            return replace(board, questions=(*kept, asked_of(event)))
        case e.QuestionClosed():
            asked = next((q for q in board.questions if q["number"] == event.number), {})
            board = replace(board, questions=tuple(q for q in board.questions if q is not asked))
            # Which five count is seen on the board.
            unanswered = event.answer and event.why in ("time", "played-on") and asked.get("about") != "claim"
            if not (asked and unanswered):
                return board
            return replace(board, just={"key": "unanswered", "answer": event.answer, "asked": asked})
        case e.CallMade():
            return _called(board, event)
        case e.Remarked():
            return board
        case unknown:
            assert_never(unknown)


def _start(board: Scoreboard, event: e.GameStarted) -> Scoreboard:
    setting = setting_or_bare(event)
    width = setting.columns
    letters = "".join("*" if card == "*" else "." for card in setting.cards)
    empty = tuple(letters[at : at + width] for at in range(0, len(letters), width))
    return Scoreboard(
        setting=setting,
        position=event.position or empty,
        to_move=event.to_move,
        turns=TurnList(teams=tuple(seat.team for seat in setting.seats) or ("",), first=event.to_move),
        just=assuming("start", event.assumed),  # the board was seen, so the view is well
        camera=board.camera,
        announced=board.announced,
        eye=board.eye,
        people=board.people,
        club=board.club,
        cheer=board.cheer,
    )


def _anything_lies(started: e.GameStarted) -> bool:
    """Whether a game begins from a board that is not bare."""
    return any(letter not in ".*" for row in started.position for letter in row)


def _turn(board: Scoreboard, event: e.TurnPlayed) -> Scoreboard:
    words = turn_words(event, event.seat, board.seats)
    took = round(board.time.taken(event.at))
    if took > 0:  # of turns that were played unseen, and told at once, nobody knows
        words["seconds"] = took
    began = event.at if board.began is None else board.began
    turns = board.turns.with_turn(event.turn, words)
    return replace(board, turns=turns, just=words, began=began, time=board.time.begun(event.at))


def _in_state(board: Scoreboard, event: e.StateChanged) -> Scoreboard:
    reopened = bool(board.winner) and event.state not in ("finished", "paused")
    return replace(board, arbiter=event.state, winner=None if reopened else board.winner)


def _minutes(board: Scoreboard, event: e.GameWon | e.GameDrawn) -> int | None:
    """How long the game took; none where nobody played or the clock was set back meanwhile."""
    if board.began is None or event.at < board.began:
        return None
    return max(1, round((event.at - board.began) / 60))


def _sequence(board: Scoreboard, event: e.SequenceMade) -> Scoreboard:
    if any(_same_sequence(made, event) for made in board.sequences):
        return board
    spaces = list(event.spaces)
    made = {"team": event.team, "spaces": spaces, "turn": event.turn or _turns(board)}
    line = board.turns.of(event.turn)
    seat = line.words.get("seat") if line else None
    words = {"key": "sequence", **whose(event.team, seat, board.seats), "spaces": spaces}
    return _announce(replace(board, sequences=(*board.sequences, made)), words)


def _broken(board: Scoreboard, event: e.SequenceBroken) -> Scoreboard:
    left = tuple(made for made in board.sequences if not _same_sequence(made, event))
    if len(left) == len(board.sequences):
        return board
    broken = replace(board, sequences=left)
    last = board.lines[-1].words if board.lines else {}
    if last.get("action") != "remove" or last.get("space") not in event.spaces:
        return broken  # a correction, which has its own sentence
    return _announce(broken, {"key": "sequence_broken", "team": event.team, "spaces": list(event.spaces)})


def _corrected(board: Scoreboard, event: e.TurnCorrected) -> Scoreboard:
    old = board.turns.of(event.turn)
    key = "corrected_because" if event.reason else "corrected"
    just: Words = {"key": key, "turn": event.turn, "reason": event.reason}
    if old is None:
        return replace(board, just=just)
    words = turn_words(event, old.words.get("seat"), board.seats)
    if "seconds" in old.words:
        words["seconds"] = old.words["seconds"]
    dead = old.words.get("dead", []) if event.dead is None else list(event.dead)
    if dead:
        words["dead"] = dead
    same = ("team", "action", "space", "irregular")
    if event.card_seen and "card" not in old.words and all(old.words.get(name) == words.get(name) for name in same):
        just = {**words, "key": "card_laid"}  # its card came after the chip: nothing was wrong
    return replace(board, turns=board.turns.with_turn(event.turn, words), just=just)


def _undone(board: Scoreboard, event: e.TurnUndone) -> Scoreboard:
    words: Words = {"key": "undone", "turn": event.turn}
    if event.reason:
        words = {"key": "undone_because", "turn": event.turn, "reason": event.reason}
    old = board.turns.of(event.turn)
    taken = float(old.words.get("seconds", 0)) if old is not None else 0.0  # what was left then is left now
    time = board.time.begun(event.at, taken)
    turns = board.turns.without_turn(event.turn, over=board.winner is not None)
    return replace(board, turns=turns, just=words, time=time)


def _fault(board: Scoreboard, event: e.FaultFound) -> Words:
    turn, seats, mover = board.turns.of(event.turn), board.seats, board.to_move
    return {
        "number": event.number,
        "code": event.code,
        "problems": list(event.problems) or [event.code],
        "spaces": list(event.spaces),
        "changes": list(event.changes),
        "team": event.team,
        "mover": seats[mover].team if mover is not None and mover < len(seats) else None,
        "turn": event.turn,
        "card": event.card,
        "could": list(event.could),
        "removed": event.code == Code.WRONG_CARD and turn is not None and turn.words.get("action") == "remove",
    }


def _cleared(board: Scoreboard, event: e.FaultCleared) -> Scoreboard:
    def same(fault: Words) -> bool:
        if event.number:
            return bool(fault["number"] == event.number)
        return fault["code"] == event.code and (not event.spaces or fault["spaces"] == list(event.spaces))

    words: Words = {"key": "fault_stands" if event.stands else "fault_cleared", "code": event.code}
    return replace(board, faults=tuple(f for f in board.faults if not same(f)), just=words)


def _called(board: Scoreboard, event: e.CallMade) -> Scoreboard:
    board = replace(board, turns=board.turns.spoken(event))
    if not event.accepted or not event.message:
        return board
    if event.call.get("input") == "deck-shuffled" and event.frame is not None:
        return replace(board, just={"key": "shuffle_seen"})
    if event.call.get("input") == "pause" and event.who:
        return replace(board, just={"key": "paused_by", "by": event.who})
    key = "call_by" if event.who and event.call.get("input") != "resume" else "call"
    return replace(board, just={"key": key, "by": event.who, "message": event.message})


def _status(board: Scoreboard, event: Status) -> Scoreboard:
    match event:
        case e.GameResumed():
            return replace(board, just=assuming("resumed", event.assumed))
        case e.ChangeStood():
            if event.code == PUT_RIGHT:
                return replace(board, just={"key": "fault_cleared"})
            return replace(board, just={"key": "stood", "code": event.code})
        case e.PositionSet():
            just = assuming("position_set", event.assumed)
            time = board.time if board.began is None else board.time.begun(event.at)
            return replace(board, position=event.position, to_move=event.to_move, winner=None, just=just, time=time)
        case e.CallUndone():
            return replace(board, turns=board.turns.unspoken(event.number), just={"key": "call_undone"})
        case e.BoardMoved():
            return replace(board, just={"key": "board_moved"})
        case e.LightChanged():
            return replace(board, just={"key": "light_changed"})
        case e.ViewBlocked():
            return replace(board, blocked=event.reason, hidden=event.spaces or board.hidden)
        case e.ViewClear():
            return replace(board, blocked=None, hidden=())
        case e.CameraLost():
            return replace(board, camera=event.reason)
        case e.CameraBack():
            return replace(board, camera=None)
        case e.PileKnown():
            return _pile(board, event)
        case e.StateChanged():
            return _in_state(board, event)
        case unknown:
            assert_never(unknown)


def _is_of_piles(event: e.AnyEvent) -> bool:
    """Whether it was only said whose pile is whose, as it is for each game anew."""
    return isinstance(event, e.CallMade) and event.call.get("input") == "pile-is"


def _pile(board: Scoreboard, event: e.PileKnown) -> Scoreboard:
    # The same place is the same pile, whatever its number was before the program was started anew.
    rest = [pile for pile in board.piles if pile["pile"] != event.pile and pile["beside"] != event.beside]
    known = {name: getattr(event, name) for name in ("pile", "beside", "seat", "shared", "said")}
    return replace(board, piles=tuple(rest if event.gone else [*rest, known]))


def _announce(board: Scoreboard, words: Words) -> Scoreboard:
    number = board.announced + 1
    latest = (*board.announcements, Announcement(number, words))[-ANNOUNCED:]
    return replace(board, just=words, announcements=latest, announced=number)


def _turns(board: Scoreboard) -> int:
    return board.lines[-1].turn if board.lines else 0


def _same_sequence(made: Words, event: e.SequenceMade | e.SequenceBroken) -> bool:
    return made["team"] == event.team and sorted(made["spaces"]) == sorted(event.spaces)
