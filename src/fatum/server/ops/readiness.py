"""Whether the store accepts entries. Writes a probe only while nobody plays, and rarely."""

import asyncio
import contextlib
from typing import Final

from fatum.table import logger
from fatum.table.store import StoreDown
from fatum.table.store.sql.sql_store import SqlStore

FRESH: Final = 1.0
"""Seconds for which an answer is cached."""
PATIENCE: Final = 3.0
"""Seconds that a question waits for the store; readiness probes repeat soon."""


class Readiness:
    """The readiness of one store; logs when it stops and resumes accepting entries."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._commits = store.writer.groups
        self._fresh_until = 0.0
        self._asking: asyncio.Task[None] | None = None
        store.writer.on_fault = _log

    async def check(self) -> bool:
        """Whether entries can be written now."""
        writer = self._store.writer
        at = asyncio.get_running_loop().time()
        if writer.groups != self._commits:  # players have just written
            self._commits = writer.groups
            self._fresh_until = at + FRESH
        if at >= self._fresh_until:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self.ask())
            done, _ = await asyncio.wait({self._asking}, timeout=PATIENCE)
            if not done:
                return False
        return writer.fault is None

    async def ask(self) -> None:
        """Write something that changes nothing."""
        with contextlib.suppress(StoreDown):
            await self._store.check()
        self._fresh_until = asyncio.get_running_loop().time() + FRESH


def _log(fault: str | None) -> None:
    if fault is None:
        logger.info("the store can be written again")
    else:
        logger.error("the store cannot be written: nobody can play until it can", fault=fault)
