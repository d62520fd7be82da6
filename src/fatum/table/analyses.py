"""Analyses of finished games, each made once and remembered for a while."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fatum.core.messages import Declared
from fatum.protocol.errors import Refused
from fatum.table import logger
from fatum.table.thinker import Busy, Order, Thinker

NOT_POSSIBLE: Final = Declared("server.analysis.failed", "this game could not be analysed")
MOST_KEPT: Final = 100
GONE: Final = 60.0
"""A request expires if it is not repeated within so many seconds."""


class Analyses:
    """The analyses of one process."""

    def __init__(self, thinker: Thinker, clock: Callable[[], float] = time.monotonic) -> None:
        self._thinker = thinker
        self._clock = clock
        self._waiting: Final[dict[str, float]] = {}
        """The queue: tables whose game is to be analysed, oldest first, and when each was last asked for."""
        self._done: Final[OrderedDict[str, dict[str, Any] | None]] = OrderedDict()
        """``None`` is a game that could not be analysed."""

    def get(self, table: str) -> dict[str, Any] | None:
        """The analysis of this table's game; ``None`` while it is not ready.

        :raises Refused: if the game could not be analysed.
        """
        if table not in self._done:
            return None
        self._done.move_to_end(table)
        found = self._done[table]
        if found is None:
            raise Refused("off", NOT_POSSIBLE())
        return found

    def before(self, table: str) -> int | None:
        """The place of this game in the queue, from 0; ``None`` if it is not queued. Counts as a request."""
        if table not in self._waiting:
            return None
        self._waiting[table] = self._clock()
        return list(self._waiting).index(table)

    def start(self, table: str, record: dict[str, Any], address: str) -> None:
        """Queue a game for analysis.

        :raises Busy: if too many wait already.
        """
        self._waiting[table] = self._clock()
        try:
            order = Order(table, address, lambda: self._is_asked_for(table))
            answer = self._thinker.analyse(record, order)
        except Busy:
            del self._waiting[table]
            raise
        answer.add_done_callback(partial(self._finish, table))

    def _finish(self, table: str, answer: "asyncio.Future[dict[str, Any] | None]") -> None:
        del self._waiting[table]
        if answer.cancelled():
            return
        error = answer.exception()
        if error is not None:
            logger.LOGGER.error("an analysis has failed", exc_info=error)
            self._keep(table, None)
        elif (found := answer.result()) is not None:
            self._keep(table, found)

    def _is_asked_for(self, table: str) -> bool:
        return self._clock() - self._waiting[table] < GONE

    def _keep(self, table: str, found: dict[str, Any] | None) -> None:
        self._done[table] = found
        if len(self._done) > MOST_KEPT:
            self._done.popitem(last=False)
