"""A server that is killed at any moment loses nothing that it has acknowledged."""

import asyncio
import os
import random

import pytest
from tests.server.clients import asynchronous
from tests.server.crowd import Crowd, new_seed
from tests.server.process import Server

KILLS = int(os.environ.get("FATUM_TEST_KILLS", "100"))
TABLES = 6


@pytest.mark.slow
@asynchronous(timeout=60 + 3 * KILLS)
async def test_kill_and_start_again(own_server: Server) -> None:
    seed = new_seed()
    print(f"seed {seed}, {KILLS} kills")
    rng = random.Random(seed)
    crowd = Crowd(lambda: own_server.url, seed=seed)
    done = asyncio.Event()
    tables = [asyncio.create_task(crowd.play(done, kind)) for kind in range(TABLES)]
    kills = 0
    # On a slow machine there are more kills, until enough moves could have been lost.
    while kills < KILLS or sum(map(len, crowd.promises.values())) <= 10 * KILLS:
        kills += 1
        await asyncio.sleep(0.02 + 0.4 * rng.random() ** 2)
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        for table in tables:
            if table.done():
                table.result()
    done.set()
    await asyncio.gather(*tables)
    kept = await crowd.check_promises(own_server.store)
    print(f"{len(crowd.finished)} games, {kept} moves, {crowd.reconnections} reconnections")
    assert len(crowd.finished) >= TABLES
    assert kept > 10 * KILLS
    assert crowd.reconnections > KILLS
    assert '"level": "error"' not in own_server.logged()
