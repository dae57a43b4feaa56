"""Files that somebody damaged, or made to do harm: a sentence and an exit code, never an exception."""

import io
import json
import struct
import zipfile
from hashlib import sha256

import pytest

from engine.inputs import head_of
from engine.observation import Observation
from engine.rules.position import new_game
from referee.session.persistence import Kept
from tests.arbiter.harness import write_inputs
from tests.often import tries
from tests.referee.conftest import run
from tests.referee.files_door import try_the_door


def sealed(file, members):
    """An archive that says of itself that nobody changed it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.comment = b"sha256 " + b"0" * 64
    content = packed.getvalue()[:-64]
    file.write_bytes(content + sha256(content).hexdigest().encode())
    return file


def members(bundle):
    with zipfile.ZipFile(bundle) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_random_tries_at_the_files_door(whole, tmp_path):
    assert try_the_door(whole, tmp_path, tries(30), seed=3) == []


def test_an_archive_that_would_fill_the_disk_is_not_unpacked(bundle, tmp_path, capsys):
    bomb = sealed(tmp_path / "bomb.zip", members(bundle) | {"inputs/000001.inputs": bytes(12_345)})
    content = bomb.read_bytes()[:-64].replace(struct.pack("<L", 12_345), struct.pack("<L", 2_000_000_000))
    bomb.write_bytes(content + sha256(content).hexdigest().encode())
    capsys.readouterr()
    assert run("verify", bomb) == 2
    assert run("rerun", bomb) == 2
    said = capsys.readouterr()
    assert "more than" in said.out
    assert "more than" in said.err


@pytest.mark.parametrize(
    "name", ["../../outside.inputs", "/tmp/outside.inputs", "inputs/../../outside.inputs", "a\x00b/c"]
)
def test_names_that_lead_elsewhere_reach_nothing(bundle, tmp_path, name):
    forged = sealed(tmp_path / "forged.zip", members(bundle) | {name: b"harm"})
    before = sorted(tmp_path.rglob("*"))
    assert run("verify", forged) in (1, 2)
    assert run("rerun", forged) == 0
    assert sorted(tmp_path.rglob("*")) == before


def forge(links):
    """A chain whose hashes are right, whatever it says."""
    lines, head = [], "0" * 64
    for number, (kind, text) in enumerate(links):
        head = sha256(f"{head}\n{kind}\n0\n{text}".encode()).hexdigest()
        lines.append(json.dumps([number, kind, 0, text, head]).encode() + b"\n")
    return b"".join(lines)


NO_CHAINS = (
    b"",
    b"[]\n",
    b"[1]\n" * 3,
    b"{}\n",
    b"[0,1,2,3,4]\n",
    b"[" * 100_000,
    b'[0,"game",0,"[]","x"]\n',
    b'[0,"game",0,"7","x"]\n',
    b'[0,"event",0,"{}","x"]\n',
    b"[" + b"9" * 10_000 + b"]\n",
)
LIES = (
    ("game", "7"),
    ("game", '{"id": "one"}'),
    ("files", "[1, 2]"),
    ("files", '{"evidence/../../../etc/passwd": "0"}'),
    ("files", '{"inputs/000000.inputs": 7}'),
    ("inputs", "{}"),
    ("inputs", '{"file": 3, "lines": -1, "head": null}'),
    ("inputs", '{"file": "inputs/000000.inputs", "lines": 1e300, "head": "x"}'),
    ("event", '{"event": "turn"}'),
    ("event", '{"event": "start", "edition": "/etc/passwd", "layout": "nowhere.toml", "seats": ["pink"]}'),
    ("what", '"ever"'),
)


@pytest.mark.parametrize(
    "chain", [*NO_CHAINS, *(forge([("game", '{"id": 1}'), lie]) for lie in LIES)], ids=lambda chain: repr(chain[:60])
)
def test_a_chain_that_is_none_and_a_well_chained_lie_are_refused_in_a_sentence(bundle, tmp_path, chain, capsys):
    forged = sealed(tmp_path / "forged.zip", members(bundle) | {"chain.jsonl": chain})
    capsys.readouterr()
    assert run("verify", forged) in (1, 2)
    assert run("rerun", forged) in (0, 1, 2)
    assert "should not have" not in capsys.readouterr().err


def test_inputs_of_another_board_are_refused_in_a_sentence(bundle, tmp_path, capsys):
    small = [Observation(at=float(at), frame=at, letters="." * 41 + "b", chances=bytes(42 * 4)) for at in range(9)]
    inputs = b"".join(write_inputs(head_of(new_game("classic", "blue green")), small))
    forged = sealed(tmp_path / "forged.zip", members(bundle) | {"inputs/000000.inputs": inputs})
    capsys.readouterr()
    assert run("rerun", forged) in (1, 2)
    said = capsys.readouterr()
    assert "should not have" not in said.err
    assert "42 spaces; this game's has 100" in said.out + said.err


@pytest.mark.parametrize("game", ["0", "99999999999999999999999", "-3", "٣", "1.5", ""])
def test_a_number_that_is_no_game_is_refused(game, data, capsys):
    Kept.below(data).history.close()
    for words in (("history", "show"), ("history", "export"), ("rerun",)):
        assert run(*words, "--", game) == 2
    assert "should not have" not in capsys.readouterr().err
