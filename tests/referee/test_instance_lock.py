"""Only one referee writes the games of a table."""

import errno
import os
import subprocess
import sys

import pytest

from calibration.whole_file import write_whole
from referee.refusal import Refusal, file_trouble
from referee.storage.durable import write_private
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


def test_a_table_is_held_on_a_disk_with_no_room_for_who_holds_it(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "pwrite", full)
    with (
        instance_lock("/table", tmp_path),
        pytest.raises(Refusal, match="Another referee already keeps"),
        instance_lock("/table", tmp_path),
    ):
        pass


@pytest.mark.parametrize("write", [write_whole, write_private])
def test_a_file_for_which_there_is_no_room_is_named(tmp_path, monkeypatch, write):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as said:
        write(tmp_path / "kept", b"content")
    assert file_trouble(said.value).startswith(f"{tmp_path / 'kept'} cannot be written: the disk is full.")


def test_a_data_folder_that_cannot_be_written_is_named_with_the_way_out(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    said = r"data folder .*file/below cannot be written.*--data"
    with pytest.raises(Refusal, match=said), instance_lock("/table", in_the_way / "below"):
        pass
