"""What pages are made of: scripts, style sheets and pictures, compressed and kept for ever.

A page has one script, and a file for each module that it imports later. An address holds a hash of what is behind it,
so that a new version has new addresses.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from flask import Blueprint, Response, abort, request

FOREVER = "public, max-age=31536000, immutable"
SMALL = 1000
"""Bytes below which an answer is not worth compressing."""
PART = "--"
"""Stands between a script and the module that it fetches later, in the name of the file."""
TEXTS = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
IMPORT = re.compile(r'^import (?:\{(.*?)\} from )?"\./(\w+\.js)";.*$', re.MULTILINE)
LATER = re.compile(r'\bimport\("\./(\w+\.js)"\)')
COMMENT = re.compile(r"^\s*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    body: bytes
    kind: str
    """Its media type."""
    address: str


@cache
def asset(name: str) -> Asset:
    """The file of that name in `static/`; a script with all it imports, or of `ENTRY--MODULE.js` what the script ENTRY
    fetches later for that module. Raises KeyError where there is none."""
    home = resources.files("web") / "static"
    entry, part, module = name.rpartition(PART)
    script = f"{entry}.js" if part else name
    if not re.fullmatch(r"[\w-]+\.\w+", name) or not (home / script).is_file():
        raise KeyError(name)
    if part and module not in _later(script):
        raise KeyError(name)
    if part:
        body = _part(script, module).encode()
    elif name.endswith(".js"):
        body = bundle(name).encode()
    elif name.endswith(".css"):
        body = _bare((home / name).read_text("utf-8")).encode()
    else:
        body = (home / name).read_bytes()
    body = re.sub(rb"url\((\w+\.svg)\)", lambda found: b"url(" + address_of(found[1].decode()).encode() + b")", body)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(body, kind, f"/assets/{hashlib.sha256(body).hexdigest()[:12]}/{name}")


def address_of(name: str) -> str:
    """Where a page finds that file."""
    return asset(name).address


def bundle(entry: str, *, whole: bool = False) -> str:
    """One script that does what the module `entry` does, every module that it imports within it.

    Each becomes a function that is called when the first of the others asks for it, and gives what it exports. Modules
    import each other at the start of a line, and never in a circle. What is imported later is fetched later, each as
    a file of its own; with `whole` it lies in the script, too.
    """
    later = () if whole else _later(entry)
    parts = {name: address_of(f"{entry.removesuffix('.js')}{PART}{name}") for name in later}
    makers = "".join(_maker(name, text) for name, text in _modules(entry, whole=whole).items())
    return (
        f"const made = {{}}, parts = {json.dumps(parts)}, makers = {{\n{makers}}};\n"
        "const use = (name) => (made[name] ??= makers[name]());\n"
        "const later = async (name) => {\n"
        "if (!makers[name]) Object.assign(makers, (await import(parts[name])).default(use, later));\n"
        "return use(name);\n};\n"
        f'use("{entry}");\n'
    )


def _part(entry: str, name: str) -> str:
    """What the bundle of `entry` fetches when it comes to import the module `name`: all that it has not."""
    has = _modules(entry)
    makers = "".join(_maker(module, text) for module, text in _modules(name).items() if module not in has)
    return f"export default (use, later) => ({{\n{makers}}});\n"


def _modules(entry: str, *, whole: bool = False) -> dict[str, str]:
    """The text of a module and of all it imports, by name; with `whole` of those it imports later, too."""
    texts: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in texts:
            continue
        texts[name], imported, later = _module(name)
        waiting += [*imported, *(later if whole else ())]
    return texts


@cache
def _module(name: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text of a module, what it imports, and what it imports later."""
    text = (resources.files("web") / "static" / name).read_text("utf-8")
    return text, tuple(imported for _, imported in IMPORT.findall(text)), tuple(LATER.findall(text))


def _later(entry: str) -> list[str]:
    """The modules that a script fetches later, in the order of their names."""
    found = {name for module in _modules(entry, whole=True) for name in _module(module)[2]}
    return sorted(found - _modules(entry).keys())


def _maker(name: str, text: str) -> str:
    """A module as the function that makes what it exports, under its name."""
    exported = ", ".join(called for _, called in EXPORT.findall(text))
    body = LATER.sub(r'later("\1")', EXPORT.sub(r"\1 \2", IMPORT.sub(_asked_for, text)))
    return f'"{name}"() {{\n{_bare(body)}\nreturn {{ {exported} }};\n}},\n'


def _bare(text: str) -> str:
    """A script or style sheet without indentation and without the lines that only people read."""
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _asked_for(found: re.Match[str]) -> str:
    names, module = found.groups()
    return f'const {{ {names.replace(" as ", ": ")} }} = use("{module}");' if names else f'use("{module}");'


def compress(answer: Response) -> None:
    """Compress an answer that is worth it, for whoever takes that."""
    if answer.is_streamed or answer.direct_passthrough or answer.mimetype not in TEXTS:
        return
    answer.vary.add("Accept-Encoding")
    body = answer.get_data()
    if len(body) >= SMALL and request.accept_encodings["gzip"] > 0 and "Content-Encoding" not in answer.headers:
        answer.set_data(_compressed(body))
        answer.headers["Content-Encoding"] = "gzip"


def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def assets_door() -> Blueprint:
    """`/assets/HASH/NAME`; under another hash, of another version, it is not kept."""
    door = Blueprint("assets", __name__)
    packed = cache(_compressed)

    @door.get("/assets/<made>/<name>")
    def give(made: str, name: str) -> Response:
        try:
            found = asset(name)
        except KeyError:
            abort(404)
        takes = found.kind in TEXTS and request.accept_encodings["gzip"] > 0
        answer = Response(packed(found.body) if takes else found.body, mimetype=found.kind)
        if takes:
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Cache-Control"] = FOREVER if f"/{made}/" in found.address else "no-cache"
        return answer

    return door
