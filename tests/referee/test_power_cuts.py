"""The plug may be pulled at any moment: nothing announced is lost, and what is left is whole."""

import os
import shutil
from pathlib import Path

from referee.session.persistence import Kept
from referee.storage import database
from referee.storage.verifier import verify
from tests.often import cases, tries
from tests.referee.kept_games import Evening
from tests.referee.power import _Appended
from tests.referee.power_cuts import play_with_cuts


@cases("seed", range(1, 11), quick=1)
def test_power_cuts_at_any_write_or_sync_lose_nothing_that_was_announced(tmp_path, seed):
    found = play_with_cuts(tmp_path, tries(60), seed, verify_every=2)
    assert found.announced > 2 * found.cuts
    assert (found.lost, found.changed) == (0, [])


def test_a_history_that_is_not_synced_would_be_found_out(tmp_path, monkeypatch):
    prepare = database.prepare

    def carelessly(connection):
        prepare(connection)
        connection.execute("PRAGMA synchronous = OFF")

    monkeypatch.setattr("referee.storage.opening.prepare", carelessly)
    assert play_with_cuts(tmp_path, 20, seed=1).lost


def test_inputs_that_are_not_synced_would_be_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(_Appended, "sync", lambda self: None)
    assert any("inputs" in said for said in play_with_cuts(tmp_path, 20, seed=1).changed)


def test_a_kill_at_any_step_of_keeping_evidence_leaves_all_of_it_or_none(data, tmp_path, monkeypatch):
    killed = []
    copying = []

    def at_each_step(act):
        def acted(*words, **options):
            if not copying:
                copying.append(True)
                killed.append(tmp_path / f"killed-{len(killed)}")
                shutil.copytree(data, killed[-1], ignore=shutil.ignore_patterns("*.lock", "held-back"))
                copying.clear()
            return act(*words, **options)

        return acted

    evening = Evening(data)
    evening.play(1)
    evening.look(1)
    for where, name in (
        (os, "fsync"),
        (os, "mkdir"),
        (Path, "rename"),
        (Path, "chmod"),
        (shutil, "rmtree"),
        (evening.kept.history, "note_files"),
    ):
        monkeypatch.setattr(where, name, at_each_step(getattr(where, name)))
    evening.table.sitting.keeper.close()
    monkeypatch.undo()
    evening.close()
    assert len(killed) > 12
    kept_in = set()
    for folder in killed:
        assert verify(folder) == (0, [f"{folder} is whole."])
        with Kept.below(folder).history as history:
            names = {name for name in history.files(1) if name.startswith("evidence/")}
        kept_in.add(len(names))
        there = {path.relative_to(folder).as_posix() for path in folder.glob("evidence/1/*/*")}
        assert there == {name.replace("evidence/", "evidence/1/") for name in names}
        assert verify(folder) == (0, [f"{folder} is whole."])
    assert kept_in == {0, 4}
