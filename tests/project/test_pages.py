"""The pages for developers say what is so: words, places and links are found."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "vision", "calibration", "hardware", "web", "referee")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tests" / "conformance" / "README.md"])


def rows(page):
    lines = (ROOT / page).read_text("utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def test_every_word_of_the_glossary_is_in_the_code():
    code = "\n".join(file.read_text("utf-8") for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    words = [row[2].strip("`") for row in rows("docs/glossary.md") if row[2].startswith("`")]
    assert len(words) >= 20
    assert [word for word in words if not re.search(rf"\b(class|def) {word}\b", code)] == []


def test_everyday_changes_are_where_the_table_says():
    places = [(row[1].strip("`"), row[2].strip("`")) for row in rows("CONTRIBUTING.md") if row[1].startswith("`")]
    assert len(places) >= 16
    wrong = [(file, name) for file, name in places if name not in (ROOT / file).read_text("utf-8")]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?:|mailto:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_tests_that_scripts_and_pages_name_are_there():
    """A script that runs for an hour elsewhere is to fail here, where somebody sees it."""
    own = ["*.sh", "*.md", "*.yml", "Makefile"]
    listed = subprocess.run(["git", "ls-files", *own], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = {
        (file, path)
        for file in listed.split()
        for path in re.findall(r"\btests/[\w/]+\.(?:py|sh|js)\b", (ROOT / file).read_text("utf-8"))
    }
    assert len(named) >= 20
    assert sorted((file, path) for file, path in named if not (ROOT / path).exists()) == []
