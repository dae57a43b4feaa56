"""What the page shows of a game, event by event."""

from functools import reduce

import msgspec

from engine import events as e
from tests.web.script import Script, long_game, opening, turn_at
from tests.web.show import stages
from web.scoreboard import Scoreboard, fold
from web.state_words import StateWords
from web.updates import page_state
from web.wording import languages, sentence


def board_after(*happened):
    return reduce(fold, happened, Scoreboard())


def page_after(*happened):
    return msgspec.json.decode(msgspec.json.encode(page_state(board_after(*happened))))


def test_a_page_knows_the_cards_of_the_board_and_who_sits_where():
    page = page_after(*Script().events)
    assert page["table"]["cards"][:3] == ["*", "2S", "3S"]
    assert page["table"]["needed"] == 2
    assert page["table"]["seats"] == [{"team": "blue", "name": "North"}, {"team": "green", "name": "East"}]
    assert page["position"][0] == "*........*"
    assert page["to_move"] == 0


def test_players_who_changed_places_are_named_where_they_sit_now():
    script = Script().play("d4", "QC").say(e.SeatsChanged(seats=("blue:East", "green:North"))).play("d5")
    page = page_after(*script.events)
    assert [seat["name"] for seat in page["table"]["seats"]] == ["East", "North"]
    assert [line["name"] for line in page["turns"]] == ["North", "North"], "each turn is its player's"


def test_a_board_of_another_shape_keeps_its_shape_and_its_named_pictures():
    page = page_after(*stages()["kids"])
    assert (page["table"]["rows"], page["table"]["columns"]) == (6, 7)
    assert page["table"]["cards"][1].lower() == "tiger"


def test_a_layout_nobody_knows_here_is_shown_without_its_cards():
    page = page_after(e.GameStarted(edition="classic", layout="no-such-board", seats=("blue", "green")))
    assert page["table"]["cards"][0] == "*"
    assert page["table"]["cards"][1] == ""
    assert page["table"]["needed"] == 0


def test_a_turn_is_listed_and_marked_as_the_last_one():
    page = page_after(*Script().play("d4", "QC"))
    assert page["last"]["space"] == "d4"
    assert page["turns"][0]["key"] == "turn_place_card"
    assert page["turns"][0]["name"] == "North"
    assert page["position"][3][3] == "b"
    assert page["to_move"] == 1


def seconds_of(*happened):
    return [turn.get("seconds") for turn in page_after(*Script().events, *happened)["turns"]]


def test_a_turn_says_how_long_it_took_without_the_pauses_in_it():
    pause = (e.StateChanged(at=40.0, state="paused"), e.StateChanged(at=100.0, state="watching"))
    assert seconds_of(turn_at(10.0, 1), turn_at(31.0, 2), *pause, turn_at(106.0, 3)) == [None, 21, 15]


def test_of_turns_told_at_once_only_the_first_says_how_long_it_took():
    assert seconds_of(turn_at(10.0, 1), turn_at(45.0, 2), turn_at(45.0, 3), turn_at(60.0, 4)) == [None, 35, None, 15]


def test_a_turn_whose_card_is_seen_later_still_says_how_long_it_took():
    card = e.TurnCorrected(at=50.0, turn=2, team="green", action="place", space="d2", card="QC", card_seen=True)
    assert seconds_of(turn_at(10.0, 1), turn_at(31.0, 2), card) == [None, 21]


def test_a_pass_is_listed_but_the_last_chip_stays_marked():
    passed = e.TurnPlayed(turn=2, seat=1, team="green", action="pass")
    page = page_after(*Script().play("d4"), passed)
    assert [turn["key"] for turn in page["turns"]] == ["turn_place", "turn_pass"]
    assert page["last"]["space"] == "d4"


def test_a_turn_taken_back_takes_its_sequence_and_the_win_with_it():
    game = long_game()
    before = page_after(*game)
    spaces = ("c7", "d7", "e7", "f7", "g7")
    game.play("g8").sequence("blue", *spaces).say(e.GameWon(team="blue"), e.StateChanged(state="finished"))
    won = page_after(*game)
    assert won["winner"] == "blue"
    assert won["score"]["blue"] == 2
    undone = e.TurnUndone(turn=game.turn, reason="The chip was only shown.")
    broken = e.SequenceBroken(team="blue", spaces=spaces)
    page = page_after(*game, undone, broken, e.StateChanged(state="watching"))
    assert page["winner"] is None
    assert page["score"] == before["score"]
    assert page["turns"] == before["turns"]
    assert page["just"]["key"] == "undone_because"


def test_a_sequence_that_an_advanced_jack_broke_is_announced_and_one_that_a_correction_changed_is_not():
    broken = e.SequenceBroken(team="blue", spaces=("b2", "c3", "d4", "e5", "f6"))
    assert board_after(*long_game(), broken).announced == 1
    jack = e.TurnPlayed(turn=25, seat=0, team="green", action="remove", space="d4", card="JH")
    assert board_after(*long_game(), jack, broken).announcements[-1].words["key"] == "sequence_broken"


def test_a_sequence_told_twice_counts_once():
    again = e.SequenceMade(team="blue", spaces=("f6", "e5", "d4", "c3", "b2"))
    assert page_after(*long_game(), again) == page_after(*long_game())


def test_a_sequence_and_the_win_it_brings_are_both_announced():
    board = board_after(*long_game(), e.GameWon(team="blue"))
    assert [made.words["key"] for made in board.announcements] == ["sequence", "win"]


def test_a_change_that_had_stood_and_was_put_right_late_is_said_so():
    stood = e.ChangeStood(code="chip-moved", changes=("e4:.b",), turn=9, number=1)
    assert page_after(*opening(), stood)["just"] == {"key": "stood", "code": "chip-moved"}
    assert page_after(*opening(), stood, e.ChangeStood(code="put-right", changes=()))["just"]["key"] == "fault_cleared"


def test_two_faults_are_told_apart_by_number_and_one_cleared_without_its_number_is_found_by_code_and_space():
    same, two = (e.FaultFound(code=code, spaces=("a2", "b2"), number=0) for code in ("out-of-turn", "two-chips"))
    game = opening().fault()
    assert page_after(*game)["announcements"][-1]["words"]["key"] == "fault"
    shown = [(fault["code"], fault["changes"]) for fault in page_after(*game.say(same, two))["faults"]]
    assert shown == [("out-of-turn", ["e4:.g"]), ("out-of-turn", []), ("two-chips", [])]
    page = page_after(*game, e.FaultCleared(code="two-chips", spaces=("a2", "b2"), stands=True))
    assert [fault["code"] for fault in page["faults"]] == ["out-of-turn"] * 2
    assert page["just"]["key"] == "fault_stands"
    page = page_after(*game, e.FaultCleared(code="out-of-turn", number=1))
    assert [(fault["code"], fault["number"]) for fault in page["faults"]] == [("out-of-turn", 0), ("two-chips", 0)]
    assert page["just"]["key"] == "fault_cleared"


def test_a_hidden_board_is_said_and_marked_until_it_is_seen_again():
    game = opening().say(e.ViewBlocked(spaces=("a1", "b1"), reason="An arm."))
    page = page_after(*game)
    assert page["blocked"] == "An arm."
    assert page["hidden"] == ["a1", "b1"]
    page = page_after(*game, e.ViewClear())
    assert page["blocked"] is None
    assert page["hidden"] == []


def test_a_lost_camera_is_said_until_it_is_back_even_across_a_new_game():
    lost = page_after(*opening(), e.CameraLost(reason="No frames."), *Script().events)
    assert lost["camera"] == "No frames."
    assert page_after(*opening(), e.CameraLost(reason="x"), e.CameraBack())["camera"] is None


def test_nobody_is_to_move_when_the_game_is_over():
    for end in (e.GameWon(team="green"), e.GameDrawn()):
        page = page_after(*opening(), end, opening().position())
        assert page["to_move"] is None
        assert page["winner"] in ("green", "drawn")


def test_a_question_is_asked_until_it_is_answered():
    asked = e.Question(about="claim", options=("a2-e2", "b2-f2"), default="a2-e2", number=3)
    assert page_after(*opening(), asked, asked)["questions"][0]["options"] == ["a2-e2", "b2-f2"]
    assert len(page_after(*opening(), asked, asked)["questions"]) == 1
    said = e.CallMade(call={"input": "which-five", "spaces": ["b2", "f2"]}, who="Ann", message="b2 to f2 it is.")
    page = page_after(*opening(), asked, said, e.QuestionClosed(number=3))
    assert page["questions"] == []
    assert page["just"] == {"key": "call_by", "by": "Ann", "message": "b2 to f2 it is."}


def test_an_answer_that_nobody_gave_is_said_unless_the_board_shows_it():
    asked = e.Question(about="doubt", options=("yes", "no"), default="no", number=3)
    for why in ("time", "played-on"):
        page = page_after(*opening(), asked, e.QuestionClosed(number=3, answer="no", why=why))
        assert page["questions"] == []
        assert (page["just"]["key"], page["just"]["answer"]) == ("unanswered", "no")
    five = e.Question(about="claim", options=("a2-e2", "b2-f2"), default="a2-e2", number=4)
    page = page_after(*opening(), five, e.QuestionClosed(number=4, answer="a2-e2", why="time"))
    assert page["just"]["key"] != "unanswered"


def test_who_stopped_the_game_is_said_and_that_it_goes_on_needs_nobody():
    stopped = e.CallMade(call={"input": "pause"}, who="Ann", message="Paused: nothing counts until play goes on.")
    assert page_after(*opening(), stopped)["just"] == {"key": "paused_by", "by": "Ann"}
    on = e.CallMade(call={"input": "resume"}, who="Ann", message="Play goes on.")
    assert page_after(*opening(), on)["just"]["key"] == "call"


def test_a_game_that_goes_on_after_its_end_was_taken_back_has_no_winner():
    won = (*opening(), e.GameWon(team="blue"), e.StateChanged(state="finished"))
    assert page_after(*won)["winner"] == "blue"
    position = opening().position()
    for back in ((e.StateChanged(state="watching"), position), (position, e.StateChanged(state="watching"))):
        page = page_after(*won, *back)
        assert page["winner"] is None
        assert page["to_move"] == 1


def test_a_won_page_stays_while_hands_clear_the_table_and_goes_with_the_next_turn():
    won = (*opening(), e.GameWon(team="blue"), e.StateChanged(state="finished"))
    next_game = e.GameStarted(edition="classic", layout="classic", seats=("blue:North", "green:East"))
    bare = e.PositionSettled(position=("*........*",), to_move=0)
    cleared = (*won, next_game, e.ViewBlocked(), e.ViewClear(), bare, e.StateChanged(state="watching"))
    page, before = page_after(*cleared), page_after(*won)
    assert page["winner"] == "blue"
    assert page["blocked"] is None
    assert page["position"] == before["position"]
    played = e.TurnPlayed(turn=1, seat=0, team="blue", action="place", space="d4")
    assert page_after(*cleared, played)["winner"] is None


def test_a_position_that_was_told_is_shown_and_what_was_assumed_is_said():
    told = e.PositionSet(position=("*.b*",), to_move=1, assumed="Green plays next.")
    page = page_after(*opening(), told)
    assert page["position"] == ["*.b*"]
    assert page["to_move"] == 1
    assert page["just"]["assumed"] == "Green plays next."


def test_a_refused_call_changes_nothing_for_those_who_watch():
    refused = e.CallMade(call={"input": "undo"}, who="Ann", accepted=False, message="There is no turn to undo.")
    assert page_after(*opening(), refused) == page_after(*opening())


def test_every_announcement_is_numbered_so_that_no_phone_makes_it_twice():
    seen = [board_after(*long_game().events[:end]).announced for end in range(1, len(long_game().events) + 1)]
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_a_game_that_begins_was_seen_so_no_view_is_blocked_any_more():
    page = page_after(*Script().events, e.ViewBlocked(reason="Something has covered it."), *Script().events)
    assert page["blocked"] is None


def test_a_turn_in_the_middle_that_was_none_leaves_the_others_and_a_gap_that_is_explained():
    page = page_after(*opening(), e.TurnUndone(turn=4))
    assert [turn["turn"] for turn in page["turns"]] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert page["last"]["turn"] == 9
    assert page["gaps"] == [{"key": "gap_undone", "turn": 4, "team": "green", "name": "East"}]
    assert page_after(*opening())["gaps"] == []
    assert page_after(*opening(), e.TurnUndone(turn=9))["gaps"] == [], "at the end of the list nothing is missing"


def test_a_seat_that_was_passed_over_is_named_in_the_list():
    game = Script(("blue:Ada", "green:Bo", "red:Cy")).play("b2")
    game.turn += 1
    assert page_after(*game.play("c3"))["gaps"] == [{"key": "gap_passed", "turn": 2, "team": "green", "name": "Bo"}]


def test_a_gap_goes_with_the_undo_that_made_it():
    called = e.CallMade(call={"input": "not-a-turn", "turn": 4}, number=1, message="Turn 4 was none.")
    game = opening().say(called, e.TurnUndone(turn=4))
    assert [gap["turn"] for gap in page_after(*game)["gaps"]] == [4]
    back = page_after(*game, e.CallUndone(number=1))
    assert back["gaps"] == []
    assert back["turns"] == page_after(*opening())["turns"]


def test_a_whole_round_that_was_taken_back_leaves_no_gap():
    page = page_after(*opening(), e.TurnUndone(turn=4), e.TurnUndone(turn=5))
    assert [turn["turn"] for turn in page["turns"]] == list(range(1, 8))
    assert page["gaps"] == []


def test_piles_that_were_seen_to_be_taken_away_are_said_in_every_language():
    seen = e.CallMade(at=9.0, frame=45, call={"input": "deck-shuffled", "at": 9.0}, message="The piles are gone.")
    board = fold(board_after(*Script().events), seen)
    told = {sentence(board.just, language) for language in languages()}
    assert len(told) == len(languages())
    assert all(told)


def test_a_turn_is_said_to_stand_in_spite_of_a_fault_only_once_the_fault_is_closed():
    wrong = e.TurnPlayed(
        at=9, turn=1, seat=0, team="blue", action="place", space="d4", card="9H", irregular="wrong-card"
    )
    fault = e.FaultFound(at=9, code="wrong-card", spaces=("d4",), team="blue", turn=1, number=1)
    stands = e.FaultCleared(at=20, code="wrong-card", spaces=("d4",), team="blue", number=1, stands=True)

    def asides(*happened):
        state = page_state(board_after(*Script().events, *happened))
        return StateWords("en", None).told(state, None)["turns"][0]["asides"]

    assert asides(wrong, fault) == []
    assert asides(wrong, fault, stands) == ["stands although: The card does not fit."]
