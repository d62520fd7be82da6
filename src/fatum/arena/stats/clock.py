"""How long moves take: a histogram fine enough for percentiles, small enough for a file.

Timings are never part of a result that has to be the same everywhere; they are kept beside it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, log
from typing import Final

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
        rank = max(1, ceil(self.moves * percent / 100))
        for name in sorted(self.bins):
            rank -= self.bins[name]
            if rank <= 0:
                return exp(name * _STEP) / 1e6
        return 0.0
