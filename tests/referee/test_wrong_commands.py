"""Whatever is wrong on the command line: a sentence on one line and an exit code, and nothing half done."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.shown_deck import FILE as DECK
from tests.referee.conftest import run
from tests.referee.test_reviewing import LINE

WRONG = [
    (("read", "nowhere.jpg"), "no picture nowhere.jpg"),
    (("read", "{text}"), "no picture that can be read"),
    (("read", "{video}"), "This is a film, no picture. `referee watch` looks at films."),
    (("calibrate", "--empty", "{heic}", "--table", "{out}"), "HEIC picture, as iPhones take them"),
    (("read", "{empty}", "--table", "{folder}"), "table profile"),
    (("read", "{grey}"), "board"),
    (("calibrate", "--table", "{out}"), "empty board is needed"),
    (("calibrate", "--empty", "{grey}", "--table", "{out}"), "board"),
    (("calibrate", "--empty", "{empty}", "--corners", "1,2 3,4", "--table", "{out}"), "four points"),
    (("calibrate", "--empty", "{empty}", "--corners", "nan,2 3,4 5,6 7,8", "--table", "{out}"), "four points"),
    (("calibrate", "--empty", "{empty}", "--colors", "{empty}", "--table", "{out}"), "chips"),
    (("calibrate", "--empty", "{empty}", "--colors", "{empty}", "--chips", "blue:z99", "--table", "{out}"), "z99"),
    (("calibrate", "--empty", "{empty}", "--layout", "nosuch", "--table", "{out}"), "nosuch"),
    (("watch", "{folder}", "--table", "{profile}"), "frames"),
    (("watch", "{text}", "--table", "{profile}"), "text.txt"),
    (("watch", "nowhere", "--table", "{profile}"), "nowhere"),
    (("watch", "{film}", "--table", "{profile}", "--seats", "blue blue"), "seats"),
    (("watch", "{film}", "--table", "{profile}", "--seats", "blue green red blue"), "seats"),
    (("watch", "{film}", "--table", "{profile}", "--edition", "nosuch"), "nosuch"),
    (("watch", "{film}", "--table", "{profile}", "--rules", "sequences_to_win=99"), "sequences_to_win"),
    (("watch", "{small}", "--table", "{profile}"), "960x720"),
    (("serve", "--camera", "recording:nowhere", "--table", "{out}", "--port", "0"), "There is no folder nowhere."),
    (("check", "{text}"), "text.txt"),
    (("check", "{folder}"), "no records"),
    (("history", "show", "7"), "no game 7"),
    (("rerun", "7"), "no game 7"),
    (("rerun", "{text}"), "text.txt"),
    (("demo", "--seats", "blue"), "seats"),
    (("watch", "{film}", "--seats", "blue"), "seats"),
    (("watch", "{film}", "--seats", "blue:Ada green:ada"), "Two players are called Ada."),
    (("backup", ""), "names no file"),
    (("check", "/dev/zero"), "device"),
    (("format", "/dev/zero"), "device"),
    (("rerun", "/dev/zero"), "device"),
    (("verify", "/dev/zero"), "device"),
    (("restore", "/dev/zero"), "device"),
    (("appliance", "--check", "--settings", "/dev/zero"), "device"),
    (("position", "nonsense"), "“nonsense” is no position"),
    (("position", "{line}", "--hand", "1H"), "Did you mean 10H?"),
    (("position", "{line}", "--hand", "7H 7H 7H"), "only 2 of the seven of hearts"),
    (("position", "{line}", "--hand", "2S 3S 4S 5S 6S 7S 8S 9S"), "7 cards here at most, not 8"),
    (
        ("read", "{empty}", "--table", "{spoilt}"),
        "damaged (File is not a zip file). Show the deck again: on the host's phone, More, Show the deck, Begin anew",
    ),
    (("read", "{empty}", "--table", "{profile}", "--layout", "checkerboard"), "“classic”, not “checkerboard”"),
    (("watch", "{film}", "--table", "{profile}", "--layout", "checkerboard"), "“classic”, not “checkerboard”"),
    (("layouts", "tests/engine/data/layout_card_thrice.json"), "h9 is AS"),
    (("editions", "clasic"), "there is no edition"),
    (("deal", "Ann"), "1 cannot play"),
    (
        ("verify", "gone.zip"),
        "referee: There is no gone.zip. Name a data folder, or a game that was exported as a bundle.",
    ),
    (("verify", "{folder}"), "referee: There is no history in {folder}."),
    (("restore", "gone.zip"), "referee: gone.zip cannot be restored: No such file or directory."),
    (("review", "{folder}"), "referee: {folder} is a folder. Name a record (.sgn)"),
    (("stats", "gone.sgn"), "referee: There is no file gone.sgn. Name a record (.sgn)"),
    (("club", "--address", "club.example"), "It looks like https://club.example/."),
    (("club", "--address", "http://club.example:99999/"), "It looks like https://club.example/."),
    (("club", "--pace", "nan"), "nan"),
    (("club", "--pace", "inf"), "inf"),
    (("join", "http://127.0.0.1:1/#join=1"), "127.0.0.1:1 does not answer (Connection refused)."),
    (("review", "{out}"), "no file"),
    (("stats",), "no games"),
    (("doctor", "--port", "80955"), "65535"),
    (("doctor", "--port", "-1"), "65535"),
    (("watch", "simulated", "--fps", "nan"), "nan"),
    (("watch", "simulated", "--fps", "inf"), "inf"),
    (("serve", "--camera", "simulated", "--table", ".", "--speed", "nan"), "nan"),
    (("serve", "--camera", "simulated", "--table", ".", "--evidence", "-5"), "-5"),
    (("serve", "--camera", "simulated", "--table", ".", "--clock", "-30"), "as 45, or none"),
    (("demo", "--speed", "inf"), "inf"),
    (("demo", "--cheats", "nan"), "nan"),
    (("demo", "--cheats", "5"), "5"),
    (("demo", "--clock", "soon"), "'soon' is no time for a turn"),
    (("demo", "--clock", "2"), "5 to 3600"),
    (("demo", "--allow-host", "http://club.example/"), "a name without http:// and path"),
]


@pytest.fixture(scope="module")
def places(film, tmp_path_factory):
    """What the words of a wrong command may name."""
    made = tmp_path_factory.mktemp("places")
    text, grey, small, folder = (made / name for name in ("text.txt", "grey.png", "small", "folder"))
    text.write_text("no picture, no film, no record")
    heic = made / "IMG_0001.HEIC"
    heic.write_bytes(b"\0\0\0\x24ftypheic" + bytes(24))
    video = made / "game.MP4"
    video.write_bytes(b"\0\0\0\x20ftypisom" + bytes(20))
    cv2.imwrite(str(grey), np.random.default_rng(1).integers(90, 130, (600, 800, 3), np.uint8))
    small.mkdir()
    cv2.imwrite(str(small / "00000.jpg"), cv2.resize(cv2.imread(str(film.picture("empty"))), (640, 480)))
    folder.mkdir()
    spoilt = Path(shutil.copytree(film.profile, made / "spoilt"))
    (spoilt / DECK).write_bytes(b"no deck")
    there = {"text": text, "heic": heic, "grey": grey, "small": small, "folder": folder, "video": video, "line": LINE}
    return {**there, "spoilt": spoilt, "empty": film.picture("empty"), "film": film.folder, "profile": film.profile}


@pytest.mark.parametrize(("words", "named"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_what_is_wrong_is_said_in_a_sentence_and_never_as_a_traceback(words, named, places, tmp_path, capfd):
    code = run(*(word.format(**places, out=tmp_path / "out") for word in words))
    said = capfd.readouterr()
    told = said.err + said.out
    assert code == (1 if words == ("read", "{grey}") else 2), "1 where a picture was looked at, and no board is on it"
    assert named.format(**places).lower() in told.lower()
    assert said.err.startswith("Usage:") or len(told.splitlines()) == 1
    assert "Traceback" not in told
    assert "should not have" not in told
    assert "Found the board" not in told, "it is said before a table is measured"
    assert not (tmp_path / "out" / "profile.toml").exists(), "nothing half-measured is left"
