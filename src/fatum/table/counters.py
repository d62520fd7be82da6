"""Plain numbers about connections and bots, for metrics."""

from bisect import bisect_left
from collections import Counter
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Histogram:
    """How long something took, in buckets of ``BOUNDS`` seconds and one for all above."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Counters:
    """The counters of one process."""

    def __init__(self) -> None:
        self.messages: Final[Counter[str]] = Counter()
        """Messages of clients by type."""
        self.refusals: Final[Counter[str]] = Counter()
        """Refused requests by code."""
        self.request_seconds: Final = Histogram()
        """From a client's request to its durable answer."""
        self.bot_seconds: Final = Histogram()
        """From a question to a bot's move."""
