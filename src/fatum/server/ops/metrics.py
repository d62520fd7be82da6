"""Prometheus metrics. Frequent counters are plain numbers that are read on request."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from fatum.table.counters import BOUNDS, Histogram

if TYPE_CHECKING:
    from fatum.server.process import ServerProcess


class Metrics:
    """The metrics of one process."""

    def __init__(self, server: "ServerProcess") -> None:
        self._registry = CollectorRegistry()
        self.responses: Counter[tuple[str, int]] = Counter()
        """HTTP answers by method and status."""
        self.loop_lag = Histogram()
        self._registry.register(_Numbers(server, self))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Numbers(Collector):
    def __init__(self, server: "ServerProcess", metrics: Metrics) -> None:
        self._server = server
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        server = self._server
        metrics = self._metrics
        counters = server.services.counters
        tables = server.tables.live
        yield GaugeMetricFamily("fatum_rooms", "Tables in memory", value=len(tables))
        yield GaugeMetricFamily("fatum_sockets", "Open sockets", value=server.places.total)
        yield GaugeMetricFamily(
            "fatum_thinking",
            "Choices that bots have before them",
            value=sum(len(live.bots.thinking) for live in tables.values()),
        )
        waiting = GaugeMetricFamily(
            "fatum_waiting", "Jobs that wait for a bot's process", labels=["kind"]
        )
        for kind, lane in (
            ("move", server.bots.turns),
            ("hint", server.bots.hints),
            ("analysis", server.bots.studies),
        ):
            waiting.add_metric([kind], lane.scheduler.waiting)
        yield waiting
        yield GaugeMetricFamily(
            "fatum_wakeups_heard",
            "Whether other processes can be heard",
            value=int(server.wakeups.heard),
        )
        writer = server.store.writer
        yield CounterMetricFamily("fatum_entries", "Entries written", value=writer.written)
        yield CounterMetricFamily("fatum_commits", "Transactions", value=writer.groups)
        messages = CounterMetricFamily("fatum_messages", "Socket messages", labels=["type"])
        yield _counted(messages, counters.messages)
        refusals = CounterMetricFamily("fatum_refusals", "Refused requests", labels=["code"])
        yield _counted(refusals, counters.refusals)
        responses = CounterMetricFamily(
            "fatum_responses", "HTTP answers", labels=["method", "status"]
        )
        for (method, status), count in metrics.responses.items():
            responses.add_metric([method, str(status)], count)
        yield responses
        limits = CounterMetricFamily("fatum_limits", "Times a limit was reached", labels=["limit"])
        yield _counted(limits, server.limits.counts)
        yield _spread("fatum_loop_lag_seconds", "By how much timers were late", metrics.loop_lag)
        yield _spread(
            "fatum_request_seconds",
            "Time from a socket's request to its durable answer",
            counters.request_seconds,
        )
        yield _spread(
            "fatum_bot_seconds", "Time from a question to a bot's move", counters.bot_seconds
        )


def _spread(name: str, about: str, histogram: Histogram) -> Metric:
    names = [*map(str, BOUNDS), "+Inf"]
    counts = list(zip(names, accumulate(histogram.counts), strict=True))
    return HistogramMetricFamily(name, about, buckets=counts, sum_value=histogram.sum)


def _counted(family: CounterMetricFamily, counts: Counter[str]) -> CounterMetricFamily:
    for label, count in counts.items():
        family.add_metric([label], count)
    return family
