"""The outgoing side of a socket: messages are sent at once or queued in order.

Fan-out is a plain function that is called for every entry of a log, so sending must not need a
task. Where the socket is our own the bytes go straight to it. Under another server, or while the
client does not read, a task sends what waits.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar.exceptions import WebSocketDisconnect

from fatum.protocol.messages import ByeCode
from fatum.server.ops.limits import Unread
from fatum.server.realtime.uvicorn_protocols import socket_of

Send = Callable[[Any], Awaitable[None]]
_GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""Exceptions of ASGI servers when the client is gone."""
_EXTRA: Final = 128
"""Overhead in bytes of a queued text."""


CLOSE_CODES: Final[dict[ByeCode, int]] = {
    "restart": 1012,
    "moved": 4001,
    "protocol": 4002,
    "forbidden": 4003,
    "gone": 4004,
    "idle": 4008,
    "too_fast": 4029,
}


class SendQueue:
    """Made in the task that serves the socket."""

    __slots__ = (
        "_address",
        "_drain",
        "_end",
        "_send",
        "_size",
        "_socket",
        "_unread",
        "_waiting",
        "closed",
    )

    def __init__(self, send: Send, unread: Unread, address: str = "") -> None:
        self._send = send
        self._socket = socket_of(send)
        self._unread = unread
        self._address = address
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._end: tuple[int, str] | None = None
        self._drain: asyncio.Task[None] | None = None
        self.closed = False

    def put(self, text: bytes) -> None:
        """Send a text frame, of UTF-8."""
        if self.closed:
            return
        if self._drain is None and self._socket is not None and self._socket.push(text):
            return
        size = len(text) + _EXTRA
        if not self._unread.hold(self._address, self._size, size):
            self._give_up()
            return
        self._size += size
        self._waiting.append(text)
        self._start()

    def end(self, code: ByeCode) -> None:
        """Close after a goodbye."""
        self.close(CLOSE_CODES[code], code)

    def close(self, code: int, reason: str = "") -> None:
        """Close after everything that was put in before."""
        if self.closed:
            return
        self.closed = True
        if self._drain is None and self._socket is not None and self._socket.finish(code, reason):
            return
        self._end = (code, reason)
        self._start()

    def _give_up(self) -> None:
        """The client does not read."""
        self.closed = True
        self._release(self._size)
        self._waiting.clear()
        if self._socket is None or not self._socket.finish(1013, "behind"):
            self._end = (1013, "behind")
            self._start()

    def _start(self) -> None:
        if self._drain is None:
            self._drain = asyncio.ensure_future(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": text.decode()})
                if self._size:
                    self._release(len(text) + _EXTRA)
            if self._end is not None:
                code, reason = self._end
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except _GONE:
            self.closed = True
            self._waiting.clear()
        finally:
            self._release(self._size)
            self._drain = None

    def _release(self, size: int) -> None:
        self._size -= size
        self._unread.release(self._address, size)

    async def flush(self) -> None:
        """Wait until everything is sent."""
        if self._drain is not None:
            await asyncio.wait([self._drain])
