"""The store in memory keeps the promises of every store."""

import asyncio
import random
from collections.abc import Sequence

import pytest
from tests.table.helpers import NOW, asynchronous, party

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table.store import Batch, Conflict
from fatum.table.store.memory import MemoryStore
from fatum.table.table import Table


@asynchronous
async def test_a_store_goes_on_from_the_lines_of_another() -> None:
    rng = random.Random(3)
    store = MemoryStore()
    made = await party(store, 2, bots=1)
    for _ in range(5):
        await made.step(rng)
    after = await Table.load(MemoryStore(store.lines()), made.table.id, NOW)
    assert after.snapshot(made.host) == made.table.snapshot(made.host)
    assert store.rows[made.table.id].status == "playing"
    await made.finish(rng)
    while store.rows[made.table.id].status != "over":  # the list follows
        await asyncio.sleep(0)


@asynchronous
async def test_of_two_appends_to_one_place_one_wins() -> None:
    store = MemoryStore()
    made = await party(store, 2, start=False)
    seq = made.table.state.seq
    lines = [(made.table.id, seq + 1, NOW, b'{"fact":"closed"}')]
    batch = Batch(made.table.id, seq, lines, store.generation)
    found = await asyncio.gather(
        store.append_all([batch]), store.append_all([batch]), return_exceptions=True
    )
    assert found[0] is None
    assert isinstance(found[1], Conflict)
    # A holder of the table finds out with the next request.
    with pytest.raises(Refused) as refused:
        await made.table.run(made.host, r.Start(), NOW)
    assert refused.value.code == "phase"
    assert made.table.state.phase == "closed"


@asynchronous
async def test_nothing_counts_before_it_is_written() -> None:
    full = False
    written: list[str] = []

    async def write(batches: Sequence[Batch]) -> None:
        await asyncio.sleep(0)
        if full:
            raise OSError("no space left")
        written.extend(batch.table for batch in batches for _ in batch.lines)

    store = MemoryStore(write=write)
    made = await party(store, 2)
    seq = made.table.state.seq
    assert written == [made.table.id] * seq
    full = True
    with pytest.raises(Refused) as refused:
        await made.table.run(made.host, r.React("wow"), NOW)
    assert refused.value.code == "busy"
    assert made.table.state.seq == seq == len(store.lines())


@asynchronous
async def test_what_a_vanished_asker_did_is_done_and_told() -> None:
    go = asyncio.Event()
    go.set()

    async def write(_: Sequence[Batch]) -> None:
        await go.wait()

    store = MemoryStore(write=write)
    made = await party(store, 2)
    seq = made.table.state.seq
    heard: list[int] = []
    made.table.listeners.append(lambda happening: heard.append(happening.seq if happening else 0))
    go.clear()
    asking = asyncio.create_task(made.table.run(made.host, r.React("wow"), NOW))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert heard == []
    go.set()
    while not heard:
        await asyncio.sleep(0)
    assert heard == [seq + 1]
