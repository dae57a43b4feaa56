"""Text from editors and keyboards of everywhere: read as it was meant, or refused with its place and the sign."""

import pytest

from engine.editions.edition_files import EditionError, edition_text, load_edition
from engine.equipment.board import LayoutError, load_layout
from engine.plain_text import PlainText, made_plain
from engine.records.notation import EXAMPLE, NotationError, read_position
from engine.records.record import RecordError
from engine.records.record_reader import read_records
from engine.records.twin import read_lines, write_lines
from engine.rules.position import SeatsError, parse_seats
from tests.engine.boards import read_record
from tests.engine.told import events_of

GAME = '[Edition "classic"]\n[Seats "blue:Zoë green:Ben"]\n\n1. 7H@d6 ?@e5\n*\n'
PLAIN = read_record(GAME)

MARKS = {
    "a byte order mark": lambda text: "\ufeff" + text,
    "a mark in the middle of a word": lambda text: text.replace("7H@d6", "7H\ufeff@d6"),
    "a zero-width blank": lambda text: text.replace("7H@d6", "7H@\u200bd6"),
    "a soft hyphen": lambda text: text.replace("7H@d6", "7H@d\xad6"),
    "marks of direction": lambda text: text.replace("7H@d6", "\u202a7H@d6\u202c"),
    "a joiner beside plain signs": lambda text: text.replace("7H@d6", "7H\u200d@d6"),
    "non-breaking blanks": lambda text: text.replace(" ", "\xa0"),
    "narrow blanks": lambda text: text.replace(" ", "\u202f"),
    "blanks of another width": lambda text: text.replace(" ", "\u3000"),
    "full-width digits": lambda text: text.replace("6", "６").replace("7", "７").replace("1.", "１."),
    "full-width letters and signs": lambda text: text.replace("7H@d6", "７Ｈ＠ｄ６").replace("blue:", "blue："),
    "a combining accent": lambda text: text.replace("ë", "e\u0308"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of old Macs": lambda text: text.replace("\n", "\r"),
    "line ends of mainframes": lambda text: text.replace("\n", "\x85"),
    "Unicode's own line ends": lambda text: text.replace("\n", "\u2028"),
}


@pytest.mark.parametrize("marked", MARKS.values(), ids=MARKS.keys())
def test_a_record_is_read_as_it_was_meant_whatever_stands_in_it(marked):
    assert marked(GAME) != GAME
    assert read_record(marked(GAME)) == PLAIN
    assert read_record(marked(GAME).encode()) == PLAIN


@pytest.mark.parametrize("marked", [MARKS[name] for name in ("a byte order mark", "line ends of Windows")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_files_that_were_joined_hold_all_their_games(marked, encoding):
    joined = marked(GAME) + marked(GAME) + marked(GAME)
    assert read_records(joined.encode(encoding)) == (PLAIN, PLAIN, PLAIN)


def test_the_lines_of_events_are_read_with_marks_and_other_line_ends():
    lines = write_lines(events_of(PLAIN))
    told = read_lines(lines)
    for marked in (
        "\ufeff" + lines,
        lines.replace("\n", "\r\n"),
        lines.replace("\n", "\n\ufeff"),
        lines.replace("\n", "\r"),
    ):
        assert read_lines(marked.encode()) == told


@pytest.mark.parametrize(
    ("written", "place", "sign"),
    [
        ("7Н@d6", "4:4", "U+041D CYRILLIC CAPITAL LETTER EN"),
        ("7H@d٦", "4:7", "U+0666 ARABIC-INDIC DIGIT SIX"),
        ("7H@d²", "4:7", "U+00B2 SUPERSCRIPT TWO"),
        ("\u200b\u200b7H@d²", "4:9", "U+00B2 SUPERSCRIPT TWO"),
        ("7H@d6 \x07", "4:10", "U+0007 CONTROL"),
        ("7H@d6 \ufffd", "4:10", "U+FFFD REPLACEMENT CHARACTER"),
    ],
)
def test_a_sign_that_means_nothing_in_a_record_is_named_where_it_stands(written, place, sign):
    with pytest.raises(RecordError) as refused:
        read_record(GAME.replace("7H@d6", written), "game.sgn")
    assert str(refused.value).startswith(f"game.sgn:{place}:")
    assert sign in str(refused.value)


def test_places_are_those_of_the_file_as_it_was_given():
    text = PlainText("\ufeffone\r\n\u200btwo e\u0308x\rfour")
    assert text.text == "one\ntwo ëx\nfour"
    assert [text.place(text.text.index(sign)) for sign in ("o", "t", "x", "f")] == [(1, 2), (2, 2), (2, 8), (3, 1)]


def test_letters_and_emoji_of_names_stay_as_they_are():
    for name in ("Zoë", "Øyvind", "नेहा", "می‌خواهم", "👨‍👩‍👧", "Ελένη", "佐藤"):
        assert made_plain(name) == name


@pytest.mark.parametrize(
    "seats", ["blue:Ada\xa0green:Ben", "\ufeffblue:Ada green:Ben", "ｂlue：Ada\u3000green:Ben\u200b"]
)
def test_a_list_of_players_is_read_as_it_was_meant(seats):
    assert parse_seats(seats) == parse_seats("blue:Ada green:Ben")


def test_a_team_of_other_letters_is_refused_with_the_letter():
    with pytest.raises(SeatsError, match="U\\+0435 CYRILLIC SMALL LETTER IE"):
        parse_seats("bluе:Ada green:Ben")


def test_a_position_is_read_as_it_was_meant_or_refused_with_the_sign():
    assert read_position("\ufeff" + EXAMPLE.replace(" ", "\xa0")) == read_position(EXAMPLE)
    with pytest.raises(NotationError, match="U\\+0431 CYRILLIC SMALL LETTER BE"):
        read_position(EXAMPLE.replace("/10/", "/б9/", 1))


@pytest.mark.parametrize("marked", [MARKS[name] for name in MARKS if "full" not in name and "direction" not in name])
def test_editions_and_layouts_are_read_as_they_were_meant(tmp_path, marked):
    file = tmp_path / "own.toml"
    file.write_bytes(marked(edition_text("classic")).encode())
    assert load_edition(file).cards == load_edition("classic").cards
    rows = '{"rows": ["* 2H 3H *", "4H 5H 5H 4H", "* 3H 2H *"]}'
    board = tmp_path / "own.json"
    board.write_bytes(marked(rows.replace("], ", "],\n")).encode())
    assert load_layout(board).cards[1:3] == ("2H", "3H")


def test_a_layout_and_an_edition_that_cannot_be_read_name_line_column_and_sign(tmp_path):
    board, edition = tmp_path / "own.json", tmp_path / "own.toml"
    board.write_text('{\n"rows": [“* 2H *”]}', "utf-8")
    with pytest.raises(LayoutError, match="line 2, column 10: U\\+201C LEFT DOUBLE QUOTATION MARK"):
        load_layout(board)
    edition.write_text("title = “Ours”", "utf-8")
    with pytest.raises(EditionError, match="line 1, column 9: U\\+201C LEFT DOUBLE QUOTATION MARK"):
        load_edition(edition)
    edition.write_bytes('title = "Spiel für uns"'.encode("latin-1"))
    with pytest.raises(EditionError, match="line 1, column 17: text in UTF-8 was expected, not the byte FC"):
        load_edition(edition)
