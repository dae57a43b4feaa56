"""Updates, whole, broken and cut off at any moment: in the end a version runs that works."""

import errno
import os
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from referee.appliance import versions as module
from referee.appliance.versions import KEPT, TRIES, VersionError, Versions
from tests.appliance.conftest import done


def install(versions, name, *, works=True):
    place = versions.begin(name)
    (place / "program").write_text("works" if works else "broken")
    versions.finish(name)


def start(versions):
    """One start of the service, as systemd does it; whether it came up."""
    name = versions.boot()
    program = versions.folder / name / "program"
    if program.exists() and program.read_text() == "works":
        versions.confirm()
        return True
    return False


def update(versions, name, *, works=True):
    """A version installed, switched to and started; whether it came up."""
    install(versions, name, works=works)
    versions.switch(name)
    return start(versions)


@pytest.fixture
def versions(tmp_path, monkeypatch):
    # The whole machine's: it would wait for what other programs write.
    monkeypatch.setattr(os, "sync", lambda: None)
    made = Versions(tmp_path)
    assert update(made, "1.0")
    return made


def test_an_update_that_works_stays_and_the_one_before_is_kept(versions):
    assert update(versions, "1.1")
    assert (versions.current, versions.previous) == ("1.1", "1.0")
    assert update(versions, "1.2")
    assert versions.complete() == ["1.1", "1.2"]
    assert len(versions.complete()) == KEPT


def test_two_updates_in_a_row_that_never_come_up_still_lead_back_to_what_worked(versions):
    for name in ("1.1", "1.2"):
        assert not update(versions, name, works=False)
    assert [start(versions) for _ in range(TRIES)] == [False] * (TRIES - 1) + [True]
    assert versions.current == "1.0"


def test_a_version_that_runs_can_be_left_by_hand_and_taken_again(versions):
    assert update(versions, "1.1")
    assert versions.back() == "1.0"
    assert versions.back() == "1.1"


def test_a_version_that_is_left_by_hand_is_gone_back_to_where_the_one_before_never_comes_up(versions):
    assert update(versions, "1.1")
    (versions.folder / "1.0" / "program").write_text("broken")
    versions.back()
    assert [start(versions) for _ in range(TRIES + 1)] == [False] * TRIES + [True]
    assert (versions.current, versions.gave_up) == ("1.1", "1.0")


def test_a_version_waits_until_somebody_lets_it_run(versions):
    with pytest.raises(VersionError, match="No other version waits"):
        versions.take()
    install(versions, "1.1")
    versions.wait("1.1")
    for _ in range(TRIES + 1):
        assert start(versions)
    assert (versions.current, versions.waiting) == ("1.0", "1.1")
    assert versions.take() == "1.1"
    assert start(versions)
    assert (versions.current, versions.previous, versions.waiting) == ("1.1", "1.0", "")


def test_a_version_that_never_came_up_is_named_until_the_next_change(versions):
    install(versions, "1.1", works=False)
    versions.switch("1.1")
    assert versions.gave_up == ""
    assert any(start(versions) for _ in range(TRIES + 1))
    assert versions.gave_up == "1.1"
    install(versions, "1.2")
    versions.switch("1.2")
    assert versions.gave_up == ""


def test_half_a_version_is_never_switched_to(versions):
    versions.begin("1.1")
    with pytest.raises(VersionError, match="not installed to its end"):
        versions.switch("1.1")
    with pytest.raises(VersionError, match="runs"):
        versions.begin("1.0")
    for name in ("", "../evil", "a/b", "-x", "x" * 80):
        with pytest.raises(VersionError, match="cannot be called"):
            versions.begin(name)


def test_a_current_version_that_was_deleted_is_replaced_by_a_whole_one(versions):
    assert update(versions, "1.1")
    shutil.rmtree(versions.folder / "1.1")
    assert start(versions)
    assert versions.current == "1.0"


def test_what_interrupted_updates_left_goes_with_the_next_one(versions):
    for name in ("1.1", "1.2"):
        (versions.begin(name) / "half").write_text("of it")
    install(versions, "1.3")
    assert sorted(place.name for place in versions.folder.iterdir()) == ["1.0", "1.3"]


def test_a_version_starts_where_nothing_can_be_written(versions, monkeypatch):
    def refused(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    for owner, name in ((Path, "replace"), (Path, "unlink"), (Path, "symlink_to"), (Path, "mkdir"), (Path, "open")):
        monkeypatch.setattr(owner, name, refused)
    assert versions.boot() == "1.0"
    versions.confirm()


class PowerCut(Exception):
    """The plug was pulled."""


def cut_at(monkeypatch, number):
    """Let the numbered file operation be the last one that happens."""
    left = [number]

    def counted(operation):
        def run(*words, **named):
            if left[0] == 0:
                raise PowerCut
            left[0] -= 1
            return operation(*words, **named)

        return run

    for owner, name in (
        (Path, "replace"),
        (Path, "unlink"),
        (Path, "symlink_to"),
        (Path, "mkdir"),
        (os, "fsync"),
        (os, "sync"),
    ):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name)))
    monkeypatch.setattr(module.shutil, "rmtree", counted(shutil.rmtree))


@pytest.mark.parametrize("seed", range(8))
def test_updates_broken_or_cut_off_anywhere_all_end_in_a_version_that_works(versions, seed):
    random = Random(seed)
    for number in range(25):
        works, later = random.random() < 0.6, random.random() < 0.3
        with pytest.MonkeyPatch.context() as patch:
            cut_at(patch, random.randrange(24))
            try:
                install(versions, f"2.{number}", works=works)
                if later:
                    versions.wait(f"2.{number}")
                    versions.take()
                else:
                    versions.switch(f"2.{number}")
                if random.random() < 0.2 and versions.previous != versions.current:
                    versions.back()
                for _ in range(random.randrange(4)):
                    start(versions)
            except PowerCut:
                pass
        assert any(start(versions) for _ in range(TRIES + 1)), (seed, number)


def test_it_runs_with_nothing_but_python(tmp_path):
    def run(*words):
        return done(sys.executable, "-I", module.__file__, tmp_path, *words)

    assert run("begin", "1.0").stdout.strip() == str(tmp_path / "versions" / "1.0")
    assert run("finish", "1.0").returncode == 0
    assert run("switch", "1.0").returncode == 0
    assert run("boot").stdout == "1.0\n"
    assert run("list").stdout == "* 1.0\n"
    assert run("switch", "9").stderr == "versions: The version 9 was not installed to its end.\n"
    assert run("fly").returncode == 2
