"""The displays of a table say how phones reach it, and what is missing."""

import json

import pytest

from hardware.display import DisplayError
from referee.appliance.signboard import AGAIN_SECONDS, Signboard, join_card, read_network, spoken
from web.wording import languages

ADDRESS, NAMES = "http://192.0.2.7:8080/", ["sequence.local:8080"]
OWN = {"state": "own", "name": "Sequence K7RW", "word": "ab;c", "address": "10.42.77.1", "trouble": ""}


class Screen:
    size = (320, 240)

    def __init__(self):
        self.pictures, self.broken, self.closed = [], False, False

    def show(self, picture):
        if self.broken:
            raise DisplayError("The screen is gone.")
        self.pictures.append(picture)

    def close(self):
        self.closed = True


def test_in_a_known_network_one_code_leads_to_the_page():
    card = join_card(ADDRESS, NAMES, {"state": "network"})
    assert card.codes == (("Scan to watch", ADDRESS),)
    assert card.lines == ("192.0.2.7:8080", "sequence.local:8080")


def test_with_a_wifi_of_its_own_a_code_for_it_comes_first():
    card = join_card("http://10.42.77.1:8080/", NAMES, OWN, ["No camera answers as pi."])
    assert [content for _, content in card.codes] == [
        "WIFI:T:WPA;S:Sequence K7RW;P:ab\\;c;;",
        "http://10.42.77.1:8080/",
    ]
    assert card.lines[0] == "Wi-Fi: Sequence K7RW   Password: ab;c"
    assert card.lines[-1] == "No camera answers as pi."


@pytest.mark.parametrize("language", languages())
def test_the_way_to_the_page_is_spoken_in_every_language(language):
    said = spoken(NAMES, {}, language)
    assert "8080" in said
    assert "sequence." not in said, "a point in a name is spoken as a word"
    assert "a, b, ;, c" in spoken(NAMES, OWN, language)


def test_how_the_table_is_reached_is_read_from_its_file_as_far_as_there_is_one(tmp_path):
    assert read_network(tmp_path) == {}
    (tmp_path / "network.json").write_text(json.dumps(OWN))
    assert read_network(tmp_path) == OWN
    (tmp_path / "network.json").write_text('{"state": "ow')
    assert read_network(tmp_path) == {}


def test_it_is_drawn_when_it_changes_and_now_and_then():
    now = [0.0]
    screen = Screen()
    told = []
    with_it = Signboard([screen], lambda: join_card(ADDRESS, NAMES, {}, told), clock=lambda: now[0])
    assert with_it.draw()
    assert not with_it.draw()
    told.append("No camera answers as pi.")
    assert with_it.draw()
    assert (screen.pictures[0] != screen.pictures[1]).any()
    now[0] = AGAIN_SECONDS + 1
    assert with_it.draw()


def test_a_screen_that_is_gone_stops_nobody_and_is_drawn_when_it_is_back(caplog):
    screen, other = Screen(), Screen()
    statuses = iter("abcd")
    with_it = Signboard([screen, other], lambda: join_card(ADDRESS, NAMES, {}, [next(statuses)]))
    screen.broken = True
    with_it.draw()
    with_it.draw()
    assert caplog.text.count("The screen is gone.") == 1
    assert len(other.pictures) == 2
    screen.broken = False
    with_it.draw()
    assert len(screen.pictures) == 1


def test_the_displays_are_dark_when_it_ends():
    screen = Screen()
    with Signboard([screen], lambda: join_card(ADDRESS, NAMES, {}), every=0.0):
        pass
    assert screen.closed


def test_only_the_code_and_no_word_of_the_card_holds_the_hosts_key():
    card = join_card(ADDRESS, NAMES, {}, ["The table is not set up yet."], key="123456789012")
    assert card.codes[0][1] == f"{ADDRESS}#host=123456789012"
    assert "123456789012" not in " ".join(card.lines)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "without internet"), ("da", "uden internet"), ("sv", "utan internet")]
)
def test_on_the_tables_own_wifi_phones_are_told_to_stay_though_there_is_no_internet(language, said):
    own = {"state": "own", "name": "Sequence AB12", "word": "abcdefghij", "address": "10.42.77.1"}
    assert any(said in line for line in join_card("http://10.42.77.1:8080/", [], own, [], language).lines)
    assert not any(said in line for line in join_card("http://192.0.2.7:8080/", [], {}, [], language).lines)
