"""One address floods the server with hard bots and hints; how long do others wait for theirs?"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any, Final

import httpx

from benchmarks.load_clients import FatumPlayer, Load, Player
from benchmarks.load_servers import fatum

FLOOD: Final = 60
FLOODER: Final = "127.0.0.66"
OTHERS: Final = ("127.0.0.11", "127.0.0.12", "127.0.0.13")
"""Addresses with one table each."""
LIMITS: Final[dict[str, Any]] = {
    "requests_per_minute": 600,
    "tables_per_hour": 120,
    "connections_per_address": 200,
    "messages_per_second": 20,
}
"""The defaults, which the other measurements lift."""
TABLE: Final = {
    "game": "karma",
    "name": "Ann",
    "options": {"players": 2},
    "bots": ["hard"],
    "start": True,
}


class Waits:
    """What one group of tables waited for, in seconds."""

    def __init__(self) -> None:
        self.hints: list[float] = []
        self.moves: list[float] = []
        self.refused = 0

    def told(self) -> dict[str, float]:
        return {
            "hints": len(self.hints),
            "refused": self.refused,
            "bot_moves": len(self.moves),
            **_spread("hint", self.hints),
            **_spread("bot", self.moves),
        }


def _spread(name: str, seconds: list[float]) -> dict[str, float]:
    found = seconds or [0.0]
    return {
        f"{name}_median": round(statistics.median(found), 3),
        f"{name}_most": round(max(found), 3),
    }


class Asker(FatumPlayer):
    """Asks for a hint before each move, and plays at once when it is there."""

    waits: Waits = Waits()
    _hint_since = 0.0
    _bot_since = 0.0

    def take(self, message: bytes) -> None:
        now = time.perf_counter()
        if message.startswith((b'{"type":"hint"', b'{"type":"error"')) and self._hint_since:
            if message.startswith(b'{"type":"error"'):
                self.waits.refused += 1
            else:
                self.waits.hints.append(now - self._hint_since)
            self._hint_since = 0.0
            self.move()
            return
        if b'"by":"bot"' in message and self._bot_since:
            self.waits.moves.append(now - self._bot_since)
        # Only while nothing is asked of us, the bot was asked by the entry before.
        self._bot_since = now if b'"prompt":null' in message else 0.0
        super().take(message)

    def ask(self) -> None:
        self._hint_since = time.perf_counter()
        self.send(b'{"type":"hint"}')


class Group(Load):
    """Tables of some addresses."""

    def __init__(self) -> None:
        super().__init__(Asker)
        self._playing = False

    def _ready(self, player: Player) -> None:
        assert isinstance(player, Asker)
        if self._playing:
            player.ask()
        else:
            self._asked.append(player)

    async def open(self, port: int, address: str, tables: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        where = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=where, timeout=60, transport=transport) as client:
            for _ in range(tables):
                client.cookies.clear()
                answer = (await client.post("/api/tables", json=TABLE)).raise_for_status()
                path = f"/api/tables/{answer.json()['table']}/socket"
                cookie = answer.headers["set-cookie"].partition(";")[0]
                player = await self.connect(port, path, cookie, address)
                assert isinstance(player, Asker)
                player.waits = Waits()

    def play(self) -> None:
        self._playing = True
        while self._asked:
            player = self._asked.popleft()
            assert isinstance(player, Asker)
            player.ask()

    async def watch(self, seconds: float) -> dict[str, float]:
        """What these tables wait for in the next seconds."""
        waits = Waits()
        for player in self._players:
            assert isinstance(player, Asker)
            player.waits = waits
        await asyncio.sleep(seconds)
        return waits.told()


async def measure(port: int, seconds: float) -> dict[str, dict[str, float]]:
    others, flood = Group(), Group()
    for address in OTHERS:
        await others.open(port, address, 1)
    others.play()
    await asyncio.sleep(5)  # the bots' processes start
    idle = await others.watch(seconds)
    await flood.open(port, FLOODER, FLOOD)
    flood.play()
    await asyncio.sleep(2)
    attacked, attackers = await asyncio.gather(others.watch(seconds), flood.watch(seconds))
    others.close()
    flood.close()
    return {"idle": idle, "attacked": attacked, "attackers": attackers}


def starvation(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Each round on a new server with the limits that everybody has."""
    found = []
    for _ in range(rounds):
        with fatum([None], **LIMITS) as servers:
            found.append(asyncio.run(measure(servers.ports[0], seconds)))
    return found
