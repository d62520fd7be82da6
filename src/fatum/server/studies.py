"""Analyses of finished games: one at a time, each made once and remembered for a while."""

from collections import OrderedDict
from typing import Any, Final

from fatum.server import logs
from fatum.server.thinking import Thinking
from fatum.table.errors import Refused

MOST_WAITING: Final = 20
MOST_KEPT: Final = 100


class Studies:
    """Of one process."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._waiting: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._done: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._failed: set[str] = set()
        self._running = False

    def get(self, table: str, record: dict[str, Any]) -> dict[str, Any] | None:
        """The analysis of this table's game; ``None`` while it is being made."""
        done = self._done.get(table)
        if done is not None:
            return done
        if table in self._failed:
            raise Refused("off", "this game could not be analysed")
        if table not in self._waiting:
            if len(self._waiting) >= MOST_WAITING:
                raise Refused("busy", "too many games wait for an analysis; try again later")
            self._waiting[table] = record
        return None

    def before(self, table: str) -> int:
        return list(self._waiting).index(table) if table in self._waiting else 0

    async def work(self) -> None:
        """Make all that wait."""
        if self._running:
            return
        self._running = True
        try:
            while self._waiting:
                table, record = next(iter(self._waiting.items()))
                try:
                    self._done[table] = await self._thinking.analyse(record)
                except Exception:  # one game must not keep the others from it
                    logs.fault("an analysis has failed", table=table)
                    self._failed.add(table)
                del self._waiting[table]
                if len(self._done) > MOST_KEPT:
                    self._done.popitem(last=False)
        finally:
            self._running = False
