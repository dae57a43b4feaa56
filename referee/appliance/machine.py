"""The machine of a table that starts with it: its host's phone may change the version, and join a Wi-Fi."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.trouble import Trouble
from hardware.worries import Worry
from referee.appliance.joining import Joining
from referee.appliance.secure_page import SecurePage
from referee.appliance.versions import Versions
from referee.session.machine import PlainMachine
from web.machine import MachineView, VersionsView

_log = logging.getLogger(__name__)

CHANGING_SECONDS = 60.0
"""So long a change of the version may take until the program ends; after that it has failed."""
SYSTEM_SECONDS = 10.0
_STAMP = re.compile(r"(.+)-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d")


def ask_the_system(words: Sequence[str]) -> str:
    """Run a command of the system; what it said where it failed, else nothing."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=SYSTEM_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"it ended with {done.returncode}"


def installed_versions(prefix: Path = Path(sys.prefix)) -> Versions | None:
    """The versions beside the one that runs; none where it was not installed as one of several."""
    if prefix.parent.name == "versions" and (prefix / ".complete").is_file():
        return Versions(prefix.parent.parent)
    return None


def shown_version(name: str) -> str:
    """`0.2.0-20261125213800` as people read it: `0.2.0 (2026-11-25 21:38)`."""
    stamped = _STAMP.fullmatch(name)
    return "{} ({}-{}-{} {}:{})".format(*stamped.groups()) if stamped else name


class ApplianceMachine(PlainMachine):
    """The machine, the versions it has, and the network it is in."""

    def __init__(
        self,
        data: Path,
        versions: Versions | None,
        joining: Joining | None = None,
        secure: SecurePage | None = None,
        *,
        system: Callable[[Sequence[str]], str] = ask_the_system,
        monotonic: Callable[[], float] = time.monotonic,
        **measured: Any,
    ) -> None:
        """`versions`: those beside the one that runs, where there may be any; `joining`: joins networks, where that
        can be done; `secure`: serves the page by HTTPS, too; `system` asks systemd for another version."""
        super().__init__(data, monotonic=monotonic, **measured)
        self._joining, self._secure = joining, secure
        self._versions, self._system = versions, system
        self._changing_until = float("-inf")

    def view(self) -> MachineView:
        """How it is, what versions there are, and how phones reach it."""
        seen, network = super().view(), self._joining.view() if self._joining is not None else None
        if network is not None:  # its own part of the page says it
            seen = replace(seen, worries=tuple(one for one in seen.worries if one is not network.trouble))
        secure = self._secure.view if self._secure is not None else None
        return replace(seen, versions=self._versions_view(), network=network, secure=secure)

    def worries(self) -> list[Worry]:
        """What of it people should know, a Wi-Fi that could not be joined and HTTPS that failed among it."""
        failed = [part.trouble for part in (self._joining, self._secure) if part is not None]
        return [*super().worries(), *(one for one in failed if one is not None)]

    def act(self, action: Mapping[str, Any]) -> Trouble | None:
        """Let another version run: the one that waits (`update`), or the one before (`back`); or `join` the Wi-Fi
        `name` with the password `word`; or serve the page by `https`, too, or not any more, as `on` says."""
        kind = action.get("action")
        if kind == "join" and self._joining is not None:
            name, word = action.get("name"), action.get("word", "")
            return self._joining.join(name if isinstance(name, str) else "", word if isinstance(word, str) else "?")
        if kind == "https" and self._secure is not None:
            return self._secure.switch(action.get("on") is True)
        if kind in ("update", "back") and self._versions is not None:
            return self._change("take" if kind == "update" else "back", self._versions)
        return super().act(action)

    def _change(self, step: str, versions: Versions) -> Trouble | None:
        if step == "take" and not versions.waiting:
            return Trouble("No other version waits here.", "Install one at the machine.", code="no-update")
        if step == "back" and not _before(versions):
            return Trouble("There is no version before this one.", code="no-version-before")
        # Only the administrator may write where versions lie: systemd is asked for one of two fixed steps.
        unit = f"sequence-referee-version@{step}.service"
        failed = self._system(["systemctl", "--no-ask-password", "--no-block", "start", unit])
        if failed:
            _log.warning("the version was not changed: %s", failed)
            return Trouble(f"The version could not be changed ({failed}).", "It stays as it is.", code="not-changed")
        _log.info("the version is changed: %s", step)
        self._changing_until = self._monotonic() + CHANGING_SECONDS
        return None

    def _versions_view(self) -> VersionsView | None:
        versions = self._versions
        if versions is None:
            return None
        before = _before(versions)
        return VersionsView(
            shown_version(versions.current),
            shown_version(versions.waiting),
            shown_version(before),
            _installed(before) > _installed(versions.current),
            shown_version(versions.gave_up),
            self._monotonic() < self._changing_until,
        )


def _before(versions: Versions) -> str:
    before = versions.previous
    return before if before != versions.current and before in versions.complete() else ""


def _installed(name: str) -> str:
    """When a version was installed, as far as its name says; later ones sort behind."""
    return name.rpartition("-")[2]
