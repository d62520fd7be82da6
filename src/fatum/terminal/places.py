"""Where line mode sits: at a table in this process, or at a server's."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from fatum.protocol import messages as m
from fatum.records import Record
from fatum.table.log import AnyFact
from fatum.terminal.local import LocalTable
from fatum.terminal.session import Session


class Place(Protocol):
    """A session, and ways to wait for what happens at its table."""

    @property
    def session(self) -> Session: ...

    def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        """Send a message that has an ``id``; its answer, or ``None`` if the table is gone."""

    def settle(self, tell: Callable[[], None]) -> None:
        """Wait until something is asked of the player, or nothing more can happen.

        ``tell`` is called whenever there is news.
        """


class LocalPlace:
    """A table in this process. Nothing happens between two calls."""

    def __init__(self, facts: Sequence[AnyFact], token: str) -> None:
        self.session: Final = Session()
        self._loop = asyncio.new_event_loop()
        self._table = LocalTable(self.session)
        self._loop.run_until_complete(self._table.open(facts, token))
        self._table.tell_past()
        self.resumed: Final = self._table.resumed

    def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        return self._loop.run_until_complete(self._ask(message))

    async def _ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        await self._table.send(message)
        assert message.id is not None
        while message.id not in self.session.replies:
            await asyncio.sleep(0)
        return self.session.replies.pop(message.id)

    def settle(self, tell: Callable[[], None]) -> None:
        self._loop.run_until_complete(self._settle(tell))

    async def _settle(self, tell: Callable[[], None]) -> None:
        session = self.session
        while not session.over and (session.prompt is None or self._table.thinking):
            if session.news:
                tell()
            await asyncio.sleep(0)
        tell()

    def record(self) -> Record:
        return self._table.record()

    def close(self) -> None:
        self._loop.run_until_complete(self._close())
        self._loop.close()

    async def _close(self) -> None:
        await self._table.close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
