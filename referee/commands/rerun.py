"""`referee rerun`: feed recorded inputs through the arbiter again and compare."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from referee.commands.options import data_option, json_option
from referee.refusal import Refusal
from referee.settings import data_folder
from referee.telling import tell_json, tell_line


@click.command(short_help="Feed recorded inputs through the arbiter again and compare.")
@click.argument("game", metavar="GAME|FILE")
@data_option
@json_option
def rerun(game: str, data: Path | None, as_json: bool) -> int:
    """Judge a game again from what was seen and said.

    GAME is a number of `referee history list`: its rulings are compared with those of this version, and exit code 1
    means that some differ. FILE was written by `referee watch --record`: its rulings are printed.
    """
    if not game.isdigit():
        return _print_again(Path(game), as_json)
    from engine.arbiter import Arbiter
    from engine.events import encode
    from engine.inputs import differences, read_inputs
    from referee.keeping import Kept

    kept = Kept.reading(data_folder(data))
    with kept.history:
        number = int(game)
        kept.history.game(number)
        told = kept.history.events(number)
    stretches = list(kept.inputs.stretches(number))
    if not stretches:
        raise Refusal(
            f"The inputs of game {number} are not kept.", "Games refereed live or watched with --keep have them."
        )
    found: list[str] = []
    ends = [*(first for first, _ in stretches[1:]), len(told)]
    for (first, file), until in zip(stretches, ends, strict=True):
        with file.open("rb") as lines:
            head, given = read_inputs(lines, str(file))
            arbiter = (
                Arbiter.resume(head.game(), told[:first], on_fault=head.on_fault)
                if first
                else Arbiter(head.game(), on_fault=head.on_fault, wait_for_start=head.wait_for_start)
            )
            again = [encode(event) for one in given for event in arbiter.receive(one)]
            before = [encode(event) for event in islice(told, first, until)]
            # An input is kept before what it leads to: a program that was killed between the two announced nothing.
            found.extend(differences(before, again[: len(before)]))
    if as_json:
        tell_json({"game": number, "events": len(told), "differences": found})
    elif not found:
        tell_line(f"Game {number}: the same {len(told)} rulings, to the letter.")
    for line in () if as_json else found:
        tell_line(line)
    return 1 if found else 0


def _print_again(file: Path, as_json: bool) -> int:
    from engine import inputs
    from engine.events import encode
    from referee.retelling import retell

    try:
        with file.open("rb") as lines:
            happened = list(inputs.rerun(*inputs.read_inputs(lines, str(file))))
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}.", "Give the number of a game, or a file.") from error
    if as_json:
        for event in happened:
            tell_line(encode(event).decode())
    else:
        for line, mood in retell(happened):
            tell_line(line, mood)
    return 0
