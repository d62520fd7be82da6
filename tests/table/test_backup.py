"""Backups while tables are played; restoring turns every server back to that moment."""

import asyncio
import contextlib
import random
from pathlib import Path

import pytest
from tests.table.helpers import NOW, Party, asynchronous, party, plain

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table.loaded_tables import LoadedTables
from fatum.table.state import Happening
from fatum.table.store.sql.backup import backup, restore
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table


@asynchronous
async def test_backup_and_restore_while_a_game_runs(where: str, tmp_path: Path) -> None:
    rng = random.Random(1)
    saved = tmp_path / "saved.fatum"
    async with await SqlStore.open(where) as store:
        made = await party(store, 2)
        for _ in range(20):
            await made.step(rng)

        async def play_on() -> None:
            for _ in range(30):
                await made.step(rng)

        await asyncio.gather(backup(where, saved), play_on())
        for _ in range(5):
            await made.step(rng)
        younger = await party(store, 2, seed=2)
        notes: list[Happening | None] = []
        made.table.listeners.append(notes.append)
        after = made.table.state.seq
        assert (await restore(where, saved, force=True)).tables == 1

        seat, move = made.choice(rng)
        with pytest.raises(Refused) as refused:
            await made.table.run(made.callers[seat], move, made.now)
        assert refused.value.code == "stale"
        assert notes[0] is None
        assert made.table.state.seq <= after
        loaded = await Table.load(store, made.table.id, made.now)
        assert plain(loaded.snapshot(made.host)) == plain(made.table.snapshot(made.host))
        await made.step(rng)
        await made.finish(rng)

        with pytest.raises(Refused) as refused:
            await younger.table.run(younger.host, r.React("wow"), NOW)
        assert refused.value.code == "gone"
        with pytest.raises(Refused):
            younger.table.snapshot(younger.host)
        assert [entry.seq for entry in await store.read(younger.table.id)] == []


@asynchronous
async def test_tables_held_in_memory_are_renewed(file: str, tmp_path: Path) -> None:
    async with await SqlStore.open(file) as store:
        tables = LoadedTables(store)
        old, token = await tables.open("karma", {"players": 2}, NOW, name="Ann")
        await backup(file, tmp_path / "saved")
        new, _ = await tables.open("karma", {"players": 2}, NOW, name="Ann")
        await restore(file, tmp_path / "saved", force=True)
        await tables.renew()
        assert set(tables.live) == {old.id}
        assert new.gone
        assert old.generation == store.generation
        later, _ = await tables.open("karma", {"players": 2}, NOW, name="Ann")
        assert set(tables.live) == {old.id, later.id}
        assert token


@asynchronous
async def test_a_store_moves_house(postgres: str, file: str, tmp_path: Path) -> None:
    """From SQLite to PostgreSQL and back, entry by entry the same."""
    rng = random.Random(3)
    async with await SqlStore.open(file) as store:
        made = await party(store, 3)
        for _ in range(25):
            await made.step(rng)
        log = await store.read(made.table.id)
        row = await store.row(made.table.id)
    await backup(file, tmp_path / "one")
    assert (await restore(postgres, tmp_path / "one")).tables == 1
    async with await SqlStore.open(postgres) as store:
        assert await store.read(made.table.id) == log
        assert await store.row(made.table.id) == row
    await backup(postgres, tmp_path / "two")
    other = tmp_path / "other.db"
    assert (await restore(other, tmp_path / "two")).tables == 1
    async with await SqlStore.open(other) as store:
        assert await store.read(made.table.id) == log
        assert await store.row(made.table.id) == row


@asynchronous
async def test_appends_wait_for_a_restore_and_are_then_refused(where: str, tmp_path: Path) -> None:
    """However restore and appends interleave, no log has a gap or a line from before."""
    rng = random.Random(4)
    async with await SqlStore.open(where) as store:
        parties = [await party(store, 2, seed=seed) for seed in range(6)]
        await backup(where, tmp_path / "saved")
        stop = False

        async def play(made: Party) -> None:
            while not stop and made.table.state.phase == "playing":
                with contextlib.suppress(Refused):  # the past has changed: choose again
                    await made.step(rng)

        playing = [asyncio.ensure_future(play(made)) for made in parties]
        for _ in range(4):
            await asyncio.sleep(0.15)
            await restore(where, tmp_path / "saved", force=True)
        stop = True
        await asyncio.gather(*playing)
        for made in parties:
            entries = await store.read(made.table.id)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            loaded = await Table.load(store, made.table.id, made.now)
            await made.table.catch_up()
            assert plain(loaded.snapshot(made.host)) == plain(made.table.snapshot(made.host))


@asynchronous
async def test_a_table_that_was_gone_can_come_back(file: str, tmp_path: Path) -> None:
    before, after = tmp_path / "before.fatum", tmp_path / "after.fatum"
    async with await SqlStore.open(file) as store:
        await party(store, 2)
        await backup(file, before)
        made = await party(store, 2, seed=2)
        await backup(file, after)
        await restore(file, before, force=True)
        with pytest.raises(Refused, match="does not exist"):
            await made.table.catch_up()
        await restore(file, after, force=True)
        await made.table.catch_up()
        assert made.table.snapshot(made.host).table.phase == "playing"
        await made.step(random.Random(1))
