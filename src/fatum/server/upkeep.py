"""What happens by itself: clocks, absences, lost wake-ups, forgotten tables."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from fatum.server import logs
from fatum.server.times import SECOND, now
from fatum.table.errors import Refused
from fatum.table.log import BrokenLog
from fatum.table.store import StoreDown

if TYPE_CHECKING:
    from fatum.server.house import House
    from fatum.server.room import Room

TICK: Final = 0.2
"""Seconds between looks at the clocks."""
SLOWLY: Final = 5
"""Ticks between looks at who is at a table; with each tick it is the turn of some of them."""
SWEEP: Final = 5.0
"""Seconds between looks into the store."""
SILENT: Final = 10 * SECOND
"""A table whose log is silent for so long may have nobody who looks after it."""
STOPPED: Final = 5 * SECOND
"""A longer time between two ticks means that the process or the machine was asleep."""
BROKEN: Final = 600 * SECOND
"""How long a table is left alone whose log cannot be replayed."""
UNUSED: Final = 60 * SECOND
DAY: Final = 86_400.0
LOADED: Final = 200
"""Tables loaded by one sweep."""


class Upkeep:
    """Of one process."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._broken: dict[str, int] = {}
        """Tables that cannot be loaded, and when that is tried again."""
        self._let_go: dict[str, tuple[int, int | None]] = {}
        """Tables dropped since the last sweep: the last entry, and when something is due."""
        self._page = ""
        self._ticked = now()
        self._swept = 0.0
        self._pruned = time.monotonic()

    async def run(self) -> None:
        """Until it is cancelled."""
        ticks = 0
        sweeping: asyncio.Task[None] | None = None
        while True:
            ticks += 1
            try:
                self._tick(ticks % SLOWLY)
            except Exception:  # one bad table must not stop all clocks
                logs.fault("a tick has failed")
            at = time.monotonic()
            # The store may take long to answer; clocks do not wait for it.
            if at - self._swept >= SWEEP and (sweeping is None or sweeping.done()):
                self._swept = at
                sweeping = asyncio.create_task(self._sweep())
            await asyncio.sleep(TICK)

    def _tick(self, turn: int) -> None:
        at = now()
        stopped = at - self._ticked > STOPPED
        self._ticked = at
        for number, room in enumerate(list(self._house.rooms.values())):
            if stopped:
                room.wait_for_people(at)
            room.tick(at)
            if number % SLOWLY == turn:
                room.presence.check(at)
                if self._idle(room, at):
                    self._drop(room)

    def _drop(self, room: "Room") -> None:
        state = room.table.state
        if all(seat.missed for seat in state.seats if seat.kind == "person"):
            self._let_go[state.id] = (state.seq, room.due)
        # Otherwise somebody is at another process, and the table is not asleep.
        self._house.drop(room)

    def _idle(self, room: "Room", at: int) -> bool:
        """Nobody is there, and nothing is due soon."""
        if room.viewers or room.late or room.thinking or room.used_at > at - UNUSED:
            return False
        return room.due is None or room.due > at + UNUSED

    # --- the store -------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        try:
            await self._house.tables.renew()
            await self._prune()
            if not self._house.cluster.alone:
                await self._read_on()
            await self._put_to_sleep()
            await self._wake_sleepers()
        except (StoreDown, Refused) as error:
            logs.warning("the store does not answer", fault=type(error).__name__)
        except Exception:  # the next sweep tries again
            logs.fault("a sweep has failed")

    async def _read_on(self) -> None:
        """Find what a lost wake-up has not told, and tables that were deleted."""
        rooms = dict(self._house.rooms)
        heads = await self._house.store.heads(list(rooms))
        for table_id, room in rooms.items():
            if table_id not in heads:
                await self._house.lose(room)
            elif room.table.state.seq < heads[table_id]:
                await self._house.catch_up(room)

    async def _put_to_sleep(self) -> None:
        """Write down when the tables are due that were let go."""
        asleep, self._let_go = self._let_go, {}
        await self._house.store.sleep(asleep)

    async def _wake_sleepers(self) -> None:
        """Load tables that nobody looks after, a page at a time, if they need it."""
        at = now()
        found, self._page = await self._house.store.waiting(at - SILENT, at, self._page)
        if len(found) > LOADED:
            found = found[:LOADED]
            self._page = found[-1]
        for table_id in found:
            if table_id in self._house.rooms or self._broken.get(table_id, 0) > at:
                continue
            self._broken.pop(table_id, None)
            try:
                await self._house.room(table_id)
            except Refused:
                continue
            except BrokenLog as error:
                self._broken[table_id] = at + BROKEN
                logs.warning("a log cannot be replayed", table=table_id, fault=str(error))

    async def _prune(self) -> None:
        days = self._house.settings.keep_days
        if not days or time.monotonic() - self._pruned < DAY:
            return
        self._pruned = time.monotonic()
        gone = await self._house.store.prune(now() - int(days * DAY * SECOND))
        if gone:
            await self._read_on()
            logs.info("old tables were deleted", tables=gone)
