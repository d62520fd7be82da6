"""A server's table for line mode and for the app."""

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from fatum.protocol import messages as m
from fatum.terminal.remote import Address, RemoteTable
from fatum.terminal.session import Session

_LOST: Final = None


class RemoteLinePlace:
    """Line mode waits for what is typed, so the connection lives in a thread of its own."""

    def __init__(self, address: Address) -> None:
        self.session: Final = Session()
        self._heard: queue.Queue[bytes | str | None] = queue.Queue()
        self._loop = asyncio.new_event_loop()
        self._table = RemoteTable(
            address, self.session, self._heard.put, lambda: self._heard.put(_LOST)
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while self.session.table is None and self.session.bye is None:
            self._next()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._table.run())
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def _next(self) -> None:
        """Take in one message, waiting for it."""
        data = self._heard.get()
        if data is _LOST:
            self.session.lost()
        else:
            self.session.hear(data)

    def _catch_up(self) -> None:
        """Take in what came while the player was typing."""
        while not self._heard.empty():
            self._next()

    def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        assert message.id is not None
        self._catch_up()
        breaks = self.session.breaks
        sent = asyncio.run_coroutine_threadsafe(self._table.send(message), self._loop)
        if not sent.result():
            return None
        while message.id not in self.session.replies:
            if self.session.bye is not None or self.session.breaks != breaks:
                return None
            self._next()
        return self.session.replies.pop(message.id)

    def settle(self, tell: Callable[[], None]) -> None:
        session = self.session
        self._catch_up()
        while not (
            session.over
            or session.prompt is not None
            or session.bye is not None
            or (session.phase == "lobby" and session.you.host)
        ):
            tell()
            self._next()
        tell()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(5)
