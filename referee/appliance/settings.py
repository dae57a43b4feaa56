"""The settings file of a table that starts with the machine.

Here lives its form and how it is read; a mistake in it is told with file, line and what was expected.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.plain_text import EncodingError, decoded, made_plain, read_toml
from engine.records.handwriting import seats as plain_seats
from hardware.panel import Pins
from hardware.voice import LANGUAGES
from referee.appliance.discovery import names_for
from referee.refusal import Refusal, check_has_end
from referee.session.showing import PageChoices
from referee.storage.settings import EVIDENCE_MB
from referee.wiring import Rules
from web.turn_clock import LONGEST, SHORTEST

Port = Annotated[int, Meta(ge=1, le=65535)]
Folder = Annotated[str, Meta(min_length=1)]
HostName = Annotated[str, Meta(pattern=r"^[^\s/]+$")]
Language = Annotated[str, Meta(pattern=rf"^({'|'.join(LANGUAGES)})\Z")]
OfDay = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The loudspeaker."""

    on: bool = False
    language: Language = "en"
    volume: Annotated[int, Meta(ge=0, le=100)] = 80
    """Per cent."""
    quiet_from: OfDay | None = None
    """Time of day from which nothing is spoken or sounded, as 21:30."""
    quiet_to: OfDay | None = None


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The club whose evening the table takes part in."""

    link: Annotated[str, Meta(pattern=r"^$|#join=\S|\S\s+\S")] = ""
    """As the hub printed it: http://club.local:8090/#join=CODE."""
    table: str = "Table 1"
    """This table's name there."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table, as its settings file says it."""

    camera: str = "pi"
    table: Folder = "/var/lib/sequence-referee/table"
    """Folder of the table profile."""
    data: Folder = "/var/lib/sequence-referee"
    """Folder for games, films, keys: all that changes."""
    edition: str = "classic"
    seats: str = "blue green"
    rules: str = ""
    layout: str | None = None
    on_fault: Literal["ask", "stand", "strict"] = "ask"
    clock: Annotated[int, Meta(ge=SHORTEST, le=LONGEST)] | None = None
    """Seconds a turn has."""
    host: str = "0.0.0.0"
    port: Port = 8080
    evidence: Annotated[int, Meta(ge=0, le=1_000_000)] = EVIDENCE_MB
    """MB for pictures and film of all games."""
    name: Annotated[str, Meta(pattern=r"^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$")] = "sequence"
    """Phones find the table as NAME.local."""
    allow_hosts: tuple[HostName, ...] = ()
    """Names the page answers by, beside the machine's own."""
    country: Annotated[str, Meta(pattern=r"^[A-Z]{2}$")] | None = None
    """By whose rules the Wi-Fi works, as GB (ISO 3166); a Pi that was never told starts with it switched off."""
    old_games: Literal["nobody", "this", "all"] = "this"
    """Which recorded games guests may look at."""
    voice: VoiceSettings = VoiceSettings()
    panel: Pins = Pins()
    club: ClubSettings = ClubSettings()

    @property
    def played(self) -> Rules:
        """What is played."""
        return Rules(self.edition, plain_seats(self.seats), self.rules, self.layout, self.on_fault, self.clock or 0)

    @property
    def page(self) -> PageChoices:
        """How the page is served; it answers by its name in the network, too."""
        return PageChoices(self.host, self.port, (*self.allow_hosts, *names_for(self.name)), self.old_games)


EXAMPLE = (Path(__file__).parent / "files" / "table.toml").read_text("utf-8")
"""A settings file with every setting; what is commented out is the default."""


def read_settings(file: Path) -> Settings:
    """The settings of a file. Raises Refusal with file, line, what is wrong and what was expected."""
    settings, mistake = settings_in(file)
    if mistake is not None:
        raise mistake
    return settings


def settings_in(file: Path) -> tuple[Settings, Refusal | None]:
    """As much of a file as can be used, and the first mistake in it, none where it is in order.

    What stands above a broken line counts, and each setting that is in order by itself.
    """
    try:
        check_has_end(file)
        text = made_plain(decoded(file.read_bytes()))
    except FileNotFoundError:
        mend = "`referee appliance --example` prints one to begin with."
        return Settings(), Refusal(f"There is no settings file {file}.", mend)
    except EncodingError as error:
        what = f"column {error.column}: {error.byte} is no text in UTF-8"
        return Settings(), _mistake(file, error.line, what, "Save the file as UTF-8.")
    except OSError as error:
        return Settings(), Refusal(f"The settings file {file} cannot be read ({error}).", "It is a text file in UTF-8.")
    mistake: Refusal | None = None
    try:
        try:
            values = read_toml(text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"\(at line (\d+), column \d+.*\)", str(error))
            line = int(where[1]) if where else len(text.splitlines())  # none is named where the file ends too early
            what = re.sub(r" \(at line \d+, (.*)\)", r" (\1)", str(error))
            mistake = _mistake(file, line, what, 'A setting is written like this: camera = "pi"')
            values = read_toml("\n".join(text.splitlines()[: line - 1]))
    except (ValueError, RecursionError):  # nor does what stands above it end
        return Settings(), mistake or Refusal(f"{file} is nested too deeply to be a settings file.")
    values.pop("display", None)  # in files of earlier versions: a screen was drawn without a browser
    used: dict[str, Any] = {}
    for name, value in values.items():
        try:
            msgspec.convert({name: value}, Settings)
        except msgspec.ValidationError as error:
            key, what, mend = _explain(str(error), values)
            mistake = mistake or _mistake(file, _line_of(text, key), what, mend)
        else:
            used[name] = value
    return msgspec.convert(used, Settings), mistake


def rules_mistake(file: Path | None, settings: Settings) -> Refusal | None:
    """What the rule books say against what is to be played, with the line it stands in; none where it can be played."""
    try:
        settings.played.game()
        return None
    except ValueError as error:
        why = str(error)
    text = made_plain(decoded(file.read_bytes())) if file is not None and file.is_file() else ""
    for key in ("edition", "layout", "rules", "seats"):
        other = msgspec.structs.replace(settings, **{key: getattr(Settings(), key)})
        try:
            other.played.game()
        except ValueError:
            continue
        if file is not None and (number := _line_of(text, key)):
            return _mistake(file, number, why.rstrip("."), "`referee editions` shows what can be played.")
    return Refusal(why, "Mend it in the settings file.")


def _mistake(file: Path, line: int, what: str, expected: str) -> Refusal:
    """A mistake in a line of a file, or, with line 0, somewhere in it."""
    if not line:
        return Refusal(f"{file}: {what}.", expected)
    reason, number = f"{file}, line {line}: {what}{'' if what.endswith('?') else '.'}", str(line)
    return Refusal(reason, expected, code="settings", file=str(file), line=number, what=what, expected=expected)


_PLAIN = {
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a section",
    "float": "a number",
    "time": "a time",
    "null": "nothing",
}


def _explain(said: str, values: dict[str, Any]) -> tuple[str, str, str]:
    """The key at fault, what is wrong with it, and what was expected, from msgspec's words."""
    path = re.search(r" - at `\$\.?(.*?)`$", said)
    key = path[1] if path else ""
    what = said.split(" - at `")[0]
    unknown = re.match(r"Object contains unknown field `(.*)`", what)
    if unknown:
        section = getattr(Settings(), key) if key else Settings()
        known = [field.name for field in msgspec.structs.fields(section)]
        near = difflib.get_close_matches(unknown[1], known, 1)
        mend = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
        return unknown[1], f"there is no setting `{unknown[1]}`", mend
    wrong = re.match(r"Expected `(.*)`, got `(.*)`", what)
    if wrong:
        expected = " or ".join(_PLAIN.get(word, word) for word in wrong[1].split(" | ") if word != "null")
        return key, f"`{key}` is {_PLAIN.get(wrong[2], wrong[2])}", f"It must be {expected}{_example(key)}."
    if count := re.match(r"Expected `array` of length (\d+), got (\d+)", what):
        return key, f"`{key}` is a list of {count[2]}", f"It must be a list of {count[1]}{_example(key)}."
    value: Any = values
    for part in re.findall(r"[^.\[\]]+", key):
        if isinstance(value, dict):
            value = value.get(part, "")
        elif isinstance(value, list) and part.isdigit():
            value = value[int(part)]
    hints = {
        "link": "A club's link is as its hub printed it: http://club.local:8090/#join=CODE",
        "data": "It is a folder, as /var/lib/sequence-referee",
        "table": "It is a folder, as /var/lib/sequence-referee/table",
        "allow_hosts": "It is a name without http:// and path, as club.example",
        "port": "A port is a number from 1 to 65535; 8080 is a good one.",
        "name": "A name has small letters, digits and hyphens, at most 40.",
        "country": "A country has two capital letters, as GB or DE.",
        "language": f"There are: {', '.join(LANGUAGES)}.",
        "old_games": "There are: nobody, this, all.",
        "on_fault": "There are: ask, stand, strict.",
        "clock": f"A turn has {SHORTEST} to {LONGEST} seconds; leave it out for no limit.",
        "volume": "It is 0 to 100 per cent.",
        "evidence": "It is a number of MB, 0 for none.",
        "quiet_from": 'A time of day is written like this: "21:30"',
        "quiet_to": 'A time of day is written like this: "08:00"',
    }
    last = re.sub(r"\[.*", "", key).rsplit(".", 1)[-1]
    if last in hints:
        return key, f"`{key}` cannot be {value!r}", hints[last]
    return key, what[:1].lower() + what[1:], "`referee appliance --example` prints a file with every setting."


def _example(key: str) -> str:
    """How a setting is written in the example: `, as: lamp = [17, 27, 22]`; empty where it has no line of its own."""
    name = re.sub(r"\[.*", "", key).rsplit(".", 1)[-1]
    found = re.search(rf"^#?({re.escape(name)} = .*?|\[{re.escape(name)}\])(?: +#.*)?$", EXAMPLE, re.MULTILINE)
    return f", as: {found[1]}" if found else ""


def _line_of(text: str, key: str) -> int:
    """The line a setting stands in, counted from 1; 0 where it is not found."""
    section, _, name = key.rpartition(".")
    name = re.sub(r"\[.*", "", name)
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[([^\]]+)\]", line)
        if header:
            here = header[1].strip()
            if here == name:
                return number
        elif re.match(rf"\s*{re.escape(name)}\s*=", line) and (here == section or not section):
            return number
    return 0
