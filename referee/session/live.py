"""An evening at one table: camera, eye, referee, history, page and voice, put together and run."""

from __future__ import annotations

import contextlib
import logging
import shlex
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2

from engine.arbiter import Arbiter
from engine.events import AnyEvent
from engine.judging.beginning import Beginning
from engine.rules.position import Game, Seat, SeatsError
from hardware.camera import Camera, Posable, Replayable, is_film
from hardware.camera_settings import Settings
from hardware.voice import Voice
from referee.club.sender import ClubSender
from referee.console import counted
from referee.evidence.store import BUDGET
from referee.refusal import Refusal
from referee.session.camera_memory import keep_settings
from referee.session.persistence import Kept, Persistence
from referee.session.running import run, stopping
from referee.session.serving import noted
from referee.session.showing import Announcer, PageChoices, Showing, greet
from referee.session.table import Listener, LiveTable, Sitting
from referee.session.table_deck import TableDeck
from referee.storage.history import GameRow
from referee.storage.host_book import BookOnDisk
from referee.storage.locks import instance_lock
from referee.storage.settings import data_folder
from referee.wiring import Rules, eye_for
from vision.rectify.pictures import must_be_of_size
from vision.table import TableLook
from web.feed import Feed
from web.hosts import Hosts
from web.setup import SetupDesk
from web.turn_clock import TurnClock
from web.wording import told

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plan:
    """How an evening is to be."""

    profile: Path
    """Folder of the table profile."""
    rules: Rules
    data: Path
    """Folder of history and evidence."""
    page: PageChoices
    spoken: str | None = None
    """The language in which this machine speaks; none where it keeps silent."""
    new: bool = False
    """A game begins even where one waits to be gone on with."""
    club: tuple[str, str] = ("", "")
    """Link to a club and the table's name there, where the table is to join one."""
    passing: bool = False
    """Nobody will ever go on with its games."""
    evidence: int = BUDGET
    """Most bytes that pictures and film may take."""
    setup: SetupDesk | None = None
    """Answers the host's phone that wants other players or to measure the table again."""


@dataclass(frozen=True)
class Evening:
    """Everything of one live table."""

    camera: Camera
    table: LiveTable
    showing: Showing
    stop: threading.Event
    plan: Plan
    told: Sequence[AnyEvent] = ()
    """What was announced before, of a game that is gone on with."""
    clock: int = 0
    """Seconds a turn has; 0 for no limit."""

    @classmethod
    def open(
        cls,
        closing: contextlib.ExitStack,
        camera: Camera,
        look: TableLook,
        plan: Plan,
        stop: threading.Event | None = None,
    ) -> Evening:
        """Put it together; `closing` takes apart what was opened, in reverse order.

        `stop` ends it, else the signals that end a program do.

        Raises:
            PortTaken, Refusal, PictureError, and what the rule book says of seats that cannot play: each in words.
        """
        rules, name = plan.rules, str(plan.profile.resolve())  # by what the table is known in the history
        game = rules.game(look)
        eye = eye_for(look, game)
        camera.open()  # before anything is promised: a camera that is not there ends it here
        closing.callback(camera.close)
        _must_fit(camera, look)
        if stop is None:  # before all that must be saved: who stops twice waits for that too
            stop = closing.enter_context(stopping())
        closing.enter_context(instance_lock(f"the table {name}", plan.data))
        kept = Kept.until_closed(closing, plan.data, plan.evidence)
        persistence = Persistence(kept, camera.name, name, " ".join(map(str, game.seats)))
        if plan.passing:
            closing.callback(persistence.leave)
        rules, left, told = _to_go_on_with(persistence, rules, look) if not plan.new else (rules, None, [])
        game = rules.game(look)
        feed = Feed(events=told, clock=TurnClock(rules.clock))
        deck = TableDeck(plan.profile, look, game, lay=camera.lay_card if isinstance(camera, Posable) else None)
        club, shows = ClubSender(plan.data, plan.club), None if is_film(camera) else deck
        showing = Showing(feed, plan.page, kept, Hosts(BookOnDisk(plan.data)), plan.setup, shows, club)
        closing.callback(showing.close)
        showing.seats.hear(told, lambda _: None)  # which players changed places, should that be taken back
        closing.enter_context(noted(plan.data, showing.address, plan.page.host, showing.server.port))
        if left is None:
            sitting = persistence.begin(game, rules, eye)
        else:
            sitting = persistence.take_up(game, rules, left.id, told, eye)
            _say_that_it_goes_on(left, camera, told)
        listeners: list[Listener] = [showing]
        if plan.spoken is not None:
            showing.let_say_time(announcer := _announcer(told, plan.spoken, rules.clock))
            listeners.append(announcer)

        def lay_next() -> Sitting:
            nonlocal rules
            following = NextGame.after(table.arbiter, rules, look)
            laid = persistence.begin(following.game, following.rules, eye)
            rules = following.rules
            showing.seats.next_begins_with(following.first)
            return laid

        table = LiveTable(eye, sitting, lay_next, listeners=listeners, began=end_of(told), piles=deck)
        closing.callback(table.close)
        club.start(lambda: "camera" if table.lost else "live")
        closing.callback(club.close)
        return cls(camera, table, showing, stop, plan, told, rules.clock)


def _to_go_on_with(
    persistence: Persistence, rules: Rules, look: TableLook
) -> tuple[Rules, GameRow | None, Sequence[AnyEvent]]:
    """The game that was broken off at this table, with its rules and what was told of it; none where none was, or where
    it cannot be read."""
    game = rules.game(look)
    left = persistence.unfinished(game)
    if left is None:
        return rules, None, []
    if left.seats != rules.seats:
        rules = replace(rules, seats=left.seats)
        game = rules.game(look)
    return rules, *(persistence.readable(game, left) or (None, []))


class NextGame(NamedTuple):
    """What is played after a game."""

    game: Game
    rules: Rules
    """With the seats in the order in which they play, each with the player who sat there last."""
    first: int
    """Which seat of the game before is the first of them."""

    @classmethod
    def after(cls, arbiter: Arbiter, rules: Rules, look: TableLook | None) -> NextGame:
        """What is played after the game of this arbiter, which was played by these rules.

        Where everyone deals in turn the seat after the one that began is the first, in the record as well. Uneven teams
        cannot go round that way without two of one team side by side: there the seats stay as they are.
        """
        try:
            return cls._begun_by(Beginning.after(arbiter.ledger).first, arbiter.game.seats, rules, look)
        except SeatsError:
            return cls._begun_by(0, arbiter.game.seats, rules, look)

    @classmethod
    def _begun_by(cls, first: int, seats: Sequence[Seat], rules: Rules, look: TableLook | None) -> NextGame:
        turned = replace(rules, seats=" ".join(map(str, (*seats[first:], *seats[:first]))))
        return cls(turned.game(look), turned, first)


def _say_that_it_goes_on(left: GameRow, camera: Camera, told: Sequence[AnyEvent]) -> None:
    """Says which game is gone on with; a film of it goes on after the last frame of the turns told: earlier ones show a
    board on which these were not played yet."""
    click.echo(f"Going on with game {left.id} ({counted(left.turns, 'turn')}). For a new one: --new")
    if left.source == camera.name and isinstance(camera, Replayable):
        camera.go_on_after(max((event.frame for event in told if event.frame is not None), default=-1))


def _announcer(told: Sequence[AnyEvent], language: str, clock: int) -> Announcer:
    """Speaks what happens from now on; says on the terminal why it cannot."""
    voice = Voice(language)
    if voice.silent:
        click.echo(voice.silent, err=True)
    return Announcer(voice, told, language, clock=clock)


def _must_fit(camera: Camera, look: TableLook) -> None:
    """Refuses a camera whose pictures, as far as it says, are not of the size the table was measured at."""
    known = camera.describe()
    size: Any = (known.get("width"), known.get("height"))
    if None not in size:
        must_be_of_size(size, look.size)


def end_of(told: Sequence[AnyEvent]) -> float:
    """Time of the last event: where the clock of a game that is gone on with stands."""
    return max((event.at for event in told), default=0.0)


def keep_serving(
    evening: Evening,
    *,
    until_source_ends: bool = False,
    first_frame: Callable[[], None] | None = None,
    each_round: Callable[[], None] | None = None,
) -> None:
    """Referee until somebody stops it. When a recording is over its page stays, unless told otherwise.

    `first_frame` is called once, `each_round` as `run` does it.
    """
    cv2.setNumThreads(1)  # the sums of pictures are small: sharing them among cores costs a Pi more than it gains
    evening.showing.start(evening.table)
    greet(evening.showing)
    waiting, said = first_frame, set[str]()

    def after_frame() -> None:
        nonlocal waiting
        evening.showing.tell()
        for trouble in (evening.showing.worry, evening.table.sitting.unsaved):
            if trouble is not None and trouble.code not in said:
                said.add(trouble.code)
                click.echo(f"referee: {told(trouble)}", err=True)
        if waiting is not None:
            waiting()
            waiting = None

    def keep(settings: Settings) -> None:
        try:
            keep_settings(settings, evening.plan.profile)
        except Refusal as no:  # a full card, or one that may only be read: they hold until the program ends
            _log.warning("%s", no)

    run(evening.table, evening.camera, evening.stop, after_frame=after_frame, each_round=each_round, keep=keep)
    evening.showing.feed.rest()
    if not evening.stop.is_set() and not until_source_ends:
        click.echo("No more pictures come; the page stays until Ctrl-C.")
        evening.stop.wait()
    sitting = evening.table.sitting
    sitting.write()
    if sitting.recorder is not None and (trouble := sitting.recorder.trouble):
        raise Refusal(
            f"The end of the game is not saved: {counted(sitting.waiting, 'event')} could not be written. "
            f"{trouble.about['why']}",
            "What was saved before is in the history.",
            exit_code=1,
        )
    data = evening.plan.data
    there = "" if data == data_folder() else f" --data {shlex.quote(str(data))}"
    click.echo(f"\nThe game is in the history: referee history list{there}")
