"""`referee demo`: a refereed game with no camera at hand."""

from __future__ import annotations

import contextlib
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from calibration.calibrate import Calibration, calibrate
from calibration.profile import save_profile
from calibration.usable import CalibrationError
from engine.equipment.board import Layout
from engine.events import AnyEvent, StateChanged, TurnPlayed
from engine.judging.states import State
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import CARD_CHEATS, CHEATS, Habits
from referee.commands.options import clock_option, data_option, game_options, page_options, voice_options
from referee.session.live import Evening, Plan, keep_serving
from referee.session.showing import PageChoices
from referee.storage.settings import data_folder, demo_folder, start_log
from referee.wiring import Rules
from vision.rectify.mesh import Mesh
from web.server import free_port

WRONG_CARDS = (5, 8)
"""Turns from each of which on the first card that can be is a wrong one: once it is known whose pile is whose, and
within the first minute. Two of them, for not every card can be read."""


WAIT_FROM = WRONG_CARDS[0] - 2
"""The turn after which the players wait until a phone looks on: the one before the wrong card may be on its way."""


class Players:
    """The drawn players, who wait while the game is paused, and with the promised wrong card until somebody sees it."""

    def __init__(self, table: SimulatedTable, watched: Callable[[], bool] = lambda: True) -> None:
        """`watched` says whether a phone looks on; once one has, they wait for none any more."""
        self._table, self._watched = table, watched
        self._turn, self._paused, self._seen = 0, False, False

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Wait, or play on, as the state of the game says."""
        for event in happened:
            if isinstance(event, StateChanged):
                self._paused = event.state == State.PAUSED
            elif isinstance(event, TurnPlayed):
                self._turn = max(self._turn, event.turn)
        self.look()

    def look(self) -> None:
        """See whether somebody looks on by now."""
        self._seen = self._seen or self._watched()
        self._table.hold(self._paused or (self._turn >= WAIT_FROM and not self._seen))


@click.command()
@click.option("--speed", type=float, default=1.0, show_default=True, help="How much faster the players are.")
@click.option("--seed", type=int, help="The same number gives the same table, cards and cheats. Default: chance.")
@game_options("blue:Ada green:Ben")
@clock_option
@click.option(
    "--cheats", type=float, default=0.06, show_default=True, help="Part of the turns at which somebody cheats."
)
@click.option("--once", is_flag=True, help="End after one game instead of playing on.")
@page_options
@voice_options
@data_option
def demo(
    speed: float,
    seed: int | None,
    asked: Rules,
    cheats: float,
    once: bool,
    page: PageChoices,
    spoken: str | None,
    data: Path | None,
) -> None:
    """Referee a simulated table: every frame is drawn, then found, straightened, read and judged like a real one.

    The players play by the rules from real shuffled hands and lay their cards on piles beside the board; now and then
    one cheats, with chips or with a wrong card, and the referee catches it.

    Its games are kept in `demo` inside the data folder, apart from those that people played, unless you say --data.
    """
    chosen = random.SystemRandom().randrange(1, 10_000) if seed is None else seed
    game = asked.game()
    table = SimulatedTable(
        seed=chosen,
        edition=asked.edition,
        seats=asked.seats,
        rules=asked.rules,
        layout=game.layout.found_by,
        speed=speed,
        habits=Habits(
            cheats,
            kinds=(*CHEATS, *CARD_CHEATS),
            games=1 if once else None,
            wrong_cards_from=WRONG_CARDS if cheats else (),
        ),
    )
    click.echo(f"Laying a table ({table.describe()['board']}, seed {chosen}) and measuring it ...")
    measured = _measure(table, game.layout)
    for sentence in measured.report:
        click.echo(f"  {sentence}")
    with contextlib.ExitStack() as closing:
        profile = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="referee-demo-")))
        save_profile(profile, measured.look)
        if page.port:  # 0: whichever the system gives
            page = replace(page, port=free_port(page.host, page.port) or page.port)
        folder = demo_folder(data_folder()) if data is None else data
        start_log(folder)
        plan = Plan(profile, asked, folder, page, spoken, passing=True)
        evening = Evening.open(closing, table, measured.look, plan)
        waits = cheats > 0 and not once
        players = Players(table, (lambda: evening.showing.watched) if waits else lambda: True)
        evening.table.listen(players)
        if waits:
            click.echo("The players wait for a phone to look on before one of them lays a wrong card.")
        keep_serving(evening, until_source_ends=once, each_round=players.look)


def _measure(table: SimulatedTable, printed: Layout) -> Calibration:
    """The table measured as people would; where its board is hard to find they say where the corners are."""
    chips = {team[0]: printed.space(space) for team, space in table.color_chips.items()}
    empty, colors = table.empty_picture(), table.colors_picture()
    try:
        return calibrate(empty, colors, chips, layout=printed)
    except CalibrationError as doubt:
        click.echo(f"  {doubt.reason} Its corners are given.")
        corners = Mesh(table.nodes.astype(np.float32)).corners.tolist()
        return calibrate(empty, colors, chips, layout=printed, corners=corners)
