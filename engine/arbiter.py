"""The arbiter: observations and calls go in, events come out.

It has no clock, no thread and no file: all time comes with what it is told, so a recorded game run again gives
the same rulings. What lasts is in the ledger, built from the announced events alone; what was half seen is in
the sight and is seen again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict

from engine import events
from engine.deduction import explanations
from engine.judging.answers import answer
from engine.judging.beginning import Beginning
from engine.judging.claims import ambiguous, claims_by_faces
from engine.judging.explain import Step, Story, stories, weights
from engine.judging.faults import words
from engine.judging.given import Input, as_judged
from engine.judging.ledger import PUT_RIGHT, Ledger, OpenFault, TurnAct, done, names, read_changes, write_changes
from engine.judging.patience import AT_THE_END, BEFORE_THE_NEXT_HAND, Patience
from engine.judging.sight import Change, Sight
from engine.judging.standing import standing
from engine.judging.states import LASTING, Happening, State, after
from engine.judging.table import Table
from engine.judging.view import View
from engine.observation import Observation, SourceBack, SourceEnded, SourceLost
from engine.position import Game, Position

OnFault = Literal["ask", "stand", "strict"]


class Now(TypedDict):
    """What every event carries of its moment."""

    at: float
    frame: int | None


class Arbiter:
    """The referee of one table.

    Args:
        game: the rule book opened for this table.
        on_fault: `ask` names a fault and lets it stand when play goes on; `stand` lets it stand at once; `strict`
            waits until it is put right or the table says that it stands.
        wait_for_start: count nothing before somebody says `start`.
        patience: how long to wait before believing what is seen.
    """

    def __init__(
        self,
        game: Game,
        *,
        on_fault: OnFault = "ask",
        wait_for_start: bool = False,
        patience: Patience | None = None,
    ) -> None:
        self.on_fault: OnFault = on_fault
        self.ledger = Ledger(game)
        self.sight = Sight(game.layout.size, game.layout.columns)
        self.sight.expect(self.ledger.table.letters)
        self.state = State.WATCHING
        self.view = View()
        self.beginning: Beginning | None = Beginning(game, wait_for_start)
        self._patience = patience or Patience()
        self._out: list[events.AnyEvent] = []
        self._at = 0.0
        self._frame: int | None = None
        self._resuming = False
        self._quiet = 0
        self._asked_of: Table | None = None
        self._asked_with: tuple[int, ...] = ()
        self._answers: dict[tuple[object, ...], tuple[Story, ...]] = {}
        self._partly: dict[int, float] = {}
        self._flipped_known: frozenset[int] = frozenset()

    # ---- what others may ask

    @property
    def game(self) -> Game:
        """The rule book opened for this table, with the seats as they are now."""
        return self.ledger.table.game

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.ledger.table.position

    @property
    def started(self) -> bool:
        """Whether a game has begun."""
        return self.ledger.started

    @classmethod
    def resume(
        cls,
        game: Game,
        told: Iterable[events.AnyEvent],
        *,
        on_fault: OnFault = "ask",
        wait_for_start: bool = False,
        patience: Patience | None = None,
    ) -> Arbiter:
        """The arbiter that announced these events, ready to go on. Raises LedgerError where they are no game."""
        arbiter = cls(game, on_fault=on_fault, wait_for_start=wait_for_start, patience=patience)
        for event in told:
            arbiter.ledger.take(event)
        arbiter.state = arbiter.ledger.state
        if arbiter.ledger.started:
            arbiter.beginning = None
            arbiter._resuming = True
        arbiter.view.blocked, arbiter.view.lost = arbiter.ledger.blocked, arbiter.ledger.lost
        arbiter.sight.expect(arbiter.ledger.table.letters)
        return arbiter

    # ---- the one door

    def receive(self, given: Input) -> tuple[events.AnyEvent, ...]:
        """Take in what was seen or said; returns what follows from it, in order."""
        self._out = []
        given = as_judged(given, self._at)
        self._at = given.at
        self._frame = given.frame if isinstance(given, Observation) else None
        if isinstance(given, Observation):
            self._observe(given)
        elif isinstance(given, SourceLost):
            self.view.source_lost(self, given.reason)
        elif isinstance(given, SourceBack):
            self.view.source_back(self)
        elif isinstance(given, SourceEnded):
            self._finish()
        else:
            answer(self, given)
        out, self._out = self._out, []
        return tuple(out)

    # ---- telling

    @property
    def now(self) -> Now:
        """Time and frame of what is being judged, as every event carries them."""
        return Now(at=self._at, frame=self._frame)

    def tell(self, event: events.AnyEvent, reach: int = -1) -> None:
        """Announce an event and take it into the ledger."""
        self._out.append(event)
        self.ledger.take(event, reach)
        self.sight.expect(self.ledger.table.letters)

    def happen(self, happening: Happening) -> None:
        """Go where the table of states leads; lasting states are announced."""
        self.state = after(self.state, happening)
        if self.state in LASTING and self.ledger.state is not self.state:
            self.tell(events.StateChanged(**self.now, state=self.state.value))

    def tell_position(self) -> None:
        """Announce what lies on the board."""
        table = self.ledger.table
        width = self.game.layout.columns
        rows = [list(row) for row in table.position.rows(table.game)]
        for space, letter in table.extra.items():
            rows[space // width][space % width] = letter
        over = self.ledger.ended is not None
        self.tell(
            events.PositionSettled(
                **self.now,
                position=tuple("".join(row) for row in rows),
                flipped=names(self.game, sorted(self.sight.flipped)),
                hidden=names(self.game, sorted(self.sight.hidden)),
                to_move=None if over else table.seat,
            )
        )

    def tell_difference(self, before: Table, ended: str | None) -> None:
        """Announce what a change of the game did to sequences and to its end."""
        table = self.ledger.table
        old = {(s.team, s.mask): s for s in before.position.sequences}
        new = {(s.team, s.mask): s for s in table.position.sequences}
        turn = table.position.turn
        for key, sequence in old.items():
            if key not in new:
                spaces = names(self.game, sequence.spaces)
                self.tell(events.SequenceBroken(**self.now, team=sequence.team, spaces=spaces, turn=turn))
        for key, sequence in new.items():
            if key not in old:
                spaces = names(self.game, sequence.spaces)
                self.tell(events.SequenceMade(**self.now, team=sequence.team, spaces=spaces, turn=turn))
        over = self.ledger.ended
        if over == ended:
            return
        if over == "drawn":
            self.tell(events.GameDrawn(**self.now, turn=turn))
        elif over:
            self.tell(events.GameWon(**self.now, team=over, turn=turn))
        self.happen(Happening.END if over else Happening.REOPEN)

    def begin_again(self, beginning: Beginning) -> None:
        """Wait for a new game to begin from what lies on the board."""
        self.beginning = beginning
        self.sight.forget()
        if self.state is not State.WATCHING:
            self.state = State.WATCHING
            self.tell(events.StateChanged(**self.now, state=self.state.value))

    # ---- seeing

    def _observe(self, seen: Observation) -> None:
        if not self.view.look(self, seen):
            return
        if self.beginning is not None:
            self.sight.look(seen)
            self.beginning.look(self, seen)
            return
        self.sight.look(seen)
        self.view.cover(self)
        if self.sight.flipped != self._flipped_known:
            self._flipped_known = self.sight.flipped
            self._claims_by_faces()
        if self.state is State.FINISHED:
            self._tend_ending()
        if self.state in (State.PAUSED, State.FINISHED):
            return
        sight = self.sight
        if sight.changes or sight.between or sight.passed or self.ledger.faults or self.ledger.lying:
            self._judge(self._patience)
        else:
            self._quiet += 1
        self._settle()

    def _settle(self) -> None:
        """The passing states, and the word after a restart once all is quiet."""
        forming = any(self._patience.likely(change) for change in self.sight.changes.values())
        if self.state is State.SETTLING and not forming:
            self.happen(Happening.NOTHING)
        if forming:
            self.happen(Happening.CHANGE)
        self.happen(Happening.COVER if self.sight.hidden else Happening.UNCOVER)
        if self._resuming and self._quiet >= 3:
            self._tell_resumed("The board lies as it was left.")

    def _tell_resumed(self, assumed: str) -> None:
        self._resuming = False
        self.tell(events.GameResumed(**self.now, assumed=assumed))

    def _finish(self) -> None:
        """A recording is over."""
        if self.beginning is not None:
            self.beginning.finish(self)
        elif self.state not in (State.PAUSED, State.FINISHED):
            self._judge(AT_THE_END)

    # ---- judging

    def _judge(self, patience: Patience) -> None:
        disputed = {space for fault in self.ledger.faults.values() for space, _, _ in fault.changes}
        if any(fault.code == "board-upset" for fault in self.ledger.faults.values()):
            self.sight.passed.clear()
        self._tend_lying()
        self._tend_faults(patience)
        self._tend_between(patience)
        self._tend_passed(patience, disputed)
        if self.sight.hand_came and not patience.hurried:
            self._judge_all(BEFORE_THE_NEXT_HAND)
        self._judge_all(patience)

    def _judge_all(self, patience: Patience) -> None:
        for _ in range(MOST_ROUNDS):
            if not self._judge_once(patience):
                return

    def _judge_once(self, patience: Patience) -> bool:
        """Judge what was seen; whether something was decided and the rest should be looked at again."""
        ledger, sight = self.ledger, self.sight
        disputed = {(space, now) for fault in ledger.faults.values() for space, _, now in fault.changes}
        rest = [
            change
            for change in sight.changes.values()
            if patience.likely(change) and change.key not in disputed and ledger.lying.get(change.space) != change.after
        ]
        if not rest:
            return False
        shaky = self.view.shaky(self._at)
        sure = [change for change in rest if patience.believed(change, shaky)]
        if not sure or any(fault.code == "board-upset" for fault in ledger.faults.values()):
            return False
        table = self._if_all_stood(min(rest, key=lambda change: change.first_at)) if ledger.faults else ledger.table
        told = () if _too_much(rest) else self._stories(table, sure)
        if len(sure) < len(rest) and not (told and told[0].legal):
            told = () if _too_much(rest) else self._stories(table, rest)
        if not told:
            return self._upset(rest, patience, shaky)
        if patience.hurried and not self._same_with_all(table, sure, told[0]):
            return False
        best = told[0]
        if self._resuming and any(patience.believed(change, False) for change in rest):
            self._tell_resumed("Something changed while nobody watched.")
        return self._tell_story(best, told, rest, patience, shaky)

    def _stories(self, table: Table, rest: list[Change]) -> tuple[Story, ...]:
        unseen = any(change.unseen for change in rest)
        # While nothing new is seen the same question comes up with every observation.
        asked = (unseen, *((c.space, c.before, c.after, c.reach, c.was_empty, c.first_at) for c in rest))
        faults = tuple(self.ledger.faults)
        if self._asked_of is not self.ledger.table or self._asked_with != faults:
            self._asked_of, self._asked_with, self._answers = self.ledger.table, faults, {}
        if asked not in self._answers:
            self._answers[asked] = self._fresh_stories(table, rest, unseen)
        return self._answers[asked]

    def _same_with_all(self, table: Table, sure: list[Change], best: Story) -> bool:
        """Whether the story begins the same when what was seen only once is counted in."""
        weak = [
            change
            for change in self.sight.changes.values()
            if change not in sure
            and change.touched
            and change.definite
            and not change.doubt
            and change.reach == sure[-1].reach
            and self.ledger.lying.get(change.space) != change.after
        ]
        if not weak:
            return True
        told = self._stories(table, sure + weak)
        first = best.steps[0]
        return bool(told) and any(
            (s.kind, s.code, s.space) == (first.kind, first.code, first.space) for s in told[0].steps
        )

    def _fresh_stories(self, table: Table, rest: list[Change], unseen: bool) -> tuple[Story, ...]:
        told = stories(table, rest, unseen)
        lying = [c for c in self.sight.changes.values() if self.ledger.lying.get(c.space) == c.after]
        if lying and told and not told[0].legal:
            with_lying = stories(table, rest + lying, unseen)
            if with_lying and with_lying[0].legal:
                return with_lying
        return told

    def _tell_story(
        self, best: Story, told: tuple[Story, ...], rest: list[Change], patience: Patience, shaky: bool
    ) -> bool:
        pairs = {step.spaces[0]: step for step in best.steps if step.code == "two-chips"}
        for step in best.steps:
            if step.kind == "turn" and step.space in pairs:
                step = _both(step, pairs[step.space])
            if step.kind == "fault":
                if self._waiting(step, rest, patience) or not patience.fault(step.changes, self.sight, shaky):
                    return False
                self._raise(step, told)
                return self.on_fault == "stand"
            if not patience.turn(step, self.sight, shaky) or self._waiting(step, rest, patience):
                return False
            if self.ledger.faults:
                if self.on_fault == "strict":
                    return False
                if not self._may_stand():
                    return False
                self.stand_all(step.letter if step.action == "place" else "")
            if step.kind == "put-right":
                self._put_right(step)
                continue
            if step.kind == "never-was":
                self._undo_last(f"No hand was near {self.game.layout.name_of(step.space)}: the eye had erred.")
                continue
            if step.kind == "taken-back":
                name = self.game.layout.name_of(step.spaces[0])
                self._undo_last(f"The chip on {name} was taken back.")
            self._play(step, told)
            if self.state is State.FINISHED:
                return False
        return True

    def _waiting(self, step: Step, rest: list[Change], patience: Patience) -> bool:
        """Whether another change of the same reach is still forming and may change the story."""
        if patience.hurried:
            return False
        own = {change.key for change in step.changes}
        since = min(change.span for change in step.changes)
        if since >= patience.forming_seconds:
            return False
        reach = step.changes[-1].reach
        in_story = {change.key for change in rest}
        for change in self.sight.changes.values():
            if change.key in own or not change.touched or change.reach != reach:
                continue
            if change.count >= 2 and (change.weight < 2.0 or change.doubt):
                return True
            if step.kind == "fault" and change.key not in in_story and change.weight >= 0.7 and not change.doubt:
                return True
        return False

    def _play(self, step: Step, told: tuple[Story, ...]) -> None:
        before, ended = self.ledger.table, self.ledger.ended
        position = before.skip_to(step.seat)
        change = step.changes[-1]
        action: Literal["place", "remove"] = "place" if step.action == "place" else "remove"
        self.tell(
            events.TurnPlayed(
                **self.now,
                turn=position.turn + 1,
                seat=step.seat,
                team=self.game.seats[step.seat].team,
                action=action,
                space=self.game.layout.name_of(step.space),
                cards=explanations(self.game, position, action, step.space),
                dead=before.dead,
                confidence=round(min(1.0, change.weakest), 3),
                seen_at=change.first_at,
                weighed=self._weighed(told),
            ),
            change.reach,
        )
        self.tell_difference(before, ended)
        if action == "place":
            ambiguous(self, position, step.seat, step.space)
        self.tell_position()

    def _weighed(self, told: tuple[Story, ...]) -> tuple[events.Weighed, ...]:
        if len(told) < 2:
            return ()
        return tuple(
            events.Weighed(story.words(self.game.layout), round(weight, 4))
            for story, weight in zip(told, weights(told), strict=True)
        )

    def _undo_last(self, reason: str) -> None:
        before, ended = self.ledger.table, self.ledger.ended
        turn = self.ledger.number_of(self.ledger.turn_index(0))
        self.tell(events.TurnUndone(**self.now, turn=turn, reason=reason))
        self.tell_difference(before, ended)
        self.tell_position()

    def _put_right(self, step: Step) -> None:
        """A change that had been let stand was put right after all."""
        before, ended = self.ledger.table, self.ledger.ended
        changes = [(change.space, change.before, change.after) for change in step.changes]
        turn = before.position.turn
        self.tell(events.ChangeStood(**self.now, code=PUT_RIGHT, changes=write_changes(self.game, changes), turn=turn))
        self.tell_difference(before, ended)
        self.tell_position()

    # ---- faults

    def _raise(self, step: Step, told: tuple[Story, ...] = ()) -> None:
        changes = tuple((change.space, change.before, change.after) for change in step.changes)
        self.raise_fault(step.code, changes, step.spaces, step.letter, step, told)

    def raise_fault(
        self,
        code: str,
        changes: tuple[tuple[int, str, str], ...],
        spaces: tuple[int, ...],
        letter: str,
        step: Step | None = None,
        told: tuple[Story, ...] = (),
    ) -> None:
        """Name a fault."""
        table = self.ledger.table
        found = step.problems if step else ()
        said = words(table, code, {space: (was, now) for space, was, now in changes}, spaces, letter, found)
        number = self.ledger.counted["fault"] + 1
        codes = dict.fromkeys((code, *(problem.code for problem in found)))
        self.tell(
            events.FaultFound(
                **self.now,
                code=code,
                problems=tuple(codes),
                spaces=names(self.game, spaces),
                team=table.name(letter) if letter in "bgr" and letter else None,
                turn=table.position.turn,
                message=said.message,
                rule=said.rule,
                mend=said.mend,
                number=number,
                changes=write_changes(self.game, changes),
                seen_at=min((change.first_at for change in step.changes), default=self._at) if step else self._at,
                weighed=self._weighed(told),
            )
        )
        self.happen(Happening.FAULT)
        if self.on_fault == "stand":
            self.stand_all("")

    def clear(self, fault: OpenFault, stands: bool = False) -> None:
        """A fault is over: put right, or let stand."""
        self._partly.pop(fault.number, None)
        self.tell(
            events.FaultCleared(
                **self.now,
                code=fault.code,
                spaces=names(self.game, fault.spaces),
                team=fault.team,
                number=fault.number,
                stands=stands,
            )
        )
        if not self.ledger.faults:
            self.happen(Happening.MENDED)

    def stand_all(self, next_letter: str, only: int = 0) -> None:
        """Let every open fault stand, or the one numbered `only`."""
        before, ended = self.ledger.table, self.ledger.ended
        for fault in [f for f in self.ledger.faults.values() if not only or f.number == only]:
            self.clear(fault, stands=True)
            for event in standing(self.ledger.table, fault, next_letter, self.sight.latest, self._at, self._frame):
                self.tell(event)
        self.tell_difference(before, ended)
        self.tell_position()

    def _if_all_stood(self, first: Change) -> Table:
        """The table as it would be if every open fault stood now, `first` being the change that makes them stand."""
        table = self.ledger.table
        for fault in self.ledger.faults.values():
            ledger = Ledger(table.game, tables=[table], started=True)
            for event in standing(table, fault, first.after, self.sight.latest, self._at, self._frame):
                ledger.take(event)
            table = ledger.table
        return table

    def _may_stand(self) -> bool:
        """Whether no open fault is being put right at this moment."""
        for fault in self.ledger.faults.values():
            for space, _, now in fault.changes:
                change = self.sight.changes.get(space)
                if space in self.sight.hidden or (change is not None and change.after == now and change.doubt):
                    return False
        return True

    def _tend_faults(self, patience: Patience) -> None:
        """Look whether open faults were put right."""
        for fault in list(self.ledger.faults.values()):
            if fault.code == "between-spaces":
                if fault.spaces not in self.sight.between:
                    self.clear(fault)
                continue
            if any(space in self.sight.hidden for space, _, _ in fault.changes):
                continue
            gone = [
                (space, now)
                for space, _, now in fault.changes
                if (change := self.sight.changes.get(space)) is None or change.after != now
            ]
            if fault.changes and not gone:
                self._partly.pop(fault.number, None)
                continue
            if len(gone) < len(fault.changes):
                since = self._partly.setdefault(fault.number, self._at)
                if self._at - since < patience.partly_seconds:
                    continue
            self.clear(fault)

    def _tend_between(self, patience: Patience) -> None:
        open_ones = {fault.spaces for fault in self.ledger.faults.values() if fault.code == "between-spaces"}
        for spaces, chip in list(self.sight.between.items()):
            if spaces in open_ones or chip.count < 4 or chip.last_at - chip.first_at < 0.5:
                continue
            if chip.last_at < self._at or self.view.shaky(self._at):
                continue
            if any(self.ledger.table.letters[space] in "bgr" for space in spaces):
                continue
            changes = tuple((space, ".", ".") for space in spaces)
            self.raise_fault("between-spaces", changes, spaces, chip.team)

    def _upset(self, rest: list[Change], patience: Patience, shaky: bool) -> bool:
        """Nothing explains so much change: the board is upset."""
        sure = [change for change in rest if patience.believed(change, shaky)]
        if len(sure) < 5 or not patience.fault(tuple(sure), self.sight, shaky):
            return False
        changes = tuple((change.space, change.before, change.after) for change in sure)
        self.raise_fault("board-upset", changes, tuple(space for space, _, _ in changes), "")
        return self.on_fault == "stand"

    def _tend_passed(self, patience: Patience, disputed: set[int]) -> None:
        """A change was seen with a clear view, and another reach undid it: two turns on one space, if they are legal.

        A chip taken and laid again by the next seat, or laid and taken. One that the same reach laid elsewhere was
        only taken back.
        """
        passed, self.sight.passed = self.sight.passed, []
        for change in passed:
            if change.space in disputed or change.mean < patience.sure:
                continue
            if self.ledger.faults and (self.on_fault == "strict" or not self._may_stand()):
                continue
            table = self._if_all_stood(change) if self.ledger.faults else self.ledger.table
            if table.letters[change.space] != change.before or self._laid_elsewhere(change):
                continue
            order = ("remove", "place") if change.after == "." else ("place", "remove")
            if change.after != "." and change.before != ".":
                continue
            letter = change.before if change.after == "." else change.after
            steps = []
            for action in order:
                seat = table.seat
                if (table.team_of(seat) == letter) != (action == "place") or table.problems(action, change.space, seat):
                    break
                steps.append(Step("turn", action, change.space, seat, (change,), letter=letter))
                table = table.play(table.turn_for(action, change.space), seat)
            if len(steps) == 2 and table.position.winner is None:
                if self.ledger.faults:
                    self.stand_all(change.after)
                for step in steps:
                    self._play(step, ())

    def _tend_ending(self) -> None:
        """The chip that won was taken back at once and laid elsewhere: the game is not over after all."""
        table, sight = self.ledger.table, self.sight
        last = table.last
        if last is None or table.position.winner is None or not 2 <= len(sight.changes) <= 3:
            return
        changes = [change for change in sight.changes.values() if self._patience.likely(change)]
        if len(changes) != 2 or not all(self._patience.believed(change, False) for change in changes):
            return
        told = stories(table, changes, most=1)
        if told and [step.kind for step in told[0].steps] == ["taken-back"]:
            self._tell_story(told[0], told, changes, self._patience, False)

    def _laid_elsewhere(self, gone: Change) -> bool:
        return any(
            change.after == gone.after and change.reach == gone.gone_reach for change in self.sight.changes.values()
        )

    # ---- after an undo, and white sides

    def _tend_lying(self) -> None:
        table = self.ledger.table.letters
        for space, letter in list(self.ledger.lying.items()):
            change = self.sight.changes.get(space)
            if (change is None and self.sight.latest[space] == table[space]) or (
                change is not None and change.after != letter and change.count >= 3
            ):
                del self.ledger.lying[space]
        if not self.ledger.lying:
            for number, question in list(self.ledger.questions.items()):
                if question.about == "board":
                    self.tell(events.QuestionClosed(**self.now, number=number, answer="done"))

    def _claims_by_faces(self) -> None:
        for index, claims in claims_by_faces(self.ledger, self.sight.flipped):
            act = self.ledger.acts[index]
            assert isinstance(act, TurnAct)
            before, ended = self.ledger.table, self.ledger.ended
            self.tell(self.corrected(index, act, claims=claims, reason="The white sides show which five count."))
            self.tell_difference(before, ended)
            self.tell_position()

    def corrected(
        self,
        index: int,
        act: TurnAct,
        *,
        claims: tuple[tuple[int, ...], ...] | None = None,
        reason: str = "",
    ) -> events.TurnCorrected:
        """The event that puts a turn right."""
        turn = act.turn
        wanted = turn.claims if claims is None else claims
        return events.TurnCorrected(
            **self.now,
            turn=self.ledger.number_of(index),
            team=self.game.seats[act.seat].team,
            action=turn.action,
            space=None if turn.space is None else self.game.layout.name_of(turn.space),
            card=turn.card,
            claims=tuple(names(self.game, claim) for claim in wanted),
            no_draw=turn.no_draw,
            irregular=turn.irregular,
            reason=reason,
        )


MOST_ROUNDS = 8
"""Decisions one observation can bring; each makes the rest look different."""
MOST_GONE = 4
"""Chips that vanish or change colour at once before the board counts as upset."""


def _too_much(rest: list[Change]) -> bool:
    return sum(change.before in "bgr" for change in rest) >= MOST_GONE


def _both(first: Step, second: Step) -> Step:
    """Two chips of one hand as one fault."""
    return Step(
        "fault",
        "place",
        second.space,
        second.seat,
        (*first.changes, *second.changes),
        second.code,
        second.spaces,
        second.problems,
        second.cost,
        second.letter,
    )


__all__ = ["Arbiter", "Input", "OnFault", "done", "read_changes"]
