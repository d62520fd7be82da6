"""One socket, from its handshake to its end. What its messages mean is in ``fatum.table``."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

from fatum.core.messages import Declared
from fatum.server.ops.limits import Bucket
from fatum.server.process import ServerProcess
from fatum.server.realtime.send_queue import Send, SendQueue
from fatum.table.connection import Connection, connect
from fatum.table.roles import Caller
from fatum.table.viewer import Viewer

SILENT: Final = Declared("server.bye.idle", "the connection was idle for too long")
HELLO_TIME: Final = 10.0
PICTURE: Final = 4
"""The cost of a snapshot, in messages."""

Receive = Callable[[], Awaitable[Any]]


async def serve(
    server: ServerProcess,
    table_id: str,
    caller: Caller,
    receive: Receive,
    send: Send,
    address: str = "",
    device: Collection[str] = (),
) -> None:
    """From the accepted socket to its end."""
    queue = SendQueue(send, server.unread, address)
    server.queues.add(queue)
    viewer = Viewer(caller, queue.put, queue.end, address=address, device=device)
    try:
        connection = await connect(
            server.tables, table_id, viewer, SocketAllowance(server, address)
        )
        if connection is not None:
            try:
                await _run(connection, viewer, queue, receive)
            finally:
                connection.close()
    finally:
        await queue.flush()
        server.queues.discard(queue)


async def _run(connection: Connection, viewer: Viewer, queue: SendQueue, receive: Receive) -> None:
    def too_silent() -> None:
        if not viewer.attached:
            viewer.bye("idle", SILENT())

    greeting = asyncio.get_running_loop().call_later(HELLO_TIME, too_silent)
    try:
        while not queue.closed:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            await connection.take(event.get("bytes", b"") if text is None else text)
    finally:
        greeting.cancel()


class SocketAllowance:
    """How much one socket may send, alone and together with the others of its address."""

    __slots__ = ("_address", "_bucket", "_server")

    def __init__(self, server: ServerProcess, address: str) -> None:
        rate = server.settings.messages_per_second
        self._bucket = Bucket(rate, 2 * rate)
        self._server = server
        self._address = address

    def message(self) -> bool:
        if self._bucket.take() and self._server.messages.take(self._address):
            return True
        self._server.limits.reached("messages", self._address)
        return False

    def picture(self) -> bool:
        if self._bucket.take(PICTURE) and self._server.messages.take(self._address, PICTURE):
            return True
        self._server.limits.reached("pictures", self._address)
        return False
