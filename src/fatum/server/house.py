"""Everything one server process holds: the store, the rooms, the bots, and what runs by itself."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any, Final

from fatum.server import logs
from fatum.server.bot_pace import BEAT, Pace
from fatum.server.bot_pool import BotPool
from fatum.server.bot_worker import Thought
from fatum.server.cluster import Cluster
from fatum.server.fair_queue import Busy
from fatum.server.limits import Limits, PerAddress, Places, Unread
from fatum.server.metrics import Metrics
from fatum.server.parsing import ParserProcess
from fatum.server.readiness import Readiness
from fatum.server.room import Room
from fatum.server.settings import Settings
from fatum.server.studies import Studies
from fatum.server.times import now
from fatum.server.upkeep import Upkeep
from fatum.server.wakeups import Alone, Post, Redis, Wakeups
from fatum.table.errors import Refused
from fatum.table.log import Entry
from fatum.table.names import load_prototypes
from fatum.table.store import Store
from fatum.table.table import BotTurn
from fatum.table.tables import Tables

CLAIM: Final = 5
"""Seconds for which one process has a bot's turn to itself."""


PROBES: Final = 240
"""Most requests in a minute from one address for ``/healthz``, ``/readyz`` and ``/metrics``."""
TOGETHER: Final = 10
"""All sockets of one address may send so many times what one may."""


class House:
    """Made by ``House.open``."""

    def __init__(self, settings: Settings, store: Store, wakeups: Wakeups) -> None:
        self.settings: Final = settings
        self.store: Final = store
        self.wakeups: Final = wakeups
        self.tables: Final = Tables(store)
        self.rooms: Final[dict[str, Room]] = {}
        self.cluster: Final = Cluster(store.leases, self.rooms, wakeups)
        self.bots: Final = BotPool(settings.bot_processes, settings.bot_delay)
        self.studies: Final = Studies(self.bots)
        self.parser: Final = ParserProcess()
        self.metrics: Final = Metrics(self)
        self.limits: Final = Limits()
        self.unread: Final = Unread(
            self.limits, settings.unread_bytes, settings.unread_bytes_per_address
        )
        rate = TOGETHER * settings.messages_per_second
        self.messages: Final = PerAddress(rate, TOGETHER * rate)
        self.places: Final = Places(settings.connections, settings.connections_per_address)
        self.requests: Final = PerAddress(
            settings.requests_per_minute / 60, settings.requests_per_minute
        )
        self.probes: Final = PerAddress(PROBES / 60, PROBES)
        self.openings: Final = PerAddress(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self.retelling: Final = asyncio.Lock()
        """One replay at a time, so that several of them do not slow down those who play."""
        self.readiness: Final = Readiness(store)
        self.upkeep: Final = Upkeep(self)
        self.stopping = False
        self._behind: dict[str, Room] = {}
        """Tables that have gone on at another process."""
        self._following = False
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings, where: str) -> "AsyncIterator[House]":
        """Open the store, listen to other processes and keep everything going."""
        await asyncio.to_thread(load_prototypes)  # not while somebody plays
        async with await Store.open(where) as store:
            wakeups: Wakeups = Redis(settings.redis) if settings.redis else Alone()
            house = cls(settings, store, wakeups)
            await house.readiness.ask()
            await wakeups.start(house.receive)
            keeping = [
                asyncio.create_task(house.upkeep.run(), name="fatum upkeep"),
                asyncio.create_task(house.cluster.run(), name="fatum cluster"),
            ]
            try:
                yield house
            finally:
                for task in keeping:
                    task.cancel()
                await asyncio.gather(*keeping, return_exceptions=True)
                await house._end_tasks()
                await house.cluster.close()
                house.bots.close()
                await house.parser.close()
                await wakeups.close()

    # --- rooms -----------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """The room of a table, loaded if need be; ``Refused`` if there is no such table."""
        room = self.rooms.get(table_id)
        if room is None:
            table = await self.tables.get(table_id, now())
            # Somebody else may have waited for the same table.
            room = self.rooms.get(table_id)
            if room is None:
                room = self.rooms[table_id] = Room(self, table)
        room.used_at = now()
        return room

    def enter(self, room: Room) -> None:
        """A room whose table has just been opened here."""
        self.rooms[room.table.id] = room

    def drop(self, room: Room) -> None:
        """Let go of a room; whoever needs its table again finds it in the log."""
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
            self.tables.forget(room.table.id)
        self.cluster.changed(room.table.id)

    # --- work beside everything else -------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.LOGGER.error("a task has failed", exc_info=error)

    async def _end_tasks(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- bots ------------------------------------------------------------------------------------

    async def play_bot(self, room: Room, turn: BotTurn) -> None:
        """A bot's move, on the beat: how long it took to find must tell nothing about its cards."""
        begun = time.monotonic()
        what = f"{room.table.id}:{turn.seat}:{turn.seq}"
        while not await self.wakeups.claim(what, CLAIM):
            # Somebody else thinks about it. If they die, the claim ends and it is done here.
            await asyncio.sleep(CLAIM)
            begun = time.monotonic()
            if not _still_asked(room, turn):
                return
        pace = Pace(self.settings.bot_delay, turn.level, begun)
        thought = await self._think(room, turn, pace)
        if thought is None:
            return
        await asyncio.sleep(pace.wait(time.monotonic()))
        # Not before: everybody may read the metrics, and thinking alone would tell something.
        self.metrics.bot_seconds.observe(time.monotonic() - begun)
        await room.move_bot(turn, thought.move)

    async def _think(self, room: Room, turn: BotTurn, pace: Pace) -> Thought | None:
        while True:
            try:
                return await self.bots.move(
                    turn,
                    pace,
                    table=room.table.id,
                    address=room.payer,
                    people=room.has_people,
                    needed=lambda: _still_asked(room, turn),
                )
            except Busy:
                await asyncio.sleep(BEAT)

    def people_changed(self, room: Room) -> None:
        self.bots.people_changed(room.table.id, room.has_people)

    # --- other processes -------------------------------------------------------------------------

    def receive(self, post: Post) -> None:
        """What another process tells; only what concerns a room here matters."""
        at = now()
        for table_id, seq in post.wakes.items():
            room = self.rooms.get(table_id)
            if room is not None:
                room.heard = max(room.heard, seq)
                if room.table.state.seq < seq and room.needed(at):
                    self._behind[table_id] = room
        if self._behind and not self._following:
            self._following = True
            self.spawn(self._follow())
        for table_id in post.here:
            if table_id in self.rooms:
                self.cluster.ask(table_id)

    async def _follow(self) -> None:
        """Read on at all tables that others have gone on with, many of them in one look."""
        try:
            while self._behind:
                rooms, self._behind = self._behind, {}
                known = {table_id: room.table.state.seq for table_id, room in rooms.items()}
                try:
                    generation, entries = await self.store.read_on(known)
                except Exception:  # each for itself, so that one bad log stops nobody
                    generation, entries = "", {}
                for table_id, room in rooms.items():
                    self._take_in(room, entries.get(table_id, ()), generation)
        finally:
            self._following = False

    def _take_in(self, room: Room, entries: Sequence[Entry], generation: str) -> None:
        try:
            if not room.table.follow(entries, generation):
                self.spawn(self.catch_up(room))
        except Exception:  # a fault at one table stops nobody else
            logs.fault("news could not be told", table=room.table.id)

    async def lose(self, room: Room) -> None:
        """The log of this table may be gone."""
        with contextlib.suppress(Refused):
            await room.table.read_anew()

    async def catch_up(self, room: Room) -> None:
        with contextlib.suppress(Refused):
            await room.table.catch_up()

    # --- the end ---------------------------------------------------------------------------------

    async def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment."""
        self.stopping = True
        everybody = [viewer for room in self.rooms.values() for viewer in room.everybody()]
        for viewer in everybody:
            viewer.bye("restart", "the server restarts", again=1.0)
        if everybody:
            flushed = asyncio.gather(*(viewer.pipe.flush() for viewer in everybody))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(flushed, 2)


def _still_asked(room: Room, turn: BotTurn) -> bool:
    state = room.table.state
    asked = state.asked.get(turn.seat)
    return asked is not None and asked.seq == turn.seq and state.seats[turn.seat].automatic
