"""A server's table for the app."""

import asyncio
from collections.abc import Callable
from typing import Final

from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.records import Record
from fatum.terminal.app.feed import Feed
from fatum.terminal.kept import keep
from fatum.terminal.remote import Address, RemoteTable, follow, record_of
from fatum.terminal.session import Session


class RemoteAppPlace:
    """A server's table."""

    def __init__(self, address: Address, pace: Callable[[], float]) -> None:
        self.session: Final = Session()
        self._address = address
        self._record: Record | None = None
        self._keeping = asyncio.Lock()
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
        if isinstance(message, r.MakeMove):
            self.skip()
        if not await self._table.send(message):
            return None
        return await self.session.reply(message)

    async def kept(self) -> Record:
        """The record of the finished game, which is kept as if it had been played here.

        :raises FatumError: if the server does not give it, or it cannot be written.
        """
        async with self._keeping:
            if self._record is None:
                self._record = await asyncio.to_thread(record_of, self._address)
                keep(self._record)
            return self._record

    async def rematch(self) -> Address:
        """The table of the rematch, once there is one.

        :raises FatumError: if there is no seat for this terminal.
        """
        return await asyncio.to_thread(follow, self._address)

    def skip(self) -> None:
        self._feed.skip()

    async def close(self) -> None:
        self._feed.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
