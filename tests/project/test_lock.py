"""The libraries: what is locked is what is allowed, by hash, and the audit claims nothing it could not ask."""

import json
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.audit import read_report

ROOT = Path(__file__).parents[2]
LOCKED = (ROOT / "requirements.lock").read_text("utf-8")
PINS = re.findall(r"^([\w.-]+)==([\w.]+)", LOCKED, re.MULTILINE)


def test_every_library_of_the_product_is_locked_at_a_version_it_allows():
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    for wanted in map(Requirement, asked):
        versions = [version for name, version in PINS if canonicalize_name(name) == canonicalize_name(wanted.name)]
        assert versions, f"{wanted.name} is not locked: make lock"
        assert all(wanted.specifier.contains(version) for version in versions), f"{wanted}: make lock"


def test_every_locked_library_has_its_hashes():
    entries = re.split(r"^(?=\w)", LOCKED, flags=re.MULTILINE)
    assert all("--hash=sha256:" in entry for entry in entries if "==" in entry)
    assert "file://" not in LOCKED


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
