"""All tables of one device, for the script of the worker they live in.

The script calls the methods and passes functions; everything between them is text.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from fatum.pocket.api import DeviceApi
from fatum.pocket.saved import Shelf, Write
from fatum.pocket.thinking import Ask, WorkerThinker
from fatum.table.connection import Connection, connect
from fatum.table.handover import CarriedGame
from fatum.table.live_tables import LiveTables
from fatum.table.seats import DEVICE
from fatum.table.services import Services
from fatum.table.store.memory import MemoryStore
from fatum.table.viewer import Viewer

BEAT: Final = 0.8
"""Seconds a bot takes for a move, as on a server."""


class Device:
    """``saved`` is what ``write`` was given before, joined; ``ask`` reaches the bots' worker."""

    def __init__(self, saved: str, write: Write, ask: Ask, beat: float = BEAT) -> None:
        self._shelf = Shelf(saved, write)
        thinker = WorkerThinker(ask)
        self._services = Services(thinker, beat=beat)
        self._store = MemoryStore(self._shelf.lines, self._shelf.write)
        self.tables: Final = LiveTables(self._store, self._services, first=DEVICE)
        self._api = DeviceApi(self.tables, self._shelf, thinker)
        self._lines: Final[dict[int, DeviceLine]] = {}
        self._clocks: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Let the clocks run."""
        await self._shelf.tidy()
        self._clocks = asyncio.create_task(self.tables.run())

    async def request(self, method: str, url: str, body: str) -> tuple[int, str]:
        """What a server would answer to this HTTP request: status and body."""
        status, answer = await self._api.answer(method, url, body)
        return status, answer.decode()

    async def running_game(self, code: str) -> str:
        """A running game with its seed, for a server."""
        return msgspec.json.encode(await self._api.running_game(code)).decode()

    async def give_up(self, code: str) -> None:
        """Close a table whose game is at a server now."""
        await self._api.give_up(code)

    async def continue_game(self, text: str) -> str:
        """Continue a server's running game; the code of its table here."""
        return await self._api.continue_game(msgspec.json.decode(text, type=CarriedGame))

    async def open(
        self, number: int, url: str, put: Callable[[str], None], end: Callable[[], None]
    ) -> None:
        """A connection of the page, with a number by which it is called from now on."""
        parts = urlsplit(url)
        code = parts.path.split("/")[-2]
        slot = int(parse_qs(parts.query).get("slot", ["0"])[0])
        viewer = Viewer(
            self._api.caller(code, slot),
            lambda text: put(text.decode()),
            lambda _: end(),
            device=self._shelf.hashes(code),
        )
        connection = await connect(self.tables, code, viewer)
        if connection is not None:
            self._lines[number] = DeviceLine(connection)

    def take(self, number: int, text: str) -> None:
        """A message of the page."""
        if number in self._lines:
            self._lines[number].take(text)

    def close(self, number: int) -> None:
        """The page has closed a connection."""
        if number in self._lines:
            self._lines.pop(number).close()

    async def end(self) -> None:
        """Stop everything; what is being written is written first."""
        for number in list(self._lines):
            self.close(number)
        if self._clocks is not None:
            self._clocks.cancel()
        await self._services.close()
        await self._store.settled()


class DeviceLine:
    """A connection and the messages that wait for it, which it takes one after the other."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    def take(self, text: str) -> None:
        self._waiting.put_nowait(text)

    async def _run(self) -> None:
        while True:
            await self._connection.take(await self._waiting.get())

    def close(self) -> None:
        self._task.cancel()
        self._connection.close()
