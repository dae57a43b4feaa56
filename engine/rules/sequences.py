"""Which fives a chip completes, and which of them count.

Five connected chips of one team, free spaces counting as its own, are a sequence (English book, lines 3 and 5).
Two sequences of a team may share one space (line 65), so a run of six to eight is one, nine made at once two.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.equipment.board import mask_of
from engine.rules.position import Game, Position, Sequence

Run = tuple[int, ...]


def open_runs(game: Game, position: Position, side: int, space: int) -> list[tuple[int, Run]]:
    """Runs through `space` that a chip of this team there completes, and that may still count.

    A run may count if it shares no more than the allowed spaces with each sequence the team has. In each line
    the run nearest row 1, then column a, comes first. Returns (mask, spaces) of each.
    """
    own = position.chips[side] | game.free | 1 << space
    length = game.edition.lines.length
    found = []
    for line, runs in game.lines[space]:
        if (line & own).bit_count() >= length:
            found += [run for run in runs if run[0] & own == run[0]]
    if found and position.sequences:
        others = masks_of_team(position, game.teams[side])
        found = [run for run in found if _fits(game, run[0], others)]
    return found


def masks_of_team(position: Position, team: str) -> list[int]:
    """The sequences of a team as masks."""
    return [sequence.mask for sequence in position.sequences if sequence.team == team]


def _fits(game: Game, run: int, others: Iterable[int]) -> bool:
    shared = game.edition.lines.shared_spaces
    return all((run & other).bit_count() <= shared for other in others)


def counted(game: Game, runs: list[tuple[int, Run]], claims: Iterable[Run] = ()) -> list[tuple[int, Run]]:
    """Which of these runs count: the claimed ones as they were claimed, then every other that still fits.

    The others come in the order of their space nearest row 1, then column a. Two runs through one space share more
    than that space only if they lie in one line, so taking the nearest of each line first also takes as many as fit.
    """
    chosen: list[tuple[int, Run]] = []
    rank = {mask: number for number, mask in enumerate(dict.fromkeys(map(mask_of, claims)))}
    for run in sorted(runs, key=lambda run: (rank.get(run[0], len(rank)), run[1])):
        if _fits(game, run[0], (other for other, _ in chosen)):
            chosen.append(run)
    return chosen


def completed(
    game: Game, position: Position, side: int, space: int, claims: Iterable[Run] = ()
) -> tuple[Sequence, ...]:
    """The sequences that a chip of `game.teams[side]` laid on `space` now makes.

    Claims that name no run that may count are passed over; `bad_claims` finds them.
    """
    runs = open_runs(game, position, side, space)
    if not runs:
        return ()
    if len(runs) > 1:
        runs = counted(game, runs, claims)
    team, turn = game.teams[side], position.turn + 1
    return tuple(Sequence(team, spaces, turn, mask) for mask, spaces in runs)


def lying_in_line(game: Game, position: Position, side: int, within: int | None = None) -> tuple[Sequence, ...]:
    """The fives of a team that no chip has just completed: they lie there, and share no more than allowed with those
    that stand. The one nearest row 1, then column a, counts first. `within` keeps to a mask of spaces.

    Five in a line are a sequence however they came to lie there (English book, line 3): what is left of a longer run
    when its sequence is broken counts, as it does on a board that is taken up as it lies.
    """
    team, own = game.teams[side], position.chips[side]
    reach = (own | game.free) & (-1 if within is None else within | game.free)
    others = masks_of_team(position, team)
    found: list[Sequence] = []
    for mask, run in game.runs:
        if not mask & ~reach and mask & own and _fits(game, mask, others):
            found.append(Sequence(team, run, position.turn, mask))
            others.append(mask)
    return tuple(found)


def bad_claims(game: Game, position: Position, side: int, space: int | None, claims: Iterable[Run]) -> tuple[Run, ...]:
    """The claims that name no five this chip completes, or one that shares too much with another sequence."""
    runs = [] if space is None else open_runs(game, position, side, space)
    good = {mask for mask, _ in runs}
    bad: list[Run] = []
    taken: list[int] = []
    for claim in claims:
        mask = mask_of(claim)
        if mask in good and _fits(game, mask, taken):
            taken.append(mask)
        else:
            bad.append(claim)
    return tuple(bad)


def choices(game: Game, position: Position, side: int, space: int) -> tuple[tuple[Run, ...], ...]:
    """For each line in which several runs could count, those runs: what a table may be asked.

    Empty where the board alone says which fives count.
    """
    runs = open_runs(game, position, side, space)
    by_line: dict[int, list[Run]] = {}
    for _, run in runs:
        by_line.setdefault(run[1] - run[0], []).append(run)
    both = game.edition.lines.length * 2 - game.edition.lines.shared_spaces
    return tuple(
        tuple(line)
        for line in by_line.values()
        if len(line) > 1 and len({space for run in line for space in run}) < both
    )
