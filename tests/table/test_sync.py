"""A client that follows updates has the server's picture at every step, whatever it missed."""

import random

import pytest
from tests.table.helpers import NOW, Picture, asynchronous, party

from fatum.protocol import requests as r
from fatum.protocol.table_settings import Change, TableSettings
from fatum.table.roles import NOBODY, Caller
from fatum.table.state import Happening
from fatum.table.store.sql.sql_store import SqlStore


@pytest.mark.parametrize("game", ["karma", "allin"])
@asynchronous
async def test_pictures_follow_the_table(file: str, game: str) -> None:
    rng = random.Random(1)
    async with await SqlStore.open(file) as store:
        made = await party(
            store, 2, bots=1, start=False, settings=TableSettings(move_time=30), game=game
        )
        table = made.table
        viewers = [*made.callers, NOBODY]
        pictures = {caller: Picture(table.snapshot(caller)) for caller in viewers}
        absent: dict[Caller, int] = {}

        def hear(happening: Happening | None) -> None:
            assert happening is not None
            for caller in viewers:
                if caller not in absent:
                    pictures[caller].take([table.update(happening, caller)])
                    assert pictures[caller].equals(table.snapshot(caller))

        table.listeners.append(hear)
        await table.run(made.host, r.Rule(Change(chat=True)), NOW)
        await table.run(made.host, r.Start(), NOW)
        resumed = whole = 0
        while table.state.phase == "playing":
            caller = rng.choice(viewers)
            chance = rng.random()
            if chance < 0.1:
                absent.setdefault(caller, table.state.seq)
            elif chance < 0.2 and caller in absent:
                updates = table.since(caller, absent.pop(caller))
                if updates is None:
                    whole += 1
                    pictures[caller].replace(table.snapshot(caller))
                else:
                    resumed += 1
                    pictures[caller].take(updates)
                assert pictures[caller].equals(table.snapshot(caller))
            elif chance < 0.25:
                await table.run(made.callers[rng.randrange(2)], r.Away(), made.now)
            elif chance < 0.3:
                await table.run(made.callers[rng.randrange(2)], r.Back(), made.now)
            elif chance < 0.32:
                made.now += 40_000
                await table.tick(made.now)
            else:
                await made.step(rng)
        assert resumed > 5 or game == "allin"  # whose games are short
        for caller in viewers:
            if caller not in absent:
                assert pictures[caller].parts["table"]["seed"] is not None


@asynchronous
async def test_resuming_from_impossible_places(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        seq = made.table.state.seq
        assert made.table.since(made.host, seq) == []
        assert made.table.since(made.host, seq + 1) is None
        for _ in range(100):
            made.now += 3000
            await made.table.run(made.host, r.React("wow"), made.now)
        assert made.table.since(made.host, seq) is None
