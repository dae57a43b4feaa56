"""Random harm to the files that commands read, and the commands run on them."""

import contextlib
import io
import shutil
import sqlite3
from pathlib import Path
from random import Random

from tests.referee.conftest import printed, run
from tests.referee.kept_games import Evening
from tests.referee.tampering import edits, tamper

COLUMNS = {
    "games": ("began", "ended", "clock_set", "edition", "seats", "rules", "profile", "result", "turns", "head"),
    "events": ("game", "number", "kind", "wall", "json", "hash"),
    "deleted": ("game", "wall", "head"),
}  # fmt: skip
VALUES = (
    "NULL", "7", "-1", "1e308", "9223372036854775807", "'text'", "''", "x'00ff'", "'{}'", "'[]'",
    "'{\"event\":\"turn\"}'", "randomblob(50)", "zeroblob(3)", "'/etc/passwd'", "'../..'", "json('[1,2]')",
)  # fmt: skip


def try_the_door(whole, work, tries, seed):
    """What went wrong: each command must end with 0, 1 or 2 and say no more than it has to; harm by harm."""
    chance, wrong = Random(seed), []
    bundle = work / "door.zip"
    _command("history", "export", "1", "--form", "bundle", "-o", str(bundle), "--data", str(whole))
    for number in range(tries):
        data = Path(shutil.copytree(whole, work / "door"))
        try:
            if number % 3 == 0:
                done = _spoil_tables(data, chance)
                tried = _commands(chance, data)
            elif number % 3 == 1:
                (edit,) = edits([data], 1, chance.randrange(1 << 30))
                done = f"{edit.kind} {edit.seed} {edit.file.name}"
                with contextlib.suppress(FileNotFoundError):
                    _do(edit)
                tried = _commands(chance, data)
            else:
                (edit,) = edits([bundle], 1, chance.randrange(1 << 30))
                done = f"{edit.kind} {edit.seed} {edit.file.name}"
                with tamper(edit):
                    tried = [_command(word, str(bundle)) for word in ("verify", "rerun")]
            wrong += [f"seed {seed}, try {number}: {done}: {said}" for code, said in tried if code not in (0, 1, 2)]
        finally:
            shutil.rmtree(data)
    return wrong


def _do(edit):
    """Do it for good."""
    with tamper(edit):
        after = edit.file.read_bytes() if edit.file.exists() else None
    if after is None:
        edit.file.unlink()
    else:
        edit.file.write_bytes(after)


def _spoil_tables(data, chance):
    """Write odd values into the tables, or change the tables themselves."""
    table = chance.choice(list(COLUMNS))
    column, value = chance.choice(COLUMNS[table]), chance.choice(VALUES)
    statement = chance.choice(
        (
            f"UPDATE {table} SET {column} = {value}",
            f"UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT max(rowid) FROM {table})",
            f"UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT min(rowid) FROM {table})",
            f"DELETE FROM {table}",
            f"DROP TABLE {table}",
            f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
            f"PRAGMA user_version = {chance.choice((0, 1, 3, -1))}",
            f"UPDATE sqlite_sequence SET seq = {value}",
        )
    )
    connection = sqlite3.connect(data / "history.sqlite", isolation_level=None)
    with contextlib.suppress(sqlite3.Error):
        connection.executescript(statement)
    connection.close()
    return statement


def _commands(chance, data):
    """Some commands one after the other, and at last a table that goes on."""
    words = [("history", "list"), ("history", "show", "1"), ("rerun", "1"), ("history", "export", "2")]
    chance.shuffle(words)
    done = [_command("verify", str(data)), *(_command(*word, "--data", str(data)) for word in words[:2])]
    try:
        Evening(data).close()
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        if type(error).__module__.partition(".")[0] not in ("referee", "engine"):
            done.append((70, f"a table: {error!r}"))
        elif "newer Sequence Referee" not in str(error):
            done.append((70, f"a table refuses: {error}"))
    return done


def _command(*words):
    """The exit code of a command, and the end of what it said."""
    with contextlib.redirect_stderr(io.StringIO()) as wrong:
        code, said = printed(run, *words)
    return code, f"{words}: {(said + wrong.getvalue())[-300:]}"
