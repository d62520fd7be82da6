"""Bots think in processes of their own: some for moves, one for hints and one for analyses.

Each kind has its own processes and queue, so none can block another.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from fatum.arena.run.pool import cores
from fatum.server.bots.bot_process import prepare
from fatum.server.bots.scheduler import Job, JobLimits, Scheduler
from fatum.table import logger
from fatum.table.bot_choices import BotQuestion, Thought, analyse, choose, hint
from fatum.table.bot_pace import BEAT, Pace, seconds_for
from fatum.table.table import BotTurn
from fatum.table.thinker import HINT_SECONDS, STUDY_SECONDS, Order, question_of

A = TypeVar("A")
B = TypeVar("B")

TURNS: Final = JobLimits(total=20_000, per_address=2_000, per_table=16)
HINTS: Final = JobLimits(total=200, per_address=12, per_table=4)
STUDIES: Final = JobLimits(total=20, per_address=3, per_table=1)
_HINT_WINDOW: Final = 1.0
_STUDY_WINDOW: Final = 60.0


class BotPool:
    """Processes are started when they are first needed."""

    def __init__(self, processes: int, beat: float) -> None:
        workers = processes or max(1, cores() - 1)
        window = max(beat, BEAT)
        self.turns: Final = Lane(Scheduler(workers, window, TURNS), _Processes(workers, 10))
        self.hints: Final = Lane(Scheduler(1, _HINT_WINDOW, HINTS), _Processes(1, 10))
        self.studies: Final = Lane(Scheduler(1, _STUDY_WINDOW, STUDIES), _Processes(1, 15))

    def move(self, turn: BotTurn, pace: Pace, order: Order) -> "asyncio.Future[Thought | None]":
        """A bot's move; ``None`` if it was no longer needed when its turn came.

        :raises Busy: if too many wait already.
        """
        job = _job(order, seconds_for(turn.level))
        return self.turns.submit(
            job, choose, lambda granted: question_of(turn, pace, granted), order.people
        )

    def hint(
        self, question: Callable[[float], BotQuestion], order: Order
    ) -> "asyncio.Future[Thought | None]":
        """What a strong bot would do; ``None`` if the caller has gone.

        :raises Busy: if too many wait already.
        """
        return self.hints.submit(_job(order, HINT_SECONDS), hint, question)

    def analyse(
        self, record: dict[str, Any], order: Order
    ) -> "asyncio.Future[dict[str, object] | None]":
        """All choices of a game; ``None`` if nobody waits for it any more.

        :raises Busy: if too many wait already.
        """
        wants = STUDY_SECONDS * max(1, len(record["moves"]))
        return self.studies.submit(
            _job(order, wants), analyse, lambda granted: (record, STUDY_SECONDS * granted / wants)
        )

    def people_changed(self, table: str, people: bool) -> None:
        self.turns.people_changed(table, people)

    def close(self) -> None:
        for lane in (self.turns, self.hints, self.studies):
            lane.close()


def _job(order: Order, seconds: float) -> Job:
    return Job(order.address, order.table, seconds, order.needed)


class Workers(Protocol):
    """Runs work in another process."""

    async def run(self, work: Callable[[A], B], given: A) -> B: ...

    def close(self) -> None: ...


class Lane:
    """A scheduler and its workers."""

    def __init__(self, scheduler: Scheduler, workers: Workers) -> None:
        self.scheduler: Final = scheduler
        self._workers: Final = workers
        self._begin: Final[dict[Job, Callable[[float], Coroutine[Any, Any, None]]]] = {}
        self._running: Final[set[asyncio.Task[None]]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def submit(
        self, wanted: Job, work: Callable[[A], B], make: Callable[[float], A], people: bool = True
    ) -> "asyncio.Future[B | None]":
        """What ``work`` finds, given what ``make`` makes of the seconds that the job is granted.

        ``None`` if the job was not needed any more when its turn came.

        :raises Busy: if too many wait already.
        """
        answer: asyncio.Future[B | None] = asyncio.get_running_loop().create_future()

        def drop() -> None:
            self._begin.pop(job, None)
            if not answer.done():
                answer.set_result(None)

        async def begin(granted: float) -> None:
            try:
                found = await self._workers.run(work, make(granted))
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(found)
            finally:
                self.scheduler.finish(job, time.monotonic())
                self._feed()

        job = replace(wanted, needed=lambda: not answer.done() and wanted.needed(), dropped=drop)
        self.scheduler.add(job, time.monotonic(), people=people)
        self._begin[job] = begin
        self._feed()
        return answer

    def people_changed(self, table: str, people: bool) -> None:
        self.scheduler.people_changed(table, people, time.monotonic())
        self._feed()

    def _feed(self) -> None:
        """Start jobs on all free workers."""
        while (found := self.scheduler.next(time.monotonic())) is not None:
            job, granted = found
            task = asyncio.create_task(self._begin.pop(job)(granted))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        at = self.scheduler.resume_at()
        if at is not None and self._timer is None:
            wait = max(0.0, at - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._resume)

    def _resume(self) -> None:
        self._timer = None
        self._feed()

    def close(self) -> None:
        for task in self._running:
            task.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._workers.close()


class _Processes:
    """Worker processes. If one dies, all are restarted and the job is tried once more."""

    def __init__(self, number: int, nice: int) -> None:
        self._number = number
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[[A], B], given: A) -> B:
        for last in (False, True):
            pool = self._open()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, given)
            except BrokenProcessPool:
                if self._pool is pool:
                    logger.warning("a bot's process has died; new ones are started")
                    self.close()
                if last:
                    raise
        raise AssertionError

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._number,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=prepare,
                initargs=(self._nice,),
            )
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
