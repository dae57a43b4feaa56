"""The demo as a new user runs it: from the command to the page, to Ctrl-C twice, to a history of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from urllib.parse import urlsplit

from engine.events import TurnPlayed
from referee.storage.history import History
from referee.storage.settings import demo_folder, history_file
from tests.web.phones import get


def test_the_demo_shows_a_game_as_it_happens_and_ends_cleanly_on_ctrl_c_twice(tmp_path):
    command = [sys.executable, "-m", "referee", "demo", "--seed", "3", "--speed", "6", "--cheats", "0", "--port", "0"]
    environment = os.environ | {"REFEREE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    demo = subprocess.Popen(
        [*command, "--host", "127.0.0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        start_new_session=True,
    )
    assert demo.stdout is not None
    try:
        said, address, link = [], "", ""
        for line in demo.stdout:
            said.append(line)
            found = re.search(r"watch at\s+(http://\S+)", line)
            if found:
                address = found[1]
            if "#host=" in line:
                link = line.split()[-1]
            if "Ctrl-C" in line:
                break
        assert address, "".join(said)
        assert any("█" in line for line in said), "a QR code for phones is printed"
        state = _state_with_a_turn(address)
        assert state["turns"][0]["team"] == "blue"
        assert sum(letter in "bg" for row in state["position"] for letter in row) >= 1
        port = urlsplit(address).port
        health = json.loads(get(port, "/healthz")[2])
        assert health["ok"], health
        assert {"frame_age", "eye", "unsaved", "disk_free", "clock"} <= health.keys()
        assert get(port, "/", Host="evil.example")[0] == 421
        asked = [sys.executable, "-m", "referee", "host", "--json", "--data", str(demo_folder(tmp_path))]
        shown = json.loads(subprocess.run(asked, capture_output=True, env=environment, check=True).stdout)
        assert shown["served"]
        assert shown["link"] == link
        demo.send_signal(signal.SIGINT)
        demo.send_signal(signal.SIGINT)
        rest = demo.stdout.read()
        assert demo.wait(30) == 0, rest
        assert "Traceback" not in rest
        assert f"referee history list --data {demo_folder(tmp_path)}" in rest
    finally:
        demo.kill()
        demo.stdout.close()
        demo.wait()
    assert not history_file(tmp_path).exists(), "the family's own games are not touched"
    with History(history_file(demo_folder(tmp_path))) as history:
        (row,) = history.games()
        assert row.ended is not None
        assert any(isinstance(event, TurnPlayed) for event in history.events(row.id))


def _state_with_a_turn(address):
    """The page's state once the first turn was announced; the live stream is followed until then."""
    with urllib.request.urlopen(address + "events", timeout=60) as stream:
        beats = 0
        for line in stream:
            if line.startswith(b"data:") and b"turn_place" in line:
                break
            beats += line.startswith(b"event: beat")  # one every ten seconds
            assert beats < 9, "the demo plays no turn"
    with urllib.request.urlopen(address + "api/state", timeout=60) as answer:
        return json.load(answer)["state"]
