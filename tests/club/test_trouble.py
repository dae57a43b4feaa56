"""Real processes and a line that goes wrong: what the hub has is always the beginning of what the table has."""

from __future__ import annotations

import pytest

from referee.club.joining import in_club, join, leave, membership
from referee.refusal import Refusal
from tests.club.trouble import evening
from tests.often import tries


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_through_kills_and_cut_lines_the_hub_has_the_beginning_of_each_chain_and_then_all_of_it(
    tmp_path, request, kind
):
    address = request.getfixturevalue("postgres").address if kind == "postgresql" else ""
    assert evening(tmp_path, address, tables=2, kills=tries(2), seed=7) > 10


def test_a_table_whose_backup_was_restored_is_shown_and_merged_with_nothing(hub, chain, lines, tmp_path):
    hub.join(hub.code, "Table 1", "0" * 64)
    hub.take("Table 1", chain[0].hash, 0, lines(chain[:20], 0))
    # The restored table knows ten links, sends its last one, and hears that the hub has more.
    assert hub.take("Table 1", chain[0].hash, 9, lines(chain[9:10], 9)) == ("have", 20)
    other = chain[10].__class__(chain[10].kind, chain[10].wall + 1, chain[10].json)
    other = other.__class__(other.kind, other.wall, other.json, other.hash_behind(chain[9].hash))
    assert hub.take("Table 1", chain[0].hash, 9, lines([chain[9], other], 9)) == ("fork", 20)
    assert hub.store.links(chain[0].hash) == chain[:20]


def test_joining_where_there_is_no_club_says_so_and_keeps_nothing(tmp_path):
    with pytest.raises(Refusal, match="is no link to a club"):
        join("http://127.0.0.1:1/", "Table 1", tmp_path)
    with pytest.raises(Refusal, match="does not answer"):
        join("http://127.0.0.1:1/#join=ABCDEFGH", "Table 1", tmp_path)
    assert membership(tmp_path) is None
    assert in_club(tmp_path) is None
    assert not leave(tmp_path)


def test_a_damaged_membership_is_said_in_words(tmp_path):
    (tmp_path / "club.json").write_text("{")
    with pytest.raises(Refusal, match="Join the club again"):
        membership(tmp_path)
