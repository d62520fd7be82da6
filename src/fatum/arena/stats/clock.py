"""How long moves take: a histogram fine enough for percentiles, small enough for a file.

Timings are never part of a result that has to be the same everywhere; they are kept beside it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Final

from fatum.arena.stats.counts import percentile

_STEP: Final = log(1.05)
"""A bin is five percent wide."""


@dataclass
class Clock:
    """Times of one bot's decisions, in bins of nanoseconds."""

    bins: Counter[int] = field(default_factory=Counter)

    def add(self, nanoseconds: int) -> None:
        self.bins[round(log(max(nanoseconds, 1)) / _STEP)] += 1

    def merge(self, data: Mapping[str, object]) -> None:
        for name, count in data.items():
            assert isinstance(count, int)
            self.bins[int(name)] += count

    def to_dict(self) -> dict[str, int]:
        return {str(name): self.bins[name] for name in sorted(self.bins)}

    @property
    def moves(self) -> int:
        return self.bins.total()

    def percentile(self, percent: int) -> float:
        """Milliseconds that so many percent of the moves do not exceed."""
        return exp(percentile(self.bins, percent) * _STEP) / 1e6 if self.bins else 0.0
