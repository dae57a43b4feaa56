"""What becomes of a fault that nobody puts right: the events by which its change stands."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events
from engine.judging.card_codes import OF_CARDS
from engine.judging.ledger import OpenFault, names, write_changes
from engine.judging.table import Table, whose_turn

TURN_LIKE = frozenset({"out-of-turn", "two-chips", "no-card-explains", "game-over"})
"""Faults that are somebody's turn all the same."""


def standing(
    table: Table, fault: OpenFault, next_letter: str, seen: str, at: float, frame: int | None
) -> Iterator[events.AnyEvent]:
    """Events that bring the table in step with the board.

    Args:
        table: as it stood before the fault.
        fault: the fault.
        next_letter: team of the turn that made it stand, empty where none did: it tells whether a chip that was
            taken was somebody's turn.
        seen: what lies on each space now, `?` where that is not known.
        at: time of what made it stand.
        frame: its frame.
    """
    game = table.game
    if fault.code in OF_CARDS:
        return  # its turn, if there is one, was told with the mark already
    if fault.code in TURN_LIKE and fault.changes:
        for place, (space, _, after) in enumerate(fault.changes):
            seat = table.seat
            if table.team_of(seat) != after or place:
                seat = next((s for s in table.seats_from_here() if table.team_of(s) == after), seat)
            regular = fault.code == "two-chips" and place == 0 and len(fault.changes) > 1
            position = table.skip_to(seat)
            event = events.TurnPlayed(
                at=at,
                frame=frame,
                turn=position.turn + 1,
                seat=seat,
                team=game.seats[seat].team,
                action="place",
                space=game.layout.name_of(space),
                irregular=None if regular else fault.code,
            )
            yield event
            table = table.play(table.turn_for("place", space, irregular=event.irregular), seat)
        return
    if fault.code == "chip-taken" and (not next_letter or next_letter != table.team_of(table.seat)):
        (space, _, _), *_ = fault.changes
        yield events.TurnPlayed(
            at=at,
            frame=frame,
            turn=table.skip_to(table.seat).turn + 1,
            seat=table.seat,
            team=game.seats[table.seat].team,
            action="remove",
            space=game.layout.name_of(space),
            irregular=fault.code,
        )
        return
    if fault.code == "board-upset":
        rows = as_seen(table, seen)
        position = table.edited({}).position
        yield events.PositionSet(
            at=at,
            frame=frame,
            position=rows,
            to_move=position.seat,
            turn=position.turn,
            assumed="The board was upset; the game goes on from what lies there now.",
        )
        return
    yield events.ChangeStood(
        at=at,
        frame=frame,
        code=fault.code,
        changes=write_changes(game, fault.changes),
        team=fault.team,
        turn=table.position.turn,
        number=fault.number,
    )


def as_seen(table: Table, seen: str) -> tuple[str, ...]:
    """The board as the camera sees it, in rows; what it does not see is as the game says, locks as they were."""
    known = [own if new in "?#" else new for own, new in zip(table.letters, seen, strict=True)]
    locked = table.position.locked
    before = table.letters
    text = "".join(
        letter.upper() if locked >> space & 1 and letter == before[space] and letter in "bgr" else letter
        for space, letter in enumerate(known)
    )
    width = table.game.layout.columns
    return tuple(text[start : start + width] for start in range(0, len(text), width))


def guessed_seat(table: Table, rows: tuple[str, ...]) -> int:
    """Whose turn it is on a board nobody told about."""
    from engine.judging.table import taken_up

    position, _ = taken_up(table.game, rows)
    return whose_turn(table.game, position)


__all__ = ["TURN_LIKE", "as_seen", "guessed_seat", "names", "standing"]
