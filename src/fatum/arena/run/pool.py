"""Map a function over many tasks: here, in other processes, or on a Ray cluster.

Results come back in the order of the tasks, so that nothing made of them can depend on the number of
cores.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, TypeVar

from fatum.bots import registry
from fatum.core.errors import FatumError
from fatum.games.registry import GAMES

T = TypeVar("T")
R = TypeVar("R")
_AHEAD: Final = 4
"""Tasks in flight per worker; bounds the memory that results take."""


class WorkFailed(FatumError):
    """A task failed for a reason other than its input."""


@dataclass(frozen=True)
class Where:
    """One process, several, or the Ray cluster at this address."""

    jobs: int = 1
    ray: str | None = None


def cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(work: Callable[[T], R], tasks: Iterable[T], where: Where) -> Iterator[R]:
    """The results of all tasks, in order.

    ``work`` must be a function of a module; tasks and results must be picklable.

    :raises WorkFailed: if a task raises ``FatumError``, or a worker process dies.
    """
    source = iter(tasks)
    first = list(islice(source, 2))
    tasks = chain(first, source)
    if where.ray is not None:
        from fatum.arena.run.cluster import ClusterExecutor

        cluster = ClusterExecutor(where.ray)
        yield from _in_order(work, tasks, cluster, cluster.cores)
    elif where.jobs > 1 and len(first) > 1:
        # Fresh processes on every platform: copies of one that has threads may hang.
        fresh = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(where.jobs, fresh, _begin, (registered(),))
        yield from _in_order(work, tasks, pool, where.jobs)
    else:
        for task in tasks:
            try:
                result = work(task)
            except FatumError as error:
                raise WorkFailed(str(error)) from None
            yield result


def _in_order(
    work: Callable[[T], R], tasks: Iterator[T], pool: Executor, count: int
) -> Iterator[R]:
    others = multiprocessing.active_children()
    pending: deque[Future[R]] = deque()
    try:
        while True:
            for task in islice(tasks, _AHEAD * count - len(pending)):
                with _interrupts_held_back():  # submitting may start a process
                    pending.append(pool.submit(work, task))
            if not pending:
                break
            yield _result(pending.popleft())
    except BaseException:
        # The pool itself would wait for the tasks that have begun.
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _result(pending: Future[R]) -> R:
    try:
        return pending.result()
    except BrokenProcessPool:
        said = "a worker process has died, perhaps for want of memory; try fewer --jobs"
    except Exception as error:
        failed = getattr(error, "cause", None) or error  # Ray wraps what a task raises
        if isinstance(failed, FatumError):
            said = str(failed)
        else:
            said = traceback.format_exception_only(failed)[-1].strip()
    raise WorkFailed(said)


@dataclass(frozen=True)
class Registered:
    """What ``register`` has added here; installed packages are found everywhere."""

    games: dict[str, str]
    bots: dict[str, str]

    def register(self) -> None:
        """Add the same in this process."""
        GAMES.update(self.games)
        for name, reference in self.bots.items():
            registry.register(name, reference)


def registered() -> Registered:
    return Registered(dict(GAMES), registry.registered())


def _begin(names: Registered) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked from the start
    names.register()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started inside never see Ctrl-C, which a terminal sends to all: we end them.

    An interrupt that comes meanwhile is raised afterwards.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "pthread_sigmask"
    ):
        yield
        return
    # Blocking is what our children inherit. It does not hold for ourselves: any other thread may
    # take the signal, and Python then interrupts the main one.
    caught: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
    if caught:
        raise KeyboardInterrupt
