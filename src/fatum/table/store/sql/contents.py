"""What a backup holds, and whether it is whole.

A backup is an SQLite file with one more table, ``backup``, that holds the digest of all rows. SQLite
notices a broken structure by itself, but not a changed byte inside a value.
"""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from fatum.table.log import read_entry
from fatum.table.state import TableState
from fatum.table.store.batch import Line, StoreError

_MAGIC: Final = b"SQLite format 3\x00"
_NEEDED: Final = {"alembic_version", "log", "store", "tables"}
_LOG: Final = "SELECT table_id, seq, at, body FROM log ORDER BY table_id, seq"


class Contents(Struct, frozen=True):
    """The contents of a backup."""

    statuses: dict[str, int]
    """How many tables there are in each state."""
    entries: int
    unreadable: dict[str, str]
    """Tables whose logs this version cannot replay, and why."""

    @property
    def tables(self) -> int:
        return sum(self.statuses.values())


def open_sqlite(file: Path) -> sqlite3.Connection:
    """Open a database that exists; unlike ``sqlite3.connect`` this never creates one."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)


def check_kind(file: Path, what: str) -> None:
    """Raise ``StoreError`` unless this is a file that SQLite may know."""
    if not file.exists():
        raise StoreError(f"cannot read {file}: there is no such file")
    if not file.is_file():
        raise StoreError(f"cannot read {file}: it is not a file")
    with file.open("rb") as content:
        start = content.read(len(_MAGIC))
    if not start:
        raise StoreError(f"{file} is empty")
    if start != _MAGIC:
        raise StoreError(f"{file} is not {what}")


def seal(file: Path) -> None:
    """Write the digest of all rows into the file."""
    with closing(open_sqlite(file)) as connection:
        connection.execute("DROP TABLE IF EXISTS backup")
        connection.execute("CREATE TABLE backup (digest TEXT NOT NULL)")
        connection.execute("INSERT INTO backup VALUES (?)", (_digest(connection),))
        connection.commit()
        # Everything in one file; also the mark of a backup that nobody has used as a store.
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()


def read_contents(file: Path) -> Contents:
    """Check the structure and the digest and replay every log.

    :raises sqlite3.DatabaseError: the file is damaged.
    :raises StoreError: it holds something else.
    """
    try:
        with closing(open_sqlite(file)) as connection:
            return _read(connection)
    except UnicodeDecodeError as error:  # in a name or in SQLite's own words about it
        raise sqlite3.DatabaseError(str(error)) from None


def _read(connection: sqlite3.Connection) -> Contents:
    (fault,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if fault != "ok":
        raise sqlite3.DatabaseError(" ".join(str(fault).split()))
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names >= _NEEDED:
        raise StoreError("the file holds something else, not the tables of a server")
    if "backup" in names and _untouched(connection):
        found = connection.execute("SELECT digest FROM backup").fetchall()
        if found != [(_digest(connection),)]:
            raise sqlite3.DatabaseError("its digest does not match")
    listed = dict(connection.execute("SELECT id, status FROM tables"))
    entries = 0
    unreadable = dict.fromkeys(listed, "its log is empty")
    for table_id, lines in groupby(connection.execute(_LOG), key=itemgetter(0)):
        log = list(lines)
        entries += len(log)
        unreadable.pop(table_id, None)
        fault = "it is not in the list of tables" if table_id not in listed else _replay(log)
        if fault:
            unreadable[table_id] = fault
    return Contents(dict(Counter(listed.values())), entries, unreadable)


def _untouched(connection: sqlite3.Connection) -> bool:
    """Whether the digest still counts: a server that uses the file as its store changes the mode."""
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return str(mode) != "wal"


def _replay(lines: list[Line]) -> str | None:
    """What keeps a log from being replayed."""
    table_id = lines[0][0]
    try:
        TableState.replay(table_id, (read_entry(*line[1:]) for line in lines))
    except Exception as error:  # damaged facts fail anywhere in the rules
        return str(error) or type(error).__name__
    return None


def _digest(connection: sqlite3.Connection) -> str:
    digest = hashlib.sha256()
    for row in _rows(connection):
        digest.update(msgspec.msgpack.encode(row))
    return digest.hexdigest()


def _rows(connection: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    yield from connection.execute("SELECT * FROM alembic_version")
    yield from connection.execute("SELECT * FROM store")
    yield from connection.execute("SELECT * FROM tables ORDER BY id")
    yield from connection.execute(_LOG)
