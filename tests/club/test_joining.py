"""How a table joins a club by its host's phone, is called otherwise there, and leaves."""

import msgspec
import pytest

from engine.trouble import Trouble
from referee.club.hub import Hub
from referee.club.joining import join, leave, membership, read_link
from referee.club.sender import ClubSender
from referee.refusal import Refusal
from referee.session.serving import noted
from tests.club.proxy import Proxy
from tests.club.trouble import lines, play_one, shown
from tests.club.trouble import served as answering
from tests.referee.conftest import run
from tests.web.show import KEY, serving
from web.app import Services, create_app
from web.feed import Feed
from web.hosts import mark_of


@pytest.fixture
def served(hub):
    """A hub that answers, by its link for tables."""
    with answering(hub) as link:
        yield link


@pytest.fixture
def phone(tmp_path):
    """The host's phone at a table."""
    page = create_app(Feed(), Services(club=ClubSender(tmp_path), host_key="123456")).test_client()

    def do(action="", language="en", **said):
        if not action:
            return page.get(f"/api/taking-part?lang={language}", headers=KEY).json
        return page.post(f"/api/taking-part?lang={language}", json={"action": action, **said}, headers=KEY).json

    do.page = page
    return do


def states(hub):
    return {one["name"]: one["state"] for one in shown(hub)["tables"]}


def test_nothing_is_sent_until_a_host_joins_and_only_a_host_may(phone, served, hub, tmp_path):
    assert phone() == {"name": "", "address": "", "pictures": False, "trouble": None}
    assert phone.page.get("/club").status_code == 200
    assert phone.page.get("/api/taking-part").status_code == 403
    assert phone.page.post("/api/taking-part", json={"action": "join", "link": served, "name": "T"}).status_code == 403
    ClubSender(tmp_path).send_once()
    assert (membership(tmp_path), states(hub)) == (None, {})
    assert phone("join", link=served, name="Table 1") == {"accepted": True}
    assert phone()["address"] == served.partition("#")[0]
    assert states(hub) == {"Table 1": "live"}


def test_a_running_table_begins_to_send_and_ceases_without_being_started_anew(phone, served, hub, tmp_path):
    play_one(tmp_path)
    sender = ClubSender(tmp_path)
    sender.send_once()
    assert hub.store.games() == []
    phone("join", link=served, name="Table 1")
    play_one(tmp_path)
    sender.send_once()
    (game,) = hub.store.games()
    assert phone("leave") == {"accepted": True}
    assert states(hub) == {"Table 1": "left"}
    play_one(tmp_path)
    sender.send_once()
    assert hub.store.games() == [game]
    assert phone() == {"name": "Table 1", "address": "", "pictures": False, "trouble": None}


def test_a_table_may_be_called_in_any_script_and_by_signs(served, hub, tmp_path):
    for number, name in enumerate(("👨‍👩‍👧 Table", "Tisch #3 “Fenster” <b>", "שולחן ארבע", "x" * 40)):
        assert join(served, name, tmp_path).table == name
        if not number:
            play_one(tmp_path)
        ClubSender(tmp_path).send_once()
        assert [game.table for game in hub.store.games()] == [name]


def test_a_table_whose_hub_was_heard_of_no_more_joins_again_under_the_same_name(served, hub, tmp_path):
    address, code = read_link(served)
    line = Proxy(int(address.rstrip("/").rpartition(":")[2]), 1)
    link = f"http://127.0.0.1:{line.port}/#join={code}"
    line.mood = "after"
    with pytest.raises(Refusal, match="does not answer"):
        join(link, "Table 1", tmp_path)
    assert (membership(tmp_path), states(hub)) == (None, {"Table 1": "live"})
    line.mood = "well"
    join(link, "Table 1", tmp_path)
    assert membership(tmp_path).table == "Table 1"
    line.close()


def test_a_table_whose_hub_has_another_address_is_the_same_table(served, hub, tmp_path):
    first = join(served, "Table 1", tmp_path)
    play_one(tmp_path)
    address, code = read_link(served)
    line = Proxy(int(address.rstrip("/").rpartition(":")[2]), 1)
    moved = join(f"http://127.0.0.1:{line.port}/#join={code.lower()}", "Table 1", tmp_path)
    assert moved == msgspec.structs.replace(first, address=f"http://127.0.0.1:{line.port}/")
    ClubSender(tmp_path).send_once()
    assert [game.table for game in hub.store.games()] == ["Table 1"]
    assert hub.join(code, "Table 1", mark_of("another")) == "name-taken"
    line.close()


def test_a_table_that_cannot_keep_its_secret_takes_no_name(served, hub, tmp_path):
    (tmp_path / "data").write_bytes(b"")  # no folder can be made there
    with pytest.raises(Refusal):
        join(served, "Table 1", tmp_path / "data" / "here")
    assert states(hub) == {}


def test_who_joins_beside_a_demo_is_told_that_the_demo_is_another_table(served, tmp_path, capsys):
    demo = create_app(Feed(), Services(health=lambda: {"ok": True, "frame_age": 0.1}))
    with serving(demo) as page, noted(tmp_path / "demo", "http://here/", "127.0.0.1", page.port):
        assert run("join", served, "--data", tmp_path) == 0
        assert f"that one joins with --data {tmp_path / 'demo'}" in capsys.readouterr().err
        assert run("join", served, "--name", "Demo", "--data", tmp_path / "demo") == 0
        assert capsys.readouterr().err == ""


def test_a_table_that_joins_again_and_says_no_name_keeps_its_own(served, hub, tmp_path):
    assert run("join", served, "--name", "Window", "--data", tmp_path) == 0
    hub.store.take_off("Window")
    for _ in range(2):
        assert run("join", served, "--data", tmp_path) == 0
        assert membership(tmp_path).table == "Window"
    assert run("join", served, "--data", tmp_path / "new") == 0
    assert states(hub) == {"Table 1": "live", "Window": "live"}


def test_a_table_that_takes_another_name_sends_pictures_as_before_and_one_that_left_none(phone, served, tmp_path):
    phone("join", link=served, name="Table 1")
    phone("pictures", on=True)
    phone("join", link=served, name="Window")
    assert phone() | {"address": ""} == {"name": "Window", "address": "", "pictures": True, "trouble": None}
    leave(tmp_path)
    phone("join", link=served, name="Window")
    assert phone()["pictures"] is False


def test_a_table_that_was_taken_off_is_told_to_join_again(served, hub, tmp_path):
    join(served, "Table 1", tmp_path)
    part = ClubSender(tmp_path)
    page = create_app(Feed(), Services(club=part, host_key="123456")).test_client()
    play_one(tmp_path)
    hub.store.take_off("Table 1")
    with pytest.raises(Trouble, match="does not know this table any more"):
        part.send_once()
    part._failed(Trouble("As the thread notes it.", code="not-known"))
    said = page.get("/api/taking-part?lang=da", headers=KEY).json["trouble"]
    assert (said["reason"], said["mend"]) == ("Klubben kender ikke dette bord mere.", "Kom med igen.")
    join(served, "Table 1", tmp_path)
    part.send_once()
    assert states(hub) == {"Table 1": "live"}


def test_a_table_that_left_is_missed_by_nobody_and_may_come_back_under_its_name(database):
    now = [1000.0]
    hub = Hub(database, lambda: now[0])
    hub.join(hub.code, "Table 1", mark_of("secret"))
    hub.take("Table 1", "-", 0, b'{"state":"left"}\n')
    now[0] += 3600
    assert states(hub) == {"Table 1": "left"}
    assert shown(hub)["waiting"] == []
    assert hub.join(hub.code, "Table 1", mark_of("secret")) == ""


def test_who_comes_back_sends_nothing_of_what_was_played_meanwhile(served, tmp_path):
    join(served, "Table 1", tmp_path)
    assert leave(tmp_path)
    assert not leave(tmp_path)
    play_one(tmp_path)
    assert join(served, "Table 1", tmp_path).since == 2


def test_a_table_with_a_wrong_name_takes_the_right_one_with_its_games_and_its_seat(served, hub, chain, tmp_path):
    first = join(served, "Tabel 1", tmp_path)
    hub.take("Tabel 1", chain[0].hash, 0, lines(chain[:5], 0))
    hub.begin_round("list", "Tabel 1,Ada,Ben")
    second = join(served, "Table 1", tmp_path)
    assert (second.table, second.secret) == ("Table 1", first.secret)
    assert states(hub) == {"Table 1": "live"}
    assert [game.table for game in hub.store.games()] == ["Table 1"]
    assert hub.told("Table 1")["sides"] == ["Ada", "Ben"]
    hub.join(hub.code, "Table 2", mark_of("another"))
    with pytest.raises(Refusal, match="Another table is called Table 2"):
        join(served, "Table 2", tmp_path)
    assert hub.join(hub.code, "Table 3", mark_of("a third"), "Table 2") == ""  # no secret of Table 2: one more table
    assert sorted(states(hub)) == ["Table 1", "Table 2", "Table 3"]


def test_what_keeps_a_table_from_joining_is_said_in_the_language_of_the_phone(phone, served, hub):
    said = phone("join", link="club", name="Table 1")
    assert said["reason"] == "'club' is no link to a club."
    assert phone("join", "da", link="club", name="Bord 1")["reason"] == "“club” er intet link til en klub."
    gone = phone("join", link="127.0.0.1:1 ABCDEFGH", name="Table 1")
    assert (gone["accepted"], gone["reason"]) == (False, "The club at 127.0.0.1:1 does not answer.")
    wrong = phone("join", "sv", link=served[:-8] + "WRONGONE", name="Bord 1")
    assert wrong["reason"] == "Det är inte klubbens kod. Arrangörens sida visar den."
    assert phone.page.post("/api/taking-part", json={"action": "fly"}, headers=KEY).status_code == 400
    assert states(hub) == {}


def test_a_code_may_be_typed_behind_an_address():
    whole = ("http://192.168.1.5:8090/", "ABCDEFGH")
    assert read_link("http://192.168.1.5:8090/?lang=da#join=ABCDEFGH") == whole
    assert read_link(" 192.168.1.5:8090  ABCDEFGH ") == whole
    assert read_link("192.168.1.5:8090/#join=ABCDEFGH") == whole
    for wrong in ("", "ABCDEFGH", "ftp://here/#join=A", "http://:80/#join=A", "http://a:b/#join=A", "http://[/#join=A"):
        with pytest.raises(Refusal, match="is no link to a club"):
            read_link(wrong)


def test_a_table_that_is_to_join_by_its_settings_stays_away_once_it_left(served, tmp_path):
    asked = (served, "Table 1")
    assert membership(tmp_path, asked).table == "Table 1"
    leave(tmp_path)
    assert membership(tmp_path, asked) is None
    # Until its settings name another club; and what its host joins by phone then is not undone by them.
    again = (served.replace("127.0.0.1", "localhost"), "Table 9")
    assert membership(tmp_path, again).table == "Table 9"
    join(served, "Table 5", tmp_path)
    assert membership(tmp_path, again).table == "Table 5"
