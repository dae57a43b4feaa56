"""Records: what they say, what is refused and where, and that nothing is lost on the way there and back."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis.players import Table
from engine.faults import MARKS
from engine.records.record import (
    BoardIs,
    Comment,
    Record,
    RecordError,
    Shuffled,
    Stood,
    Talk,
    make_record,
    write_record,
)
from engine.records.record_reader import read_records
from engine.records.replay import replay
from engine.records.twin import read_lines
from engine.rules.legality import Turn
from engine.rules.position import new_game
from tests.engine.boards import read_record, record
from tests.engine.duel import TABLES
from tests.engine.stands import positions

HEAD = '[Edition "classic"]\n[Seats "blue green"]\n\n'


def test_every_token_of_the_form_is_read():
    game = record("1. 7H@d6").game
    d6, e5, c3, g7, i9, j9 = (game.layout.space(name) for name in ("d6", "e5", "c3", "g7", "i9", "j9"))
    entries = record(
        "1. 7H@d6 ?@e5 {a remark} 2. JS-e5 JD@c3 =a1-e5 nodraw\n3. shuffle x9C shuffle 5D@j9 shuffle =f9-j9 talk:blue "
        "?-e5 !nothing-there !locked 4. pass QH@g7"
    ).entries
    assert entries == (
        Turn("place", d6, "7H"),
        Turn("place", e5),
        Comment("a remark"),
        Turn("remove", e5, "JS"),
        Turn("place", c3, "JD", claims=((0, 11, 22, 33, 44),), no_draw=True),
        Shuffled(),
        Turn("place", j9, "5D", dead=("9C",), claims=((85, 86, 87, 88, 89),), shuffles=(1, 2)),
        Talk("blue"),
        Turn("remove", e5, irregular="nothing-there locked"),
        Turn("pass"),
        Turn("place", g7, "QH"),
    )
    assert i9 == 88


def test_cards_of_a_board_of_pictures_may_hold_a_dash(tmp_path):
    (tmp_path / "ark.toml").write_text(
        'rows = ["* x-ray ark * *", "ark dove sea-lion x-ray *", "* sea-lion dove * *"]\n'
    )
    file = tmp_path / "game.sgn"
    text = '[Edition "bible"]\n[Board "ark.toml"]\n[Seats "blue green"]\n\n1. sea-lion@c2 xx-ray sea-lion@b3\n'
    found = read_record(text, str(file))
    assert [turn.card for turn in found.turns] == ["sea-lion", "sea-lion"]
    assert found.turns[1].dead == ("x-ray",)


def test_a_line_break_is_a_blank_and_rounds_may_be_left_out():
    assert record("7H@d6\n2S@b1\r\n\t3S@c1").turns == record("1. 7H@d6 2S@b1 2. 3S@c1").turns
    assert record("1.7H@d6 2S@b1 2.3S@c1").turns == record("1. 7H@d6 2S@b1 2. 3S@c1").turns


def test_comments_may_stand_before_between_and_after_the_tags():
    tags = '{dealt at\nnine} [Edition "classic"] {x9C}\n{[Seats "red"]}[Seats "blue:{Bo} green:[x]"]{end}'
    game = read_record(f"{tags}\n\n1. 7H@d6 {{good}}")
    remarks = [entry.text for entry in game.entries if isinstance(entry, Comment)]
    assert remarks == ["dealt at\nnine", "x9C", '[Seats "red"]', "end", "good"]
    assert [seat.name for seat in game.game.seats] == ["{Bo}", "[x]"]
    assert read_record(write_record(game)) == game
    with pytest.raises(RecordError, match=r"^record:2:1: a } to end this comment was expected"):
        read_record('[Edition "classic"]\n{open [Seats "blue green"]\n')


def test_a_record_without_turns_is_a_record():
    assert record("").turns == ()
    assert replay(record("1.")).turns == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "the tag Edition"),
        ("hello", 1, 1, "the tag Edition"),
        ('[Edition "classic"]\n1. 7H@d6', 2, 1, "the tag Seats"),
        ('[Edition classic]\n[Seats "blue green"]', 1, 1, "a tag, as"),
        ('[Edition "classic"]\n[Edition "bible"]', 2, 1, "the tag Edition only once"),
        ('[Edition "clasic"]\n[Seats "blue green"]', 1, 11, "there is no edition"),
        ('[Edition "classic"]\n[Seats "blue gren"]', 2, 9, "a team was expected"),
        ('[Edition "classic"]\n[Seats "blue blue"]', 2, 9, "teams"),
        ('[Edition "classic"]\n[Seats ""]', 2, 9, "0 cannot play"),
        ('[Edition "classic"]\n[Board "nowhere"]\n[Seats "blue green"]', 2, 9, "there is no layout"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Rules "diagonals=x"]', 3, 9, "yes or no"),
        ('[Edition "classic"]\n[Seats "blue green"]\n[Result "red"]', 3, 10, "blue, green, drawn or *"),
        (HEAD + "1. 7H@d6 zz", 4, 10, "a turn, as 7H@d6"),
        (HEAD + "1. 7H@d6\n2S@k1", 5, 4, "a space from a1 to j10"),
        (HEAD + "1. 7H@d11", 4, 7, "a space from a1 to j10"),
        (HEAD + "1. 7X@d6", 4, 4, "a card of this game"),
        (HEAD + "1. ADD@d6", 4, 4, "a card of this game"),
        (HEAD + "1. x1C 7H@d6", 4, 5, "a card of this game"),
        (HEAD + "1. x7H", 4, 7, "the play after the dead card"),
        (HEAD + "1. 7H@d6 {never closed", 4, 10, "a } to end this comment"),
        (HEAD + "1. 7H@d6 } 2S@b1", 4, 10, "a turn, as 7H@d6"),
        (HEAD + "1. =b2-f6", 4, 4, "a turn, as 7H@d6"),
        (HEAD + "1. nodraw", 4, 4, "a turn, as 7H@d6"),
        (HEAD + "1. !locked", 4, 4, "a turn, as 7H@d6"),
        (HEAD + "1. 7H@d6 !silly", 4, 11, "the code of a problem"),
        (HEAD + "1. 7H@d6 =b2", 4, 10, "a claim from end to end"),
        (HEAD + "1. 7H@d6 =b2-z6", 4, 14, "a space from a1 to j10"),
        (HEAD + "1. talk:red", 4, 9, "a team of this game"),
        (HEAD + "1. talk:blue:7H,7H", 4, 14, "1 card at most, one a seat of blue"),
        (HEAD + "1. 7H@d6 2. 2S@b1", 4, 10, "a turn of seat 2, as round 1. is not over"),
        (HEAD + "1. 7H@d6 2S@b1 3. 3S@c1", 4, 16, "round 2."),
        (HEAD + "1. 7H@d6 …", 4, 10, "a turn, as 7H@d6"),
    ],
)
def test_what_is_no_record_is_refused_with_line_column_and_what_was_expected(text, line, column, expected):
    with pytest.raises(RecordError) as told:
        read_record(text, "a.sgn")
    error = told.value
    assert (error.file, error.line, error.column) == ("a.sgn", line, column)
    assert expected in error.expected
    assert str(error).startswith(f"a.sgn:{line}:{column}: ")


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(RecordError, match=r"a.sgn:2:4: text in UTF-8 was expected"):
        read_record(b'[Edition "classic"]\nab \xff', "a.sgn")


@pytest.mark.parametrize("read", [read_records, read_lines])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\3\4\x14\0\0\n\xb5", "it is a zip file. Unpack it"),
        (b"\xff\xd8\xff\xe0\x14\0\0\n\xb5", "it is no text. A record"),
        (b"\0\0\0\0", "it is no text. A record"),
    ],
)
def test_a_file_that_is_none_of_text_is_called_what_it_is(read, data, said):
    with pytest.raises(RecordError, match=f"^game:1:1: {said}"):
        read(data, "game")


@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: (HEAD + text).encode()))
def test_any_file_is_read_or_refused_in_words(data):
    try:
        found = read_record(data)
    except RecordError as error:
        places = (error.line, error.column, len(error.expected))
    else:
        places = (1, 1, 1)
        assert read_record(write_record(found)) == found
    assert min(places) >= 1


def test_tags_keep_quotes_and_unknown_names():
    tags = (("Event", 'the "big" \\ one'), ("Edition", "classic"), ("Seats", "blue green"), ("Place", "Malmö"))
    assert read_record(write_record(Record(tags))).tags == tags


def test_what_a_record_cannot_hold_is_not_written():
    game = new_game("classic", "blue green")
    with pytest.raises(ValueError, match="closing brace"):
        write_record(make_record(game, (Comment("}"),)))
    with pytest.raises(ValueError, match="line break"):
        write_record(make_record(game, (), event="a\nb"))


def entries_of(seed, table):
    """A game of bots with everything in it that a record can hold."""
    random = Random(seed)
    game = new_game(table[0], table[1], rules=table[2])
    dealt = Table(game, random)
    entries = []
    while not dealt.over and dealt.position.turn < 120:
        turn = dealt.next_turn()
        chance = random.random()
        if chance < 0.2:
            turn = msgspec.structs.replace(turn, card=None, no_draw=True)
        elif chance < 0.3:
            turn = msgspec.structs.replace(turn, irregular=random.choice(MARKS), claims=((0, 8),))
        elif chance < 0.4:
            turn = msgspec.structs.replace(turn, irregular="occupied locked")
        entries.append(turn)
        if chance > 0.9:
            whole = dealt.position.rows(game)
            extra = [
                Talk(game.teams[0]),
                Comment("hm, {well"),
                Stood("chip-moved", ((1, "b", "."), (2, ".", "b")), random.choice((None, 1))),
                BoardIs(whole, 0),
            ]
            entries.append(random.choice(extra))
    made = make_record(game, tuple(entries), event="Friday", date="2026.11.21")
    winner = list(positions(made))[-1].winner
    return make_record(game, made.entries, result=winner or "drawn", event="Friday", date="2026.11.21")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(TABLES))
def test_round_trips_are_exact(seed, table):
    made = entries_of(seed, table)
    text = write_record(made)
    assert read_record(text) == made
    assert write_record(read_record(text)) == text


def test_a_game_may_begin_in_the_middle():
    rows = "*........*/" + "/".join(["b........."] + [".........."] * 7) + "/*........*"
    found = record("1. JS-a2 pass", Position=rows, ToMove="2")
    verdict = replay(found)
    assert verdict.ok
    assert verdict.rows[1] == ".........."
    with pytest.raises(RecordError, match="10 rows of 10 letters"):
        record("", Position="..../....")
    with pytest.raises(RecordError, match="a seat from 1 to 2"):
        record("", ToMove="3")


def test_changes_that_stood_are_part_of_the_game():
    verdict = replay(record("1. 7H@d6 !chip-moved:d6:b.,e6:.b>2 2S@b1 !foreign-colour:a2:.r"))
    assert verdict.ok
    assert verdict.rows[0][1] == "g"
    assert verdict.rows[5] == "....b....."
    assert verdict.rows[1][0] == "r"
    for wrong in ("!chip-moved:d6", "!silly:d6:b.", "!chip-moved:d6:b.>7", "!chip-moved:z6:b."):
        with pytest.raises(RecordError):
            record(f"1. 7H@d6 {wrong}")
