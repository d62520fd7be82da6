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
ANNOUNCE: Final = 8.0
SILENT: Final = 10 * SECOND
"""A table whose log is silent for so long may have nobody who looks after it."""
ASLEEP: Final = 600 * SECOND
"""The longest time for which a table with nobody at it is not looked at."""
UNUSED: Final = 60 * SECOND
DAY: Final = 86_400.0
PAGE: Final = 200


class Upkeep:
    """Of one process."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._asleep: dict[str, int] = {}
        """Tables that were looked at and when they need it again."""
        self._page = ""
        self._swept = 0.0
        self._announced = 0.0
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
        for number, room in enumerate(list(self._house.rooms.values())):
            room.tick(at)
            if number % SLOWLY == turn:
                room.attendance.check(at)
                if self._idle(room, at):
                    self._asleep[room.table.id] = min(room.due or at + ASLEEP, at + ASLEEP)
                    self._house.drop(room)
        if turn == 0 and self._house.wakeups.shared:
            self._announce()

    def _idle(self, room: "Room", at: int) -> bool:
        """Nobody is there, and nothing is due soon."""
        if room.viewers or room.late or room.thinking or room.used_at > at - UNUSED:
            return False
        return room.due is None or room.due > at + UNUSED

    def _announce(self) -> None:
        if time.monotonic() - self._announced >= ANNOUNCE:
            self._announced = time.monotonic()
            for room in self._house.rooms.values():
                if room.viewers or room.late:
                    self._house.wakeups.announce(room.table.id, room.attendance.here())

    # --- the store -------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        try:
            await self._house.tables.renew()
            if self._house.wakeups.shared:
                await self._read_on()
            await self._wake_sleepers()
            await self._prune()
        except (StoreDown, Refused) as error:
            logs.warning("the store does not answer", fault=type(error).__name__)
        except Exception:  # the next sweep tries again
            logs.fault("a sweep has failed")

    async def _read_on(self) -> None:
        """Find what a lost wake-up has not told."""
        rooms = self._house.rooms
        heads = await self._house.store.heads(list(rooms))
        for table_id, seq in heads.items():
            room = rooms.get(table_id)
            if room is not None and room.table.state.seq < seq:
                await self._house.catch_up(room)

    async def _wake_sleepers(self) -> None:
        """Load tables that nobody looks after, a page at a time, if they need it."""
        at = now()
        found = await self._house.store.waiting(at - SILENT, PAGE, self._page)
        self._page = found[-1] if len(found) == PAGE else ""
        for table_id in found:
            if table_id in self._house.rooms or self._asleep.get(table_id, 0) > at:
                continue
            self._asleep.pop(table_id, None)
            try:
                await self._house.room(table_id)
            except Refused:
                continue
            except BrokenLog as error:
                self._asleep[table_id] = at + ASLEEP
                logs.warning("a log cannot be replayed", table=table_id, fault=str(error))

    async def _prune(self) -> None:
        days = self._house.settings.keep_days
        if not days or time.monotonic() - self._pruned < DAY:
            return
        self._pruned = time.monotonic()
        gone = await self._house.store.prune(now() - int(days * DAY * SECOND))
        if gone:
            logs.info("old tables were deleted", tables=gone)
