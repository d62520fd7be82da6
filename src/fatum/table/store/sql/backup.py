"""Backups: one SQLite file for any kind of store, so a store can also be moved to another database.

Both work while servers run. After a restore they notice and read their tables again.
"""

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from fatum.table.store.batch import StoreError
from fatum.table.store.sql.columns import HEAD, LOG, TABLES
from fatum.table.store.sql.contents import Contents, check_kind, open_sqlite, read_contents, seal
from fatum.table.store.sql.dialects import Dialect, Sqlite, find_dialect
from fatum.table.store.sql.migrate import current
from fatum.table.store.sql.sql_store import SqlStore

_CHUNK: Final = 1000


async def backup(where: str | Path, file: Path, *, force: bool = False) -> Contents:
    """Write everything in a store to a file that appears under its name when it is complete.

    :param force: replace a file that exists.
    :raises StoreError: nothing was written.
    """
    dialect = find_dialect(where)
    if isinstance(dialect, Sqlite):
        _check_apart(dialect, file)
        check_kind(dialect.path, "a store")
    _check_target(file, force)
    with _explained(f"cannot back up to {file}", "the store"), _beside(file) as copy:
        if isinstance(dialect, Sqlite):
            await asyncio.to_thread(_copy_sqlite, dialect.path, copy)
        else:
            await _copy_rows(dialect, copy)
        await asyncio.to_thread(seal, copy)
        contents = await asyncio.to_thread(read_contents, copy)
        _check_target(file, force)
        _publish(copy, file)
        return contents


async def restore(where: str | Path, file: Path, *, force: bool = False) -> Contents:
    """Replace everything in a store by a backup, or make a new store of it.

    Until it is done the store is as it was, or does not exist.

    :param force: replace a store that holds tables.
    :raises StoreError: the store was not changed.
    """
    dialect = find_dialect(where)
    check_kind(file, "a backup")
    if isinstance(dialect, Sqlite):
        _check_apart(dialect, file)
        _check_folder(dialect.path)
    with (
        _explained(f"cannot restore {file}", "the backup"),
        tempfile.TemporaryDirectory(prefix="fatum-restore-") as scratch,
    ):
        # A copy, because a backup by an older version is brought up to date first.
        copy = Path(scratch) / "backup"
        await asyncio.to_thread(_copy_sqlite, file, copy)
        contents = await asyncio.to_thread(read_contents, copy)
        async with await SqlStore.open(copy) as source:
            if isinstance(dialect, Sqlite) and not dialect.path.exists():
                with _beside(dialect.path) as made:
                    async with await SqlStore.open(made) as target:
                        await _replace_rows(source, target)
                    await asyncio.to_thread(_settle, made)
                    _publish(made, dialect.path)
            else:
                async with await SqlStore.open(where) as target:
                    held = sum((await target.counts()).values())
                    if held and not force:
                        raise StoreError(
                            f"the store holds {held} tables, which would be lost; "
                            "--force replaces them"
                        )
                    await _replace_rows(source, target)
    return contents


# --- checks --------------------------------------------------------------------------------------


def _check_target(file: Path, force: bool) -> None:
    _check_folder(file)
    if file.exists() and not file.is_file():
        raise StoreError(f"cannot write {file}: it is not a file")
    if file.exists() and not force:
        raise StoreError(f"{file} exists already; --force replaces it")


def _check_folder(file: Path) -> None:
    if not file.absolute().parent.is_dir():
        raise StoreError(f"cannot write {file}: its folder does not exist")


def _check_apart(store: Sqlite, file: Path) -> None:
    """Refuse the store itself, or a part of it, as a backup; by whatever name."""
    real = store.path.resolve()
    for suffix in ("", "-wal", "-shm", "-journal"):
        part = real.with_name(real.name + suffix)
        if part == file.resolve() or _same(part, file):
            raise StoreError(f"{file} is the store itself; name another file for the backup")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


@contextlib.contextmanager
def _explained(what: str, source: str) -> Iterator[None]:
    """Turn every file or database error into one sentence."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{what}: {error}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"{what}: {getattr(error, 'orig', None) or error}") from None
    except sqlite3.OperationalError as error:
        raise StoreError(f"{what}: {error}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{what}: {source} is damaged ({error})") from None
    except OSError as error:
        raise StoreError(f"{what}: {error.strerror or error}") from None


# --- files ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """Where a file is made, in the same folder, before it gets its name."""
    real = file.resolve()
    with tempfile.TemporaryDirectory(prefix=f".{real.name}.", dir=real.parent) as scratch:
        yield Path(scratch) / real.name


def _publish(made: Path, file: Path) -> None:
    """Rename a complete file and sync both it and its folder."""
    real = file.resolve()
    _sync(made)
    made.replace(real)
    if os.name != "nt":  # where folders cannot be opened
        _sync(real.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _settle(file: Path) -> None:
    """Merge the write-ahead log into the file."""
    with closing(open_sqlite(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(open_sqlite(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


# --- rows ----------------------------------------------------------------------------------------


async def _copy_rows(dialect: Dialect, target: Path) -> None:
    engine = dialect.engine()
    try:
        async with await SqlStore.open(target) as copy, engine.connect() as source:
            found = await source.run_sync(current)
            if found is None:
                raise StoreError("there is no store in this database")
            if found != HEAD:
                raise StoreError(
                    f"the store's schema is {found}, this version's is {HEAD}; "
                    "back up with the version that wrote it"
                )
            async with copy.engine.connect() as sink:
                # One view of the whole, however long it takes and whatever is played meanwhile.
                await source.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                await copy.begin(sink)
                for table in (TABLES, LOG):
                    rows = await source.stream(select(table))
                    async for part in rows.mappings().partitions(_CHUNK):
                        await sink.execute(insert(table), _plain(part))
                await sink.exec_driver_sql("COMMIT")
                await source.exec_driver_sql("COMMIT")
    finally:
        await engine.dispose()


async def _replace_rows(source: SqlStore, target: SqlStore) -> None:
    async with source.engine.connect() as reading, target.engine.connect() as writing:
        await target.begin(writing)
        try:
            await target.renew(writing)
            for table in (LOG, TABLES):
                await writing.execute(delete(table))
            for table in (TABLES, LOG):
                rows = await reading.stream(select(table))
                async for part in rows.mappings().partitions(_CHUNK):
                    await writing.execute(insert(table), _plain(part))
            await writing.exec_driver_sql("COMMIT")
        except BaseException:
            # SQLite has already rolled back a transaction that found no space.
            with contextlib.suppress(SQLAlchemyError):
                await writing.exec_driver_sql("ROLLBACK")
            raise


def _plain(part: Sequence[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in part]
