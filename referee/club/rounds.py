"""What an organiser chose for an evening, who won each round, and who meets whom next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from engine.analysis import pairings
from engine.analysis.pairings import Pairing, PairingError
from engine.analysis.standings import Counting, Result, as_side, side_name, standings
from engine.plain_text import same_name
from referee.club.folded import Folded

How = Literal["everybody", "swiss", "winners-up", "list"]
"""How a round is paired."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
"""Of a game; no database keeps much larger ones."""


class Settings(msgspec.Struct, frozen=True):
    """What the organiser chose, and the rounds so far."""

    name: str = ""
    counting: Counting = "sides"
    free_wins: bool = False
    """Whether who sits out is given the game."""
    after: Number = 0
    """Games up to that number are of another evening. A number, since clocks are set."""
    order: tuple[str, ...] = ()
    """Tables from the best down; others behind them by name."""
    entries: tuple[str, ...] = ()
    """Who plays, as far as that was said: a side a line."""
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    struck: tuple[Number, ...] = ()
    """Games that do not count, by their numbers."""
    notice: str = ""
    """What every table is told: `Next round at 20:45`."""

    @property
    def sitting_out(self) -> list[str]:
        """Who sat out, once for each time."""
        return [one.sides[0] for played in self.rounds for one in played if not one.table]

    @property
    def given(self) -> list[str]:
        """Who is given a game for it, once for each."""
        return self.sitting_out if self.free_wins else []

    @property
    def decided(self) -> list[Result]:
        """The games that the organiser gave to a side."""
        pairings = (one for played in self.rounds for one in played if one.given)
        return [Result({side: tuple(side.split(" & ")) for side in one.sides}, one.given, {}) for one in pairings]

    @property
    def playing(self) -> tuple[str, ...]:
        """Who plays: those who were entered, else whoever stood in a round."""
        stood = (side for played in self.rounds for one in played for side in one.sides)
        return self.entries or tuple({same_name(side): side for side in stood}.values())


def checked(settings: Settings) -> Settings:
    """These settings, with everybody written as in the standings. Raises PairingError for who plays twice."""
    entries = [side for one in settings.entries if (side := as_side(one))]
    for name, often in Counter(map(same_name, entries)).items():
        if often > 1:
            twice = next(one for one in entries if same_name(one) == name)
            raise PairingError(f"{twice!r} stands there twice.", "Each name once.", code="twice", what=twice)
    return msgspec.structs.replace(settings, entries=tuple(entries))


def in_order(tables: Iterable[str], order: Sequence[str] = ()) -> list[str]:
    """Tables from the best down, the others behind them by name: `Table 2` before `Table 10`."""
    return sorted(tables, key=lambda name: (order.index(name) if name in order else len(order), _counted(name)))


def _counted(name: str) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def next_round(
    how: How,
    text: str,
    settings: Settings,
    tables: Sequence[str],
    results: Sequence[Result],
    won: Mapping[str, str],
) -> list[Pairing]:
    """The next round: `everybody`, `swiss`, `winners-up`, or `list` with its text.

    `tables` are in order, `won` says who won at each table of the last round. Raises PairingError.
    """
    if how == "list":
        return pairings.from_csv(text, tables, settings.entries)
    if how == "winners-up" and not settings.rounds:
        raise PairingError("Winners go up from a first round.", "Make that otherwise.", code="no-first")
    playing, met = settings.playing, pairings.meetings(settings.rounds)
    if len(playing) < 2:
        raise PairingError("Nobody is entered who could play.", "Enter who plays, or a list.", code="nobody")
    if how == "winners-up":
        before = {one.table: one for one in settings.rounds[-1]}
        best_first = [before[table] for table in in_order(before, settings.order)]
        return pairings.winners_up(best_first, won, playing, tables)
    if how == "swiss":
        pairs, out = pairings.swiss(_ranked(settings, results), met, Counter(map(same_name, settings.sitting_out)))
    else:
        pairs = pairings.everybody(playing, met)
        seated = {side for pair in pairs for side in pair}
        out = next((one for one in playing if one not in seated), None)
    return pairings.at_tables(pairs, tables, out)


def met_again(
    pairs: Iterable[Pairing], rounds: Sequence[Sequence[Pairing]], games: Collection[Folded]
) -> list[Pairing]:
    """A new round; of those who met at the same table before it says after which of their games there it begins."""
    earlier = [other for played in rounds for other in played]
    return [
        msgspec.structs.replace(one, after=max(_over_at(one, games), default=0))
        if any(one.is_met_again(other) for other in earlier)
        else one
        for one in pairs
    ]


def won_in(rounds: Sequence[Sequence[Pairing]], at: int, games: Collection[Folded]) -> dict[str, str]:
    """Who won each game of a round: to whom it was given, else who won the last that was played for it."""
    found: dict[str, str] = {}
    for pairing in rounds[at]:
        winners = [winner for winner in _played_for(pairing, rounds[at + 1 :], games).values() if winner]
        if won := pairing.given or (winners[-1] if winners else ""):
            found[pairing.table] = won
    return found


def counted(settings: Settings, games: Collection[Folded]) -> list[Folded]:
    """The games that count: not those that were struck, nor those that were played for a game that was given."""
    rounds, out = settings.rounds, set(settings.struck)
    for at, played in enumerate(rounds):
        for pairing in played:
            if pairing.given:
                out |= _played_for(pairing, rounds[at + 1 :], games).keys()
    return [game for game in games if game.line.number not in out]


def _played_for(pairing: Pairing, later: Sequence[Sequence[Pairing]], games: Collection[Folded]) -> dict[int, str]:
    """The games between its sides at its table that no round before or later has for its own, and who won each."""
    again = [one.after for played in later for one in played if one.is_met_again(pairing)]
    return {
        number: winner
        for number, winner in _over_at(pairing, games).items()
        if number > pairing.after and (not again or number <= again[0])
    }


def _over_at(pairing: Pairing, games: Iterable[Folded]) -> dict[int, str]:
    """The games between its sides at its table that are over, and who won each; empty for a drawn one."""
    over: dict[int, str] = {}
    for game in games:
        if game.line.table == pairing.table and (result := game.result) is not None:
            sides = {team: side_name(players) for team, players in result.sides.items()}
            if pairing.is_met_again(Pairing(pairing.table, tuple(sides.values()))):
                over[game.line.number] = sides.get(result.winner, "")
    return over


def _ranked(settings: Settings, results: Sequence[Result]) -> list[str]:
    """Who plays, best first; who played no game yet comes last, as entered."""
    table = standings(results, "sides", settings.given)
    place = {same_name(one.who): at for at, one in enumerate(table)}
    return sorted(settings.playing, key=lambda side: place.get(same_name(side), len(place)))
