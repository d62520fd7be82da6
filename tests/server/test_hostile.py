"""A quiet table plays while somebody sends everything that could hold, break or fill the server.

``make soak PART=hostile`` sends 280,000 pieces, the suite some thousands.
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import Browser, Stubborn, asynchronous
from tests.server.hostile import Attacker
from tests.server.loop_time import LoopTime
from tests.server.nursery import Nursery
from tests.server.process import serving

from fatum.server.realtime.connections import BODY_SECONDS, SWEEP

PIECES = int(os.environ.get("FATUM_TEST_HOSTILE", "1500"))
"""In each of two rounds."""
LONG = PIECES > 50_000
SEED = int(os.environ.get("FATUM_TEST_SEED", "20261117"))
LONGEST = 0.05
"""Seconds of the loop's processor time for one piece."""
MEGABYTE = 2**20


class QuietTable:
    """One person and a bot, game after game."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.moves = 0
        self.games = 0
        self.longest = 0.0
        """Seconds between two moves."""

    async def play(self) -> None:
        async with Browser(self._url) as ann:
            while True:
                # Not more tables than one address may open in an hour.
                options = {"players": 2, "turn_limit": 200 if LONG else 20}
                table = await ann.open(bots=["greedy"], options=options, start=True)
                player = Stubborn(ann, table, seed=self.games, pause=0.4 if LONG else 0.1)
                watching = asyncio.create_task(self._watch(player))
                try:
                    await player.play()
                finally:
                    watching.cancel()
                assert player.connections == 1, "the quiet player was thrown out"
                self.games += 1

    async def _watch(self, player: Stubborn) -> None:
        made, since = 0, time.monotonic()
        while True:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            if len(player.acknowledged) > made:
                self.moves += len(player.acknowledged) - made
                made, since = len(player.acknowledged), now
            self.longest = max(self.longest, now - since)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and uses 127.0.0.0/8")
@asynchronous(timeout=120 + PIECES / 20)
async def test_a_quiet_table_plays_on(nursery: Nursery, tmp_path: Path) -> None:
    print(f"seed {SEED}, two rounds of {PIECES} pieces")
    # The limits that a server has by itself.
    defaults: dict[str, Any] = {
        "requests_per_minute": 600,
        "tables_per_hour": 120,
        "messages_per_second": 20,
        "connections_per_address": 200,
        "log_level": "info",
    }
    with serving(nursery, tmp_path, **defaults) as server:
        quiet = QuietTable(server.url)
        playing = asyncio.create_task(quiet.play())
        async with Browser(server.url) as eve:
            table = await eve.open(settings={"chat": True})
            await eve.do("POST", "/api/games/allin/cards", json={"text": ""})
        while quiet.moves < 5:  # until all processes have started
            await asyncio.sleep(0.1)
        loop_time = LoopTime(server.pid)
        await asyncio.sleep(3)
        idle = loop_time.lap() / 3
        memory = []
        for seed in (SEED + 1, SEED, SEED):
            # The first one, short, only to have everything loaded.
            attacker = Attacker(server.port, server.pid, seed, table, idle)
            begun = time.monotonic()
            try:
                await asyncio.to_thread(attacker.run, PIECES if seed == SEED else PIECES // 4)
                took = time.monotonic() - begun
                if LONG:
                    await asyncio.sleep(BODY_SECONDS + 2 * SWEEP)
                    assert attacker.half_open() == 0
            finally:
                attacker.close()
            await asyncio.sleep(1)
            memory.append(loop_time.memory())
            worst = attacker.worst(5)
            print(
                f"{attacker.sent.total()} pieces in {took:.0f} s, statuses {dict(attacker.statuses)},"
                f" memory {memory[-1] / MEGABYTE:.1f} MB, slowest in ms:"
                f" {[(round(1000 * seconds, 1), kind) for seconds, kind, _ in worst]}"
            )
            assert worst[0][0] < LONGEST, worst[0]
            assert not playing.done(), playing.result()
        playing.cancel()
        print(
            f"idle {idle:.1%} of a core; quiet table: {quiet.games} games, {quiet.moves} moves, at most {quiet.longest:.2f} s between two"
        )
        assert quiet.moves > PIECES / 1000
        assert memory[2] - memory[1] < 4 * MEGABYTE
        log = server.logged()
        assert '"level": "error"' not in log, log
        assert "Traceback" not in log, log
