"""The other processes that share this store: who is connected to them, and their messages.

Each process with tables in memory writes a heartbeat and its connected seats to the store every few
seconds. A process whose heartbeat stops is dead. No times are compared: after a database restart,
a suspended machine or a clock change every process observes from the start, and until then nobody is
treated as absent.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Final

from fatum.protocol.errors import Refused
from fatum.server.realtime.wakeups import Post, Wakeups
from fatum.table import logger
from fatum.table.live_table import LiveTable
from fatum.table.live_tables import LiveTables
from fatum.table.log import Entry
from fatum.table.peers import NOBODY_HERE, Connected
from fatum.table.store import StoreDown
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table
from fatum.table.wall_clock import now

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

    def __init__(self, store: SqlStore, wakeups: Wakeups) -> None:
        self._store = store
        self._leases = store.leases
        self._tables: Mapping[str, LiveTable] = {}
        self._wakeups = wakeups
        self.wake: Final = wakeups.wake
        self.claim: Final = wakeups.claim
        self._written: dict[str, Connected] = {}
        """What the store says about this process."""
        self._changed: set[str] = set()
        self._asked: set[str] = set()
        """Tables with news from another process."""
        self._beats: dict[str, tuple[int, float]] = {}
        """The others: their beat, and since when it is that."""
        self._watching_since: float | None = None
        """``None``: the store does not answer, or nothing was asked of it."""
        self._watched_at = 0.0
        self._something = asyncio.Event()
        self._behind: dict[str, LiveTable] = {}
        """Tables with new entries from another process."""
        self._following = False

    async def start(self, tables: LiveTables) -> None:
        """Serve these tables, and listen to the other processes."""
        self._tables = tables.live
        self._spawn = tables.services.spawn
        await self._wakeups.start(self.receive)

    @property
    def alone(self) -> bool:
        """Whether this is the only process with tables of this store in memory."""
        return self._watching and not self._beats

    @property
    def sure(self) -> bool:
        """Whether the known presence is complete, so that an unlisted seat is not connected."""
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

    async def look(self, table_id: str) -> Mapping[str, Connected] | None:
        """Who is connected elsewhere, freshly read; ``None`` if unknown."""
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
            # With no table in memory there is nothing to report; the first one is reported at once.
            pause = max(0.0, due - time.monotonic()) if self._tables else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._something.wait()
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
                logger.fault("presence could not be told")

    async def close(self) -> None:
        """Announce that this process ends."""
        with contextlib.suppress(StoreDown):
            await self._leases.leave()

    def _lose(self, error: StoreDown) -> None:
        if self._watching_since is not None:
            logger.warning("nobody is taken for absent for now", fault=str(error)[:200])
        self._watching_since = None

    async def _beat(self) -> None:
        at = time.monotonic()
        known = await self._leases.beat()
        if not known or not self._watching:
            self._written.clear()
            self._changed.update(self._tables)
        if not self._watching:
            self._watching_since = at
            self._beats.clear()
        self._watched_at = at
        await self._watch(await self._leases.beats(), at)
        self._asked.update(self._tables)

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
                logger.info("a process has ended", process=process)

    async def _write(self) -> None:
        changed, self._changed = self._changed, set()
        news: dict[str, Connected] = {}
        for table_id in changed:
            live = self._tables.get(table_id)
            here = NOBODY_HERE if live is None else live.presence.here()
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
        asked = [table_id for table_id in self._asked if table_id in self._tables]
        self._asked.clear()
        found = await self._leases.read(asked) if self._beats else {}
        for table_id in asked:
            live = self._tables.get(table_id)
            if live is not None:
                live.presence.learn(found.get(table_id, {}))

    # --- what they tell --------------------------------------------------------------------------

    def receive(self, post: Post) -> None:
        """Handle a wake-up; ignore tables that are not in memory here."""
        at = now()
        for table_id, seq in post.wakes.items():
            live = self._tables.get(table_id)
            if live is not None:
                live.heard = max(live.heard, seq)
                if live.table.state.seq < seq and live.needed(at):
                    self._behind[table_id] = live
        if self._behind and not self._following:
            self._following = True
            self._spawn(self._follow())
        for table_id in post.here:
            if table_id in self._tables:
                self.ask(table_id)

    async def _follow(self) -> None:
        """Read the new entries of all these tables together."""
        try:
            while self._behind:
                behind, self._behind = self._behind, {}
                known = {table_id: live.table.state.seq for table_id, live in behind.items()}
                try:
                    generation, entries = await self._store.read_on(known)
                except Exception:  # separately, so that one bad log does not stop the others
                    generation, entries = "", {}
                for table_id, live in behind.items():
                    self._take_in(live, entries.get(table_id, ()), generation)
        finally:
            self._following = False

    def _take_in(self, live: LiveTable, entries: Sequence[Entry], generation: str) -> None:
        try:
            if not live.table.follow(entries, generation):
                self._spawn(catch_up(live.table))
        except Exception:  # an error at one table must not stop the others
            logger.fault("news could not be told", table=live.table.id)


async def catch_up(table: Table) -> None:
    with contextlib.suppress(Refused):
        await table.catch_up()
