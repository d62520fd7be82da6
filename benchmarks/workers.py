"""Benchmarks in processes of their own: two at once, the plain build, or a fresh heap.

`python -m benchmarks.workers NAME [CORE …]` prepares the benchmark NAME, then answers each line on its
standard input, a time budget in seconds, with what was measured.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from benchmarks.framework import REGISTRY, Meter, MissingError, cores, pin

ROOT = Path(__file__).resolve().parent.parent
FAILED = "failed: "


class Worker:
    """One benchmark in another process, on the cores that are given, or on ours."""

    def __init__(self, name: str, *core: int, environment: dict[str, str] | None = None) -> None:
        arguments = [name, *map(str, core)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.workers", *arguments],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        atexit.register(self._process.kill)

    def start(self, seconds: float) -> None:
        assert self._process.stdin is not None
        print(seconds, file=self._process.stdin, flush=True)

    def finish(self) -> float:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        if not answer or answer.startswith(FAILED):
            raise MissingError(answer.removeprefix(FAILED) or "its process ended")
        return float(answer)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def apart(name: str, environment: dict[str, str] | None = None) -> Meter:
    """The same benchmark, in another process."""
    worker = Worker(name, environment=environment)

    def meter(seconds: float) -> float:
        worker.start(seconds)
        return worker.finish()

    return meter


def everywhere(name: str) -> Meter:
    """The same benchmark in another process that may use every core."""
    worker = Worker(name, *all_cores())

    def meter(seconds: float) -> float:
        worker.start(seconds)
        return worker.finish()

    return meter


def together(name: str, processes: int) -> Meter:
    """The same benchmark in several processes at once, each on a core of its own, added up."""
    free = all_cores()
    if len(free) < processes:
        raise MissingError(f"this machine has only {len(free)} core")
    workers = [Worker(name, core) for core in free[:processes]]

    def meter(seconds: float) -> float:
        for worker in workers:
            worker.start(seconds)
        return sum(worker.finish() for worker in workers)

    return meter


def fresh(name: str) -> Meter:
    """A new process for every repeat."""

    def meter(seconds: float) -> float:
        worker = Worker(name)
        worker.start(seconds)
        try:
            return worker.finish()
        finally:
            worker.stop()

    return meter


@cache
def all_cores() -> tuple[int, ...]:
    """The cores there were before the run pinned itself to one; called early."""
    return tuple(cores())


@cache
def plain_source() -> dict[str, str]:
    """The environment in which Fatum is its own source, not compiled."""
    folder = Path(tempfile.mkdtemp(prefix="fatum-plain-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "src" / "fatum", folder / "fatum", ignore=ignored)
    return {"PYTHONPATH": str(folder)}


def plain(name: str) -> Meter:
    """The same benchmark on the plain-Python build."""
    return apart(name, plain_source())


def serve(name: str) -> None:
    from benchmarks.catalog import register_all

    register_all()
    try:
        meter = REGISTRY[name].prepare()
        for line in sys.stdin:
            print(meter(float(line)), flush=True)
    except MissingError as reason:
        print(f"{FAILED}{reason}", flush=True)
    except Exception as error:  # reported to the caller
        print(f"{FAILED}{type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        pin([int(core) for core in sys.argv[2:]])
    serve(sys.argv[1])
