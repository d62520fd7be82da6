"""Checkpoints SQLite's write-ahead log without holding up appends.

By default SQLite checkpoints inside an append, and everybody who waits for that append waits for many
pages to reach the disk. Here another connection does most of the work while appends continue, and the
writer does the small rest, so that the write-ahead log starts over and does not grow.
"""

import asyncio
import contextlib
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from fatum.table.store.batch import StoreDown
from fatum.table.store.sql.dialects import Dialect
from fatum.table.store.sql.held import Held

EVERY: Final = 2000
"""Lines between two checkpoints: some 8 to 16 megabytes written ahead."""


class Checkpoints:
    """The checkpoints of one writer. Does nothing for a database that needs none."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine) -> None:
        self._dialect = dialect
        self._held = Held(engine)
        self._lines = 0
        self._bulk: asyncio.Task[None] | None = None
        self.done = 0

    async def begin(self, driver: Any) -> None:
        """Turn automatic checkpoints off on a new connection for writing."""
        for statement in self._dialect.unhurried:
            await self._dialect.execute(driver, statement)

    def count(self, lines: int) -> None:
        """Count written lines."""
        self._lines += lines
        if self._lines >= EVERY and self._bulk is None and self._dialect.checkpoint is not None:
            self._lines = 0
            self._bulk = asyncio.create_task(self._move_bulk(), name="fatum checkpoint")

    @property
    def due(self) -> bool:
        """Whether the writer should do the rest before the next append."""
        return self._bulk is not None and self._bulk.done()

    async def finish(self, driver: Any) -> None:
        """The rest. If it fails, the next checkpoint does it too."""
        self._bulk = None
        with contextlib.suppress(StoreDown):
            await self._checkpoint(driver)
        self.done += 1

    async def close(self) -> None:
        if self._bulk is not None:
            await self._bulk
        await self._held.close()

    async def _move_bulk(self) -> None:
        with contextlib.suppress(StoreDown):
            await self._held.run(self._checkpoint)

    async def _checkpoint(self, driver: Any) -> None:
        assert self._dialect.checkpoint is not None
        await self._dialect.fetch(driver, self._dialect.checkpoint, ())
