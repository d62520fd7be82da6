"""Plays events back at a pace people can follow."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.records import Record
from fatum.table.log import AnyFact
from fatum.terminal.local import LocalTable
from fatum.terminal.session import Happened, Session

PACES: Final = (2.0, 1.3, 0.8, 0.35, 0.0)
"""Seconds after each turn of somebody else: calm, unhurried, usual, quick, instant."""
USUAL: Final = 2
MOMENTS: Final = frozenset(
    {"burn", "all in", "river full", "hypnosis", "show", "hand", "win", "lose", "give", "flip"}
)
"""Events that are worth a longer look."""


class Feed:
    """Hands messages to a session; after a move of somebody else it waits, unless skipped.

    A player who moves does not wait for what is still to be shown.
    """

    def __init__(self, session: Session, pace: Callable[[], float]) -> None:
        self._session = session
        self._pace = pace
        self._waiting: deque[bytes | str] = deque()
        self._arrived = asyncio.Event()
        self._skip = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, data: bytes | str) -> None:
        self._waiting.append(data)
        self._arrived.set()
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())

    def skip(self) -> None:
        """Show at once what is waiting now."""
        self._skip.set()

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                self._skip.clear()
                self._arrived.clear()
                await self._arrived.wait()
            known = len(self._session.past)
            self._session.hear(self._waiting.popleft())
            seconds = self._seconds(self._session.past[known:])
            if seconds and not self._skip.is_set():
                try:
                    async with asyncio.timeout(seconds):
                        await self._skip.wait()
                except TimeoutError:
                    continue

    def _seconds(self, happened: Sequence[Happened]) -> float:
        own = self._session.you.seat
        told = [each for each in happened if each.news is not None and each.news.what == "moved"]
        if not told:
            return 0.0
        kinds = {event.kind for each in told for event in each.events}
        if kinds & MOMENTS:
            return 2 * self._pace()
        news = told[-1].news
        return 0.0 if news is not None and news.seat == own else self._pace()


class AppPlace(Protocol):
    """A table that the app can sit at."""

    @property
    def session(self) -> Session: ...

    async def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        """Send a message that has an ``id``; its answer, or ``None`` if there is none."""

    def skip(self) -> None: ...

    async def close(self) -> None: ...


class LocalAppPlace:
    """A table in this process, whose bots think in a thread."""

    def __init__(self, pace: Callable[[], float]) -> None:
        self.session: Final = Session()
        self._feed = Feed(self.session, pace)
        self._first: list[bytes] = []
        self._table = LocalTable(self.session, beside=True, hear=self._hear)
        self._opened = False

    def _hear(self, data: bytes) -> None:
        if self._opened:
            self._feed.put(data)
        else:
            self.session.hear(data)

    async def open(self, facts: Sequence[AnyFact], token: str) -> None:
        await self._table.open(facts, token)
        self._table.tell_past()
        self._opened = True

    async def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        if isinstance(message, r.MakeMove):
            self.skip()
        await self._table.send(message)
        return await self.session.reply(message)

    def skip(self) -> None:
        self._feed.skip()

    def record(self) -> Record:
        return self._table.record()

    async def close(self) -> None:
        self._feed.close()
        await self._table.close()
