"""Decides which job bots think about next, and for how long. Times come from outside."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fatum.server.bots.fair_queue import FairQueue
from fatum.server.bots.fair_shares import FairShares

USED: Final = 0.75
"""Part of the workers' time that tables with people can use; the rest is for messages and pauses."""
EMPTY_USED: Final = 0.2
"""Part of the workers' time for all tables where nobody sits."""


@dataclass(frozen=True, eq=False)
class Job:
    """A unit of work for a bot."""

    address: str
    """The address that is charged."""
    table: str
    wants: float
    """Seconds that it takes on an idle server."""
    needed: Callable[[], bool] = lambda: True
    """Whether the answer is still needed."""
    dropped: Callable[[], None] = lambda: None
    """Called if it is dropped unstarted."""


@dataclass(frozen=True)
class JobLimits:
    """Limits on waiting jobs: in total, per address and per table."""

    total: int
    per_address: int
    per_table: int


class Scheduler:
    """Jobs of tables with people first; those of empty tables last, one at a time, with pauses."""

    def __init__(self, workers: int, window: float, limits: JobLimits) -> None:
        self.workers: Final = workers
        sizes = (limits.total, limits.per_address, limits.per_table)
        self._queue: Final[FairQueue[Job]] = FairQueue(*sizes)
        self._empty: Final[FairQueue[Job]] = FairQueue(*sizes)
        self._shares: Final = FairShares(USED * workers * window, window)
        self._empty_shares: Final = FairShares(EMPTY_USED * workers * window, window)
        self._running: Final[dict[Job, float]] = {}
        """When each began."""
        self._of_empty: Final[set[Job]] = set()
        """Jobs that wait or run as jobs of empty tables."""
        self._pause_until = 0.0

    @property
    def waiting(self) -> int:
        return len(self._queue) + len(self._empty)

    @property
    def running(self) -> int:
        return len(self._running)

    def add(self, job: Job, now: float, *, people: bool = True) -> None:
        """Queue a job; ``people``: whether somebody sits at its table.

        :raises Busy: if too many wait already.
        """
        self._add(job, now, people, limited=True)

    def _add(self, job: Job, now: float, people: bool, limited: bool) -> None:
        (self._queue if people else self._empty).put(job, limited=limited)
        if not people:
            self._of_empty.add(job)
        (self._shares if people else self._empty_shares).add(job.address, job.wants, now)

    def next(self, now: float) -> tuple[Job, float] | None:
        """A job to begin now and its seconds, if a worker is free; jobs nobody needs are dropped."""
        while len(self._running) < self.workers:
            job = self._queue.take()
            if job is None and self._may_begin_empty(now):
                job = self._empty.take()
            if job is None:
                return None
            if not job.needed():
                self._end(job)
                job.dropped()
                continue
            shares = self._empty_shares if job in self._of_empty else self._shares
            self._running[job] = now
            return job, shares.grant(job.address, job.wants, now)
        return None

    def _may_begin_empty(self, now: float) -> bool:
        return now >= self._pause_until and not self._runs_empty()

    def _runs_empty(self) -> bool:
        return any(job in self._of_empty for job in self._running)

    def finish(self, job: Job, now: float) -> None:
        """A job has finished; its worker is free."""
        began = self._running.pop(job)
        if job in self._of_empty:
            pause = (now - began) * (1 - EMPTY_USED) / EMPTY_USED / self.workers
            self._pause_until = now + pause
        self._end(job)

    def _end(self, job: Job) -> None:
        if job in self._of_empty:
            self._of_empty.discard(job)
            self._empty_shares.end(job.address, job.wants)
        else:
            self._shares.end(job.address, job.wants)

    def resume_at(self) -> float | None:
        """When to call ``next`` again if nothing is added or finished."""
        if len(self._empty) and len(self._running) < self.workers and not self._runs_empty():
            return self._pause_until
        return None

    def people_changed(self, table: str, people: bool, now: float) -> None:
        """Move a table's waiting jobs to the other queue: somebody has arrived, or the last one has left."""
        for job in (self._empty if people else self._queue).remove(table):
            self._end(job)
            self._add(job, now, people, limited=False)
