"""Who holds the loop is noticed."""

import asyncio
import time
from typing import Any

import httpx
import pytest
from tests.server.clients import asynchronous
from tests.server.nursery import Nursery
from tests.server.process import Server, serving

from fatum.server.ops import watchdog
from fatum.server.ops.watchdog import Watchdog
from fatum.table.counters import BOUNDS, Histogram


def late(lag: Histogram) -> int:
    """How often it was late by more than 0.1 s."""
    return sum(lag.counts[BOUNDS.index(0.1) + 1 :])


@asynchronous()
async def test_holding_the_loop_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine may hold the loop before this test does.
    monkeypatch.setattr(watchdog, "LOG_EVERY", 0.0)
    lag = Histogram()
    watching = asyncio.create_task(Watchdog(lag).run())
    await asyncio.sleep(0.06)
    caplog.clear()
    before = late(lag)
    end = time.thread_time() + 0.25
    while time.thread_time() < end:
        pass
    await asyncio.sleep(0.1)
    watching.cancel()
    assert late(lag) > before
    assert {record.message for record in caplog.records} == {"the event loop was held"}
    fields: list[dict[str, Any]] = [record.fields for record in caplog.records]  # type: ignore[attr-defined]
    assert any(each["seconds"] >= 0.15 and each["processor_seconds"] >= 0.2 for each in fields)


def test_it_is_not_logged_each_time(caplog: pytest.LogCaptureFixture) -> None:
    watching = Watchdog(Histogram())
    for now in range(25):
        watching.note(float(now), 0.2, 0.01)
        watching.note(now + 0.5, 0.05, 0.01)
    times = [record.fields["times"] for record in caplog.records]  # type: ignore[attr-defined]
    assert times == [1, 10, 10]


def test_a_server_measures_it(server: Server) -> None:
    time.sleep(0.2)
    text = httpx.get(f"{server.url}/metrics").text
    count = next(line for line in text.splitlines() if "fatum_loop_lag_seconds_count" in line)
    assert float(count.split()[1]) > 0


def test_probes_have_a_limit_of_their_own(
    nursery: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("probes")
    with serving(nursery, folder, requests_per_minute=1) as server, httpx.Client() as client:
        assert client.get(f"{server.url}/api/info").status_code == 200
        assert client.get(f"{server.url}/api/info").status_code == 429
        answers = [client.get(f"{server.url}/metrics") for _ in range(260)]
        assert [answer.status_code for answer in answers[:200]] == [200] * 200
        assert answers[-1].status_code == 429
        assert 'fatum_limits_total{limit="requests"} 1.0' in answers[0].text
