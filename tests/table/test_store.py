"""Stores keep what they acknowledged, let one append win, and know whose data they hold."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import convert
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.table.helpers import NOW, asynchronous

from fatum.table import log
from fatum.table.log import Entry
from fatum.table.peers import Connected
from fatum.table.store import Conflict, Reset, Row, StoreDown, StoreError
from fatum.table.store.batch import Line, batch
from fatum.table.store.sql.columns import METADATA
from fatum.table.store.sql.sql_store import SqlStore


def line(seq: int, text: str = "x", at: int = NOW) -> Entry:
    return Entry(seq, at, log.Said(0, text))


def append_one(
    store: SqlStore,
    table: str,
    after: int,
    entries: Sequence[Entry],
    generation: str,
    listed: Row | None = None,
) -> "asyncio.Future[None]":
    return store.append_all([batch(table, after, entries, generation, listed)])


def row(table: str, **changes: object) -> Row:
    values: dict[str, object] = {
        "id": table,
        "game": "karma",
        "status": "lobby",
        "public": False,
        "created": NOW,
        "changed": NOW,
        "summary": b"{}",
    }
    return convert({**values, **changes}, Row, builtin_types=(bytes,))


@asynchronous
async def test_what_was_appended_is_there_after_reopening(where: str) -> None:
    async with await SqlStore.open(where) as store:
        await append_one(
            store, "T", 0, [line(1), line(2, "žluťoučký \x00")], store.generation, row("T")
        )
        await append_one(store, "T", 2, [line(3)], store.generation)
        written = await store.read("T")
    async with await SqlStore.open(where) as store:
        assert await store.read("T") == written == [line(1), line(2, "žluťoučký \x00"), line(3)]
        assert await store.read("T", 2) == [line(3)]
        assert await store.row("T") == row("T")
        assert await store.read("other") == []
        assert await store.row("other") is None


@asynchronous
async def test_the_first_to_append_wins(where: str) -> None:
    async with await SqlStore.open(where) as one, await SqlStore.open(where) as two:
        await append_one(one, "T", 0, [line(1)], one.generation, row("T"))
        for seq in range(2, 30):
            tries = [
                append_one(store, "T", seq - 1, [line(seq, f"{number}")], store.generation)
                for number, store in enumerate([one, two, one, two])
            ]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == [
                "Conflict",
                "Conflict",
                "Conflict",
                "NoneType",
            ]
            winner = answers.index(None)
            fact = (await one.read("T", seq - 1))[0].fact
            assert isinstance(fact, log.Said)
            assert fact.text == str(winner)


@asynchronous
async def test_one_conflict_does_not_hurt_the_others_in_its_group(where: str) -> None:
    async with await SqlStore.open(where) as store:
        names = [f"T{number}" for number in range(20)]
        for name in names:
            await append_one(store, name, 0, [line(1)], store.generation, row(name))
        orders = [append_one(store, name, 1, [line(2)], store.generation) for name in names]
        orders.append(append_one(store, "T7", 1, [line(2, "late")], store.generation))
        answers = await asyncio.gather(*orders, return_exceptions=True)
        assert answers[:20] == [None] * 20
        assert isinstance(answers[20], Conflict)
        assert [await store.read(name, 1) for name in names] == [[line(2)]] * 20


@asynchronous
async def test_appends_that_arrive_together_share_transactions(where: str) -> None:
    async with await SqlStore.open(where) as store:
        for number in range(50):
            await append_one(store, f"T{number}", 0, [line(1)], store.generation, row(f"T{number}"))
        before = store.writer.groups

        async def play(name: str) -> None:
            for seq in range(2, 22):
                await append_one(store, name, seq - 1, [line(seq)], store.generation)

        await asyncio.gather(*(play(f"T{number}") for number in range(50)))
        assert store.writer.written == 50 + 1000
        assert store.writer.groups - before < 100


@asynchronous
async def test_more_lines_than_one_statement_holds(where: str) -> None:
    async with await SqlStore.open(where) as store:
        entries = [line(seq) for seq in range(1, 2001)]
        await append_one(store, "T", 0, entries, store.generation, row("T"))
        assert await store.read("T") == entries


@asynchronous
async def test_several_logs_are_appended_to_together_or_not_at_all(where: str) -> None:
    async with await SqlStore.open(where) as store:
        await append_one(store, "A", 0, [line(1)], store.generation, row("A"))
        await append_one(store, "B", 0, [line(1)], store.generation, row("B"))
        both = [
            batch("A", 1, [line(2)], store.generation),
            batch("B", 0, [line(1)], store.generation, row("B")),
        ]
        with pytest.raises(Conflict):
            await store.append_all(both)
        assert len(await store.read("A")) == 1


@asynchronous
async def test_lists_of_tables(where: str) -> None:
    async with await SqlStore.open(where) as store:
        for listed in (
            row("A", public=True, changed=NOW + 1),
            row("B", public=True, changed=NOW + 2),
            row("C"),
            row("D", public=True, status="over"),
        ):
            await append_one(store, listed.id, 0, [line(1)], store.generation, listed)
        assert [found.id for found in await store.lobby()] == ["B", "A"]
        assert await store.counts() == {"lobby": 3, "over": 1}
        assert await store.waiting(NOW + 1, NOW) == (["A", "B", "C"], "")
        await append_one(store, "A", 1, [line(2, at=NOW + 10)], store.generation)
        assert await store.waiting(NOW + 1, NOW) == (["B", "C"], "")
        await store.check()


@asynchronous
async def test_the_last_entries_of_many_logs(where: str) -> None:
    async with await SqlStore.open(where) as store:
        names = [f"T{number:04}" for number in range(1100)]
        for first in range(0, 1100, 100):
            orders = [
                append_one(
                    store,
                    name,
                    0,
                    [line(seq) for seq in range(1, 2 + int(name[1:]) % 3)],
                    store.generation,
                    row(name),
                )
                for name in names[first : first + 100]
            ]
            await asyncio.gather(*orders)
        assert await store.heads([]) == {}
        assert await store.heads(["nothing"]) == {}
        # More than one query holds, with one that is not there.
        found = await store.heads([*names, "nothing"])
        assert found == {name: 1 + int(name[1:]) % 3 for name in names}
        assert await store.heads(names[:2]) == {"T0000": 1, "T0001": 2}


@asynchronous
async def test_reading_on_at_many_logs(where: str) -> None:
    async with await SqlStore.open(where) as store:
        names = [f"T{number:03}" for number in range(450)]
        for first in range(0, 450, 90):
            orders = [
                append_one(
                    store, name, 0, [line(1), line(2, name), line(3)], store.generation, row(name)
                )
                for name in names[first : first + 90]
            ]
            await asyncio.gather(*orders)
        assert await store.read_on({"nothing": 0}) == (store.generation, {})
        # More than one statement holds; some have nothing new, one is not there.
        known = {name: number % 4 for number, name in enumerate(names)}
        generation, found = await store.read_on({**known, "nothing": 0})
        assert generation == store.generation
        assert found == {
            name: [line(1), line(2, name), line(3)][after:]
            for name, after in known.items()
            if after < 3
        }
        before = store.generation
        # A fault costs one answer, not the next.
        store.follower.held.driver = object()
        with pytest.raises(AttributeError):
            await store.read_on(known)
        assert (await store.read_on({"T001": 2}))[1] == {"T001": [line(3)]}
        assert await store.prune(NOW + 1) == 450
        assert await store.read_on(known) == (before, {})


@asynchronous
async def test_silent_tables_page_by_page(where: str) -> None:
    async with await SqlStore.open(where) as store:
        for number in range(25):
            name = f"T{number:02}"
            status = ("lobby", "playing", "over", "closed")[number % 4]
            # Every fifth has been heard of lately; an early first entry does not make it silent.
            last = NOW if number % 5 else NOW + 1000
            entries = [line(1, at=NOW - 5000), line(2, at=last)]
            await append_one(store, name, 0, entries, store.generation, row(name, status=status))
        waiting = [f"T{n:02}" for n in range(25) if n % 4 < 2 and n % 5]
        assert await store.waiting(NOW + 1, NOW) == (waiting, "")
        assert await store.waiting(NOW, NOW) == ([], "")
        pages: list[list[str]] = []
        after = ""
        while not pages or after:
            page, after = await store.waiting(NOW + 1, NOW, after, 3)
            pages.append(page)
        assert [name for page in pages for name in page] == waiting
        assert len(pages) == 5  # of 13 that are not over


@asynchronous
async def test_tables_are_looked_at_when_something_is_due(where: str) -> None:
    async with await SqlStore.open(where) as store:

        async def waiting(at: int) -> list[str]:
            return (await store.waiting(NOW + 10_000, at))[0]

        for name in ("asleep", "connected", "due", "unknown"):
            await append_one(store, name, 0, [line(1)], store.generation, row(name))
        await store.sleep({"asleep": (1, None), "due": (1, NOW + 5000)})
        await store.leases.put({"connected": Connected(1, 0)})
        assert await waiting(NOW) == ["unknown"]
        assert await waiting(NOW + 4999) == ["unknown"]
        assert await waiting(NOW + 5000) == ["due", "unknown"]
        # What was written before the last entry says nothing about what came after it.
        await append_one(store, "asleep", 1, [line(2)], store.generation)
        await store.leases.put({"connected": Connected()})
        assert await waiting(NOW) == ["asleep", "connected", "unknown"]


@asynchronous
async def test_errors_do_not_tell_what_was_written(where: str) -> None:
    """They are logged, and entries hold seeds."""
    async with await SqlStore.open(where) as store:
        with pytest.raises(DBAPIError) as fault:
            async with store.engine.connect() as connection:
                await connection.execute(
                    text("INSERT INTO nowhere (body) VALUES (:body)"), {"body": "verysecret"}
                )
        assert "INSERT INTO nowhere" in str(fault.value)
        assert "verysecret" not in str(fault.value)


class Driver:
    """Stands before the real one and notes how many lines come in each append."""

    def __init__(self, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.groups: list[int] = []
        honest = store.dialect.append

        async def append(driver: object, lines: Sequence[Line], generation: str) -> int:
            self.groups.append(len(lines))
            return await honest(driver, lines, generation)

        monkeypatch.setattr(store.dialect, "append", append)


@asynchronous
async def test_a_group_waits_for_more_only_in_a_crowd(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    linger = 0.5
    monkeypatch.setattr("fatum.table.store.sql.writer.LINGER", linger)
    async with await SqlStore.open(file) as store:
        names = [f"T{number}" for number in range(8)]
        for name in names:
            await append_one(store, name, 0, [line(1)], store.generation, row(name))
        driver = Driver(store, monkeypatch)
        clock = asyncio.get_running_loop().time

        def append(name: str, seq: int) -> "asyncio.Future[None]":
            return append_one(store, name, seq - 1, [line(seq)], store.generation)

        # Alone: written at once, also one after another.
        begun = clock()
        for seq in (2, 3):
            await append("T0", seq)
        assert clock() - begun < linger
        assert driver.groups == [1, 1]
        # A crowd is written at once, and a later append waits for others.
        await asyncio.gather(*(append(name, 2) for name in names[1:]))
        late = append("T1", 3)
        await asyncio.sleep(linger / 2)
        assert not late.done()
        joining = append("T2", 3)
        await asyncio.gather(late, joining)
        assert driver.groups == [1, 1, 7, 2]
        # Two are no crowd: the next does not wait any more.
        begun = clock()
        await append("T3", 3)
        assert clock() - begun < linger


@asynchronous
async def test_closing_does_not_wait_for_company(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatum.table.store.sql.writer.LINGER", 5.0)
    store = await SqlStore.open(file)
    names = [f"T{number}" for number in range(4)]
    await asyncio.gather(
        *(append_one(store, name, 0, [line(1)], store.generation, row(name)) for name in names)
    )
    await asyncio.wait_for(store.close(), 2)


@asynchronous
async def test_pruning_touches_old_tables_only(where: str) -> None:
    async with await SqlStore.open(where) as store, await SqlStore.open(where) as other:
        await append_one(store, "old", 0, [line(1)], store.generation, row("old"))
        await append_one(store, "new", 0, [line(1, at=NOW + 100)], store.generation, row("new"))
        before = other.generation
        assert await store.prune(NOW + 50) == 1
        assert await store.read("old") == []
        assert await store.row("old") is None
        # Ordered together, so that both are in one statement.
        lost = append_one(other, "old", 1, [line(2)], before)
        kept = append_one(other, "new", 1, [line(2, at=NOW + 100)], before)
        await kept
        with pytest.raises(Reset):
            await lost
        assert (await store.read("old"), len(await store.read("new"))) == ([], 2)
        assert await store.refresh() == before
        assert await store.prune(NOW + 50) == 0


@asynchronous
async def test_the_migrated_schema_is_the_described_one(where: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import Connection

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async with await SqlStore.open(where) as store, store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


@asynchronous
async def test_several_processes_may_start_at_once(where: str) -> None:
    stores = await asyncio.gather(*(SqlStore.open(where) for _ in range(4)))
    assert len({store.generation for store in stores}) == 1
    for store in stores:
        await store.close()


@asynchronous
async def test_a_new_file_that_somebody_else_is_opening_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.2, other.execute, "COMMIT")
    async with await SqlStore.open(path) as store:
        assert not other.in_transaction
        assert store.generation
    other.close()


@asynchronous
async def test_a_newer_schema_is_refused(where: str) -> None:
    async with await SqlStore.open(where) as store, store.engine.connect() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer Fatum \(its schema is 9999, this version knows"):
        await SqlStore.open(where)


@asynchronous
async def test_another_programs_database_is_refused(where: str) -> None:
    async with await SqlStore.open(where) as store, store.engine.connect() as connection:
        for table in ("tables", "log", "store", "alembic_version"):
            await connection.execute(text(f"DROP TABLE {table}"))
        await connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(StoreError, match="holds something else"):
        await SqlStore.open(where)


@asynchronous
async def test_addresses_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not 'mysql'"):
        await SqlStore.open("mysql://host/name")
    with pytest.raises(StoreError, match="cannot be read"):
        await SqlStore.open("://")
    (tmp_path / "text").write_text("no database at all, but long enough to be one" * 100)
    with pytest.raises(StoreError, match="cannot open the store"):
        await SqlStore.open(tmp_path / "text")
    with pytest.raises(StoreError, match="cannot open the store"):
        await SqlStore.open("postgresql://fatum@/none?host=/nowhere")


@asynchronous
async def test_full_durability_is_on(file: str) -> None:
    async with await SqlStore.open(file) as store:
        driver = store.writer.held.driver
        for pragma, value in {"journal_mode": "wal", "synchronous": 2}.items():
            cursor = await driver.execute(f"PRAGMA {pragma}")
            assert (await cursor.fetchone())[0] == value


@asynchronous
async def test_checkpoints_keep_the_log_written_ahead_short(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite makes none by itself, so without ours it would grow for ever."""

    async def written_ahead(every: int, name: str) -> tuple[int, int]:
        monkeypatch.setattr("fatum.table.store.sql.checkpoints.EVERY", every)
        async with await SqlStore.open(f"{file}-{name}") as store:
            await append_one(store, "T", 0, [line(1)], store.generation, row("T"))
            for seq in range(2, 1200):
                await append_one(store, "T", seq - 1, [line(seq)], store.generation)
            assert len(await store.read("T")) == 1199
            return Path(f"{file}-{name}-wal").stat().st_size, store.writer.checkpoints.done

    long, none = await written_ahead(1_000_000, "never")
    short, some = await written_ahead(100, "often")
    assert none == 0
    assert some >= 4
    assert long > 4_000_000  # more than SQLite would let come together
    assert short < long / 3


@asynchronous
async def test_a_checkpoint_that_fails_harms_nobody(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatum.table.store.sql.checkpoints.EVERY", 5)
    async with await SqlStore.open(file) as store:
        monkeypatch.setattr(store.dialect, "checkpoint", "PRAGMA no such thing", raising=False)
        await append_one(store, "T", 0, [line(1)], store.generation, row("T"))
        for seq in range(2, 40):
            await append_one(store, "T", seq - 1, [line(seq)], store.generation)
        assert len(await store.read("T")) == 39
        assert store.writer.checkpoints.done > 0


@asynchronous
async def test_an_abandoned_order_is_written_and_answered(where: str) -> None:
    async with await SqlStore.open(where) as store:
        await append_one(store, "T", 0, [line(1)], store.generation, row("T"))
        for turns in range(12):
            seq = 2 + turns
            waiting = append_one(store, "T", seq - 1, [line(seq)], store.generation)
            # Before it is written, while it is, and afterwards.
            for _ in range(turns):
                await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait_for(store.outcome(waiting), 10)
            assert await store.read("T", seq - 1) == [line(seq)]


@asynchronous
async def test_a_large_crowd_is_written_in_parts(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first are told while the others are on their way to the disk."""
    async with await SqlStore.open(file) as store:
        names = [f"T{number}" for number in range(230)]
        for name in names:
            await append_one(store, name, 0, [line(1)], store.generation, row(name))
        driver = Driver(store, monkeypatch)
        orders = [append_one(store, name, 1, [line(2)], store.generation) for name in names]
        await orders[0]
        assert not orders[-1].done()
        await asyncio.gather(*orders)
        assert driver.groups == [100, 100, 30]


@asynchronous
async def test_a_store_that_is_closed_says_so(file: str) -> None:
    store = await SqlStore.open(file)
    await store.close()
    with pytest.raises(StoreDown):
        await append_one(store, "T", 0, [line(1)], store.generation, row("T"))


@asynchronous
async def test_a_fault_in_the_writer_leaves_nobody_waiting(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SqlStore.open(file) as store:
        with monkeypatch.context() as patch:
            patch.setattr(store.writer, "_append", None)
            with pytest.raises(TypeError):
                await append_one(store, "T", 0, [line(1)], store.generation, row("T"))
        await append_one(store, "T", 0, [line(1)], store.generation, row("T"))


@asynchronous
async def test_a_lost_connection_costs_nothing(postgres: str) -> None:
    """Appends go on by themselves, once each, when PostgreSQL drops all connections."""
    async with await SqlStore.open(postgres) as store:
        await append_one(store, "T", 0, [line(1)], store.generation, row("T"))
        for seq in range(2, 40):
            if seq % 5 == 0:
                async with await SqlStore.open(postgres) as other, other.engine.connect() as admin:
                    await admin.execute(
                        text(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                        )
                    )
            await append_one(store, "T", seq - 1, [line(seq)], store.generation)
        assert await store.read("T") == [line(seq) for seq in range(1, 40)]


_CRASHING = """
import asyncio, sys
from tests.table.test_store import append_one, line, row
from fatum.table.store.sql.sql_store import SqlStore

async def play(store, name):
    seq = 0
    while True:
        first = row(name) if seq == 0 else None
        await append_one(store, name, seq, [line(seq + 1)], store.generation, first)
        seq += 1
        sys.stdout.write(f"{name} {seq}\\n")
        sys.stdout.flush()

async def main():
    store = await SqlStore.open(sys.argv[1])
    names = [f"{sys.argv[2]}-{number}" for number in range(8)]
    await asyncio.gather(*(play(store, name) for name in names))

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(where: str) -> None:
    for round_number in range(2):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = subprocess.Popen(
            [sys.executable, "-c", _CRASHING, where, str(round_number)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdout is not None
        seen = [process.stdout.readline() for _ in range(300 + 100 * round_number)]
        process.send_signal(signal.SIGKILL)
        seen.extend(process.stdout.readlines())
        process.stdout.close()
        process.wait()
        acknowledged: dict[str, int] = {}
        for said in seen:
            if said.endswith("\n"):
                name, seq = said.split()
                acknowledged[name] = int(seq)
        assert len(acknowledged) == 8

        async def check(acknowledged: dict[str, int] = acknowledged) -> None:
            async with await SqlStore.open(where) as store:
                for name, seq in acknowledged.items():
                    entries = await store.read(name)
                    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
                    assert len(entries) >= seq

        asyncio.run(check())
