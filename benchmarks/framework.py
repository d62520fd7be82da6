"""Named benchmarks, and how they are timed.

A benchmark is a function that prepares its work once and returns a `Meter`: called with a time
budget in seconds, the meter works for about that long and says what it measured, most often a rate
per second. `interleave` calls the meters of rivals in turn (A, B, A, B, …), so that a noisy moment
of the machine hits them alike, and keeps each one's best.
"""

from __future__ import annotations

import gc
import importlib
import os
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

Meter = Callable[[float], float]
Chunk = Callable[[], float]
Random01 = Callable[[], float]


class MissingError(Exception):
    """What a benchmark needs is not installed, or not yet part of the library."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One thing to measure. `less` marks quantities of which less is better."""

    name: str
    label: str
    unit: str
    prepare: Callable[[], Meter]
    less: bool = False

    def better(self, one: float, other: float) -> float:
        return min(one, other) if self.less else max(one, other)


@dataclass(slots=True)
class Result:
    """Every repeat of one benchmark, or the reason why there is none."""

    benchmark: Benchmark
    values: list[float] = field(default_factory=list)
    missing: str = ""

    @property
    def best(self) -> float | None:
        if not self.values:
            return None
        return min(self.values) if self.benchmark.less else max(self.values)

    @property
    def spread(self) -> float:
        """How far the repeats lie apart, as a share of the best."""
        best = self.best
        return (max(self.values) - min(self.values)) / best if best else 0.0


REGISTRY: dict[str, Benchmark] = {}


def add(
    name: str, label: str, unit: str, prepare: Callable[[], Meter], *, less: bool = False
) -> None:
    """Make a benchmark known by its name."""
    if name in REGISTRY:
        raise ValueError(f"two benchmarks are called {name}")
    REGISTRY[name] = Benchmark(name, label, unit, prepare, less)


def looped(chunk: Chunk) -> Meter:
    """A meter that repeats a chunk of work, which returns how many units it did."""

    def rate(seconds: float) -> float:
        units = 0.0
        start = perf_counter()
        while True:
            units += chunk()
            spent = perf_counter() - start
            if spent >= seconds:
                return units / spent

    return rate


def interleave(
    benchmarks: Iterable[Benchmark],
    repeats: int,
    seconds: float,
    tell: Callable[[Benchmark], None] = lambda _: None,
) -> list[Result]:
    """Measure rivals in turn. `tell` hears of every benchmark before each of its repeats."""
    results = [Result(benchmark) for benchmark in benchmarks]
    meters: dict[str, Meter] = {}
    for turn in range(repeats):
        for result in results:
            name = result.benchmark.name
            tell(result.benchmark)
            if result.missing:
                continue
            try:
                if turn == 0:
                    meters[name] = result.benchmark.prepare()
                    meters[name](0.0)  # first touch: caches, lazy imports, just-in-time compilers
                gc.collect()
                result.values.append(meters[name](seconds))
            except MissingError as reason:
                result.missing = str(reason)
            except Exception as error:  # one rival's failure must not cost the others their run
                result.missing = f"failed: {type(error).__name__}: {error}"
    return results


def require(module: str) -> Any:
    """An optional module, untyped."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingError(f"{error.name or module} is not installed") from error


def random01(seed: int) -> Random01:
    """The source of choices for every loop driven from Python, ours and the peers' alike."""
    return random.Random(seed).random


def cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def pin(to: Iterable[int]) -> bool:
    """Keep this process on these cores, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, to)
    return True
