"""Three processes, one PostgreSQL, one Redis; each of them dies, and nothing is lost."""

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous, quiet
from tests.server.crowd import Crowd, new_seed
from tests.server.nursery import Nursery
from tests.server.process import Server
from tests.services import Postgres, Redis, running_postgres, running_redis
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fatum.table import log
from fatum.table.store.sql.sql_store import SqlStore

ROUNDS = int(os.environ.get("FATUM_TEST_CLUSTER_KILLS", "12"))
TABLES = 4


SITUATIONS = os.environ.get("FATUM_TEST_SITUATIONS", "everything").split()
"""What happens to a cluster while people only sit there; ``make soak`` has them one by one."""
SITTING = float(os.environ.get("FATUM_TEST_SITTING", "0"))
"""Seconds that people sit there after it, beside those needed to miss somebody."""


class Cluster:
    def __init__(self, servers: list[Server], postgres: Postgres, redis: Redis) -> None:
        self.servers = servers
        self.postgres = postgres
        self.redis = redis


@pytest.fixture
def cluster(nursery: Nursery, tmp_path: Path) -> Iterator[Cluster]:
    with running_postgres() as postgres, running_redis() as redis:
        servers = [
            Server(nursery, tmp_path, postgres.url, redis=redis.url, log_level="info")
            for _ in range(3)
        ]
        try:
            for server in servers:
                server.start()
            yield Cluster(servers, postgres, redis)
        finally:
            for server in servers:
                server.kill()


@pytest.mark.slow
@asynchronous(timeout=240 + 5 * ROUNDS)
async def test_everything_dies_once_and_nothing_is_lost(cluster: Cluster) -> None:
    seed = new_seed()
    print(f"seed {seed}, {ROUNDS} kills")
    rng = random.Random(seed)
    crowd = Crowd(lambda: rng.choice(cluster.servers).url, seed=seed)
    done = asyncio.Event()
    tables = [asyncio.create_task(crowd.play(done, kind)) for kind in range(TABLES)]

    def check() -> None:
        for table in tables:
            if table.done():
                table.result()

    for _ in range(ROUNDS):
        await asyncio.sleep(0.5 * rng.random())
        victim = rng.choice(cluster.servers)
        await asyncio.to_thread(victim.kill)
        await asyncio.sleep(0.3 * rng.random())
        await asyncio.to_thread(victim.start)
        check()
    await asyncio.to_thread(cluster.redis.kill)
    await asyncio.sleep(3)
    check()
    await asyncio.to_thread(cluster.redis.start)
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.postgres.stop)
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.postgres.start)
    await asyncio.sleep(2)
    check()
    done.set()
    await asyncio.gather(*tables)
    kept = await crowd.check_promises(cluster.postgres.url)
    print(f"{len(crowd.finished)} games, {kept} moves, {crowd.reconnections} reconnections")
    assert len(crowd.finished) >= TABLES
    for server in cluster.servers:
        assert "Traceback" not in server.logged(), server.logged()[-3000:]


@pytest.mark.slow
@asynchronous()
async def test_viewers_of_different_processes_are_at_one_table(cluster: Cluster) -> None:
    first, second, third = (server.url for server in cluster.servers)
    async with Browser(first) as ann, Browser(second) as bob, Browser(third) as eve:
        table = await ann.open(options={"players": 3, "turn_limit": 12})
        await bob.sit(table, "Bob")
        host, watcher = Line(ann, table), Line(eve, table)
        await host.connect()
        await watcher.connect()
        other = Line(bob, table)
        await other.connect()
        presence: dict[str, Any] = {}
        while presence.get("here") != ["P1", "P2"] or presence.get("watching") != 1:
            presence = await host.until("presence")
        await host.send({"type": "start", "fill": "greedy"})
        await asyncio.gather(Stubborn(ann, table).play(), Stubborn(bob, table).play())
        for line in (host, watcher, other):
            while line.phase != "over":
                await line.receive()
        assert host.picture["table"] == watcher.picture["table"] == other.picture["table"]
        # The bot was asked in three processes and played each of its turns once.
        record = await eve.do("GET", f"/api/tables/{table}/record")
        assert record["outcome"] == host.picture["table"]["outcome"]
        away = [
            update
            for message in host.messages
            if message["type"] == "updates"
            for update in message["updates"]
            if update.get("news", {}).get("what") == "away"
        ]
        assert away == []


@pytest.mark.slow
@asynchronous()
async def test_without_redis_news_come_later_but_come(cluster: Cluster) -> None:
    cluster.redis.kill()
    first, second, _ = (server.url for server in cluster.servers)
    async with Browser(first) as ann, Browser(second) as bob:
        table = await ann.open(settings={"chat": True})
        await bob.sit(table, "Bob")
        host, other = Line(ann, table), Line(bob, table)
        await host.connect()
        await other.connect()
        await quiet(other)
        await host.send({"type": "chat", "text": "hello", "key": "k"})
        await other.until("updates", timeout=15)
        assert other.seq == host.seq or await host.until("updates")


class Sitting:
    """Stays connected whatever happens, looks at the table all the time, and never moves."""

    def __init__(self, browser: Browser, table: str, where: Server) -> None:
        self.browser = browser
        self.where = where
        self.line = Line(browser, table)
        self.forgotten = 0
        """Answers that made the browser forget the seat."""
        self.looks: Counter[int] = Counter()
        self._over = False
        self._tasks = [asyncio.create_task(self._sit()), asyncio.create_task(self._look())]

    async def connected(self) -> None:
        while self.line.seq is None:
            await asyncio.sleep(0.01)

    async def _sit(self) -> None:
        while not self._over:
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await self.line.connect(url=self.where.url)
                while not self._over:
                    await self.line.receive(600)
            await asyncio.sleep(0.1)

    async def _look(self) -> None:
        url = f"{self.where.url}/api/tables/{self.line.table}"
        while not self._over:
            with contextlib.suppress(httpx.TransportError):
                answer = await self.browser.http.get(url)
                self.looks[answer.status_code] += 1
                self.forgotten += "Max-Age=0" in answer.headers.get("set-cookie", "")
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.line.close()


async def happen(cluster: Cluster, situation: str) -> None:
    """All of it is over when this returns, except that a Redis that has died stays dead."""
    redis, postgres = cluster.redis, cluster.postgres
    if situation in ("frozen", "everything"):
        redis.freeze()
        await asyncio.sleep(2)
        redis.thaw()
    if situation in ("restarted", "everything"):
        await asyncio.to_thread(redis.kill)
        await asyncio.sleep(1)
        await asyncio.to_thread(redis.start)
    if situation in ("postgres", "everything"):
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(1)
        await asyncio.to_thread(postgres.start)
    if situation in ("dead", "everything"):
        await asyncio.to_thread(redis.kill)


@pytest.mark.slow
@pytest.mark.parametrize("situation", SITUATIONS)
@asynchronous(timeout=180 + SITTING)
async def test_who_is_there_is_never_replaced_and_who_is_not_is(
    nursery: Nursery, cluster: Cluster, tmp_path: Path, situation: str
) -> None:
    """Ann and Bob sit at two processes, Cem goes, and Dee's process, which has no Redis, dies."""
    third = cluster.servers[2]
    third.kill()
    third.settings["redis"] = ""
    third.start()
    browsers = [Browser(server.url) for server in (*cluster.servers[:2], *cluster.servers[1:])]
    ann, bob, cem, dee = browsers
    table = await ann.open(options={"players": 4}, settings={"grace": 5})
    for browser, name in ((bob, "Bob"), (cem, "Cem"), (dee, "Dee")):
        await browser.sit(table, name)
    people = [
        Sitting(browser, table, server)
        for browser, server in zip(
            browsers, (*cluster.servers[:2], *cluster.servers[1:]), strict=True
        )
    ]
    for person in people:
        await person.connected()
    await people[0].line.send({"type": "start"})
    await people[2].stop()
    third.kill()
    await happen(cluster, situation)

    async def noted(kind: type[log.WentAway] | type[log.Takenover]) -> set[int]:
        async with await SqlStore.open(cluster.postgres.url) as store:
            entries = await store.read(table)
        return {entry.fact.seat for entry in entries if isinstance(entry.fact, kind)}

    begun = time.monotonic()
    while await noted(log.Takenover) < {2, 3}:
        await asyncio.sleep(0.5)
    print(f"{situation}: the absent were replaced after {time.monotonic() - begun:.1f} s")
    await asyncio.sleep(SITTING)
    assert await noted(log.Takenover) == {2, 3}
    assert await noted(log.WentAway) == {2, 3}
    for person in people[:2]:
        assert person.forgotten == 0
        assert person.looks[200] > 20
        assert set(person.looks) <= {200, 503}, person.looks
        await person.stop()
    for server in cluster.servers:
        assert "Traceback" not in server.logged(), server.logged()[-3000:]
