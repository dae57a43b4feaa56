"""The libraries: what is locked is what is allowed, by hash, and the audit claims nothing it could not ask."""

import json
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from referee.appliance.lock_for import entries_for
from tests.audit import read_report

ROOT = Path(__file__).parents[2]
LOCKED = (ROOT / "requirements.lock").read_text("utf-8")
FOR_THE_PI = (ROOT / "requirements-pi.lock").read_text("utf-8")
PINS = re.findall(r"^([\w.-]+)==([\w.]+)", LOCKED, re.MULTILINE)


def test_every_library_of_the_product_is_locked_at_a_version_it_allows():
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    for wanted in map(Requirement, asked):
        versions = [version for name, version in PINS if canonicalize_name(name) == canonicalize_name(wanted.name)]
        assert versions, f"{wanted.name} is not locked: make lock"
        assert all(wanted.specifier.contains(version) for version in versions), f"{wanted}: make lock"


def test_every_locked_library_has_its_hashes():
    for lock in (LOCKED, FOR_THE_PI):
        entries = re.split(r"^(?=\w)", lock, flags=re.MULTILINE)
        assert all("--hash=sha256:" in entry for entry in entries if "==" in entry)
        assert "file://" not in lock


def test_the_lock_file_names_one_version_of_each_library_for_each_python_with_its_hashes():
    for python in ("3.11", "3.13"):
        entries = entries_for(LOCKED, python, "aarch64")
        names = [entry.partition("==")[0] for entry in entries]
        assert sorted(names) == sorted({name for name, _ in PINS})
        assert all(" --hash=sha256:" in entry and ";" not in entry for entry in entries)
    conditional = """\
a==1 ; python_full_version < '3.12' \\
    --hash=sha256:00
b==2 ; sys_platform == 'win32' \\
    --hash=sha256:11
"""
    assert entries_for(conditional, "3.11", "aarch64") == ["a==1 --hash=sha256:00"]
    assert entries_for(conditional, "3.13", "aarch64") == []


def test_the_audit_names_libraries_with_advisories():
    report = {
        "dependencies": [
            {"name": "waitress", "version": "3.0.0", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]},
            {"name": "flask", "version": "3.1.3", "vulns": []},
            {"name": "numpy", "skip_reason": "not found"},
        ]
    }
    assert read_report(json.dumps(report)) == [("waitress 3.0.0", "PYSEC-1, PYSEC-2")]


def test_an_audit_that_could_ask_nobody_claims_nothing():
    assert read_report("") is None
    assert read_report('{"dependencies": [{"name": "flask", "skip_reason": "not found"}]}') is None
