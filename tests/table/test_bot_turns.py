"""Bots whose moves cannot be kept try again."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.table.helpers import asynchronous

from fatum.table import bot_turns
from fatum.table.live_tables import LiveTables
from fatum.table.services import Services
from fatum.table.store import Batch
from fatum.table.store.memory import MemoryStore


@asynchronous
async def test_a_bot_moves_once_the_store_can_be_written_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody else does anything meanwhile, so nothing else asks the bot again."""
    monkeypatch.setattr(bot_turns, "AGAIN", 0.001)
    full = False
    refused = 0

    async def write(_: Sequence[Batch]) -> None:
        nonlocal refused
        await asyncio.sleep(0)
        if full:
            refused += 1
            raise OSError("no space left")

    services = Services(beat=0.05)
    tables = LiveTables(MemoryStore(write=write), services)
    bots = ["greedy", "greedy"]
    live, _ = await tables.open(
        "karma", {"players": 2}, name="Ann", bots=bots, sits=False, start=True
    )
    full = True
    while refused < 6:
        await asyncio.sleep(0.001)
    seq = live.table.state.seq
    full = False
    while live.table.state.seq == seq:
        await asyncio.sleep(0.001)
    await services.close()
    # Once for each bot that was asked, not for each try.
    assert 1 <= caplog.text.count("a bot's move was refused") <= len(bots)
