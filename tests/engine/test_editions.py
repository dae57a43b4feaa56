"""What the editions say, what switches change, and what is refused."""

import tomllib
from importlib import resources

import pytest

from engine.editions.edition import EditionError
from engine.editions.edition_files import edition_names, load_edition, parse_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import parse_layout
from engine.rules.position import SeatsError, new_game, start


def data(name):
    return tomllib.loads((resources.files("engine") / "editions" / f"{name}.toml").read_text("utf-8"))


def test_the_editions_differ_as_the_books_do():
    facts = {}
    for name in edition_names():
        edition = load_edition(name)
        turns = edition.turns
        facts[name] = (
            edition.teams.sequences_to_win,
            edition.lines.diagonals,
            turns.dead_per_turn,
            turns.missed_draw,
            turns.table_talk,
        )
    assert facts == {
        "classic": ({2: 2, 3: 1}, True, 1, "the-card", True),
        "european": ({2: 2, 3: 1}, True, 0, "the-card", True),
        "european-es": ({2: 2, 3: 1}, False, 0, "until-next-turn", False),
        "bible": ({2: 1, 3: 1}, True, 1, "the-card", False),
        "kids": ({2: 1, 3: 1}, True, 1, "the-card", False),
    }


@pytest.mark.parametrize(
    ("edition", "players", "cards"),
    [("classic", n, c) for n, c in zip((2, 3, 4, 6, 8, 9, 10, 12), (7, 6, 6, 5, 4, 4, 3, 3), strict=True)]
    + [("bible", n, c) for n, c in zip((2, 3, 4, 5, 6), (5, 5, 4, 4, 4), strict=True)],
)
def test_hands_are_dealt_as_the_table_says(edition, players, cards):
    assert load_edition(edition).hands[players] == cards
    teams = ["blue", "green", "red"] if players % 2 and players != 5 else ["blue", "green"]
    game = new_game(edition, [teams[n % len(teams)] for n in range(players)])
    assert start(game).hands == (cards,) * players
    assert start(game).draw_deck == game.deck.size - players * cards


@pytest.mark.parametrize(
    ("edition", "seats", "words"),
    [
        ("classic", "blue", "1 cannot play"),
        ("classic", "blue green red blue green", "5 cannot play"),
        ("classic", "blue green red blue", "4 players make 2 teams, not 3"),
        ("classic", "blue blue", "2 players make 2 teams, not 1"),
        ("classic", "blue blue green green", "teams must alternate"),
        ("classic", "blue green green blue", "seat 3 should be blue, not green"),
        ("classic", "blue red", "two teams play blue and green"),
        ("classic", "blue pink", "“pink”: a team was expected"),
        ("bible", "blue green " * 4, "8 cannot play"),
        ("kids", "blue green blue green", "4 cannot play"),
    ],
)
def test_seats_the_book_does_not_allow_are_refused_in_words(edition, seats, words):
    with pytest.raises(SeatsError, match=words):
        new_game(edition, seats)


def test_seats_keep_the_names_of_the_players():
    game = new_game("european", "red:Ann blue:Bob")
    assert [(seat.team, seat.name) for seat in game.seats] == [("red", "Ann"), ("blue", "Bob")]
    assert (game.teams, game.letters) == (("red", "blue"), ("r", "b"))


def test_seats_may_be_uneven_where_players_left():
    assert new_game("classic", "blue green blue", strict_seats=False).side_of == (0, 1, 0)
    with pytest.raises(SeatsError, match="two or more"):
        new_game("classic", "blue", strict_seats=False)


SWITCHED = [
    ("advanced_jack=yes", lambda e: e.cards.advanced_jack, True),
    ("diagonals=no", lambda e: e.lines.diagonals, False),
    ("dead_per_turn=3", lambda e: e.turns.dead_per_turn, 3),
    ("dead_per_turn=any", lambda e: e.turns.dead_per_turn, 0),
    ("dead_per_turn=none", lambda e: e.turns.dead_per_turn, 0),
    ("sequences_to_win=1", lambda e: e.teams.sequences_to_win, {2: 1, 3: 1}),
    ("table_talk=no", lambda e: e.turns.table_talk, False),
    ("missed_draw=until-next-turn", lambda e: e.turns.missed_draw, "until-next-turn"),
    ("flip=yes", lambda e: e.chips.flip, True),
    ("colours=any", lambda e: e.teams.of_two, ()),
    ("dealing_rotates=yes", lambda e: e.turns.dealing_rotates, True),
    ("direction=counter-clockwise", lambda e: e.turns.direction, "counter-clockwise"),
    ("hand=5", lambda e: set(e.hands.values()), {5}),
    ("chips=48/48/48", lambda e: (e.chips.blue, e.chips.green, e.chips.red), (48, 48, 48)),
]


@pytest.mark.parametrize(("rules", "look", "value"), SWITCHED)
def test_a_switch_overrides_the_edition(rules, look, value):
    plain, bent = load_edition("classic"), load_edition("classic", rules)
    assert look(plain) != value
    assert look(bent) == value
    assert bent.rules == rules


def test_every_switch_is_tried_above():
    assert set(SWITCHES) == {rules.partition("=")[0] for rules, *_ in SWITCHED}


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("advanced_jack", "name=value was expected"),
        ("advanced_jack=", "name=value was expected"),
        ("advanced_jack=maybe", "yes or no was expected"),
        ("diagonal=no", "there is no switch “diagonal”; there are sequences_to_win"),
        ("diagonals=no diagonals=yes", "diagonals is said twice"),
        ("dead_per_turn=0", "a number from 1 to 7 was expected, or any"),
        ("dead_per_turn=-1", "a number from 1 to 7 was expected"),
        ("dead_per_turn=99", "a number from 1 to 7 was expected"),
        ("sequences_to_win=0", "a number from 1 to 6 was expected"),
        ("sequences_to_win=two", "a number from 1 to 6 was expected"),
        ("sequences_to_win=²", "a number from 1 to 6 was expected"),
        ("missed_draw=never", "the-card or until-next-turn was expected"),
        ("colours=pink", "any was expected"),
        ("chips=50/50", "three numbers were expected"),
        ("chips=a/b/c", "three numbers were expected"),
        ("direction=left", "clockwise or counter-clockwise was expected"),
    ],
)
def test_a_switch_that_makes_no_sense_is_refused_in_words(rules, words):
    with pytest.raises(EditionError, match=words):
        load_edition("classic", rules)


def test_the_advanced_jack_is_refused_where_no_card_removes():
    bare = data("kids")
    bare["cards"]["remove"] = {}
    edition = parse_edition(bare, "bare")
    with pytest.raises(EditionError, match="no card of the bare edition removes chips"):
        new_game(edition, "blue green", rules="advanced_jack=yes")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("hands", "3"), "six", "editions.mine.hands"),
        (("hands", "two"), 7, "editions.mine.hands: Expected `int`, got `str`. In the classic edition: hands = "),
        (("chips", "red"), -1, "editions.mine.chips.red: 0 where nobody counts them, or 1 and up"),
        (("hands",), {"1": 7}, r"editions.mine.hands\[1\]: 2 players or more"),
        (("lines", "length"), 2, "editions.mine.lines.length: 3 spaces or more"),
        (("lines", "shared_spaces"), 5, "editions.mine.lines.shared_spaces"),
        (("title",), " ", "editions.mine.title: a name was expected"),
        (("books",), ["Klingon"], "editions.mine.books: some of English, Danish, Spanish, Swedish, Bible, or none"),
        (("teams", "colours"), ["blue", "pink"], "editions.mine.teams.colours"),
        (("teams", "colours"), ["blue", "blue"], "editions.mine.teams.colours: two or more of blue, green, red"),
        (("teams", "colours"), ["blue"], "editions.mine.teams.colours"),
        (("teams", "sequences_to_win"), {}, "editions.mine.teams.sequences_to_win"),
        (("teams", "alone"), -1, "editions.mine.teams.alone: 0 where nobody plays alone, or 1 and up"),
        (("teams", "of_two"), ["blue"], "editions.mine.teams.of_two"),
        (("teams", "of_two"), ["blue", "pink"], "editions.mine.teams.of_two: two of blue, green, red, or none"),
        (("teams", "of_two"), ["blue", "blue"], "editions.mine.teams.of_two"),
        (("teams", "sequences_to_win"), {"2": 0}, "editions.mine.teams.sequences_to_win"),
        (("turns", "missed_draw"), "never", "editions.mine.turns.missed_draw"),
        (("turns", "dead_per_turn"), -1, "editions.mine.turns.dead_per_turn"),
        (("cards", "wild"), {"JS": 2}, "editions.mine.cards: no card can be wild and remove too"),
        (("cards", "wild"), {"JC": 0}, "editions.mine.cards.wild: 1 copy or more"),
        (("cards", "wild"), {"JC": 12, "JD": 2}, "editions.mine.cards.wild: 13 copies in all, or fewer"),
        (("cards", "remove"), {"J?S": 2}, "editions.mine.cards.remove: letters, digits, - and _"),
        (("colour",), "blue", "editions.mine: .*colour"),
    ],
)  # fmt: skip
def test_an_edition_file_that_is_wrong_is_refused_with_the_path(path, value, words):
    broken = data("classic")
    inner = broken
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(EditionError, match=words):
        parse_edition(broken, "mine")


def test_no_more_play_alone_than_there_are_colours():
    mine = data("classic")
    mine["teams"] |= {"alone": 12, "colours": ["blue", "green"], "sequences_to_win": {"2": 2}}
    edition = parse_edition(mine, "mine")
    assert [edition.team_counts(players) for players in (2, 3, 4)] == [(2,), (), (2,)]


@pytest.mark.parametrize("rules", ["hand=6", "hand=7"])
def test_hands_for_which_the_deck_is_too_small_are_refused(rules):
    with pytest.raises(SeatsError, match="a deck of 20 cards is too small for 4 hands of"):
        new_game(
            "classic", "blue green blue green", parse_layout(["* A B C *", "A B C D E", "* D E F F"], "small"), rules
        )


def test_a_sequence_longer_than_the_board_is_refused():
    mine = data("classic")
    mine["lines"]["length"] = 11
    with pytest.raises(EditionError, match=r"editions.mine.lines.length: on the board classic 10 spaces or fewer"):
        new_game(parse_edition(mine, "mine"), "blue green")


def test_an_edition_is_read_from_a_file_too(tmp_path):
    text = (resources.files("engine") / "editions" / "classic.toml").read_text("utf-8")
    file = tmp_path / "ours.toml"
    file.write_text(text.replace("sequences_to_win = { 2 = 2, 3 = 1 }", "sequences_to_win = { 2 = 4, 3 = 3 }"))
    edition = load_edition(file)
    assert (edition.name, edition.teams.sequences_to_win) == ("ours", {2: 4, 3: 3})
    assert new_game(edition, "blue green").need == 4
    with pytest.raises(EditionError, match="cannot be read"):
        load_edition(tmp_path / "none.toml")
    file.write_text("title = ")
    with pytest.raises(EditionError, match=r"no valid TOML|Invalid"):
        load_edition(tmp_path / "ours.toml")
    with pytest.raises(EditionError, match=r"there is no edition “clasic”; there are .*bible"):
        load_edition("clasic")
