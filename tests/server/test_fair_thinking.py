"""Real servers: how long bots take tells nothing, and nobody's tables can starve another's."""

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import Server, serving

from fatum.table.bot_pace import GAP

BEAT = 1.0
SLOW = 1.2
"""More than a beat, and clearly less than the two that such a bot has."""
BOT = """
import pathlib, time

class Slow:
    '''Thinks long or not at all, as its cards are.'''

    def choose(self, view, legal, rng, budget):
        seconds = 1.2 if sum(legal) % 2 else 0.0  # what is legal depends on its hand
        with pathlib.Path(__file__).with_name("thought").open("a") as file:
            file.write(f"{seconds}\\n")
        time.sleep(seconds)
        return legal[0]
"""


class Alone(Nursery):
    """Starts servers that import everything themselves, with other packages beside Fatum."""

    def __init__(self, packages: Path) -> None:
        self._packages = packages
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, log: str, environment: dict[str, str]) -> int:
        with Path(log).open("ab") as file:
            started = subprocess.Popen(
                [sys.executable, "-m", "fatum", "serve"],
                env={**os.environ, **environment, "PYTHONPATH": str(self._packages)},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        self._running.append(started)
        return started.pid

    def close(self) -> None:
        for started in self._running:
            started.kill()
            started.wait()


@pytest.fixture
def slow_bot(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server with a bot of another package, and what that bot writes down."""
    packages = tmp_path / "packages"
    about = packages / "slowbot-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: slowbot\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[fatum.bots]\nslow = slowbot:Slow\n")
    (packages / "slowbot.py").write_text(BOT)
    alone = Alone(packages)
    server = Server(alone, tmp_path, bot_delay=BEAT)
    try:
        server.start()
        yield server, packages / "thought"
    finally:
        alone.close()


def _thoughts(thought: Path) -> set[float]:
    """The different times that the bot has thought."""
    lines = thought.read_text().splitlines() if thought.exists() else []
    return {float(line) for line in lines}


@asynchronous()
async def test_a_bots_time_tells_nothing_about_its_cards(slow_bot: tuple[Server, Path]) -> None:
    server, thought = slow_bot
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["slow"], options={"players": 2}, start=True)
        line = Line(ann, table)
        await line.connect()
        beats: list[float] = []
        asked = 0
        before = ["P1", "P2"]  # at first everybody lays cards, and the bot's processes start
        while len(beats) < 4 or len(_thoughts(thought)) < 2:
            prompt = line.picture["prompt"]
            if prompt is not None:
                await line.send(
                    {"type": "move", "move": prompt["legal"][0], "answers": prompt["seq"]}
                )
            for update in (await line.until("updates"))["updates"]:
                moved = update.get("news", {}).get("by") == "bot"
                if moved and asked:
                    beats.append((update["at"] - asked) / 1000 / BEAT)
                turn = [each["seat"] for each in line.picture["turn"]]
                # Only then was the bot asked by this entry.
                asked = update["at"] if "P2" in turn and (moved or "P2" not in before) else 0
                before = turn
        await line.close()
        metrics = (await ann.ask("GET", "/metrics")).text
    assert _thoughts(thought) == {0.0, SLOW}
    assert {round(each) for each in beats} == {2}, beats
    assert 'fatum_bot_seconds_bucket{le="1.0"} 0.0' in metrics


async def _first_moves(server: Server, bots: int) -> list[int]:
    """When the bots of a new table lay their first cards; all of them are asked at its start."""
    moved: list[int] = []
    async with Browser(server.url) as ann:
        options = {"players": bots + 1}
        line = Line(ann, await ann.open(bots=["random"] * bots, options=options, start=True))
        await line.connect()
        while len(moved) < bots:
            for update in (await line.until("updates"))["updates"]:
                if update.get("news", {}).get("by") == "bot":
                    moved.append(update["at"])
        await line.close()
    return moved


@asynchronous()
async def test_bots_do_not_move_all_at_once(nursery: Nursery, tmp_path: Path) -> None:
    with serving(nursery, tmp_path, bot_delay=0.3) as server:
        await _first_moves(server, 4)  # starts the bots' processes
        # A machine that stalls brings moves together again, so it may try more than once.
        tries = [await _first_moves(server, 4) for _ in range(3)]
    spreads = [max(moved) - min(moved) for moved in tries]
    assert max(spreads) >= 1000 * GAP * 3 - 2, tries


class Elsewhere(Browser):
    """A browser at another address."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self._address = address
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=url, timeout=30, transport=transport)

    async def line(self, table: str) -> Line:
        line = Line(self, table)
        line.socket = await self.socket(table, local_addr=(self._address, 0))
        await line.send({"type": "hello", "protocol": 2})
        await line.until("snapshot")
        return line


HARD = {"bots": ["hard"], "options": {"players": 2}, "start": True}


async def attack(server: Server, address: str) -> None:
    """A table of a hard bot, always asked for a move and for a hint."""
    rng = random.Random(address)
    async with Elsewhere(server.url, address) as browser:
        line = await browser.line(await browser.open("karma", **HARD))
        while line.phase == "playing":
            if line.picture["prompt"] is not None:
                await line.send({"type": "hint"})
                await line.until("hint", "error")
                await line.move(rng)
            else:
                await line.until("updates")


async def play(server: Server, moves: int) -> tuple[float, float]:
    """The seconds that the slowest of some hints and bot's moves took."""
    rng = random.Random(7)
    hints, answers = [0.0], [0.0]
    async with Elsewhere(server.url, "127.0.0.1") as browser:
        line = await browser.line(await browser.open("karma", **HARD))
        while len(answers) <= moves:
            while line.picture["prompt"] is None:
                await line.until("updates")
            began = time.monotonic()
            advice = await line.ask({"type": "hint"}, "hint", "error")
            assert advice["type"] == "hint", advice
            hints.append(time.monotonic() - began)
            message = await line.move(rng)
            while line.picture["prompt"] is None:
                before = message["updates"][-1]["at"]
                message = await line.until("updates")
                answers.append((message["updates"][-1]["at"] - before) / 1000)
    return max(hints), max(answers)


@asynchronous()
async def test_one_address_cannot_starve_another(nursery: Nursery, tmp_path: Path) -> None:
    with serving(nursery, tmp_path, bot_delay=0.8) as server:
        await play(server, 1)  # starts the processes
        idle = await play(server, 3)
        attackers = [asyncio.create_task(attack(server, "127.0.0.2")) for _ in range(12)]
        await asyncio.sleep(1.5)
        busy = await play(server, 3)
        assert not any(each.done() for each in attackers)
        for each in attackers:
            each.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*attackers)
    print(f"hints and moves on an idle server {idle}, under attack {busy}")
    assert busy[0] <= 2 * idle[0]
    assert busy[1] <= 2 * idle[1]
