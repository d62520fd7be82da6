"""Bots think in processes of their own, so that nobody's move waits for them."""

import asyncio
import multiprocessing
import os
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from fatum.server import logs, mind
from fatum.server.mind import Question, Thought
from fatum.table.table import BotTurn

A = TypeVar("A")
B = TypeVar("B")

MOST_HINTS: Final = 50
"""Hints being thought about at a time."""


class Busy(Exception):
    """There is too much to think about."""


class Thinking:
    """Processes are started when they are first needed."""

    def __init__(self, processes: int) -> None:
        self._bots: Final = _Pool(processes or max(1, cores() - 1))
        # An analysis takes long and must not keep bots from their moves.
        self._study: Final = _Pool(1)
        self._hints = 0

    async def move(self, turn: BotTurn) -> Thought:
        question = Question(
            turn.game,
            turn.options,
            turn.view.to_dict(),
            turn.seat,
            turn.legal,
            secrets.randbits(64),
            turn.level,
        )
        return await self._bots.run(mind.choose, question)

    async def hint(self, question: Question) -> Thought:
        if self._hints >= MOST_HINTS:
            raise Busy
        self._hints += 1
        try:
            return await self._bots.run(mind.hint, question)
        finally:
            self._hints -= 1

    async def analyse(self, record: dict[str, Any]) -> dict[str, object]:
        return await self._study.run(mind.analyse, record)

    def close(self) -> None:
        self._bots.close()
        self._study.close()


class _Pool:
    """Workers; if one dies all are made anew and the work is done again once."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[[A], B], given: A) -> B:
        for last in (False, True):
            pool = self._open()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, given)
            except BrokenProcessPool:
                if self._pool is pool:
                    logs.warning("a thinking process has died; new ones are started")
                    self.close()
                if last:
                    raise
        raise AssertionError

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=mind.prepare,
            )
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
