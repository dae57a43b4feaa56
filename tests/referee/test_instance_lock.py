"""Only one referee writes the games of a table."""

import subprocess
import sys

import pytest

from referee.refusal import Refusal
from referee.storage.locks import instance_lock


def test_a_second_referee_at_a_table_is_refused_until_the_first_has_left(tmp_path):
    with instance_lock("/table", tmp_path):
        with (
            pytest.raises(Refusal, match=r"Another referee \(process \d+\).*--data"),
            instance_lock("/table", tmp_path),
        ):
            pass
        with instance_lock("/another table", tmp_path):
            pass
        with instance_lock("/table", tmp_path / "elsewhere"):
            pass
    with instance_lock("/table", tmp_path):
        pass


def test_a_referee_that_was_killed_holds_no_table(tmp_path):
    program = f"""
import os, signal
from pathlib import Path
from referee.storage.locks import instance_lock
with instance_lock("/table", Path({str(tmp_path)!r})):
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode < 0
    with instance_lock("/table", tmp_path):
        pass


def test_a_data_folder_that_cannot_be_written_is_named_with_the_way_out(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    said = r"data folder .*file/below cannot be written.*--data"
    with pytest.raises(Refusal, match=said), instance_lock("/table", in_the_way / "below"):
        pass
