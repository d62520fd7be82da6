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
from fatum.table.thinker import Busy, Thinker

NOT_POSSIBLE: Final = Declared("server.analysis.failed", "this game could not be analysed")
MOST_KEPT: Final = 100
GONE: Final = 60.0
"""Seconds after which somebody who has not asked again does not wait any more."""


class Analyses:
    """Of one process."""

    def __init__(self, thinker: Thinker, clock: Callable[[], float] = time.monotonic) -> None:
        self._thinker = thinker
        self._clock = clock
        self._waiting: Final[dict[str, float]] = {}
        """Tables whose game is to be analysed, oldest first, and when it was last asked for."""
        self._done: Final[OrderedDict[str, dict[str, Any] | None]] = OrderedDict()
        """``None`` is a game that could not be analysed."""

    def get(self, table: str) -> dict[str, Any] | None:
        """The analysis of this table's game; ``None`` if it is not there yet.

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
        """How many games wait longer than this one; ``None`` if it does not wait. It is asked for."""
        if table not in self._waiting:
            return None
        self._waiting[table] = self._clock()
        return list(self._waiting).index(table)

    def start(self, table: str, record: dict[str, Any], address: str) -> None:
        """Have a game analysed.

        :raises Busy: if too many wait already.
        """
        self._waiting[table] = self._clock()
        try:
            answer = self._thinker.analyse(
                record, table=table, address=address, needed=lambda: self._is_asked_for(table)
            )
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
