"""After a restart at any event nothing announced is missing and the game ends the same."""

import pytest

from engine import events
from engine.arbiter import Arbiter
from engine.observation import Observation, SourceEnded
from engine.rules.position import Game, new_game
from tests.arbiter.harness import Harness
from tests.arbiter.simulator import Simulated, Torment
from tests.arbiter.stories import live

GAME = new_game("classic", "blue green")


def told_of(film: list[Observation], game: Game) -> tuple[Arbiter, list[tuple[int, events.AnyEvent]]]:
    """A game as it is judged at one go, with the look at which each event came."""
    arbiter = Arbiter(game)
    return arbiter, [(number, event) for number, seen in enumerate(film) for event in arbiter.receive(seen)]


def announced(told: list[events.AnyEvent]) -> list[tuple[object, ...]]:
    """Every turn, sequence and win."""
    turns = [(t.turn, t.team, t.action, t.space) for t in told if isinstance(t, events.TurnPlayed)]
    made = [(s.team, s.spaces) for s in told if isinstance(s, events.SequenceMade)]
    return [*turns, *made, *((w.team,) for w in told if isinstance(w, events.GameWon))]


def resumed(game: Game, told: list[events.AnyEvent]) -> Arbiter:
    return Arbiter.resume(game, [events.decode(events.encode(event)) for event in told])


def test_a_restart_after_any_event_even_between_two_of_one_moment_loses_nothing() -> None:
    game = new_game("bible", "blue green")
    film = list(Simulated(game, 5, Torment(wrong=0.0, stuck=0.0, unsure=0.0)).play())
    arbiter, whole = told_of(film, game)
    everything = announced([event for _, event in whole])
    assert everything[-1] == (arbiter.ledger.ended,)
    for cut in range(1, len(whole)):
        told = [event for _, event in whole[:cut]]
        again = resumed(game, told)
        for seen in film[whole[cut - 1][0] + 1 :]:
            told += again.receive(seen)
        assert announced(told) == everything, whole[cut - 1]
        assert (again.position, again.state) == (arbiter.position, arbiter.state)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_killed_again_and_again_ends_the_same(seed: int) -> None:
    film = list(Simulated(GAME, seed, Torment(wrong=0.0, stuck=0.0)).play())
    arbiter, whole = told_of(film, GAME)
    killed, told = Arbiter(GAME), []
    for number, seen in enumerate(film):
        if number % 7 == 3:
            killed = resumed(GAME, told)
        told += killed.receive(seen)
    assert announced(told) == announced([event for _, event in whole])
    assert (killed.position, killed.ledger.ended) == (arbiter.position, arbiter.ledger.ended)


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
