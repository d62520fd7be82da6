"""Reads on at many logs in one statement, on a connection of its own.

Whoever serves a table hears from other processes that it has gone on, thousands of times in a
second. What that costs is one short query for all of them.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fatum.table.log import Entry, decode_fact
from fatum.table.store.batch import StoreDown
from fatum.table.store.dialects import Dialect

TABLES_AT_ONCE: Final = 200


class Follower:
    """Connects when it is first needed, and again after a fault."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine) -> None:
        self._dialect = dialect
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._one_at_a_time = asyncio.Lock()

    async def read_on(self, known: Mapping[str, int]) -> tuple[str, dict[str, list[Entry]]]:
        """What was appended to these logs after these entries, and the store's generation.

        Both come from one statement: if the generation is the one whose logs are known, the
        entries belong to them.
        """
        found: dict[str, list[Entry]] = {}
        generations: set[str] = set()
        tables = list(known.items())
        async with self._one_at_a_time:
            for first in range(0, len(tables), TABLES_AT_ONCE):
                page = tables[first : first + TABLES_AT_ONCE]
                for generation, table, seq, at, body in await self._fetch(page):
                    generations.add(generation)
                    if table is not None:
                        entry = Entry(seq, at, decode_fact(bytes(body)))
                        found.setdefault(table, []).append(entry)
        # Several: the store was restored in between, and nothing fits anything.
        return (generations.pop() if len(generations) == 1 else ""), found

    async def _fetch(self, page: list[tuple[str, int]]) -> list[Any]:
        if self._driver is not None:
            with contextlib.suppress(StoreDown):
                return await self._ask(page)
        # The first time, or the connection was lost meanwhile.
        await self._connect()
        return await self._ask(page)

    async def _ask(self, page: list[tuple[str, int]]) -> list[Any]:
        values = [value for pair in page for value in pair]
        statement = _statement(len(page), self._dialect.mark(1))
        try:
            return await self._dialect.fetch(self._driver, statement, values)
        except BaseException:
            # Also when it is given up half way: the answer would come to the next question.
            await self.close()
            raise

    async def _connect(self) -> None:
        try:
            self._connection = await self._engine.connect()
            raw = await self._connection.get_raw_connection()
        except (SQLAlchemyError, OSError) as error:
            await self.close()
            raise StoreDown(str(error)) from error
        self._driver = raw.driver_connection

    async def close(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()


@cache
def _statement(tables: int, mark: str) -> str:
    known = ", ".join([f"(CAST({mark} AS TEXT), CAST({mark} AS INTEGER))"] * tables)
    return (
        f"WITH known (name, last) AS (VALUES {known}), "
        "news AS (SELECT log.* FROM known JOIN log "
        "ON log.table_id = known.name AND log.seq > known.last) "
        "SELECT store.generation, news.table_id, news.seq, news.at, news.body "
        "FROM store LEFT JOIN news ON 1 = 1 ORDER BY news.table_id, news.seq"
    )
