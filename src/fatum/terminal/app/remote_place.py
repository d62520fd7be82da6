"""A server's table for the app."""

import asyncio
from collections.abc import Callable
from typing import Final

from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.terminal.app.feed import Feed
from fatum.terminal.remote import Address, RemoteTable
from fatum.terminal.session import Session


class RemoteAppPlace:
    """A server's table."""

    def __init__(self, address: Address, pace: Callable[[], float]) -> None:
        self.session: Final = Session()
        self._feed = Feed(self.session, pace)
        self._table = RemoteTable(address, self.session, self._hear, self.session.lost)
        self._task: asyncio.Task[None] | None = None

    def _hear(self, data: bytes | str) -> None:
        if self.session.table is None:
            self.session.hear(data)
        else:
            self._feed.put(data)

    async def open(self) -> None:
        """Until the first picture is there, or the table says why not."""
        self._task = asyncio.ensure_future(self._table.run())
        await self.session.opened()

    async def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        if isinstance(message, r.Move):
            self.skip()
        if not await self._table.send(message):
            return None
        return await self.session.reply(message)

    def skip(self) -> None:
        self._feed.skip()

    async def close(self) -> None:
        self._feed.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
