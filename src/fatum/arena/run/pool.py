"""Do the same work on many tasks: here, in other processes, or on a Ray cluster.

Results come back in the order of the tasks wherever they were made, so that nothing that is made of
them can depend on the number of cores.
"""

import multiprocessing
import os
import signal
import socket
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

import fatum
from fatum.core.errors import FatumError
from fatum.core.extras import need

T = TypeVar("T")
R = TypeVar("R")
_AHEAD: Final = 4
"""Tasks given out for each worker before the oldest one is done."""


class WorkFailed(FatumError):
    """A task could not be done, through no fault of the input."""


@dataclass(frozen=True)
class Where:
    """One process, several, or the Ray cluster at this address."""

    jobs: int = 1
    ray: str | None = None


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(work: Callable[[T], R], tasks: Iterable[T], where: Where) -> Iterator[R]:
    """The results of all tasks, in order; ``work`` must be a function of a module."""
    if where.ray is not None:
        yield from _on_ray(work, tasks, where.ray)
    elif where.jobs == 1:
        yield from map(work, tasks)
    else:
        yield from _in_processes(work, tasks, where.jobs)


# --- processes -----------------------------------------------------------------------------------


class _Worker:
    """A process of its own, started afresh so that it inherits nothing."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(work, other), daemon=True)
        self._process.start()
        other.close()

    def stop(self) -> None:
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _serve(work: Callable[[Any], Any], connection: Connection) -> None:
    # Ctrl-C goes to every process of the terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(task))
        except FatumError as error:
            answer = (False, str(error))
        except Exception:
            answer = (False, _last_line(traceback.format_exc()))
        try:
            connection.send(answer)
        except OSError:
            return


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def _in_processes(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Iterator[R]:
    source = enumerate(tasks)
    workers: list[_Worker] = []
    doing: dict[Connection, int] = {}
    done: dict[int, R] = {}
    due = 0

    def give(connection: Connection) -> None:
        # The window keeps one slow task from filling the memory with the results after it.
        if len(done) + len(doing) < _AHEAD * jobs:
            for number, task in source:
                connection.send(task)
                doing[connection] = number
                return

    try:
        for _ in range(jobs):
            worker = _Worker(work)
            workers.append(worker)
            give(worker.connection)
            if worker.connection not in doing:
                break  # fewer tasks than workers
        while doing:
            for ready in wait(list(doing)):
                assert isinstance(ready, Connection)
                done[doing.pop(ready)] = _answer(ready)
                give(ready)
            while due in done:
                yield done.pop(due)
                due += 1
            for worker in workers:
                if worker.connection not in doing:
                    give(worker.connection)
    finally:
        for worker in workers:
            worker.stop()


def _answer(connection: Connection) -> Any:
    try:
        fine, answer = connection.recv()
    except (EOFError, OSError):
        raise WorkFailed(
            "a worker process has died, perhaps for want of memory; try fewer --jobs"
        ) from None
    if not fine:
        raise WorkFailed(answer)
    return answer


# --- Ray -----------------------------------------------------------------------------------------


def _serve_ray(work: Callable[[T], R], task: T) -> tuple[str, R]:
    return fatum.__version__, work(task)


def need_ray() -> Any:
    """The library, or a sentence that says how to get it."""
    # Ray is imported only here: it is large, and an extra.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    return need("ray", "--ray", "ray")


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes before it says that nobody is there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # a word such as auto or local, which Ray answers at once
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except (OSError, OverflowError):
        raise FatumError(f"there is no Ray cluster at {address!r}: nobody answers") from None


def _on_ray(work: Callable[[T], R], tasks: Iterable[T], address: str) -> Iterator[R]:
    ray = need_ray()
    ours = not ray.is_initialized()
    if ours:
        _check_reachable(address)
        settings = {"include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
        except Exception as error:
            raise FatumError(
                f"there is no Ray cluster at {address!r}: {_last_line(str(error) or repr(error))}"
            ) from None
    pending: deque[Any] = deque()
    remote = ray.remote(_serve_ray)
    ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    source = iter(tasks)
    try:
        while True:
            while len(pending) < ahead:
                for task in source:
                    pending.append(remote.remote(work, task))
                    break
                else:
                    break
            if not pending:
                return
            yield _ray_answer(ray, pending[0])
            pending.popleft()
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)
        if ours:
            ray.shutdown()


def _ray_answer(ray: Any, reference: Any) -> Any:
    try:
        version, answer = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise WorkFailed(str(error.cause)) from None
    except ray.exceptions.RayError as error:
        raise WorkFailed(f"the Ray cluster gave up: {_last_line(str(error))}") from None
    if version != fatum.__version__:
        raise FatumError(
            f"the Ray cluster runs Fatum {version}, not {fatum.__version__}: install the same there"
        )
    return answer
