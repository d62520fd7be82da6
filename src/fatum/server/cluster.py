"""The other processes that share this one's store, and who is connected to them.

Each process with tables in memory beats in the store every few seconds and says there who is
connected to it. A process whose beat stands still is dead. Beats are watched, not dated: a database
that restarts, a machine that sleeps or a clock that jumps makes everybody watch again from the
start, and until then nobody is taken for absent.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from fatum.server import logs
from fatum.server.wakeups import Wakeups
from fatum.table.store import StoreDown
from fatum.table.store.leases import NOBODY_HERE, Here, Leases

if TYPE_CHECKING:
    from fatum.server.room import Room

BEAT: Final = 2.0
"""Seconds between two beats."""
LEASE: Final = 10.0
"""Seconds after which a process that does not beat is dead."""
GAP: Final = 3 * BEAT
"""A longer pause between two looks means that this process was stopped."""
GROUPING: Final = 0.1
"""Seconds in which changes at many tables become one statement."""


class Cluster:
    """As one process knows it."""

    def __init__(self, leases: Leases, rooms: "Mapping[str, Room]", wakeups: Wakeups) -> None:
        self._leases = leases
        self._rooms = rooms
        self._wakeups = wakeups
        self._written: dict[str, Here] = {}
        """What the store says about this process."""
        self._changed: set[str] = set()
        self._asked: set[str] = set()
        """Tables about which another process has said something new."""
        self._beats: dict[str, tuple[int, float]] = {}
        """The others: their beat, and since when it is that."""
        self._watching_since: float | None = None
        """``None``: the store does not answer, or nothing was asked of it."""
        self._watched_at = 0.0
        self._something = asyncio.Event()

    @property
    def alone(self) -> bool:
        """Whether no other process has tables of this store in memory."""
        return self._watching and not self._beats

    @property
    def sure(self) -> bool:
        """Whether somebody who is not found connected anywhere is not connected."""
        if not self._watching or self._watching_since is None:
            return False
        return not self._beats or time.monotonic() - self._watching_since >= LEASE

    @property
    def _watching(self) -> bool:
        at = time.monotonic()
        return self._watching_since is not None and at - self._watched_at <= GAP

    def changed(self, table_id: str) -> None:
        """Tell the others soon who is connected to this table."""
        self._changed.add(table_id)
        self._something.set()

    def ask(self, table_id: str) -> None:
        """Find out soon who is connected to this table elsewhere."""
        self._asked.add(table_id)
        self._something.set()

    async def look(self, table_id: str) -> Mapping[str, Here] | None:
        """Who is connected elsewhere, freshly read; ``None`` if nobody can say."""
        if not self.sure:
            return None
        try:
            found = await self._leases.read([table_id])
        except StoreDown as error:
            self._lose(error)
            return None
        return found.get(table_id, {})

    async def run(self) -> None:
        """Until it is cancelled."""
        due = 0.0
        while True:
            # With no table in memory there is nothing to tell; the first one is told about at once.
            pause = max(0.0, due - time.monotonic()) if self._rooms else None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), pause)
                await asyncio.sleep(GROUPING)
            self._something.clear()
            try:
                if time.monotonic() >= due:
                    due = time.monotonic() + BEAT
                    await self._beat()
                if self._watching_since is not None:
                    await self._write()
                    await self._read()
            except StoreDown as error:
                self._lose(error)
            except Exception:  # the next beat tries again
                self._watching_since = None
                logs.fault("presence could not be told")

    async def close(self) -> None:
        """This process ends; nobody need wait for its beat."""
        with contextlib.suppress(StoreDown):
            await self._leases.leave()

    def _lose(self, error: StoreDown) -> None:
        if self._watching_since is not None:
            logs.warning("nobody is taken for absent for now", fault=str(error)[:200])
        self._watching_since = None

    async def _beat(self) -> None:
        at = time.monotonic()
        known = await self._leases.beat()
        if not known or not self._watching:
            self._written.clear()
            self._changed.update(self._rooms)
        if not self._watching:
            self._watching_since = at
            self._beats.clear()
        self._watched_at = at
        await self._watch(await self._leases.beats(), at)
        self._asked.update(self._rooms)

    async def _watch(self, beats: dict[str, int], at: float) -> None:
        beats.pop(self._leases.process, None)
        for process in self._beats.keys() - beats.keys():
            del self._beats[process]
        for process, beat in beats.items():
            known, since = self._beats.get(process, (-1, at))
            if beat != known:
                self._beats[process] = (beat, at)
            elif at - since > LEASE:
                await self._leases.bury(process, beat)
                del self._beats[process]
                logs.info("a process has ended", process=process)

    async def _write(self) -> None:
        changed, self._changed = self._changed, set()
        news: dict[str, Here] = {}
        for table_id in changed:
            room = self._rooms.get(table_id)
            here = NOBODY_HERE if room is None else room.presence.here()
            if here != self._written.get(table_id, NOBODY_HERE):
                news[table_id] = here
        if not news:
            return
        try:
            await self._leases.put(news)
        except BaseException:
            self._changed |= changed
            raise
        for table_id, here in news.items():
            if here == NOBODY_HERE:
                self._written.pop(table_id, None)
            else:
                self._written[table_id] = here
            self._wakeups.announce(table_id)

    async def _read(self) -> None:
        asked = [table_id for table_id in self._asked if table_id in self._rooms]
        self._asked.clear()
        found = await self._leases.read(asked) if self._beats else {}
        for table_id in asked:
            room = self._rooms.get(table_id)
            if room is not None:
                room.presence.learn(found.get(table_id, {}))
