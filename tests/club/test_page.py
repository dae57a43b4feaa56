"""The hub's doors and what its page is given."""

import csv
import gzip
import io
import json
import re
import zipfile
from pathlib import Path

import msgspec
import pytest

import web
from engine.records.replay import replay
from referee.club.hub import Hub
from referee.storage.chain import FIRST, Link
from referee.storage.verifier import verify
from tests.club.trouble import instead_of, lines, page_of
from tests.engine.boards import read_record
from web import wording
from web.hosts import mark_of

BEARER = {"Authorization": "Bearer secret"}


@pytest.fixture
def client(hub):
    return page_of(hub).test_client()


@pytest.fixture
def joined(client, hub):
    answer = client.post("/join", json={"code": hub.code, "name": "Table 1", "mark": mark_of("secret")})
    assert answer.status_code == 200
    return client


def shown(client, hub):
    hub.refresh()
    return client.get("/api/club").get_json()


def test_a_table_joins_by_the_code_and_is_refused_in_words_otherwise(client, hub):
    def ask(**said):
        return client.post("/join", json={"code": hub.code, "name": "Table 1", "mark": mark_of("secret"), **said})

    assert ask(code="WRONG").status_code == 403
    assert "not the club's code" in ask(code="WRONG").get_json()["message"]
    assert ask(name="").status_code == 400
    assert ask(name="a/b").status_code == 400
    assert ask(name="x" * 41).status_code == 400
    assert ask().get_json() == {"name": "Table 1"}
    assert ask(mark=mark_of("another")).status_code == 409
    assert "Another table is called Table 1" in ask(mark=mark_of("another")).get_json()["message"]
    assert client.post("/join", data=b"\xff").status_code == 400


def test_a_foreign_secret_and_rubbish_add_nothing(joined, hub, chain):
    place = f"/t/Table 1/{chain[0].hash}/0"
    body = lines(chain[:4], 0)
    for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": "Basic secret"}):
        assert joined.post(place, data=body, headers=headers).status_code == 401
    far, odd = Link("event", 1 << 70, "{}"), Link("ev\0ent", 1, "{}")
    for link in (far, odd):
        whole = Link(link.kind, link.wall, link.json, link.hash_behind(FIRST))
        forged = joined.post(f"/t/Table 1/{whole.hash}/0", data=lines([whole], 0), headers=BEARER)
        assert (forged.status_code, bool(forged.get_json()["message"])) == (400, True)
    for rubbish in (b"?", b"[]\n", b"{", b"[0,1]\n", lines(chain[1:3], 1), b"\xff\xfe", b"[" * 5000):
        refused = joined.post(place, data=rubbish, headers=BEARER)
        assert refused.status_code in (400, 422), rubbish[:20]
        assert refused.get_json()["message"] if refused.status_code == 400 else True
    bomb = gzip.compress(b" " * (10 << 20))
    assert joined.post(place, data=bomb, headers={**BEARER, "Content-Encoding": "gzip"}).status_code == 413
    assert joined.post(place, data=b"x" * (10 << 20), headers=BEARER).status_code == 413
    assert hub.store.games() == []


def test_what_was_sent_is_shown_with_its_standings_and_files(joined, hub, chain, tmp_path):
    told = json.dumps({"state": "live", "version": "1"}).encode() + b"\n"
    packed = gzip.compress(told + lines(chain, 0))
    answer = joined.post(f"/t/Table 1/{chain[0].hash}/0", data=packed, headers={**BEARER, "Content-Encoding": "gzip"})
    assert answer.get_json() == {"have": len(chain), "club": {"round": 0, "sides": [], "notice": ""}}
    club = shown(joined, hub)
    (table,), (game,) = club["tables"], club["games"]
    assert (table["name"], table["state"], table["winner"] is not None) == ("Table 1", "live", True)
    assert game["sides"] == {"blue": "Ada", "green": "Ben"}
    won = game["sides"][game["result"]]
    assert (club["standings"][0]["who"], club["standings"][0]["won"]) == (won, 1)
    rows = list(csv.reader(io.StringIO(joined.get("/evening.csv").get_data().decode("utf-8-sig"))))
    assert rows[1][:4] == ["1", won, "1", "1"]
    archive = tmp_path / "evening.zip"
    archive.write_bytes(joined.get("/evening.zip").get_data())
    assert verify(archive) == (0, [f"{archive} is whole."])
    record = zipfile.ZipFile(archive).read(f"{game['number']:03}-Table-1/game.sgn").decode()
    assert replay(read_record(record)).winner == game["result"]
    assert record.endswith(f"{{chain {len(chain)} {chain[-1].hash}}}\n")
    changed = archive.read_bytes().replace(b"chain", b"chaim")
    archive.write_bytes(changed)
    assert verify(archive)[0] != 0
    assert joined.get(f"/games/{game['number']}").status_code == 200
    assert joined.get("/tables/Table 1").status_code == 302
    for path in ("/", "/games", f"/games/{game['number']}"):
        leads = set(re.findall(r'<a[^>]* href="(/[^"]*)"', joined.get(path).text))
        assert leads or path == "/"
        assert {lead: joined.get(lead).status_code for lead in leads} == dict.fromkeys(leads, 200)
    assert joined.get("/tables/Table 9").status_code == 404


def test_nothing_is_sent_again_to_a_phone_that_has_it(joined, hub):
    first = joined.get("/api/club")
    assert joined.get("/api/club", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    hub.choose(notice="Soup is ready")
    assert joined.get("/api/club", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_only_the_organiser_may_act_and_tables_hear_of_it(joined, hub):
    def act(key, **said):
        return joined.post("/api/club/act", json=said, headers={"X-Organiser-Key": key})

    assert act("1", action="choose", notice="Hello").status_code == 403
    for wrong, said in (
        ({"action": "fly"}, "There is no such action."),
        ({"action": "strike", "gmae": 3}, "“strike” takes no “gmae”. What it takes: game, counts."),
        ({"action": "choose", "notcie": "Hello"}, "“choose” takes no “notcie”. What it takes: name, counting,"),
        ({"action": "evening", "table": "Table 1"}, "“evening” takes no “table”. What it takes: –."),
        ({"action": "choose", "counting": "feet"}, "This cannot be taken. Invalid enum value 'feet'"),
        ({"action": "choose", "after": 10**20}, "This cannot be taken. Expected `int` <="),
        ({"action": "round", "how": "lots"}, "This cannot be taken. Invalid enum value 'lots'"),
        ({"action": "round"}, "This cannot be taken. "),
        ({"action": "strike"}, "This cannot be taken. "),
        ({"action": "strike", "game": 1e300}, "This cannot be taken. "),
        (
            {"action": "give", "table": "Table 1", "side": "Ada"},
            "This cannot be taken. 'Ada' was not paired at 'Table 1'",
        ),
    ):
        refused = act(hub.key, **wrong)
        assert (refused.status_code, refused.get_json()["message"][: len(said)]) == (400, said)
    assert act(hub.key, action="choose", notice="Round 2 at nine").status_code == 200
    assert "no table 'Tisch'" in act(hub.key, action="round", how="list", text="Tisch,A,B").get_json()["message"]
    danish = {"X-Organiser-Key": hub.key, "Accept-Language": "da"}
    said = joined.post("/api/club/act", json={"action": "round", "how": "swiss"}, headers=danish).get_json()["message"]
    assert said == "Ingen er skrevet op, som kunne spille. Skriv, hvem der spiller, eller en liste."
    assert act(hub.key, action="round", how="list", text="Table 1,Ada,Ben").status_code == 200
    assert act(hub.key, action="round-back").status_code == 200
    assert act(hub.key, action="choose", entries=["Ada", "Ben"]).status_code == 200
    assert joined.get("/api/club/organiser", headers={"X-Organiser-Key": hub.key}).get_json()["entries"] == [
        "Ada",
        "Ben",
    ]
    assert act(hub.key, action="round", how="swiss").status_code == 200
    told = joined.post("/t/Table 1/-/0", data=b'{"state":"live"}\n', headers=BEARER).get_json()["club"]
    assert told == {"round": 1, "sides": ["Ada", "Ben"], "notice": "Round 2 at nine"}
    assert shown(joined, hub)["rounds"][0][0]["sides"] == ["Ada", "Ben"]
    assert act(hub.key, action="evening").status_code == 200
    assert shown(joined, hub)["rounds"] == []
    assert act(hub.key, action="take-off", table="Table 1").status_code == 200
    assert joined.post("/t/Table 1/-/0", data=b"{}\n", headers=BEARER).status_code == 401
    assert joined.get("/api/club/organiser").status_code == 403
    assert joined.get("/api/club/organiser", headers={"X-Organiser-Key": hub.key}).get_json()["code"] == hub.code


def test_a_table_that_falls_silent_waits_for_a_host_and_so_does_another_past(database, chain):
    now = [1000.0]
    hub = Hub(database, lambda: now[0])
    hub.join(hub.code, "Table 1", mark_of("secret"))
    hub.take("Table 1", chain[0].hash, 0, b'{"state":"live"}\n' + lines(chain[:5], 0))

    def waiting():
        hub.refresh()
        return [(one["kind"], one["table"]) for one in json.loads(hub.shown[1])["waiting"]]

    assert waiting() == []
    now[0] += 16
    assert waiting() == [("silent", "Table 1")]
    other = msgspec.structs.replace(chain[5], wall=0)
    hub.take("Table 1", chain[0].hash, 5, b'{"state":"camera"}\n' + lines([other], 5))
    assert sorted(waiting()) == [("camera", "Table 1"), ("fork", "Table 1")]


def test_an_event_of_a_newer_program_is_kept_and_passed_over(database, chain):
    hub = Hub(database)
    hub.join(hub.code, "Table 1", mark_of("secret"))
    new = instead_of(chain[3], chain[2].hash, json='{"event":"teleported","at":1.0}')
    state = b'{"state":"live","version":"9.1"}\n'
    assert hub.take("Table 1", chain[0].hash, 0, state + lines([*chain[:3], new], 0)) == ("have", 4)
    hub.refresh()
    told = json.loads(hub.shown[1])["waiting"]
    assert [(one["kind"], one["version"]) for one in told if one["kind"] != "fault"] == [("newer", "9.1")]


def test_the_page_speaks_every_language(client):
    for language in wording.languages():
        assert f'lang="{language}"' in client.get(f"/?lang={language}").get_data(as_text=True)


def test_a_tables_entry_holds_what_the_page_shows_and_no_more(joined, hub, chain):
    joined.post(f"/t/Table 1/{chain[0].hash}/0", data=lines(chain, 0), headers=BEARER)
    script = (Path(web.__file__).parent / "static" / "club.js").read_text()
    (table,), (game,) = shown(joined, hub)["tables"], shown(joined, hub)["games"]
    assert [name for name in table if f"table.{name}" not in script] == []
    assert [name for name in game if f"game.{name}" not in script] == []
    assert [name for name in shown(joined, hub) if f"state.{name}" not in script] == []
