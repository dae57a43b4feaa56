"""`referee editions`: the printed rule books."""

from __future__ import annotations

import click
import msgspec

from engine.editions.edition import Edition, EditionError
from engine.editions.edition_files import edition_names, edition_text, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import LayoutError, load_layout
from engine.rules import rulebook
from engine.rules.position import SeatsError, check_deal, deck_for, runs_for
from referee.commands.options import json_option
from referee.refusal import Refusal
from referee.reports.explaining import explain_edition


@click.command()
@click.argument("names", nargs=-1, metavar="[EDITION]...")
@click.option("--rules", default="", help='With these switches: "advanced_jack=yes dead_per_turn=1".')
@click.option("--file", "as_file", is_flag=True, help="Print the file of the edition named, to begin one of your own.")
@json_option
def editions(names: tuple[str, ...], rules: str, as_file: bool, as_json: bool) -> int:
    """List the editions, or explain those named: names or .toml files of your own."""
    if as_file:
        if len(names) != 1:
            raise Refusal("--file prints one edition.", "Name it, as in: referee editions classic --file")
        print(edition_text(names[0]), end="")
        return 0
    for edition in [load_edition(name, rules) for name in (names or edition_names())]:
        if names:
            _board_checked(edition)
        if as_json:
            every_rule = [{"id": name, **msgspec.structs.asdict(rule)} for name, rule in rulebook.rules().items()]
            rows = {"rulebook": every_rule} if names else {}
            told = {"name": edition.name, **msgspec.structs.asdict(edition), **rows}
            print(msgspec.json.encode(told).decode())
        elif names:
            print("\n".join(explain_edition(edition)))
        else:
            print(f"{edition.name:<12} {edition.title}. {edition.about}")
    if not names and not as_json:
        print("\nSwitches, for --rules and the tag Rules:")
        for switch in SWITCHES.values():
            print(f"  {switch.name + '=' + switch.values.replace(', ', '|'):<42} {switch.about}")
    return 0


def _board_checked(edition: Edition) -> None:
    """Look for the board that an edition names.

    Raises EditionError where it is none, pictures a special card, has no line as long as a sequence, or does not make
    cards enough for every hand.
    """
    try:
        layout = load_layout(edition.layout)
        deck = deck_for(edition, layout)
        runs_for(edition, layout)
        for players, hand in edition.hands.items():
            check_deal(deck, players, hand)
    except LayoutError as error:
        raise EditionError(f"{edition.found_by}: layout: {error}") from None
    except (EditionError, SeatsError) as error:
        raise EditionError(f"{edition.found_by}: {error}") from None
