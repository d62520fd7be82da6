"""One server process: its store, tables, bots and background tasks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from fatum.core.messages import Declared
from fatum.server.api.parser_process import ParserProcess
from fatum.server.bots.pool import BotPool
from fatum.server.ops.housekeeping import Housekeeping
from fatum.server.ops.limits import PROBES, TOGETHER, Limits, PerAddress, Places, Unread
from fatum.server.ops.metrics import Metrics
from fatum.server.ops.readiness import Readiness
from fatum.server.realtime.cluster import Cluster
from fatum.server.realtime.send_queue import SendQueue
from fatum.server.realtime.wakeups import Alone, Redis, Wakeups
from fatum.server.settings import Settings
from fatum.table.analyses import Analyses
from fatum.table.live_tables import LiveTables
from fatum.table.names import load_prototypes
from fatum.table.services import Services
from fatum.table.store.sql.sql_store import SqlStore

RESTARTS: Final = Declared("server.bye.restart", "the server is restarting")


class ServerProcess:
    """Made by ``ServerProcess.open``."""

    def __init__(self, settings: Settings, store: SqlStore, wakeups: Wakeups) -> None:
        self.settings: Final = settings
        self.store: Final = store
        self.wakeups: Final = wakeups
        self.cluster: Final = Cluster(store, wakeups)
        self.bots: Final = BotPool(settings.bot_processes, settings.bot_delay)
        self.services: Final = Services(self.bots, self.cluster, settings.bot_delay)
        self.housekeeping: Final = Housekeeping(self)
        self.tables: Final = LiveTables(store, self.services, self.housekeeping.let_go)
        self.queues: Final[set[SendQueue]] = set()
        """What waits to be sent to the sockets."""
        self.analyses: Final = Analyses(self.bots)
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
        """One replay at a time, so that replays do not slow down running games."""
        self.readiness: Final = Readiness(store)
        self.stopping = False

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings, where: str) -> "AsyncIterator[ServerProcess]":
        """Open the store, listen to other processes and keep everything going."""
        await asyncio.to_thread(load_prototypes)  # not during a game
        async with await SqlStore.open(where) as store:
            wakeups: Wakeups = Redis(settings.redis) if settings.redis else Alone()
            server = cls(settings, store, wakeups)
            await server.readiness.ask()
            await server.cluster.start(server.tables)
            keeping = [
                asyncio.create_task(server.tables.run(), name="fatum clocks"),
                asyncio.create_task(server.housekeeping.run(), name="fatum housekeeping"),
                asyncio.create_task(server.cluster.run(), name="fatum cluster"),
            ]
            try:
                yield server
            finally:
                for task in keeping:
                    task.cancel()
                await asyncio.gather(*keeping, return_exceptions=True)
                await server.services.close()
                await server.cluster.close()
                server.bots.close()
                await server.parser.close()
                await wakeups.close()

    async def say_goodbye(self) -> None:
        """Tell all clients to reconnect shortly."""
        self.stopping = True
        for live in self.tables.live.values():
            for viewer in live.everybody():
                viewer.bye("restart", RESTARTS(), again=1.0)
        if self.queues:
            flushed = asyncio.gather(*(queue.flush() for queue in self.queues))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await flushed
