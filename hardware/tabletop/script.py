"""What the players of a simulated table do, one act after the other: turns, cheats, putting right.

An act says which hand goes where and what it changes; when and how it looks is decided elsewhere. The rules
are the engine's, asked through `Deal`; nothing here judges.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from engine.observation import CHIPS
from hardware.tabletop.acts import Act, Change, Note, PileStop, Planned, Reach, Rest, Stop
from hardware.tabletop.dealing import Deal
from hardware.tabletop.scene import Laid

CHEATS = (
    "out-of-turn",
    "foreign-colour",
    "two-chips",
    "chip-moved",
    "chip-taken",
    "chip-swapped",
    "between-spaces",
)
"""What a player may do with chips now and then, by the code of the fault it should cause."""
CARD_CHEATS = ("wrong-card",)
"""What a player may do with cards; only where the referee sees the piles is it a fault that can be named."""
BESIDE, AROUND = ((0, -1), (0, 1), (-1, 0), (1, 0)), tuple(product((-1, 0, 1), repeat=2))
"""Steps down and across to the spaces that share a side with one, and to all about it."""
CHIP_FIRST = 0.2
"""Part of the turns in which the chip is placed before its card is laid."""


@dataclass(frozen=True)
class Habits:
    """How the players behave."""

    cheats: float = 0.05
    """Part of the turns before which somebody cheats, in one of `kinds`."""
    kinds: tuple[str, ...] = CHEATS
    stands: float = 0.0
    """Part of the faults that nobody puts right."""
    games: int | None = 1
    """Games until all is over; none for ever."""
    quick: float = 1.0
    """Factor of all their times; 0.5 plays twice as hastily."""
    wrong_cards_from: tuple[int, ...] = ()
    """Turns of the first game from each of which on the next card that can be is a wrong one."""


@dataclass
class Script:
    """Plays one game, act by act. Keeps what lies on the board as the hands leave it."""

    source: Deal
    habits: Habits
    cell: tuple[float, float]
    """Width and height of a space in centimetres."""
    chance: random.Random
    piles: bool
    """Whether cards are laid beside the board."""
    card_chance: random.Random
    """Chance of its own for cards, so that with and without piles the same game is played."""
    wrong_cards_from: tuple[int, ...]
    """Turns from each of which on the next card that can be is surely a wrong one; all others are by chance."""
    laid: dict[int, Laid] = field(default_factory=dict)
    turn: int = 0
    _card_lies: bool = False
    """Whether the card of the coming turn lies on its pile already."""

    def acts(self) -> Iterator[Act]:
        """The whole game."""
        yield Rest(2.0)
        while (planned := self.source.plan()) is not None:
            surely = any(turn <= self.turn + 1 for turn in self.wrong_cards_from[:1])
            if surely and (found := self._attempt("wrong-card", planned)) is not None:
                self.wrong_cards_from = self.wrong_cards_from[1:]
                yield from self._carry_out(found, planned)
            elif self.chance.random() < self.habits.cheats:
                taken = yield from self._cheat(planned)
                if taken:
                    continue
            yield from self._play(planned)
            yield self._pause(0.7, 2.0)
        yield Rest(3.0)

    # Turns

    def _play(self, planned: Planned) -> Iterator[Act]:
        self.turn += 1
        for dead in planned.turn.dead if self.piles else ():
            yield Reach(planned.seat, (PileStop(planned.seat, dead),))
            yield self._pause(1.2, 2.0)
        card = self._card_of(planned)
        self._card_lies = False
        note = Note(
            kind="turn", turn=self.turn, seat=planned.seat, team=planned.team, action=planned.turn.action,
            spaces=() if planned.turn.space is None else (planned.turn.space,),
            card=planned.turn.card, dead=planned.turn.dead, completes=planned.completes,
        )  # fmt: skip
        if planned.turn.action == "pass" or planned.turn.space is None:
            yield Rest(1.0, note)
            return
        if planned.turn.action == "place":
            # Two chips, one of them taken back: the turn's own may lie there already.
            if planned.turn.space in self.laid:
                yield Reach(planned.seat, card, note=note) if card else Rest(0.4, note)
            else:
                change = self._new(planned.turn.space, planned.team)
                self._apply(change)
                yield from self._with_card(self._reach_to(planned.seat, change, note), card)
        else:
            gone = self.laid.pop(planned.turn.space)
            taken = self._reach_to(planned.seat, Change(planned.turn.space, None), note, held_out=gone.team)
            yield from self._with_card(taken, card)
        if planned.completes and planned.flips:
            yield self._pause(0.3, 0.8)
            yield self._flip(planned)

    def _card_of(self, planned: Planned) -> tuple[PileStop, ...]:
        """The stop at which a turn's card is laid; none where it lies already, or there is no pile."""
        if not self.piles or self._card_lies or planned.turn.card is None:
            return ()
        return (PileStop(planned.seat, planned.turn.card),)

    def _with_card(self, reach: Reach, card: tuple[PileStop, ...]) -> Iterator[Act]:
        """One hand lays the card and moves the chip, the card mostly first."""
        late = bool(card) and self.card_chance.random() < CHIP_FIRST
        yield replace(reach, stops=(*reach.stops, *card) if late else (*card, *reach.stops))

    def _flip(self, planned: Planned) -> Reach:
        spaces = sorted({space for five in planned.completes for space in five} - self.source.layout.free)
        stops = []
        for space in spaces:
            chip = self.laid.get(space)
            if chip is None or chip.flipped:
                continue
            new = Laid(chip.team, chip.dx, chip.dy, chip.turn, flipped=True)
            self.laid[space] = new
            stops.append(Stop(space, Change(space, new)))
        note = Note("flip", self.turn, planned.seat, planned.team, spaces=tuple(spaces))
        return Reach(planned.seat, tuple(stops), note=note)

    # Cheats

    def _cheat(self, planned: Planned) -> Generator[Act, None, bool]:
        """Somebody cheats, and the table puts it right; true when that used up the turn."""
        kinds = list(self.habits.kinds)
        self.chance.shuffle(kinds)
        for kind in kinds:
            found = self._attempt(kind, planned)
            if found is not None:
                return (yield from self._carry_out(found, planned))
        return False

    def _carry_out(self, found: tuple[Reach, tuple[Change, ...]], planned: Planned) -> Generator[Act, None, bool]:
        reach, mend = found
        note, before = reach.note, dict(self.laid)
        assert note is not None
        for stop in reach.stops:
            if isinstance(stop, PileStop):
                self._card_lies = True
            else:
                self._apply(stop.change)
        yield reach
        stand = note.code == "chip-taken" and self.chance.random() < self.habits.stands
        if stand:
            self.turn += 1
            self.source.let_stand(note.spaces[0], note.code)
            yield self._pause(2.5, 4.0)
            left = Note("stands", self.turn, planned.seat, planned.team, "remove", note.spaces, code=note.code)
            yield Rest(0.2, left)
            return True
        yield self._pause(2.6, 4.2)
        changes = mend or self._back_to(before)
        stops = tuple(Stop(change.space, change) for change in changes)
        for stop in stops:
            self._apply(stop.change)
        mended = Note("fix", self.turn + 1, planned.seat, note.team, spaces=note.spaces, code=note.code)
        yield Reach(planned.seat, stops, note=mended)
        yield self._pause(1.0, 2.0)
        return False

    def _attempt(self, kind: str, planned: Planned) -> tuple[Reach, tuple[Change, ...]] | None:
        """The reach of a cheat, which says what it is, and how it is put right (empty: everything as it was)."""
        team, seat = planned.team, planned.seat
        number = self.turn + 1
        layout = self.source.layout
        empty = [s for s in range(layout.size) if s not in self.laid and s not in layout.free]
        own = [s for s, chip in self.laid.items() if chip.team == team and s not in self.source.locked]
        others = [s for s, chip in self.laid.items() if chip.team != team and s not in self.source.locked]
        if len(empty) < 4 or planned.turn.action == "pass":
            return None

        def note(spaces: tuple[int, ...], whose: str | None = team) -> Note:
            return Note("fault", number, seat, whose, spaces=spaces, code=kind)

        if kind in ("out-of-turn", "foreign-colour"):
            playing = set(self.source.teams)
            colours = sorted(playing - {team}) if kind == "out-of-turn" else sorted(set(CHIPS) - playing)
            if not colours:
                return None
            colour = self.chance.choice(colours)
            space = self.chance.choice(empty)
            by = self.source.teams.index(colour) if colour in playing else seat
            return self._reach_to(by, self._new(space, colour), note((space,), colour)), ()
        if kind == "wrong-card":
            return self._wrong_card(planned, empty, note)
        if kind == "two-chips" and planned.turn.action == "place" and planned.turn.space is not None:
            extra = self.chance.choice([s for s in empty if s != planned.turn.space])
            first, second = self._new(planned.turn.space, team), self._new(extra, team)
            stops = (Stop(first.space, first), Stop(second.space, second))
            reach = Reach(seat, stops, held_in=team, note=note((planned.turn.space, extra)))
            return reach, (Change(extra, None),)
        if kind == "chip-moved" and own:
            space = self.chance.choice(own)
            beside = [s for s in self._near(space, BESIDE) if s in empty]
            if not beside:
                return None
            goal = self.chance.choice(beside)
            stops = (Stop(space, Change(space, None)), Stop(goal, self._new(goal, team)))
            return Reach(seat, stops, note=note((space, goal))), ()
        if kind == "chip-taken" and own:
            space = self.chance.choice(own)
            return self._reach_to(seat, Change(space, None), note((space,)), held_out=team), ()
        if kind == "chip-swapped" and others:
            space = self.chance.choice(others)
            return self._reach_to(seat, self._new(space, team), note((space,))), ()
        if kind == "between-spaces":
            pairs = [(s, s + 1) for s in empty if s + 1 in empty and (s + 1) % layout.columns]
            if not pairs:
                return None
            space, other = self.chance.choice(pairs)
            chip = Laid(team, self.cell[0] * self.chance.uniform(0.47, 0.53), self.chance.gauss(0, 0.2))
            return self._reach_to(seat, Change(space, chip), note((space, other))), ()
        return None

    def _wrong_card(
        self, planned: Planned, empty: list[int], note: Callable[[tuple[int, ...]], Note]
    ) -> tuple[Reach, tuple[Change, ...]] | None:
        """A chip on a space that the card does not allow; put right by moving it to one that it does."""
        card = self._card_of(planned)
        if not card or planned.turn.card is None or planned.turn.dead or planned.turn.action != "place":
            return None
        fits = self.source.printed(planned.turn.card)
        own = {space for space, chip in self.laid.items() if chip.team == planned.team} | self.source.layout.free
        # Far from the team's own chips it makes no five, and is a mistake rather than a stroke of luck.
        spaces = [space for space in empty if space not in fits and not own & set(self._near(space, AROUND))]
        if not fits or not spaces:
            return None
        space = self.card_chance.choice(spaces)
        what = replace(note((space,)), card=planned.turn.card)
        reach = self._reach_to(planned.seat, self._new(space, planned.team), what)
        mend = (
            (Change(space, None), self._new(planned.turn.space, planned.team)) if planned.turn.space is not None else ()
        )
        return replace(reach, stops=(*card, *reach.stops)), mend

    def _back_to(self, before: dict[int, Laid]) -> tuple[Change, ...]:
        gone = [Change(s, None) for s in self.laid if s not in before]
        back = [Change(s, chip) for s, chip in before.items() if self.laid.get(s) != chip]
        return (*gone, *back)

    # Helpers

    def _apply(self, change: Change | None) -> None:
        if change is None:
            return
        if change.chip is None:
            self.laid.pop(change.space, None)
        else:
            self.laid[change.space] = change.chip

    def _pause(self, least: float, most: float) -> Rest:
        return Rest(self.chance.uniform(least, most) * self.habits.quick)

    def _new(self, space: int, team: str) -> Change:
        width, height = self.cell
        dx = max(-0.36, min(0.36, self.chance.gauss(0, 0.11))) * width
        dy = max(-0.36, min(0.36, self.chance.gauss(0, 0.11))) * height
        return Change(space, Laid(team, dx, dy, self.chance.uniform(0, 72)))

    def _reach_to(self, seat: int, change: Change, note: Note | None, held_out: str | None = None) -> Reach:
        held = None if change.chip is None else change.chip.team
        return Reach(seat, (Stop(change.space, change),), held, held_out, note)

    def _near(self, space: int, steps: Iterable[tuple[int, ...]]) -> list[int]:
        """The spaces so many rows down and columns across, as far as they are on the board."""
        layout = self.source.layout
        row, column = divmod(space, layout.columns)
        near = ((row + down, column + across) for down, across in steps)
        return [r * layout.columns + c for r, c in near if 0 <= r < layout.rows and 0 <= c < layout.columns]
