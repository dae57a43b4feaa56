"""The text of modules and of scripts, for tests that look for words in it."""

from importlib.util import find_spec
from pathlib import Path

import web

STATIC = Path(web.__file__).parent / "static"


def source_of(*modules):
    """The text of these modules, by their names."""
    return "".join(Path(find_spec(name).origin).read_text("utf-8") for name in modules)
