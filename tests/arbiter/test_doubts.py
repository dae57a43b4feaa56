"""Spaces that stay doubtful: doubt is evidence, the rules are the prior, and what stays open is asked."""

import pytest

from engine import events
from engine.arbiter import Arbiter
from engine.records.replay import replay
from engine.records.twin import record_of
from tests.arbiter.harness import Harness
from tests.arbiter.scoring import Score, referee
from tests.arbiter.simulator import Simulated, Torment
from tests.arbiter.stories import live

TELLING = [("b", 0.85), ("b", 0.6), (".", 0.5), (".", 0.0)]
"""Guesses at a chip that were seen of real ones: the chip, hardly anything, nothing known, and surely not bare."""


def opened(seats="blue green"):
    harness = Harness(seats)
    harness.play(*BEFORE)
    return harness


def asked(harness):
    return [question for question in harness.all(events.Question) if question.about == "doubt"]


BEFORE = ("b e4", "g e5")
STORIES = {
    "two doubtful chips in a row are two turns in the order of their hands": """
        doubtful c3=b . 0.5 x5
        doubtful h7=g . 0.4 x5
        b d9 > blue place c3 ?; green place h7 ?; blue place d9""",
    "a doubt is no turn where the seat to move plays elsewhere": """
        unsure c3 b 0.7, look 5
        d3=b > blue place d3
        look 60 > asked doubt c3: yes or no; answered: no (time)""",
    "a chip that the eye swears to for one look only is no older doubt for it": """
        c3=b x1
        unsure c3 b 0.78
        look 6
        g d9 > blue place c3 ?; green place d9""",
    "a chip taken back after an undo and laid again counts although the eye swears to neither": """
        b c3, look 8 > blue place c3
        undo 1 > said: last-turn-undone; turn 3 undone; asked board c3:
        doubtful c3=. . 0.85 x8 > answered: done (seen)
        doubtful c3=b b 0.8 x5
        g d9 > blue place c3 ?; green place d9""",
    "what stays open for some seconds is asked once": """
        doubtful c3=b . 0.5 x14
        look 6 > asked doubt c3: yes or no
        look 100 > answered: yes (time); blue place c3 ?""",
    "yes makes the turn": """
        doubtful c3=b . 0.5 x18 > asked doubt c3: yes or no
        answer yes > said: chip-there; answered: yes
        look 63 > blue place c3
        sure, g h7 > green place h7""",
    "no makes none": """
        doubtful c3=. . 0.5 x18 > asked doubt c3: yes or no
        answer no > said: no-chip-there; answered: no
        look 63
        sure, b d9 > blue place d9""",
    "the eye answers a question when it sees what was asked": """
        doubtful c3=b . 0.5 x18 > asked doubt c3: yes or no
        sure, look 5 > answered: yes (seen); blue place c3""",
    "letters that come later take back what was none": """
        doubtful c3=. b 0.9 x20 > blue place c3 ?
        sure, look 10 > turn 3 undone
        b d9 > blue place d9
        g h7 > green place h7""",
    "a doubted turn is taken back when its player is seen to play elsewhere": """
        doubtful c3=. b 0.9 x20 > blue place c3 ?
        d3=b > turn 3 undone; blue place d3
        look 20
        g h7 > green place h7""",
    "a turn laid to the wrong one of two doubts is put right": """
        doubtful c3=b . 0.65 x2
        unsure d3 b 0.7, under j10 j9 x5
        g h7 > blue place d3 ?; green place h7
        sure, look 10 > turn 3: blue place c3 with None
        b d9 > blue place d9""",
    "nobody wins by a guess that nobody was asked about": """
        rules sequences_to_win=1
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        doubtful f2=b b 0.9 x13
        look 8 > asked doubt f2: yes or no
        look 22 > answered: yes (time); blue place f2 ?; sequence blue b2-f2; blue wins""",
    "a win that the eye sees to be none is taken back": """
        rules sequences_to_win=1
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        doubtful f2=. b 0.9 x20 > asked doubt f2: yes or no
        look 25 > answered: yes (time); blue place f2 ?; sequence blue b2-f2; blue wins
        sure, look 8 > turn 9 undone
        b d9 > blue place d9""",
    "a chip in doubt that may have been moved is not called taken": """
        given b e4, g e5, b c3, g h7
        c3=. d3=b x0, unsure d3 b 0.7, look 6
        sure, look 8 > fault chip-moved c3 d3""",
    "a chip moved to a space in doubt was not taken by the next player": """
        b c3 > blue place c3
        c3=. d9=b x0, unsure d9 . 0.5, look 6
        g h7 > turn 3 undone; blue place d9 ?; green place h7
        sure, look 8
        b j3 > blue place j3""",
    "a chip taken by a hand that leaves a bare space in doubt was taken when the next player goes on": """
        b c3 > blue place c3
        c3=. d9=. x0, unsure d9 . 0.3, look 6
        b j3 > green remove c3; blue place j3
        sure, look 8""",
    "a chip taken by a hand that leaves a bare space in doubt is told when nobody goes on": """
        b c3 > blue place c3
        c3=. d9=. x0, unsure d9 . 0.3, look 24 > asked doubt d9: yes or no; green remove c3
        sure, look 8 > answered: no (seen)""",
    "a moved chip that lies back in its place in doubt is put right": """
        given b e4, g e5, b c3, g h7
        c3=. d3=b x8 > fault chip-moved c3 d3
        c3=b d3=. x0, unsure c3 b 0.6, look 8 > chip-moved put right
        b d9 > blue place d9
        sure, look 8""",
    "a chip on a space that was long thought bare was laid by the last hand near it": """
        d9=. x0, unsure d9 . 0.97, look 6
        b c3 > blue place c3
        doubtful h7=g . 0.5 x6
        sure, unsure h7 . 0.5, d9=b x6 > green place h7 ?; blue place d9""",
    "a chip laid while no picture came for a second and a half was a turn though it is in doubt": """
        gone 1.5, lies c3=b, unsure c3 b 0.52, look 2
        g h7 > blue place c3 ?; green place h7
        sure, look 8""",
    "a chip taken by an earlier hand than the last was taken by the seat that was passed over": """
        seats blue green red
        given b c3, g e5, r h7, b d9
        doubtful g1=. g 0.7 x3
        h7=. x0, unsure h7 . 0.6, look 8
        r a6 > green place g1 ?; red place a6
        sure, unsure h7 . 0.6, look 8 > turn 5 undone
        sure, look 8 > green remove h7
        b j9 > blue place j9""",
    "a pause ends what is asked": """
        doubtful c3=b . 0.5 x18 > asked doubt c3: yes or no
        pause > said: paused; answered:  (moot)
        resume > said: goes-on
        sure, look 10 > blue place c3""",
    "a board that is cleared after the game takes no doubted turn out of the record": """
        given b e4, g e5, b d3, g h7
        doubtful c3=b . 0.5 x50 > asked doubt c3: yes or no; answered: yes (time); blue place c3 ?
        agreed > said: draw-agreed; drawn
        sure, e4=. e5=. d3=. h7=. c3=. x20""",
    "a chip that was asked about has won when the board is cleared, and nobody is asked about a bare space": """
        rules sequences_to_win=1
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        doubtful f2=b . 0.5 x18 > asked doubt f2: yes or no
        b2=. c2=. d2=. e2=. f2=. b4=. c4=. d4=. j7=. x1, answer no > answered:  (moot); said: no-question
        look 8 > blue place f2 ?; sequence blue b2-f2; blue wins""",
    "a chip that is taken after a turn in doubt was not taken by the seat whose turn that was": """
        seats blue green red blue green red
        given b e4
        doubtful h5=g . 0.5
        r e5 > green place h5 ?; red place e5
        e4=. x8 > fault chip-taken e4 (own-chip)""",
    "a chip nobody spoke of was a turn after all when the next player goes on": """
        doubtful c3=b . 0.8 x50 > asked doubt c3: yes or no; answered: no (time)
        g h7 > blue place c3 ?; green place h7""",
    "a seat that seems to have been passed over may lay one chip more and no other": """
        doubtful c3=b . 0.5 x5
        g h7 > blue place c3 ?; green place h7
        sure, misread c3=. x8 > turn 3 undone
        look 20 > blue place c3
        b d9 > blue place d9
        g j3 > green place j3
        b j5 > blue place j5
        b j7 > fault out-of-turn j7""",
    "a doubtful chip that would win has won when the board is cleared before anybody is asked": """
        rules sequences_to_win=1
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        doubtful f2=b . 0.5 x8
        b2=. c2=. d2=. e2=. f2=. b4=. c4=. d4=. j7=. x10 > blue place f2 ?; sequence blue b2-f2; blue wins""",
    "so has one that is likelier none": """
        rules sequences_to_win=1
        given b b2, g b4, b c2, g c4, b d2, g d4, b e2, g j7
        doubtful f2=b . 0.77 x8
        b2=. c2=. d2=. e2=. f2=. b4=. c4=. d4=. j7=. x10 > blue place f2 ?; sequence blue b2-f2; blue wins""",
    "a board that is cleared beside a doubt that would win nothing is upset and the doubt is forgotten": """
        given b e4, g e5, b d3, g h7, b d9, g j3
        doubtful c3=b b 0.6 x8
        e4=. e5=. d3=. h7=. d9=. j3=. c3=. x20 > fault board-upset d3 j3 e4 e5 h7 d9
        stands > said: stands; board-upset stands; assumed: upset-taken
        look 60""",
    "a doubtful chip beside which another is taken was not moved there": """
        given b e4, g e5, b d3, g h7
        doubtful c3=b . 0.55 x7
        d3=. x1
        sure, look 8 > blue place c3; green remove d3""",
    "a question and its answer outlive a restart": """
        doubtful c3=b . 0.5 x18 > asked doubt c3: yes or no
        restart, answer yes > said: chip-there; answered: yes
        restart, look 20 > assumed: changed-unwatched; blue place c3""",
    "a space that was doubtful for single looks counts as plain when a hand comes": """
        seats blue green red
        given b e4, g e5, r f6
        misread c3=? x1, look 4, misread c3=? x1, look 4, misread c3=? x1, look 4
        misread c3=? x1, look 4, misread c3=? x1, look 4, misread c3=? x1, look 4
        doubtful c3=b . 0.5
        f6=. x8
        r h7 > blue place c3 ?; green remove f6; red place h7""",
    "a surer doubt is not taken for the turn of an earlier one": """
        doubtful c3=b . 0.55, doubtful h7=g . 0.05 x3, d9=b x2
        look 3 > blue place c3 ?; green place h7 ?; blue place d9""",
    "what changed with an earlier hand is not laid to the last one that came near": """
        unsure c3 . 0.45, look 60, under d3 d4 x3, doubtful c3=b . 0.0
        e4=. x3, d3=b x8 > blue place c3 ?; green remove e4; blue place d3""",
    "a removal waits for the next turn where a doubt leaves open whose it was": """
        seats blue green red
        given b e4, g e5, r f6
        doubtful c3=b . 0.6, f6=. x8
        r h7 > blue place c3 ?; green remove f6; red place h7""",
    "a chip that the eye swears to only beside the next hand may have lain there since an earlier one": """
        doubtful c3=b . 0.79, doubtful h7=g . 0.59 x6
        lies c5=b, under c5 c4 b4 x2, look 1
        sure, unsure h7 . 0.59, look 12 > blue place c3; green place h7 ?; blue place c5
        sure, look 5""",
    "a chip that the eye swears to long after its hand is no turn of the seat to move": """
        b d9, doubtful j3=b . 0.8 > blue place d9
        g h7, b j8, g c8, b c3 > green place h7; blue place j8; green place c8; blue place c3
        g i9, sure, look 8 > green place i9; fault out-of-turn j3
        b e9 > out-of-turn stands; blue place j3 !out-of-turn; blue place e9""",
    "a turn that was laid to a stray doubt is put right as soon as its own chip is certain": """
        given b e4, g c8
        unsure d7 . 0.07, lies d8=b, under d8 d9 d7 x2, look 2, under e6 e5 x1 > blue place d8; green place d7 ?
        lies e5=g, under e6 e5 x1, look 8 > turn 4: green place e5 with None
        sure, b j3 > blue place j3""",
    "a turn that was laid to a stray doubt and took a chip in truth is put right": """
        given b e4, g c8, b j3, g i9, b d9
        e4=. g1=. x0, unsure e4 . 0.08, unsure g1 . 0.95, look 8
        b c9 > green place g1 ?; blue place c9
        sure, g h7 > turn 6: green remove e4 with None; green place h7""",
    "it is told in time though nobody plays on": """
        seats blue green red
        given b e4, g e5, r f6
        doubtful c3=. . 0.6, f6=. x30 > asked doubt c3: yes or no; blue remove f6""",
    "a space in doubt from which a chip was taken was the turn before when the next player goes on": """
        unsure e5 g 0.6, look 5, doubtful e5=. . 0.3
        g h7, look 5 > blue remove e5 ?; green place h7""",
    "a space long in doubt was the turn before the next player's though another hand comes near it since": """
        unsure c3 b 0.4, look 30, under c3 c4 x2, lies c3=b, under c3 c4 x2, unsure c3 . 0.66, look 4
        lies h7=g, under h7 h8 x2, look 2, under c4 j1 x8, look 8 > blue place c3 ?; green place h7""",
    "a game begins at once on an empty board of which a few spaces are in doubt": """
        unbegun
        given
        unsure c3 . 0.5, unsure h7 . 0.6, look 3 > the game begins
        b d9, g e4 > blue place d9; green place e4""",
    "a chip in doubt when the game is seen to begin is its first turn when the next player goes on": """
        unbegun
        given
        under j8 j9 x2, under j8 j9 c3 c4 x2, lies c3=b, unsure c3 . 0.5, under j8 j9 x5
        look 5 > the game begins
        g h7, b d9 > blue place c3 ?; green place h7; blue place d9""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_doubts(what):
    live(STORIES[what], BEFORE)


@pytest.mark.parametrize(("guess", "sure"), [(".", 0.5), (".", 0.1), ("b", 0.6), ("b", 0.75)])
def test_a_bare_space_that_is_doubtful_for_89_looks_after_a_bump_is_nobodys_turn(guess, sure):
    asked = "asked doubt g8: yes or no; answered: no (time); " if sure in (0.1, 0.75) else ""
    doubted = f"blind no-board x3, unsure g8 {guess} {sure}, moved x1, look 88, sure, look 5 > board moved; {asked}"
    live(f"{doubted.removesuffix('; ')}\n b c3, g h7 > blue place c3; green place h7", BEFORE)


@pytest.mark.parametrize(("guess", "sure"), TELLING)
def test_a_chip_that_is_doubtful_for_51_looks_becomes_its_turn_within_ten_seconds(guess, sure):
    asked = "asked doubt c3: yes or no; answered: yes (time); " if sure in (0.5, 0.6) else ""
    live(f"doubtful c3=b {guess} {sure} x50 > {asked}blue place c3 ?\n sure, look 5\n g h7 > green place h7", BEFORE)


@pytest.mark.parametrize(("guess", "sure"), TELLING)
def test_when_the_next_player_goes_on_the_doubtful_chip_was_the_turn_before(guess, sure):
    live(f"doubtful c3=b {guess} {sure}\n g h7 > blue place c3 ?; green place h7", BEFORE)


@pytest.mark.parametrize("bare", [0.05, 0.4, 0.6])
def test_a_doubtful_chip_that_is_taken_later_was_there(bare):
    told = f"doubtful c3=b . {bare}\n g h7, b d9 > blue place c3 ?; green place h7; blue place d9"
    live(f"{told}\n sure, c3=. x8 > green remove c3", BEFORE)


@pytest.mark.parametrize(("guess", "sure", "answer"), [(".", 0.5, "yes"), (".", 0.8, "no")])
def test_unanswered_the_likelier_answer_holds_after_the_time_that_was_said(guess, sure, answer):
    harness = opened()
    harness.hand_and_doubt("c3=b", guess, sure, then=17)
    (question,) = asked(harness)
    assert question.default == answer
    while harness.at < question.until:
        assert harness.turns()[2:] == []
        harness.look(1)
    harness.look(1)
    assert harness.turns()[2:] == (["blue place c3"] if answer == "yes" else [])
    assert [(event.answer, event.why) for event in harness.all(events.QuestionClosed)] == [(answer, "time")]


@pytest.mark.parametrize(
    "torment",
    [
        Torment(wrong=0.001, stuck=0.0, stray_doubts=0.01),
        Torment(wrong=0.001, stuck=0.0, doubts=0.01),
        Torment(wrong=0.001, stuck=0.0, troubles={"bump": 0.1}, doubts_after_bumps=1.0),
    ],
    ids=["anywhere", "on chips", "after bumps"],
)
def test_simulated_games_with_doubts_that_last_stay_in_step_and_leave_no_question(torment):
    harness, total = Harness(), Score()
    for seed in range(400, 406):
        done = referee(Simulated(harness.game, seed, torment), Arbiter(harness.game), answers=0.3)
        verdict = replay(record_of(done.told))
        assert verdict.ok, (seed, verdict.problems)
        assert not done.arbiter.ledger.questions
        total.add(done.score)
    assert (total.found, total.false_turns, total.false_faults) == (total.turns, 0, 0), total.missed
    assert total.clear_out <= 10.0


def test_a_turn_says_whether_the_eye_would_swear_to_it():
    harness = opened()
    harness.hand_and_doubt("c3=b", "b", 0.85, then=20)
    turn = harness.all(events.TurnPlayed)[-1]
    assert turn.doubted
    assert 0.5 < turn.confidence < 1.0


def test_a_board_of_which_hardly_anything_can_be_told_is_no_empty_board():
    harness = Harness(begun=False)
    harness.doubts = {f"{column}{row}": (".", 0.5) for column in "bcdef" for row in range(2, 5)}
    harness.look(5)
    assert not harness.arbiter.ledger.started
