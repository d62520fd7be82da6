"""One way to a client: what is put in goes out at once, or in order as soon as it can.

Fan-out is a plain function that is called for every entry of a log, so sending must not need a
task. Where the socket is our own (``Wire``) the bytes go straight to it. Else an ASGI server's
``send`` rarely waits: it hands the bytes to the system and is done. So it is started right here, and
only if it has to wait does a task take over from where it stands.
"""

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

from litestar.exceptions import WebSocketDisconnect

from fatum.server.wire import wire_of

Send = Callable[[Any], Coroutine[Any, Any, None]]
MOST_WAITING: Final = 256
"""Messages for a client that does not take them; with more it must come again."""
_GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""What servers raise when there is nobody to send to."""


class Pipe:
    """Made in the task that serves the socket."""

    __slots__ = ("_drain", "_send", "_waiting", "_wire", "closed")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._wire = wire_of(send)
        self._waiting: deque[dict[str, Any]] = deque()
        self._drain: asyncio.Task[None] | None = None
        self.closed = False

    def put(self, text: bytes) -> None:
        """Send a text frame, of UTF-8."""
        if self.closed:
            return
        if self._drain is None and self._wire is not None and self._wire.push(text):
            return
        self._put({"type": "websocket.send", "text": text.decode()})

    def close(self, code: int, reason: str = "") -> None:
        """Close after everything that was put in before."""
        if not self.closed:
            self._put({"type": "websocket.close", "code": code, "reason": reason})
            self.closed = True

    def _put(self, message: dict[str, Any]) -> None:
        if self._drain is not None:
            self._waiting.append(message)
            if len(self._waiting) > MOST_WAITING:
                self._waiting.clear()
                self._waiting.append({"type": "websocket.close", "code": 1013, "reason": "behind"})
                self.closed = True
            return
        sending = self._send(message)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except _GONE:
            self.closed = True
            return
        self._drain = asyncio.ensure_future(self._go_on(sending, awaited))

    async def _go_on(self, sending: Coroutine[Any, Any, None], awaited: Any) -> None:
        try:
            await _finish(sending, awaited)
            while self._waiting:
                await self._send(self._waiting.popleft())
        except _GONE:
            self.closed = True
            self._waiting.clear()
        finally:
            self._drain = None

    async def flush(self) -> None:
        """Wait until everything is on its way."""
        if self._drain is not None:
            await asyncio.wait([self._drain])


@types.coroutine
def _finish(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that has been run up to its first wait."""
    yield awaited
    yield from begun
