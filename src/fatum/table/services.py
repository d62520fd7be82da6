"""Services that a process provides to its tables."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from fatum.table import logger
from fatum.table.bot_pace import Spacing
from fatum.table.counters import Counters
from fatum.table.peers import NoPeers, Peers
from fatum.table.thinker import LocalThinker, Thinker


class Services:
    """Without arguments, services for a single process; a server passes its own.

    ``beat`` is the time between two moves of bots in seconds; with 0 they move as soon as they can.
    """

    def __init__(
        self, thinker: Thinker | None = None, peers: Peers | None = None, beat: float = 0.0
    ) -> None:
        self.thinker: Final[Thinker] = thinker or LocalThinker()
        self.peers: Final[Peers] = peers or NoPeers()
        self.beat: Final = beat
        self.spacing: Final = Spacing()
        self.counters: Final = Counters()
        self.tasks: Final[set[asyncio.Task[None]]] = set()
        self._closed = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, unless everything has been stopped."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.LOGGER.error("a task has failed", exc_info=error)

    async def close(self) -> None:
        """Stop everything that runs, and start nothing more: a table may still read what was written last."""
        self._closed = True
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
