"""Numbers for Prometheus. What is counted often is a plain number, read when asked for."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from fatum.server.house import House

_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Spread:
    """How long something took, in buckets."""

    def __init__(self, name: str, about: str) -> None:
        self._name = name
        self._about = about
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Metric:
        names = [*map(str, _BOUNDS), "+Inf"]
        counts = list(zip(names, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(self._name, self._about, buckets=counts, sum_value=self._sum)


class Metrics:
    """Of one process."""

    def __init__(self, house: "House") -> None:
        self._registry = CollectorRegistry()
        self.messages: Counter[str] = Counter()
        """Socket messages by type."""
        self.refusals: Counter[str] = Counter()
        """Refused requests by code."""
        self.responses: Counter[tuple[str, int]] = Counter()
        """HTTP answers by method and status."""
        self.request_seconds = Spread(
            "fatum_request_seconds", "Time from a socket's request to its durable answer"
        )
        self.bot_seconds = Spread("fatum_bot_seconds", "Time from a question to a bot's move")
        self.loop_lag = Spread("fatum_loop_lag_seconds", "By how much timers were late")
        self._registry.register(_Numbers(house, self))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Numbers(Collector):
    def __init__(self, house: "House", metrics: Metrics) -> None:
        self._house = house
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        house = self._house
        metrics = self._metrics
        yield GaugeMetricFamily("fatum_rooms", "Tables in memory", value=len(house.rooms))
        yield GaugeMetricFamily("fatum_sockets", "Open sockets", value=house.places.total)
        yield GaugeMetricFamily(
            "fatum_thinking",
            "Choices that bots have before them",
            value=sum(len(room.thinking) for room in house.rooms.values()),
        )
        waiting = GaugeMetricFamily(
            "fatum_waiting", "Jobs that wait for a bot's process", labels=["kind"]
        )
        for kind, lane in (
            ("move", house.bots.turns),
            ("hint", house.bots.hints),
            ("analysis", house.bots.studies),
        ):
            waiting.add_metric([kind], lane.scheduler.waiting)
        yield waiting
        yield GaugeMetricFamily(
            "fatum_wakeups_heard",
            "Whether other processes can be heard",
            value=int(house.wakeups.heard),
        )
        writer = house.store.writer
        yield CounterMetricFamily("fatum_entries", "Entries written", value=writer.written)
        yield CounterMetricFamily("fatum_commits", "Transactions", value=writer.groups)
        messages = CounterMetricFamily("fatum_messages", "Socket messages", labels=["type"])
        yield _counted(messages, metrics.messages)
        refusals = CounterMetricFamily("fatum_refusals", "Refused requests", labels=["code"])
        yield _counted(refusals, metrics.refusals)
        responses = CounterMetricFamily(
            "fatum_responses", "HTTP answers", labels=["method", "status"]
        )
        for (method, status), count in metrics.responses.items():
            responses.add_metric([method, str(status)], count)
        yield responses
        limits = CounterMetricFamily("fatum_limits", "Times a limit was reached", labels=["limit"])
        yield _counted(limits, house.limits.counts)
        yield metrics.loop_lag.collect()
        yield metrics.request_seconds.collect()
        yield metrics.bot_seconds.collect()


def _counted(family: CounterMetricFamily, counts: Counter[str]) -> CounterMetricFamily:
    for label, count in counts.items():
        family.add_metric([label], count)
    return family
