"""Installs update after update on one card and lets each go wrong at a random moment; says what became of them.

    python3 updates.py ROOT NUMBER SEED

Two in five of them move the form of the history on, and whoever goes back from those goes on with the copy from before.

ROOT is a Debian. What the installer writes lies on an ext4 file system of its own in a file. When the power is cut, the
file is taken as it is at that moment: what the kernel had not written yet is gone, as on a real card, and the file
system is mounted anew from there.
"""

import base64
import contextlib
import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections import Counter
from pathlib import Path
from random import Random

PROJECT = Path(__file__).parents[3]
HOME = "opt/sequence-referee"
HISTORY = "var/lib/sequence-referee/history.sqlite"
ON_THE_CARD = (
    "opt",
    "var/lib/sequence-referee",
    "etc/systemd/system",
    "etc/sequence-referee",
    "etc/udev/rules.d",
    "etc/polkit-1/rules.d",
)
STARTS = 4
"""Starts within which a version must come up: three of one on trial, and one of the version before."""
MOST_VERSIONS = 4
"""The one that runs, the one before, the one that was just left, and half of one."""
NEW_FORM = 0.4
"""Part of the updates that move the form of the history on."""
FIRST_FORM = 2
KINDS = ("whole", "broken", "killed", "killed", "power cut", "power cut", "broken, power cut")


def wheel(folder, name, version, files):
    """A wheel of these files, by their names in it."""
    info = f"{name}-{version}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = []
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(text.encode())}")
    files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,"]) + "\n"
    made = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return made


def storage():
    """The modules that keep the history and what they stand on, by their names in a wheel."""
    files = [PROJECT / "referee" / name for name in ("__init__.py", "refusal.py")]
    for room in ("engine", "hardware", "calibration", "web", "referee/storage"):
        files += (PROJECT / room).rglob("*.py")
    return {str(file.relative_to(PROJECT)): file.read_text("utf-8") for file in files}


def msgspec_wheel(root):
    """The one library that storage needs, for the Python of this Debian; fetched once."""
    folder = root / "wheels"
    found = sorted(folder.glob("msgspec-*.whl"))
    if not found:
        python = subprocess.run(
            ["chroot", root, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*fetch, f"--python-version={python}", f"--dest={folder}", "msgspec"], check=True)
        found = sorted(folder.glob("msgspec-*.whl"))
    return found[0]


def prepare(folder, version, form, *, broken):
    """What a release holds for the installer, with a small program and a library of 200 files in place of the real."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "referee").mkdir(parents=True)
    shutil.copy(PROJECT / "install.sh", folder)
    shutil.copytree(PROJECT / "referee" / "appliance", folder / "referee" / "appliance")
    (folder / "pyproject.toml").write_text(f'version = "{version}"\n')
    wheels = folder / "wheels"
    wheels.mkdir()
    parts = {
        f"small_library/part_{part}.py": f"NUMBER = {version!r}\n" + f"# {version} {part}\n" * 400
        for part in range(200)
    }
    library = wheel(wheels, "small_library", version, {"small_library/__init__.py": "", **parts})
    msgspec = shutil.copy(msgspec_wheel(folder.parent), wheels)
    lines = []
    for name, number, file in (
        ("small_library", version, library),
        ("msgspec", Path(msgspec).name.split("-")[1], Path(msgspec)),
    ):
        lines.append(f"{name}=={number} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n")
    (folder / "requirements.lock").write_text("".join(lines))
    (folder / "requirements-pi.lock").write_text("")
    program = (Path(__file__).parent / "small_program.py").read_text().replace("BROKEN = False", f"BROKEN = {broken}")
    program = program.replace("FORM = 2", f"FORM = {form}")
    points = {
        f"sequence_referee-{version}.dist-info/entry_points.txt": "[console_scripts]\nreferee=small_program:main\n"
    }
    wheel(wheels, "sequence_referee", version, {"small_program.py": program, **storage(), **points})


class Machine:
    """A Debian whose installed files lie on a card."""

    def __init__(self, root):
        self.root = root
        self.image = root / "card.img"
        self.mounted = []
        self.image.unlink(missing_ok=True)
        with self.image.open("wb") as image:
            image.truncate(700 << 20)
        subprocess.run(["mke2fs", "-q", "-t", "ext4", str(self.image)], check=True)

    def mount(self):
        """The card goes in."""
        card = self.root / "card"
        card.mkdir(exist_ok=True)
        self._mount("-o", "loop", self.image, card)
        for name in ON_THE_CARD:
            (card / name).mkdir(parents=True, exist_ok=True)
            (self.root / name).mkdir(parents=True, exist_ok=True)
            self._mount("--bind", card / name, self.root / name)

    def _mount(self, *words):
        subprocess.run(["mount", *map(str, words)], check=True)
        self.mounted.append(Path(str(words[-1])))

    def unmount(self):
        """The card comes out."""
        while self.mounted:
            # Processes that were just killed may not be quite gone.
            while subprocess.run(["umount", str(self.mounted[-1])], stderr=subprocess.DEVNULL, check=False).returncode:
                time.sleep(0.05)
            self.mounted.pop()

    def cut_power(self, running):
        """All stands still at once; afterwards the card holds what had been written to it."""
        signal_all(running, signal.SIGSTOP)
        kept = self.root / "kept.img"
        subprocess.run(["cp", "--sparse=always", str(self.image), str(kept)], check=True)
        kill(running)
        self.unmount()
        kept.replace(self.image)
        self.mount()

    def inside(self, *words):
        """A command in this Debian."""
        clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"]
        return ["chroot", str(self.root), *clean, *words]

    def versions(self, word):
        """What the service's unit asks of the versions before and after a start."""
        asked = self.inside("python3", "-I", f"/{HOME}/versions.py", f"/{HOME}", word)
        subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)

    def start(self):
        """One start of the service as its unit makes it; whether it came up."""
        self.versions("boot")
        there = self.root / "run" / "ready"
        there.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(str(there))
            ready.setblocking(False)
            program = self.inside("NOTIFY_SOCKET=/run/ready", f"/{HOME}/current/bin/referee", "appliance")
            subprocess.run(program, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                if ready.recv(64) != b"READY=1":
                    return False
            except BlockingIOError:
                return False
        self.versions("confirm")
        return True

    def update(self):
        """The installer, running."""
        return subprocess.Popen(
            self.inside("/release/install.sh", "--wheels", "/release/wheels"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def history(self):
        """The form of the history, and how many games it holds."""
        with contextlib.closing(sqlite3.connect(f"file:{self.root / HISTORY}?mode=ro", uri=True)) as history:
            (form,) = history.execute("PRAGMA user_version").fetchone()
            (games,) = history.execute("SELECT count(*) FROM games").fetchone()
        return form, games

    def half_files(self):
        """Files of the service that are not as the release has them."""
        units = self.root / "etc" / "systemd" / "system"
        release = PROJECT / "referee" / "appliance"
        laid = [self.root / unit.readlink().relative_to("/") for unit in units.glob("sequence-referee*.service")]
        pairs = [(unit, release / "files" / unit.name) for unit in laid]
        pairs += [(self.root / HOME / f"{name}.py", release / f"{name}.py") for name in ("versions", "network")]
        return [str(one) for one, other in pairs if one.read_bytes() != other.read_bytes()]


def kill(running):
    """At once, with all it started."""
    signal_all(running, signal.SIGKILL)
    running.wait()


def signal_all(running, what):
    """To it and all it started, as far as they are still there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, what)


def main(root, number, seed):
    """The exit code: 0 where every update ended in a version that works."""
    random = Random(seed)
    machine = Machine(root)
    ends = Counter()
    faults = []
    machine.mount()
    try:
        forms = {"1.0": FIRST_FORM}
        running = "1.0"
        prepare(root / "release", running, FIRST_FORM, broken=False)
        began = time.monotonic()
        if machine.update().wait() or not machine.start():
            print("FAILED: the first version does not come up")
            return 1
        whole = time.monotonic() - began
        for update in range(1, number + 1):
            kind = random.choice(KINDS)
            new = f"1.{update}"
            forms[new] = forms[running] + (random.random() < NEW_FORM)
            prepare(root / "release", new, forms[new], broken="broken" in kind)
            _, before = machine.history()
            let_go_wrong(machine, kind, random.uniform(0.0, 1.2 * whole))
            worked = any(machine.start() for _ in range(STARTS))
            name = (root / HOME / "current").readlink().name
            which = "new" if name.startswith(f"{new}-") else "before"
            moved = " (form moved on)" if forms[new] > forms[running] else ""
            running = name.partition("-")[0]
            form, games = machine.history()
            lost = form != forms[running] or games <= before
            ends[f"{kind}{moved}: {'the version ' + which if worked else 'DEAD'}"] += 1
            left = len(list((root / HOME / "versions").iterdir()))
            half = machine.half_files()
            if not worked or lost or half or left > MOST_VERSIONS:
                faults.append(
                    f"update {update}, {kind}{moved}: worked {worked}, half files {half}, {left} folders of versions, "
                    f"history of form {form} with {games} games, {before} before"
                )
                print("FAILED:", faults[-1])
                if not worked:
                    break
    finally:
        machine.unmount()
    for what, times in sorted(ends.items()):
        print(f"{times:4}  {what}")
    print(f"{ends.total()} updates, {len(faults)} that did not end well; one takes {whole:.0f} s if it is let")
    return int(bool(faults))


def let_go_wrong(machine, kind, moment):
    """Run the installer, and let happen to it what its kind says, so many seconds after its start."""
    running = machine.update()
    if kind in ("whole", "broken"):
        running.wait()
        return
    try:
        running.wait(moment)
    except subprocess.TimeoutExpired:
        pass
    else:
        machine.start()  # it was through in time: what comes next strikes the version that just came up
    if "power cut" in kind:
        machine.cut_power(running)
    else:
        kill(running)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
