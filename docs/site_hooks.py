"""Pages that stand beside docs/ in the repository, as pages of the site; their links and links to them follow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
BESIDE = {
    "README.md": "index.md",
    **{name: name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md")},
    "tests/conformance/README.md": "conformance.md",
}
"""Files of the repository and the pages they become."""
_LINK = re.compile(r"(\]\(|src=\")(?!https?:|mailto:|#)([^)#\"]*)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that do not lie in docs/."""
    for source, page in BESIDE.items():
        files.append(File.generated(config, page, content=_moved((ROOT / source).read_text("utf-8"), source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links out of docs/ lead to the pages that those files have become."""
    return _LINK.sub(lambda found: found[1] + _out_of_docs(found[2]), markdown)


def _out_of_docs(link: str) -> str:
    return BESIDE.get(link.removeprefix("../"), link) if link.startswith("../") else link


def _moved(text: str, source: str) -> str:
    """The text of a file of the repository with its links as they are seen from docs/."""
    folder = (ROOT / source).parent

    def leads(found: re.Match[str]) -> str:
        target = (folder / found[2]).resolve()
        if not found[2] or not target.is_relative_to(ROOT):
            return found[0]
        inside = target.relative_to(ROOT).as_posix()
        return found[1] + (BESIDE.get(inside) or inside.removeprefix("docs/"))

    return _LINK.sub(leads, text)
