"""What processes tell each other about who is connected, through the store."""

import pytest
from tests.table.helpers import asynchronous

from fatum.table.peers import Connected
from fatum.table.store import StoreDown
from fatum.table.store.sql.sql_store import SqlStore


@asynchronous
async def test_each_process_tells_its_own_and_reads_the_others(where: str) -> None:
    async with await SqlStore.open(where) as one, await SqlStore.open(where) as two:
        first, second = one.leases, two.leases
        assert [await first.beat(), await first.beat(), await second.beat()] == [False, True, False]
        assert await first.beats() == {first.process: 2, second.process: 1}
        many = {f"T{number}": Connected(number + 1, 0) for number in range(450)}
        await first.put(many)
        await second.put({"T1": Connected(0, 3)})
        found = await second.read([*many, "nowhere"])
        assert found == {table: {first.process: here} for table, here in many.items()}
        assert await first.read(list(many)) == {"T1": {second.process: Connected(0, 3)}}
        await first.put({"T1": Connected(), "T2": Connected(4, 1)})
        assert await second.read(["T1", "T2"]) == {"T2": {first.process: Connected(4, 1)}}
        await first.leave()
        assert await second.read(list(many)) == {}
        assert await second.beats() == {second.process: 1}


@asynchronous
async def test_a_process_given_up_too_early_is_told_so(where: str) -> None:
    async with await SqlStore.open(where) as one, await SqlStore.open(where) as two:
        first, second = one.leases, two.leases
        await first.beat()
        await first.put({"T": Connected(1, 0)})
        beats = await second.beats()
        await first.beat()
        # It has gone on since: nothing is taken away.
        await second.bury(first.process, beats[first.process])
        assert await second.read(["T"]) == {"T": {first.process: Connected(1, 0)}}
        await second.bury(first.process, beats[first.process] + 1)
        assert await second.read(["T"]) == {}
        assert not await first.beat()
        assert await first.beat()


@asynchronous
async def test_a_lost_connection_is_opened_again(postgres: str) -> None:
    import psycopg

    async with await SqlStore.open(postgres) as store:
        await store.leases.beat()
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
                "pg_backend_pid() AND query LIKE '%processes%'"
            )
        with pytest.raises(StoreDown):
            await store.leases.beat()
        assert await store.leases.beat()
