"""Housekeeping of the store: lost wake-ups, forgotten tables, old tables."""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

from fatum.protocol.errors import Refused
from fatum.table import logger
from fatum.table.clock import SECOND
from fatum.table.live_table import LiveTable
from fatum.table.log import BrokenLog
from fatum.table.store import StoreDown
from fatum.table.wall_clock import now

if TYPE_CHECKING:
    from fatum.server.process import ServerProcess

SWEEP: Final = 5.0
"""Seconds between sweeps of the store."""
SILENT: Final = 10 * SECOND
"""A table whose log has not grown for so long may be unattended."""
BROKEN: Final = 600 * SECOND
"""How long to wait before retrying a table whose log cannot be replayed."""
DAY: Final = 86_400.0
LOADED: Final = 200
"""How many tables one sweep loads."""


class Housekeeping:
    """The housekeeping of one process."""

    def __init__(self, server: "ServerProcess") -> None:
        self._server = server
        self._broken: dict[str, int] = {}
        """Tables that cannot be loaded, and when to retry."""
        self._let_go: dict[str, tuple[int, int | None]] = {}
        """Tables dropped since the last sweep: the last entry, and when something is due."""
        self._page = ""
        self._pruned = time.monotonic()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._sweep()
            await asyncio.sleep(SWEEP)

    def let_go(self, live: LiveTable) -> None:
        """Note that an unused table is dropped from memory."""
        state = live.table.state
        if all(seat.missed for seat in state.seats if seat.kind == "person"):
            self._let_go[state.id] = (state.seq, live.due)
        # Otherwise somebody is at another process, and the table is not asleep.

    async def _sweep(self) -> None:
        try:
            await self._server.tables.loaded.renew()
            await self._prune()
            if not self._server.cluster.alone:
                await self._read_on()
            await self._put_to_sleep()
            await self._wake_sleepers()
        except (StoreDown, Refused) as error:
            logger.warning("the store does not answer", fault=type(error).__name__)
        except Exception:  # the next sweep tries again
            logger.fault("a sweep has failed")

    async def _read_on(self) -> None:
        """Find entries missed through lost wake-ups, and deleted tables."""
        known = dict(self._server.tables.live)
        heads = await self._server.store.heads(list(known))
        for table_id, live in known.items():
            with contextlib.suppress(Refused):
                if table_id not in heads:
                    await live.table.reload()
                elif live.table.state.seq < heads[table_id]:
                    await live.table.catch_up()

    async def _put_to_sleep(self) -> None:
        """Store when the dropped tables are next due."""
        asleep, self._let_go = self._let_go, {}
        await self._server.store.sleep(asleep)

    async def _wake_sleepers(self) -> None:
        """Load unattended tables that need it, a page at a time."""
        at = now()
        found, self._page = await self._server.store.waiting(at - SILENT, at, self._page)
        if len(found) > LOADED:
            found = found[:LOADED]
            self._page = found[-1]
        for table_id in found:
            if table_id in self._server.tables.live or self._broken.get(table_id, 0) > at:
                continue
            self._broken.pop(table_id, None)
            try:
                await self._server.tables.get(table_id)
            except Refused:
                continue
            except BrokenLog as error:
                self._broken[table_id] = at + BROKEN
                logger.warning("a log cannot be replayed", table=table_id, fault=str(error))

    async def _prune(self) -> None:
        days = self._server.settings.keep_days
        if not days or time.monotonic() - self._pruned < DAY:
            return
        self._pruned = time.monotonic()
        gone = await self._server.store.prune(max(0, now() - days * int(DAY) * SECOND))
        if gone:
            await self._read_on()
            logger.info("old tables were deleted", tables=gone)
