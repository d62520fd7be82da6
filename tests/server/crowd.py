"""Many tables with people who play on whatever happens, and the proof that nothing was lost."""

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from tests.server.clients import Browser, Line, Stubborn
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fatum.core.seats import seat_name
from fatum.records import parse_record, verify
from fatum.table import log
from fatum.table.store.sql.sql_store import SqlStore

_TROUBLE = (httpx.TransportError, ConnectionClosed, InvalidHandshake, OSError, TimeoutError)

TABLES: tuple[dict[str, Any], ...] = (
    {"game": "karma", "options": {"players": 3, "turn_limit": 12}},
    {"game": "karma", "options": {"players": 4, "turn_limit": 15}, "people": 4},
    {"game": "allin", "options": {"players": 2, "turn_limit": 4}, "people": 2},
)


class Crowd:
    """``where`` names a server each time somebody connects."""

    def __init__(self, where: Callable[[], str], *, seed: int = 0, pause: float = 0.02) -> None:
        self._where = where
        self._rng = random.Random(seed)
        self._pause = pause
        self.promises: dict[str, list[tuple[str, str, str, int]]] = {}
        """Table → moves that were acknowledged: (seat, key, move, entry)."""
        self.finished: list[str] = []
        self.reconnections = 0

    async def play(self, done: asyncio.Event, kind: int = 0) -> None:
        """One game after another until ``done``, the last one to its end."""
        while not done.is_set():
            given = dict(TABLES[kind % len(TABLES)])
            people = given.pop("people", 3)
            await self._game(given, people)

    async def _game(self, given: dict[str, Any], people: int) -> None:
        async with Browser(self._where()) as browser:
            table = await self._begin(browser, given, people)
            players = [
                Stubborn(
                    browser,
                    table,
                    slot,
                    seed=self._rng.random(),
                    where=self._where,
                    pause=self._pause,
                )
                for slot in range(people)
            ]
            await asyncio.gather(*(player.play() for player in players))
            self.promises[table] = [made for player in players for made in player.acknowledged]
            self.reconnections += sum(player.connections - 1 for player in players)
            await self._check_record(table)
            self.finished.append(table)

    async def _begin(self, browser: Browser, given: dict[str, Any], people: int) -> str:
        """A table at which everybody sits; if a request is lost on the way, another table."""
        while True:
            browser.http.base_url = self._where()
            try:
                table = await browser.open(**given)
                for slot in range(1, people):
                    await browser.sit(table, f"P{slot + 1}", slot)
                host = Line(browser, table)
                await host.connect(url=self._where())
                await host.send({"type": "start"})
                while host.phase == "lobby":
                    await host.receive(5)
                await host.close()
                return table
            except _TROUBLE:
                await asyncio.sleep(0.05)

    async def _check_record(self, table: str) -> None:
        while True:
            try:
                async with Browser(self._where()) as anybody:
                    record = await anybody.do("GET", f"/api/tables/{table}/record")
                verify(parse_record(json.dumps(record)))
                return
            except _TROUBLE:
                await asyncio.sleep(0.05)

    async def check_promises(self, store: str) -> int:
        """Every acknowledged move stands in the log where it was said to be; how many there are."""
        kept = 0
        async with await SqlStore.open(store) as opened:
            for table, promises in self.promises.items():
                entries = {entry.seq: entry.fact for entry in await opened.read(table)}
                for seat, key, move, seq in promises:
                    fact = entries[seq]
                    assert isinstance(fact, log.Moved)
                    assert (seat_name(fact.seat), fact.key, fact.move) == (seat, key, move)
                    kept += 1
                keys = [
                    (fact.seat, fact.key)
                    for fact in entries.values()
                    if isinstance(fact, log.Moved) and fact.key
                ]
                assert len(keys) == len(set(keys)), "a move was made twice"
        return kept


def new_seed() -> int:
    """Other moments each time; a failure prints it."""
    return secrets.randbits(32)
