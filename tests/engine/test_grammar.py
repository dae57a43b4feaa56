"""The grammar and the schema in the documentation are those of the reader and the twin."""

import json
import re
from pathlib import Path
from random import Random

import jsonschema
import msgspec
import pytest

from engine import events
from engine.analysis.players import Table
from engine.events import AnyEvent
from engine.faults import MARKS
from engine.records.record import RecordError, make_record, write_record
from engine.records.record_reader import read_records
from engine.records.twin import write_lines
from engine.rules.position import new_game
from tests.engine.ebnf import Grammar
from tests.engine.test_records import entries_of
from tests.engine.told import events_of

DOCS = Path(__file__).parents[2] / "docs"
GRAMMAR = Grammar((DOCS / "record.ebnf").read_text("utf-8"))
GAME = new_game("classic", " ".join(["blue green"] * 6))
TAGS = f'[Edition "classic"]\n[Seats "{" ".join(map(str, GAME.seats))}"]\n\n'


def text_of(name, random):
    """A random terminal of the classic game; rounds are left out, as their numbers must be right."""
    rows = "/".join(GAME.layout.name_of(0) and row for row in ["*........*", *[".........."] * 8, "*........*"])
    return {
        "card": random.choice(GAME.deck.kinds),
        "space": GAME.layout.name_of(random.randrange(100)),
        "team": random.choice(("blue", "green")),
        "code": random.choice(MARKS),
        "number": random.choice("12"),
        "given": "?",
        "comment": " {so it was} ",
        "board": f"board:{rows}>1",
    }.get(name)


def sentence(seed):
    """A random game of the grammar; words of one token are run together."""
    random = Random(seed)
    items = []
    for _ in range(8):
        kind = random.choice(("turn", "turn", "turn", "shuffle", "talk", "comment", "stood", "board"))
        items.append(" ".join(_tokens(kind, random)))
    return TAGS + " ".join(items)


TOKENS = ("dead", "placed", "removed", "claim", "mark", "talk", "resign", "stood", "board", "shuffle")


def _tokens(kind, random):
    def terminal(name):
        if name in TOKENS and name != "board":
            return "".join(GRAMMAR.sentence(name, random, lambda inner: text_of(inner, random)))
        return text_of(name, random)

    if kind == "comment":
        return ["{so}"]
    return GRAMMAR.sentence(kind, random, terminal) if kind == "turn" else [terminal(kind) or ""]


def test_every_name_of_the_grammar_is_explained():
    assert GRAMMAR.terminals == {"name", "value", "comment", "card", "space", "team", "code", "number", "row"}


def test_whatever_the_grammar_makes_the_reader_reads():
    for seed in range(60):
        (record,) = read_records(sentence(seed))
        assert read_records(write_record(record)) == (record,), seed


MATCH = {
    "name": re.compile(r"[A-Za-z]\w*(?=\s)"),
    "value": re.compile(r'(?:[^"\\]|\\.)*'),
    "comment": re.compile(r"\{[^}]*\}"),
    "card": re.compile("|".join(sorted(GAME.deck.kinds, key=len, reverse=True))),
    "space": re.compile(r"[a-j](?:10|[1-9])"),
    "team": re.compile("blue|green|red"),
    "code": re.compile("|".join(sorted(MARKS, key=len, reverse=True))),
    "number": re.compile("[0-9]+"),
    "row": re.compile(r"[.*bgrBGR0-9]+"),
}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_writer_writes_is_of_the_grammar(seed):
    made = entries_of(seed, ("classic", "blue green", ""))
    short = make_record(made.game, made.entries[:25], event="Friday")
    assert GRAMMAR.matches("file", write_record(short), MATCH)


@pytest.mark.parametrize("wrong", ["7H@", "x7H", "=b2-f6", "talk:", "7H", "!locked:", "[Edition]"])
def test_what_is_not_of_the_grammar_is_not_read(wrong):
    assert not GRAMMAR.matches("file", TAGS + wrong, MATCH)
    with pytest.raises(RecordError):
        read_records(TAGS + wrong)


# ---- the twin

SCHEMA = DOCS / "record.schema.json"


def schema():
    """The schema of one line of the twin, as the program reads it."""
    made = msgspec.json.schema(AnyEvent, schema_hook=lambda kind: {"description": "any JSON"})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "One event of a game", **made}


def test_the_schema_in_the_documentation_is_the_programs():
    kept, made = json.loads(SCHEMA.read_text("utf-8")), schema()
    fields = [{name: set(one.get("properties", ())) for name, one in each["$defs"].items()} for each in (kept, made)]
    assert fields[0] == fields[1], "events have changed: `python -m tests.engine.test_grammar` writes the schema anew"


def test_every_line_of_a_twin_fits_the_schema_and_what_does_not_is_not_read():
    valid = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    table = Table(new_game("classic", "blue green"), Random(2))
    turns = tuple(table.next_turn() for _ in range(12))
    lines = write_lines(events_of(make_record(table.game, turns, result="drawn"))).splitlines()
    assert len(lines) > 12
    for line in lines:
        assert not list(valid.iter_errors(json.loads(line)))
    for wrong in ({}, {"event": "turn"}, {"event": "nothing"}, {**json.loads(lines[1]), "turn": "one"}):
        assert list(valid.iter_errors(wrong))
        with pytest.raises(msgspec.DecodeError):
            events.decode(json.dumps(wrong).encode())


if __name__ == "__main__":
    SCHEMA.write_text(json.dumps(schema(), indent=1) + "\n", "utf-8")
