"""The table of states, and the diagram drawn from it."""

from pathlib import Path

from engine.judging.states import TABLE, Happening, State, after


def diagram() -> str:
    """The table as a Mermaid state diagram."""
    ways: dict[tuple[State, State], list[str]] = {}
    for (here, happening), there in TABLE.items():
        if here is not there:
            ways.setdefault((here, there), []).append(happening.value)
    lines = ["stateDiagram-v2", "    [*] --> watching: start"]
    lines += [f"    {here} --> {there}: {' / '.join(why)}" for (here, there), why in ways.items()]
    return "\n".join([*lines, "    finished --> [*]"]) + "\n"


def test_every_state_can_be_reached_and_left() -> None:
    assert {there for _, there in TABLE.items()} == set(State)
    assert {here for here, _ in TABLE} == set(State)


def test_what_the_table_does_not_know_changes_nothing() -> None:
    assert after(State.FINISHED, Happening.FAULT) is State.FINISHED


def test_the_documentation_shows_the_diagram_of_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "arbiter.md"
    assert diagram() in page.read_text("utf-8")
