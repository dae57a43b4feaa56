"""Calls and observations in any order: the record replays to the position shown, and undo restores it exactly."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import calls, events
from engine.arbiter import Arbiter
from engine.judging.acts import TurnAct, done, is_of_people
from engine.judging.states import State
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.rules.position import Position
from tests.arbiter.harness import Harness
from tests.simulation.invariants import lasting

SPACES = st.integers(0, 99)
LETTERS = st.sampled_from("bgr")
SIMPLE = (calls.Stands, calls.CannotPlay, calls.DeckShuffled, calls.NoDraw, calls.UndoCall, calls.Pause, calls.Resume)


class AnyOrder(RuleBasedStateMachine):
    """A table at which everything may happen at any time."""

    @initialize(seats=st.sampled_from(["blue green", "blue green red", "blue green blue green"]))
    def open(self, seats: str) -> None:
        self.harness = Harness(seats)

    def name(self, space: int) -> str:
        return self.harness.game.layout.name_of(space)

    def open_space(self, space: int) -> str | None:
        """The first open space from here on."""
        board = self.harness.board
        return next((self.name(s % 100) for s in range(space, space + 100) if board[s % 100] == "."), None)

    # ---- on the board

    @rule(spaces=st.lists(SPACES, min_size=2, max_size=10))
    def several_turns_are_played(self, spaces: list[int]) -> None:
        for space in spaces:
            table = self.harness.arbiter.ledger.table
            name = self.open_space(space)
            if name:
                self.harness.play(f"{table.team_of(table.seat)} {name}")

    @rule(space=SPACES, letter=LETTERS)
    def somebody_puts_any_chip_anywhere(self, space: int, letter: str) -> None:
        if self.harness.board[space] != "*":
            self.harness.hand(f"{self.name(space)}={letter}", then=8)

    @rule(space=SPACES)
    def a_chip_is_taken(self, space: int) -> None:
        chips = [s for s, letter in enumerate(self.harness.board) if letter in "bgr"]
        if chips:
            self.harness.hand(f"{self.name(chips[space % len(chips)])}=.", then=8)

    @rule(space=SPACES, letter=LETTERS)
    def a_space_is_misread(self, space: int, letter: str) -> None:
        if self.harness.board[space] != "*":
            self.harness.see(wrong=f"{self.name(space)}={letter}")

    @rule(problem=st.sampled_from(["no-board", "black", "upset", "blurred"]), times=st.integers(1, 10))
    def nothing_can_be_seen(self, problem: str, times: int) -> None:
        self.harness.blind(problem, times)

    @rule(times=st.integers(1, 12))
    def nothing_happens(self, times: int) -> None:
        self.harness.look(times)

    @rule(seconds=st.integers(1, 600))
    def the_camera_stops(self, seconds: int) -> None:
        self.harness.at += seconds

    # ---- calls

    def before_the_last(self, turns: int) -> Position | None:
        """The position before so many turns, with what people have done since; that a side resigned only where that
        did not end the game."""
        ledger = self.harness.arbiter.ledger
        played = [at for at, act in enumerate(ledger.acts) if isinstance(act, TurnAct)]
        if turns > len(played):
            return None
        table = ledger.tables[played[-turns]]
        for at, act in enumerate(ledger.acts):
            if at > played[-turns] and is_of_people(act, ledger.ended is None or at < played[-1]):
                table = done(table, act)
        return table.position

    @rule(turns=st.integers(1, 3))
    def undo_restores_exactly(self, turns: int) -> None:
        before = self.before_the_last(turns)
        if self.harness.say(calls.Undo, turns=turns).accepted:
            assert self.harness.arbiter.position == before
            assert self.harness.say(calls.UndoCall).accepted
            self.harness.say(calls.Undo, turns=turns)
            assert self.harness.arbiter.position == before

    @rule(number=st.integers(1, 6))
    def any_call_is_taken_back_and_the_turns_keep_their_order(self, number: int) -> None:
        if self.harness.say(calls.UndoCall, number=number).accepted:
            keys = [act.key for act in self.harness.arbiter.ledger.acts]
            assert keys == sorted(set(keys))

    @rule(turn=st.integers(0, 6), space=SPACES)
    def a_correction_taken_back_restores_exactly(self, turn: int, space: int) -> None:
        before = self.harness.arbiter.position
        if self.harness.say(calls.CorrectTurn, turn=turn, space=self.name(space)).accepted:
            self.harness.say(calls.UndoCall)
            assert self.harness.arbiter.position == before

    @rule(turn=st.integers(0, 6), space=SPACES, action=st.sampled_from(["place", "remove", "pass", ""]))
    def a_turn_is_put_right(self, turn: int, space: int, action: str) -> None:
        self.harness.say(calls.CorrectTurn, turn=turn, space=self.name(space), action=action)

    @rule(turn=st.integers(0, 6))
    def a_turn_was_none(self, turn: int) -> None:
        self.harness.say(calls.NotATurn, turn=turn)

    @rule(card=st.sampled_from(["4C", "JD", "JS", "10H"]), turn=st.integers(0, 4))
    def a_card_is_said(self, card: str, turn: int) -> None:
        self.harness.say(calls.CardWas, card=card, turn=turn)
        self.harness.say(calls.DeadCard, card=card)

    @rule(call=st.sampled_from(SIMPLE))
    def something_simple_is_said(self, call: type[calls.Call]) -> None:
        self.harness.say(call)

    @rule(team=st.sampled_from(["blue", "green", "red"]), talk=st.booleans())
    def a_team_is_named(self, team: str, talk: bool) -> None:
        self.harness.say(calls.TableTalk if talk else calls.Resign, team=team)

    @rule(seat=st.integers(0, 4), other=st.integers(0, 4))
    def somebody_leaves_or_changes_places(self, seat: int, other: int) -> None:
        if seat == other:
            self.harness.say(calls.PlayerLeft, seat=seat)
        else:
            self.harness.say(calls.SeatsSwapped, one=seat, other=other)

    @rule()
    def the_position_is_as_it_lies(self) -> None:
        if self.harness.arbiter.ledger.faults:
            self.harness.say(calls.PositionIs)

    # ---- what always holds

    @invariant()
    @precondition(lambda self: hasattr(self, "harness"))
    def the_record_replays_to_the_position_shown(self) -> None:
        verdict = replay(record_of(self.harness.told))
        assert verdict.ok, verdict.problems
        assert verdict.rows == self.harness.all(events.PositionSettled)[-1].position
        table = self.harness.arbiter.ledger.table
        assert verdict.position.chips == table.position.chips
        assert verdict.position.sequences == table.position.sequences

    @invariant()
    @precondition(lambda self: hasattr(self, "harness"))
    def the_events_bring_back_the_ledger(self) -> None:
        written = [events.decode(events.encode(event)) for event in self.harness.told]
        again = Arbiter.resume(self.harness.game, written)
        assert lasting(again.ledger) == lasting(self.harness.arbiter.ledger)
        assert again.state in (self.harness.arbiter.state, State.WATCHING)

    @invariant()
    @precondition(lambda self: hasattr(self, "harness"))
    def nobody_is_to_move_when_the_game_is_over(self) -> None:
        over = self.harness.arbiter.ledger.ended is not None
        assert (self.harness.all(events.PositionSettled)[-1].to_move is None) == over
        assert (self.harness.arbiter.state is State.FINISHED) == over


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
