"""Three processes, one PostgreSQL, one Redis; each of them dies, and nothing is lost."""

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous, quiet
from tests.server.crowd import Crowd, new_seed
from tests.server.nursery import Nursery
from tests.server.process import Server
from tests.services import Postgres, Redis, running_postgres, running_redis

ROUNDS = int(os.environ.get("FATUM_TEST_CLUSTER_KILLS", "12"))
TABLES = 4


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
