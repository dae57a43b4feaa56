"""The table of states, and the diagram drawn from it."""

from pathlib import Path

from engine.judging.states import TABLE, Happening, State, after


def diagram() -> str:
    """The table as a Mermaid flowchart."""
    ways: dict[tuple[Happening, State], list[State]] = {}
    for (here, happening), there in TABLE.items():
        ways.setdefault((happening, there), []).append(here)
    lines = ["flowchart LR", "    start((start)) --> watching"]
    lines += [f"    {' & '.join(all_of)} -->|{why}| {there}" for (why, there), all_of in ways.items()]
    return "\n".join(lines) + "\n"


def test_every_state_can_be_reached_and_left() -> None:
    assert {there for _, there in TABLE.items()} == set(State)
    assert {here for here, _ in TABLE} == set(State)


def test_what_the_table_does_not_know_changes_nothing() -> None:
    assert after(State.FINISHED, Happening.FAULT) is State.FINISHED


def test_the_documentation_shows_the_diagram_of_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "arbiter.md"
    assert diagram() in page.read_text("utf-8")
