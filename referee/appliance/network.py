"""A Wi-Fi of the table's own where no network is known, and the way back from it.

Runs by itself with nothing but Python and NetworkManager's `nmcli`, since it must work when a version does not:

    network.py keyfile                     print the access point's file for NetworkManager, with a word of its own
    network.py watch FILE                  keep the table reachable; FILE tells others how
    network.py join NAME [WORD]            join a network; where that fails the table is reached as before
    network.py leave                       open the access point now
    network.py country SETTINGS            for root, at the start: let the Wi-Fi be used as the settings' country has it

Known networks come first. Where none is reached for a minute the access point opens; while nobody is on it, it closes
now and then so that NetworkManager can look for the known ones.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import time
import tomllib
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

PROFILE = "sequence-referee"
"""NetworkManager's name of the access point."""
ADDRESS = "10.42.77.1"
"""The table's address in its own Wi-Fi."""
ALONE_SECONDS = 60.0
"""So long without a network the known ones are waited for: NetworkManager needs half of it after a start."""
UNUSED_SECONDS = 600.0
"""So long without anybody on it, the access point makes room for a look at the known networks."""
EVERY_SECONDS = 5.0
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of a word: none that is taken for another when it is typed from a display."""

_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
"""nmcli's words are read, so they must be English."""

Run = Callable[[Sequence[str]], "Said"]
"""Runs a command."""


class Said(NamedTuple):
    """What a command answered."""

    code: int
    text: str = ""


class NetworkError(Exception):
    """The network cannot be changed so; one sentence says why, and `code` names its kind."""

    def __init__(self, sentence: str, code: str = "wifi-failed") -> None:
        super().__init__(sentence)
        self.code = code


class Reached(NamedTuple):
    """A Wi-Fi in reach."""

    name: str
    strength: int
    """Per cent."""
    locked: bool
    """Whether it wants a word."""
    joined: bool


def run(words: Sequence[str]) -> Said:
    """Run a command of the system; code 127 where it is not there."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=90, check=False, env=_ENVIRONMENT)
    except FileNotFoundError:
        return Said(127, f"{words[0]} is not installed")
    except subprocess.TimeoutExpired:
        return Said(124, f"{words[0]} did not answer")
    return Said(done.returncode, done.stdout + done.stderr)


def keyfile() -> str:
    """An access point, with a name and a word of its own, as a file for NetworkManager (nm-settings-keyfile(5))."""
    name = "Sequence " + "".join(secrets.choice(_LETTERS) for _ in range(4)).upper()
    word = "".join(secrets.choice(_LETTERS) for _ in range(10))
    return f"""\
# Sequence Referee's own Wi-Fi; opened by sequence-referee-network.service where no known network is reached.
[connection]
id={PROFILE}
uuid={uuid.uuid4()}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={name}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
psk={word}

[ipv4]
method=shared
address1={ADDRESS}/24

[ipv6]
method=disabled
"""


def check_name(name: str) -> None:
    """Raises NetworkError for a name that no Wi-Fi can have (IEEE 802.11)."""
    if not 1 <= len(name.encode(errors="replace")) <= 32 or not name.isprintable():
        raise NetworkError(f"A Wi-Fi cannot be called {name!r}: it takes 1 to 32 bytes.", "wifi-name")


def check_word(word: str) -> None:
    """Raises NetworkError for a word that no Wi-Fi can have (WPA2)."""
    if not 8 <= len(word) <= 63 or not word.isascii() or not word.isprintable():
        raise NetworkError("The word of a Wi-Fi has 8 to 63 plain letters.", "wifi-short")


class Network:
    """NetworkManager, as far as a table needs it."""

    def __init__(self, run: Run = run) -> None:
        self._run = run

    def devices(self) -> list[tuple[str, str, str, str]]:
        """Name, kind, state and connection of each device."""
        rows = self._table("DEVICE,TYPE,STATE,CONNECTION", "device")
        return [(device, kind, state, connection) for device, kind, state, connection in rows]

    def known(self) -> list[str]:
        """Wi-Fi networks that can be joined without asking."""
        rows = self._table("NAME,TYPE", "connection", "show")
        return [name for name, kind in rows if kind == "802-11-wireless" and name != PROFILE]

    def in_reach(self) -> list[Reached]:
        """Wi-Fi networks that the machine hears, each once, the strongest first; few while its own is open."""
        heard = [
            Reached(name, int(strength), security not in ("", "--"), used == "*")
            for used, name, strength, security in self._table("IN-USE,SSID,SIGNAL,SECURITY", "device", "wifi", "list")
            if name and strength.isdigit()
        ]
        heard.sort(key=lambda one: (not one.joined, -one.strength))
        return list({one.name: one for one in reversed(heard)}.values())[::-1]

    def open(self) -> Said:
        """Open the access point."""
        return self._nmcli("connection", "up", PROFILE)

    def shut(self) -> Said:
        """Close it; NetworkManager then looks for the known networks."""
        return self._nmcli("connection", "down", PROFILE)

    def switch_on(self) -> Said:
        """Switch the Wi-Fi on; a Raspberry Pi that was never told its country starts with it switched off."""
        return self._nmcli("radio", "wifi", "on")

    def set_country(self, code: str) -> None:
        """Have the radio keep to the rules of a country, as `DE` (ISO 3166), and switch it on."""
        if self._run(["raspi-config", "nonint", "do_wifi_country", code]).code != 0:
            self._run(["iw", "reg", "set", code])
        self.switch_on()

    def is_used(self, device: str) -> bool:
        """Whether anybody on the access point spoke within the last minute or so."""
        return bool(self._run(["ip", "neigh", "show", "dev", device, "nud", "reachable"]).text.strip())

    def join(self, name: str, word: str = "") -> None:
        """Join a network and keep it among the known ones; one that hides its name, too.

        Raises NetworkError where that fails: nothing is kept, and the table is reached as it was before.
        """
        known, before = self.known(), self.devices()
        words = (name, *(("password", word) if word else ()))
        said = self._nmcli("device", "wifi", "connect", *words)
        if said.code != 0 and "No network with SSID" in said.text:
            hidden = self._nmcli("device", "wifi", "connect", *words, "hidden", "yes")
            said = hidden if hidden.code == 0 else said
        if said.code == 0:
            return
        if name not in known:  # what nmcli made of a wrong word would be tried for ever
            self._nmcli("connection", "delete", "id", name)
        self._go_back(before)
        raise _why_not(name, said)

    def _go_back(self, before: list[tuple[str, str, str, str]]) -> None:
        """Let the table be reached as it was: by the Wi-Fi it was in, by its cable, else by its own Wi-Fi."""
        for _, kind, state, connection in before:
            was_joined = kind == "wifi" and state.startswith("connected") and connection != PROFILE
            if was_joined and self._nmcli("connection", "up", connection).code == 0:
                return
        if not any(kind == "ethernet" and state.startswith("connected") for _, kind, state, _ in before):
            self.open()

    def _nmcli(self, *words: str) -> Said:
        return self._run(["nmcli", *words])

    def _table(self, fields: str, *words: str) -> list[list[str]]:
        """These fields of what is asked for, row by row; `nmcli -t` puts a backslash before colons in names."""
        said = self._nmcli("-t", "-f", fields, *words)
        lines = said.text.splitlines() if said.code == 0 else []
        rows = [[re.sub(r"\\(.)", r"\1", field) for field in re.split(r"(?<!\\):", line)] for line in lines]
        return [row for row in rows if len(row) == fields.count(",") + 1]


def _why_not(name: str, said: Said) -> NetworkError:
    text = said.text
    if "Secrets were required" in text or "psk" in text or "key-mgmt" in text:
        return NetworkError(f"The network {name} does not take that word.", "wifi-word")
    if "No network with SSID" in text:
        return NetworkError(f"No network called {name} is in reach.", "wifi-gone")
    if "No Wi-Fi device" in text:
        return NetworkError("This machine has no Wi-Fi.", "wifi-none")
    last = (text.strip().splitlines() or ["NetworkManager said nothing"])[-1]
    return NetworkError(f"The network {name} could not be joined ({last.removeprefix('Error: ')}).")


class Watch:
    """Decides when the access point opens and closes. Time is an argument."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._alone_since: float | None = None
        self._used_at: float | None = None
        self._switched_at = float("-inf")
        self.state = ""
        """`network`: one is reached; `own`: the access point is open; `none`: neither; `no-wifi`: nor can it be."""
        self.trouble = ""
        """Why the access point could not be opened; empty where it was not tried or is open."""

    def step(self, now: float) -> str:
        """Look, and open or close the access point; the state."""
        devices = self._network.devices()
        own = next((device for device, _, _, connection in devices if connection == PROFILE), None)
        elsewhere = any(
            kind in ("wifi", "ethernet") and state.startswith("connected") and connection != PROFILE
            for _, kind, state, connection in devices
        )
        if own is not None:
            self._mind(own, elsewhere, now)
        elif elsewhere:
            self._alone_since = None
            self.state, self.trouble = "network", ""
        else:
            self._wait(devices, now)
        return self.state

    def _mind(self, own: str, elsewhere: bool, now: float) -> None:
        """The access point is open: close it where nobody uses it and there is another way."""
        self.state, self.trouble, self._alone_since = "own", "", None
        if self._used_at is None or self._network.is_used(own):
            self._used_at = now
        if now - self._used_at >= UNUSED_SECONDS and (elsewhere or self._network.known()):
            self._used_at = None
            self._network.shut()
            self.state = "network" if elsewhere else "none"

    def _wait(self, devices: list[tuple[str, str, str, str]], now: float) -> None:
        """Nothing is reached: open the access point when that has lasted."""
        self._used_at = None
        radios = [state for _, kind, state, _ in devices if kind == "wifi"]
        if all(state == "unavailable" for state in radios):
            self.state, self._alone_since = "no-wifi", None
            if radios and now - self._switched_at >= ALONE_SECONDS:
                self._switched_at = now
                self._network.switch_on()
                self.trouble = 'The Wi-Fi is switched off. Say its country in the settings file, as in country = "GB".'
            return
        if self.state == "no-wifi":
            self.trouble = ""
        self.state = "none"
        if self._alone_since is None:
            self._alone_since = now
        joining = any(kind == "wifi" and state.startswith("connecting") for _, kind, state, _ in devices)
        if now - self._alone_since >= ALONE_SECONDS and not joining:
            said = self._network.open()
            self._alone_since = now  # where it fails the known networks get their minute again
            if said.code == 0:
                self.state, self.trouble = "own", ""
            else:
                self.trouble = f"The table's own Wi-Fi could not be opened ({said.text.strip() or said.code})."


def watch(file: Path, network: Network, access_point: dict[str, str]) -> None:
    """Keep the table reachable for ever, and tell how in a file whenever that changes."""
    watching, told = Watch(network), ""
    while True:
        state = watching.step(time.monotonic())
        now = json.dumps({"state": state, "trouble": watching.trouble, **(access_point if state == "own" else {})})
        if now != told:
            told = now
            print(now if state != "own" else f"open: {access_point.get('name', '')}", flush=True)
            part = file.with_name(file.name + ".part")
            part.write_text(now + "\n", "utf-8")
            part.replace(file)
        time.sleep(EVERY_SECONDS)


def country_in(settings: Path) -> str:
    """The country that a settings file names; empty where it names none, or cannot be read."""
    try:
        code = tomllib.loads(settings.read_text("utf-8-sig")).get("country", "")
    except (OSError, ValueError):
        return ""
    return code if isinstance(code, str) and re.fullmatch(r"[A-Z]{2}", code) else ""


def read_keyfile(text: str) -> dict[str, str]:
    """Name, word and address of the access point from its file."""
    found = dict(re.findall(r"(?m)^(ssid|psk)=(.*)$", text))
    return {"name": _plain(found.get("ssid", "")), "word": _plain(found.get("psk", "")), "address": ADDRESS}


def _plain(value: str) -> str:
    """A value of a keyfile as it is meant; names with other letters NetworkManager itself writes as bytes."""
    if re.fullmatch(r"(\d{1,3};)+", value):
        return bytes(int(number) & 0xFF for number in value.split(";")[:-1]).decode(errors="replace")
    return re.sub(r"\\(.)", lambda at: " " if at[1] == "s" else at[1], value)


def main(words: list[str]) -> int:
    """The commands above."""
    network = Network()
    try:
        if words[:1] == ["keyfile"] and len(words) == 1:
            print(keyfile(), end="")
        elif words[:1] == ["watch"] and len(words) == 2:
            kept = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere")) / "access-point"
            watch(Path(words[1]), network, read_keyfile(kept.read_text("utf-8")) if kept.exists() else {})
        elif words[:1] == ["join"] and len(words) in (2, 3):
            network.join(*words[1:])
        elif words[:1] == ["country"] and len(words) == 2:
            if code := country_in(Path(words[1])):
                network.set_country(code)
        elif words == ["leave"]:
            said = network.open()
            if said.code:
                raise NetworkError(f"The table's own Wi-Fi could not be opened ({said.text.strip()}).")
        else:
            print(
                "usage: network.py (keyfile | watch FILE | join NAME [WORD] | leave | country SETTINGS)",
                file=sys.stderr,
            )
            return 2
    except (NetworkError, OSError) as error:
        print(f"network: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
