"""SQLite and PostgreSQL behind one interface: opening, appending in one statement, errors.

A group of appends is a single INSERT that the database does whole or not at all; where it is
refused nothing was written. The same statement compares that the store is still the one whose logs
the authority has read, and that each log still holds the entry before the new ones.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from fatum.core.extras import need
from fatum.table.store.batch import Conflict, Line, StoreDown, StoreError, Unwritable

BUSY_SECONDS: Final = 10
_BETWEEN_TRIES: Final = 0.02
ROWS_AT_ONCE: Final = 250


class Dialect(ABC):
    """One kind of database."""

    begin: str
    alone: str | None = None
    """What keeps all others from appending until the transaction ends, beside ``begin``."""
    unhurried: Sequence[str] = ()
    """What keeps the writer's connection from making checkpoints by itself."""
    relaxed: str
    """What keeps a connection for passing facts from waiting for the disk."""
    checkpoint: str | None = None
    """What makes a checkpoint without blocking others; empty if the database does it itself."""

    @abstractmethod
    def engine(self) -> AsyncEngine:
        """An engine whose connections commit each statement by themselves."""

    @abstractmethod
    async def execute(self, driver: Any, statement: str, values: Sequence[object] = ()) -> int:
        """Run a statement on the driver's own connection; the number of rows it touched.

        Raises ``Conflict`` for a row that is there already and ``StoreDown`` for a database that
        does not answer; in that case it is unknown whether the statement was done.
        """

    @abstractmethod
    async def fetch(self, driver: Any, statement: str, values: Sequence[object]) -> list[Any]:
        """The rows of a query, on the driver's own connection; or ``StoreDown``."""

    @abstractmethod
    async def append(self, driver: Any, lines: Sequence[Line], generation: str) -> int:
        """Insert all these lines or none; the number inserted."""

    @abstractmethod
    def mark(self, number: int) -> str:
        """The placeholder of the n-th value, from 1."""


class Sqlite(Dialect):
    begin = "BEGIN IMMEDIATE"
    unhurried = ("PRAGMA wal_autocheckpoint = 0",)
    checkpoint = "PRAGMA wal_checkpoint(PASSIVE)"
    relaxed = "PRAGMA synchronous = NORMAL"

    def __init__(self, path: Path) -> None:
        self.path: Final = path

    def engine(self) -> AsyncEngine:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # Here, because the threads of aiosqlite complain by themselves about what they cannot open.
            with closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS)) as connection:
                connection.execute("PRAGMA schema_version")
        except sqlite3.Error as error:
            raise StoreError(f"cannot open the store: {error}") from None
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.path)),
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,  # errors are logged, and entries hold seeds
            connect_args={"timeout": BUSY_SECONDS, "cached_statements": 256},
        )
        event.listen(engine.sync_engine, "connect", _durable)
        return engine

    async def execute(self, driver: Any, statement: str, values: Sequence[object] = ()) -> int:
        try:
            cursor = await driver.execute(statement, values)
        except sqlite3.IntegrityError as error:
            raise Conflict from error
        except sqlite3.OperationalError as error:
            # An extended code holds the plain one in its last byte.
            full = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
            raise (Unwritable if full else StoreDown)(str(error)) from error
        except (sqlite3.Error, ValueError) as error:
            # aiosqlite says ValueError when its connection is closed.
            raise StoreDown(str(error)) from error
        return int(cursor.rowcount)

    async def fetch(self, driver: Any, statement: str, values: Sequence[object]) -> list[Any]:
        try:
            return list(await driver.execute_fetchall(statement, values))
        except (sqlite3.Error, ValueError) as error:
            raise StoreDown(str(error)) from error

    async def append(self, driver: Any, lines: Sequence[Line], generation: str) -> int:
        values: list[object] = []
        for line, prior in zip(lines, _priors(lines), strict=True):
            values += (*line, prior)
        values.append(generation)
        return await self.execute(driver, _sqlite_insert(len(lines)), values)

    def mark(self, number: int) -> str:
        return "?"


@cache
def _sqlite_insert(lines: int) -> str:
    # One step of one statement: the thread that runs it asks for the interpreter's lock once,
    # however many lines there are.
    rows = ", ".join(["(?, ?, ?, ?, ?)"] * lines)
    return f"{_INSERT} VALUES {rows}) {_IF} ?"


_INSERT: Final = (
    "INSERT INTO log (table_id, seq, at, body) WITH new (table_id, seq, at, body, prior) AS ("
)
_IF: Final = (
    "SELECT table_id, seq, at, body FROM new "
    "WHERE NOT EXISTS (SELECT 1 FROM new WHERE prior > 0 AND NOT EXISTS "
    "(SELECT 1 FROM log WHERE log.table_id = new.table_id AND log.seq = new.prior)) "
    "AND (SELECT generation FROM store) ="
)


def _priors(lines: Sequence[Line]) -> list[int]:
    """For each line the entry that must be in the log before it; 0 where nothing must be.

    The lines are sorted: only the first of a table follows on what is stored.
    """
    before = [("", 0, 0, b""), *lines[:-1]]
    return [
        0 if line[0] == previous[0] else line[1] - 1
        for line, previous in zip(lines, before, strict=True)
    ]


def _durable(connection: Any, _: object) -> None:
    _write_ahead(connection)
    for pragma in ("synchronous = FULL", f"busy_timeout = {BUSY_SECONDS * 1000}"):
        _pragma(connection, pragma)


def _write_ahead(connection: Any) -> None:
    """Several may open a new file at once, and for this change SQLite itself waits for nobody."""
    tries = int(BUSY_SECONDS / _BETWEEN_TRIES)
    for left in reversed(range(tries)):
        try:
            _pragma(connection, "journal_mode = WAL")
        except sqlite3.OperationalError:
            if left == 0:
                raise
            connection.run_async(lambda _: asyncio.sleep(_BETWEEN_TRIES))
        else:
            return


def _pragma(connection: Any, pragma: str) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA {pragma}")
    cursor.fetchall()
    cursor.close()


class Postgres(Dialect):
    begin = "BEGIN"
    alone = "LOCK TABLE log, tables, store IN SHARE ROW EXCLUSIVE MODE"
    relaxed = "SET synchronous_commit = off"

    def __init__(self, url: URL) -> None:
        self.url: Final = url

    def engine(self) -> AsyncEngine:
        need("psycopg", "PostgreSQL", "server")
        return create_async_engine(
            self.url.set(drivername="postgresql+psycopg"),
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,  # errors are logged, and entries hold seeds
            pool_pre_ping=True,
        )

    async def execute(self, driver: Any, statement: str, values: Sequence[object] = ()) -> int:
        import psycopg

        try:
            cursor = await driver.execute(statement, values or None)
        except psycopg.errors.UniqueViolation as error:
            raise Conflict from error
        except (psycopg.errors.DiskFull, psycopg.errors.ReadOnlySqlTransaction) as error:
            raise Unwritable(str(error)) from error
        except psycopg.Error as error:
            raise StoreDown(str(error)) from error
        return int(cursor.rowcount)

    async def fetch(self, driver: Any, statement: str, values: Sequence[object]) -> list[Any]:
        import psycopg

        try:
            cursor = await driver.execute(statement, values)
            return list(await cursor.fetchall())
        except psycopg.Error as error:
            raise StoreDown(str(error)) from error

    async def append(self, driver: Any, lines: Sequence[Line], generation: str) -> int:
        columns = [list(column) for column in zip(*lines, strict=True)]
        return await self.execute(driver, _POSTGRES_INSERT, (*columns, _priors(lines), generation))

    def mark(self, number: int) -> str:
        return "%s"


_POSTGRES_INSERT: Final = (
    f"{_INSERT} SELECT * FROM "
    "unnest(%s::text[], %s::integer[], %s::bigint[], %s::bytea[], %s::integer[])) "
    f"{_IF} %s"
)


def find_dialect(where: str | Path) -> Dialect:
    """From a file's path, ``sqlite:///path`` or ``postgresql://user@host/name``."""
    if isinstance(where, Path) or "://" not in where:
        return Sqlite(Path(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreError("the store's address cannot be read") from None
    kind = url.get_backend_name()
    if kind == "sqlite" and url.database:
        return Sqlite(Path(url.database))
    if kind in {"postgresql", "postgres"}:
        return Postgres(url)
    raise StoreError(
        f"a store is a file, sqlite:///FILE or postgresql://HOST/NAME, not {kind!r} without a file"
        if kind == "sqlite"
        else f"a store is a file, sqlite:///FILE or postgresql://HOST/NAME, not {kind!r}"
    )
