"""After a restart at any event nothing announced is missing and the game ends the same."""

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.judging.input_quantization import Input
from engine.judging.ledger import Ledger
from engine.observation import Observation, SourceEnded
from engine.rules.position import new_game
from tests.arbiter.harness import Harness
from tests.arbiter.simulator import Simulated, Torment
from tests.arbiter.stories import live

GAME = new_game("classic", "blue green")


def lasting(ledger: Ledger) -> tuple[object, ...]:
    """Everything that must outlive a restart. (What still lies there after an undo is seen again.)"""
    return (
        ledger.started,
        ledger.state,
        ledger.table.position,
        dict(ledger.table.extra),
        ledger.table.also,
        ledger.table.dead,
        ledger.faults,
        ledger.questions,
        ledger.counted,
        ledger.ended,
        [type(act).__name__ for act in ledger.acts],
    )


def test_the_events_alone_bring_back_the_same_ledger_at_every_point() -> None:
    arbiter = Arbiter(GAME)
    told: list[events.AnyEvent] = []
    troubles = dict.fromkeys(("out-of-turn", "two-chips", "chip-moved", "chip-taken", "foreign-colour"), 0.02)
    say: dict[int, Input] = {}
    for number, seen in enumerate(Simulated(GAME, 3, Torment(troubles=troubles)).play()):
        if number == 90:
            say[number] = calls.Undo(at=seen.at, turns=1)
        if number == 93:
            say[number] = calls.UndoCall(at=seen.at)
        if number == 150:
            say[number] = calls.CardWas(at=seen.at, card="4C")
        if number == 200:
            say[number] = calls.CannotPlay(at=seen.at)
        if number in say:
            told += arbiter.receive(say[number])
        told += arbiter.receive(seen)
        if number % 10 == 0:
            written = [events.decode(events.encode(event)) for event in told]
            assert lasting(Arbiter.resume(GAME, written).ledger) == lasting(arbiter.ledger)


def test_a_restart_after_any_event_even_between_two_of_one_moment_loses_nothing() -> None:
    game = new_game("bible", "blue green")
    film = list(Simulated(game, 5, Torment(wrong=0.0, stuck=0.0, unsure=0.0)).play())
    arbiter, whole = Arbiter(game), []
    for number, seen in enumerate(film):
        whole += [(number, event) for event in arbiter.receive(seen)]

    def said(told: list[events.AnyEvent]) -> list[tuple[object, ...]]:
        turns = [(t.turn, t.team, t.action, t.space) for t in told if isinstance(t, events.TurnPlayed)]
        made = [(s.team, s.spaces) for s in told if isinstance(s, events.SequenceMade)]
        won = [(w.team,) for w in told if isinstance(w, events.GameWon)]
        return [*turns, *made, *won]

    everything = said([event for _, event in whole])
    assert everything[-1] == (arbiter.ledger.ended,)
    for cut in range(1, len(whole)):
        told = [events.decode(events.encode(event)) for _, event in whole[:cut]]
        again = Arbiter.resume(game, told)
        for seen in film[whole[cut - 1][0] + 1 :]:
            told += again.receive(seen)
        assert said(told) == everything, whole[cut - 1]
        assert again.position == arbiter.position
        assert again.state == arbiter.state


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_killed_again_and_again_ends_the_same(seed: int) -> None:
    film: list[Observation] = list(Simulated(GAME, seed, Torment(wrong=0.0, stuck=0.0)).play())
    arbiter, whole = Arbiter(GAME), []
    for seen in film:
        whole += arbiter.receive(seen)
    killed, told = Arbiter(GAME), []
    for number, seen in enumerate(film):
        if number % 7 == 3:
            killed = Arbiter.resume(GAME, [events.decode(events.encode(event)) for event in told])
        told += killed.receive(seen)

    def turns(of: list[events.AnyEvent]) -> list[tuple[object, ...]]:
        return [(t.turn, t.team, t.action, t.space) for t in of if isinstance(t, events.TurnPlayed)]

    assert turns(told) == turns(whole)
    assert killed.position == arbiter.position
    assert killed.ledger.ended == arbiter.ledger.ended


STORIES = {
    "turns played while the power was off are taken up and told": """
        restart, lies c3=b h7=g, gone 600, look 12 > assumed: changed-unwatched; blue place c3; green place h7""",
    "a board left as it was is said to be so": """
        restart, gone 3600, look 12 > assumed: as-left""",
    "an open fault is still open after a restart": """
        d8=g x8 > fault out-of-turn d8
        restart, look 10
        d8=. x8 > out-of-turn put right; assumed: as-left""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_after_a_restart(what):
    live(STORIES[what], ("b e4", "g e5"))


def won_harness() -> Harness:
    harness = Harness("blue green", rules="sequences_to_win=1")
    harness.play("b b2", "g b4", "b c2", "g c4", "b d2", "g d4", "b e2", "g j7", "b f2")
    assert [won.team for won in harness.all(events.GameWon)] == ["blue"]
    return harness


def test_a_restart_on_a_board_on_which_a_game_was_won_announces_no_win_again() -> None:
    harness = won_harness()
    harness.arbiter, harness.told = Arbiter(harness.game), []
    harness.look(60)
    assert not harness.all(events.GameStarted)
    assert not harness.all(events.GameWon)
    (question,) = harness.all(events.Question)
    assert (question.about, question.team) == ("over", "blue")
    harness.give(SourceEnded(at=harness.at))
    assert not harness.all(events.GameStarted)


def test_the_next_game_begins_once_the_board_of_the_last_one_is_empty_and_not_while_it_is_cleared() -> None:
    harness = won_harness()
    harness.arbiter, harness.told = Arbiter(harness.game), []
    harness.look(20)
    for names in ("b2=. c2=.", "d2=. e2=.", "b4=. c4=. d4=. j7=."):
        harness.hand(names, then=15)
    assert not harness.all(events.GameStarted)
    harness.hand("f2=.", then=5)
    assert harness.all(events.GameStarted)[0].position == ()
    assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [("done", "seen")]
    harness.play("b e4")
    assert harness.turns() == ["blue place e4"]
