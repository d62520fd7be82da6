"""Reads the new entries of many logs in one statement, on a connection of its own.

A process may hear of new entries thousands of times per second. One short query serves them all.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from fatum.table.log import Entry, read_entry
from fatum.table.store.batch import StoreDown, pages
from fatum.table.store.sql.dialects import Dialect
from fatum.table.store.sql.held import Held

TABLES_AT_ONCE: Final = 200


class Follower:
    """Connects when it is first needed, and again after a fault."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine) -> None:
        self._dialect = dialect
        self.held: Final = Held(engine)
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
            for page in pages(tables, TABLES_AT_ONCE):
                for generation, table, seq, at, body in await self._fetch(page):
                    generations.add(generation)
                    if table is not None:
                        found.setdefault(table, []).append(read_entry(seq, at, body))
        # Several: the store was restored in between, so nothing fits together.
        return (generations.pop() if len(generations) == 1 else ""), found

    async def _fetch(self, page: Sequence[tuple[str, int]]) -> list[Any]:
        values = [value for pair in page for value in pair]
        statement = _statement(len(page), self._dialect.mark(1))

        def ask(driver: Any) -> Awaitable[list[Any]]:
            return self._dialect.fetch(driver, statement, values)

        if self.held.driver is not None:
            # It may have been lost in the meantime.
            with contextlib.suppress(StoreDown):
                return await self.held.run(ask)
        return await self.held.run(ask)

    async def close(self) -> None:
        await self.held.close()


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
