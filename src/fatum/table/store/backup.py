"""Backups: one SQLite file whatever the store is, so that a store can also move house.

Both work while servers run. After a restore they notice and read their tables anew.
"""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import delete, insert, select

from fatum.table.store.batch import StoreError
from fatum.table.store.dialects import Sqlite
from fatum.table.store.schema import LOG, TABLES
from fatum.table.store.store import Store

_CHUNK: Final = 1000
_MAGIC: Final = b"SQLite format 3\x00"


async def backup(where: str | Path, file: Path) -> None:
    """Write everything in the store to a file that appears under its name only when complete."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise StoreError(f"cannot write {file}: its folder does not exist")
    async with await Store.open(where) as store:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=folder) as scratch:
            copy = Path(scratch) / "backup"
            if isinstance(store.dialect, Sqlite):
                await asyncio.to_thread(_copy_sqlite, store.dialect.path, copy)
            else:
                await _copy_rows(store, copy)
            await asyncio.to_thread(_settle, copy)
            copy.replace(file)


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


async def _copy_rows(store: Store, target: Path) -> None:
    async with (
        await Store.open(target) as copy,
        store.engine.connect() as source,
        copy.engine.connect() as sink,
    ):
        # One view of the whole, however long it takes and whatever is played meanwhile.
        await source.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        await copy.begin(sink)
        for table in (TABLES, LOG):
            rows = await source.stream(select(table))
            async for part in rows.mappings().partitions(_CHUNK):
                await sink.execute(insert(table), _plain(part))
        await sink.exec_driver_sql("COMMIT")
        await source.exec_driver_sql("COMMIT")


def _settle(file: Path) -> None:
    """Everything in the one file, and the file on the disk."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    with file.open("rb") as content:
        os.fsync(content.fileno())


async def restore(where: str | Path, file: Path) -> int:
    """Replace everything in the store by a backup; how many tables that are.

    In one transaction: until it is done the store is as it was.
    """
    if not file.is_file():
        raise StoreError(f"cannot read {file}: there is no such file")
    with file.open("rb") as content:
        if content.read(len(_MAGIC)) != _MAGIC:
            raise StoreError(f"{file} is no backup")
    with tempfile.TemporaryDirectory(prefix="fatum-restore-") as scratch:
        # A copy, because a backup by an older version is brought up to date first.
        copy = Path(scratch) / "backup"
        await asyncio.to_thread(shutil.copyfile, file, copy)
        try:
            async with await Store.open(copy) as source, await Store.open(where) as target:
                return await _replace_rows(source, target)
        except StoreError as error:
            raise StoreError(f"cannot restore {file}: {error}") from None


async def _replace_rows(source: Store, target: Store) -> int:
    tables = 0
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
                    tables += len(part) if table is TABLES else 0
            await writing.exec_driver_sql("COMMIT")
        except BaseException:
            await writing.exec_driver_sql("ROLLBACK")
            raise
    return tables


def _plain(part: Sequence[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in part]
