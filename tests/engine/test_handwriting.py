"""Records that people write by hand: what can be meant in one way only is read, the rest is refused with a hint."""

import pytest

from engine.records.record import RecordError, write_record, write_records
from engine.records.record_reader import read_records
from engine.records.replay import replay
from tests.engine.boards import read_record

HEAD = '[Edition "classic"]\n[Board "classic"]\n[Seats "blue:Ada green:Ben"]\n[Result "*"]\n\n'


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("TH@b6", "10H@b6"),
        ("th@F7", "10H@f7"),
        ("7♦@h10", "7D@h10"),
        ("7♦️@h10", "7D@h10"),
        ("10♥@F7", "10H@f7"),
        ("♥10@F7", "10H@f7"),
        ("♦️7@h10", "7D@h10"),
        ("7H@d6, 2S@b1; 3S@c1", "7H@d6 2S@b1\n2. 3S@c1"),
        ("qs@J3", "QS@j3"),
        ("jc@A3", "JC@a3"),
        ("JS–e5", "JS-e5"),
        ("js-E5", "JS-e5"),
        ("X9C 7H@d6", "x9C 7H@d6"),
        ("×9c 7h@D6", "x9C 7H@d6"),
        ("Pass", "pass"),
        ("7H@d6 NoDraw", "7H@d6 nodraw"),
        ("7H@d6 =B2-F6", "7H@d6 =b2-f6"),
        ("7H@d6 !Locked", "7H@d6 !locked"),
        ("talk blue 7H@d6", "talk:blue\n1. 7H@d6"),
        ("Talk:Blue:th 7H@d6", "talk:blue:10H\n1. 7H@d6"),
        ("7H@d6 Resign Green", "7H@d6 resign:green"),
        ("7H@d6 Shuffle", "7H@d6 shuffle"),
        ("7H@d6 *", "7H@d6"),
    ],
)
def test_what_can_be_meant_in_one_way_is_read_and_written_canonically(written, canonical):
    moves = write_record(read_record(HEAD + written)).split("\n\n")[1].strip()
    assert moves.removeprefix("1. ") == canonical


@pytest.mark.parametrize(
    ("tags", "name", "canonical"),
    [
        ('[Edition "Classic"]\n[Seats "Blue:Ada green"]', "Edition", "classic"),
        ('[edition "classic"]\n[SEATS "BLUE:Ada, Green:Ben"]', "Seats", "blue:Ada green:Ben"),
        ('[Edition “classic”]\n[Seats "blue green"]', "Edition", "classic"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Board "Classic"]', "Board", "classic"),
        ('[Edition "kids"]\n[Seats "blue green"]\n[Board "Kids_6x7"]', "Board", "kids_6x7"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Result "Blue"]', "Result", "blue"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Rules "Diagonals=No"]', "Rules", "diagonals=no"),
    ],
)
def test_tags_are_read_whatever_their_capitals(tags, name, canonical):
    assert read_record(tags).tag(name) == canonical


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("1H@b6", "Did you mean 10H?"),
        ("7H", "a turn, as 7H@d6, JS-e5"),
        ("7H@6d", "a space from a1 to j10 was expected"),
        ("pss", "Did you mean pass?"),
        ("schuffle", "Did you mean shuffle?"),
        ("talk bleu", "It is written talk:blue."),
        ("talk:bleu", "Did you mean blue?"),
        ("7H@d6 !ocupied", "Did you mean occupied?"),
        ("nodraw", "This belongs after a turn."),
        ("7H @ d6", "not “7H”. Card, sign and space are one word, as 7H@d6."),
        ("1) 7H@d6", "not “1)”. A round is written 1. with a full stop."),
        ("1 7H@d6", "not “1”. A round is written 1. with a full stop."),
        ("1... 7H@d6", "not “..”. A round is written 1. with a full stop."),
        ("7H@d6 ; a fine start", "not “;”. A remark stands in braces, as {so}."),
        ("7H@d6 (a fine start)", "not “(a”. A remark stands in braces, as {so}."),
        ("7H@d6 --", "not “--”. A seat that could not play is written pass."),
        ("7H@d6 1-0", "not “1-0”. How a game ended stands in the tag Result."),
        ("7H@d6 resign:Ada", "not “Ada”. Did you mean blue?"),
        ("7H@d6 talk:ben", "not “ben”. Did you mean green?"),
    ],
)
def test_what_is_not_read_is_refused_with_what_may_be_meant(written, hint):
    with pytest.raises(RecordError) as refused:
        read_record(HEAD + written)
    assert str(refused.value).endswith(hint) or hint in str(refused.value)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[Edition "clasic"]\n[Seats "blue green"]', "Did you mean classic?"),
        ('[Edition "classic"]\n[Seats "bleu green"]', "Did you mean blue?"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Rules "diagonal=no"]', "Did you mean diagonals?"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Board "classics"]', "Did you mean classic?"),
        ("[Edition classic]\n", 'Did you mean [Edition "classic"]?'),
        ('[Edition "classic"]\n[Seats "blue:Ada green:Ben"]\n[Result "Ben"]', "not “Ben”. Did you mean green?"),
    ],
)
def test_tags_that_make_no_game_are_refused_in_plain_words(tags, words):
    with pytest.raises(RecordError) as refused:
        read_record(tags, "a.sgn")
    assert str(refused.value).startswith("a.sgn:")
    assert words in str(refused.value)
    assert "something" not in str(refused.value)


@pytest.mark.parametrize(
    ("turns", "hint"),
    [
        ("1. 6H@d5 4H@f5 2. pass JS@d5", "Did you mean JS-d5?"),
        ("1. 6H@d5 JC-d5", ""),
        ("1. 6H@d6", "Did you mean 6H@d5 or 6H@i6?"),
        ("1. 6H@d5 =b2-f6", ""),
    ],
)
def test_a_faulty_turn_that_one_sign_would_mend_says_so(turns, hint):
    verdict = replay(read_record(HEAD + turns))
    assert not verdict.ok
    assert verdict.hint == hint


def test_a_file_may_hold_several_games():
    two = HEAD + "1. 7H@d6 2S@b1 *\n\n" + HEAD.replace("classic", "bible", 1) + "{second}\n1. ADD@c3\n"
    games = read_records(two)
    assert [len(game.turns) for game in games] == [2, 1]
    assert read_records(write_records(games)) == games
    with pytest.raises(RecordError, match=r"^a:14:8: a space from a1 to j10"):
        read_records(two.replace("ADD@c3", "ADD@z3"), "a")


def test_after_the_star_that_ends_a_game_only_another_game_may_come():
    with pytest.raises(RecordError, match="the tags of the next game, or nothing"):
        read_record(HEAD + "1. 7H@d6 * 2S@b1")


def test_a_bracket_within_a_comment_or_a_line_begins_no_game():
    text = HEAD + '1. 7H@d6 {\n[Edition "bible"]\n} 2S@b1\n'
    assert len(read_records(text)) == 1
    with pytest.raises(RecordError, match="a turn, as"):
        read_records(HEAD + '1. 7H@d6 [Edition "bible"]')


def test_a_card_whose_name_differs_from_another_only_in_capitals_is_not_guessed(tmp_path):
    (tmp_path / "odd.toml").write_text('rows = ["* ark Ark * *", "Ark dove dove ark *"]\n')
    head = '[Edition "bible"]\n[Board "odd.toml"]\n[Seats "blue green"]\n\n'
    assert read_record(head + "1. Ark@c1 ark@b1", str(tmp_path / "g.sgn")).turns[0].card == "Ark"
    with pytest.raises(RecordError, match="a card of this game"):
        read_record(head + "1. ARK@c1", str(tmp_path / "g.sgn"))
