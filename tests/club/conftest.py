"""A club's hub over a file and over a real PostgreSQL server, and tables with real histories."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from referee.club.database import open_club
from referee.club.hub import Hub
from tests.club.trouble import played_chain, wipe


def server_programs():
    """Where a server's programs lie; the newest of them."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def _as_nobody_special():
    """A server refuses to run as root: the user Debian makes for it is taken then."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, programs, folder, port):
        self._programs, self._folder, self.port = programs, folder, port
        self.address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        self._run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync")

    def start(self):
        """Return when it answers."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-o", options, "-l", log, "start")

    def stop(self, how="immediate"):
        """Stop it; `immediate` is like a pulled plug."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-m", how, "stop")

    def kill(self):
        """Kill it with -9 while it works; `start` brings it back."""
        file = self._folder / "data" / "postmaster.pid"
        os.kill(int(file.read_text().splitlines()[0]), signal.SIGKILL)

    def start_again(self):
        """Start it after a kill: it refuses until the last of its children has gone."""
        for _ in range(60):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.start()
                return
        raise AssertionError("PostgreSQL does not start again")

    def _run(self, program, *words):
        subprocess.run(
            [str(self._programs / program), *words],
            check=True, cwd="/", stdout=subprocess.DEVNULL, **_as_nobody_special(),
        )  # fmt: skip


@contextlib.contextmanager
def running_server(programs):
    """A server in a folder of its own, for a while."""
    folder = Path(tempfile.mkdtemp(prefix="referee-postgres-", dir="/tmp"))
    try:
        if owner := _as_nobody_special():
            os.chown(folder, int(str(owner["user"])), int(str(owner["group"])))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = Server(programs, folder, port)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres():
    """A server that runs."""
    programs = server_programs()
    if programs is None:
        pytest.skip("no PostgreSQL here: sh tests/install.sh database")
    pytest.importorskip("psycopg")
    with running_server(programs) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """Each kind of database, empty."""
    if request.param == "sqlite":
        opened = open_club(tmp_path)
    else:
        server = request.getfixturevalue("postgres")
        opened = open_club(tmp_path, server.address)
        wipe(opened)
    yield opened
    opened.close()


@pytest.fixture
def hub(database):
    """A club over it."""
    made = Hub(database)
    yield made
    made.close()


@pytest.fixture
def chain():
    """The chain of one whole game."""
    return played_chain("blue:Ada green:Ben", 5)
