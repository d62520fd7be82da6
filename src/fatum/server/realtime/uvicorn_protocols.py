"""The server's connections: uvicorn's protocols with a short way out and limits on what comes in.

This is the only module that uses internals of uvicorn, websockets and h11. ``missing`` checks that
they exist; if not, ``protocols`` returns uvicorn's own, and everything works over plain ASGI: slower,
and without the limits of this module.
"""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from fatum.server.ops.limits import address_of
from fatum.server.realtime.connections import Connections
from fatum.table import logger

UNREAD: Final = 8
"""Queued messages of one client after which its socket is not read."""
LARGE: Final = 4096
"""Bytes of a message after which the socket is not read until it is taken."""
SLICE: Final = 4096
"""Bytes parsed between limit checks: at most 700 frames."""
MOST_PIECES: Final = 1000
"""Parts in which the body of one HTTP request may come."""
_SHORT: Final = 126
_LONG: Final = 0x10000
_TEXT: Final = 0x81
"""A text that is complete in this frame."""
_BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_FAULTS: Final = logging.getLogger("fatum.http")
"""Drops uvicorn's line for each malformed request; keeps internal errors."""
_FAULTS.setLevel(logging.ERROR)
_POLICY_VIOLATION: Final = 1008
_NOT_UTF8: Final = 1007
_NO_CODE: Final = 1005


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """One socket. Frames are counted, and text goes out without an ASGI event (decision 0048)."""

    registry: ClassVar[Connections]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.spent: float = 0
        """Frames and kilobytes received, less what the time since ``spent_at`` allows."""
        self.spent_at = self.loop.time()
        self.allowed: float = self.registry.rates.burst
        self.paused_at: float | None = None
        """Since when the client has not read what was sent."""

    # --- the connection --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.registry.add_socket(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.registry.remove_socket(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.paused_at = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.paused_at = None

    @property
    def address(self) -> str:
        return address_of(self.client)

    # --- in --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Like uvicorn's, but counts incoming data and checks the limits before it continues."""
        if len(data) > SLICE:
            for start in range(0, len(data), SLICE):
                self.data_received(data[start : start + SLICE])
                if self.close_sent or self.transport.is_closing():
                    return
            return
        connection = self.conn
        connection.receive_data(data)
        if connection.parser_exc is not None:
            self.handle_parser_exception()
            return
        if not self.handshake_initiated and connection.handshake_exc is not None:
            self._refuse_handshake()
            return
        self.spent += len(connection.events) + (len(data) >> 10)
        if self.spent > self.allowed and self._is_too_fast():
            self.registry.limits.reached("frames", self.address)
            self._fail(_POLICY_VIOLATION, "too many frames")
            return
        self.handle_events()

    def handle_parser_exception(self) -> None:
        """A close frame may come between the parts of a message; websockets treats that as an error."""
        close = self.conn.close_rcvd
        if close is None:
            super().handle_parser_exception()
            return
        self.conn.data_to_send()
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": close.code, "reason": close.reason}
        )
        said = b"" if close.code == _NO_CODE else close.serialize()
        self.transport.write(Frame(Opcode.CLOSE, said).serialize(mask=False))
        self.close_sent = True
        self.transport.close()

    def _is_too_fast(self) -> bool:
        now = self.loop.time()
        earned = (now - self.spent_at) * self.registry.rates.per_second
        self.spent = max(0.0, self.spent - earned)
        self.spent_at = now
        return self.spent > self.allowed

    def _refuse_handshake(self) -> None:
        """uvicorn hangs after a request that websockets cannot parse."""
        self.handshake_initiated = True
        self.handshake_complete = True
        self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()) or _BAD_REQUEST)
        self.transport.close()

    def _fail(self, code: int, reason: str) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.close_sent = True
        if self.writable.is_set():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:
            # The client does not read, so it would not see a reason.
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Queue a message; uvicorn would stop reading after each one."""
        frames = self.frames
        data = frames[0] if len(frames) == 1 else b"".join(frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(_NOT_UTF8, "not UTF-8")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
        if not self.read_paused and (len(data) > LARGE or self.queue.qsize() >= UNREAD):
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if not self.writable.is_set():
            # No pong for a client that does not read.
            self.conn.data_to_send()
            return
        super().handle_ping()

    # --- out -------------------------------------------------------------------------------------

    def push(self, text: bytes) -> bool:
        """Send directly; ``False`` if nothing was sent and ASGI must be used.

        That is the case before the handshake, after the end, while the client does not read, and if
        an extension would have to change the frame.
        """
        connection = self.conn
        if (
            self.close_sent
            or self.disconnected
            or connection.state is not State.OPEN
            or connection.extensions
            or not self.writable.is_set()
        ):
            return False
        self.transport.write(frame(text))
        return True

    def finish(self, code: int, reason: str) -> bool:
        """Close after what was sent; ``False`` if ASGI must be used."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        return True


def frame(text: bytes) -> bytes:
    """A text frame as servers send it: without a mask."""
    size = len(text)
    if size < _SHORT:
        return bytes((_TEXT, size)) + text
    if size < _LONG:
        return bytes((_TEXT, 126, size >> 8, size & 0xFF)) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text


def socket_of(send: Any) -> LimitedWebSocket | None:
    """The socket whose ``send`` this is, unless another server runs the application."""
    owner = getattr(send, "__self__", None)
    return owner if isinstance(owner, LimitedWebSocket) else None


# --- HTTP ----------------------------------------------------------------------------------------


class _Requests(h11.Connection):
    """Refuses a body in more parts than legitimate clients send."""

    pieces = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if type(event) is h11.Data:
            self.pieces += 1
            if self.pieces > MOST_PIECES:
                raise h11.RemoteProtocolError("too many pieces")
        elif type(event) is h11.Request:
            self.pieces = 0
        return event


class LimitedHttp(H11Protocol):
    """One HTTP connection. ``Connections`` ends it if its client is too slow."""

    registry: ClassVar[Connections]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = self.config.h11_max_incomplete_event_size
        self.conn = _Requests(h11.SERVER, 64 * 1024 if most is None else most)
        self.logger = _FAULTS
        self.since = self.loop.time()
        """When it began to wait for the request it is busy with."""

    @property
    def address(self) -> str:
        return address_of(self.client)

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def awaits_headers(self) -> bool:
        cycle: Any = self.cycle  # None before the first request
        return cycle is None or bool(cycle.response_complete)

    @property
    def awaits_body(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and cycle.more_body and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.registry.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.registry.leave(self)

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.registry.leave(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Also works when a response has started, where uvicorn fails."""
        self.registry.limits.reached("malformed requests", self.address)
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
        cycle: Any = self.cycle
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()


# --- the server ----------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """Says when it is ready, and before it stops."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stopping: Callable[[], Any]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike uvicorn's, it does not re-raise the signal: more must be closed."""
        known = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in known.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        await self._stopping()
        await super().shutdown(sockets)


# --- whether all this fits -----------------------------------------------------------------------

_WEBSOCKET: Final = (
    "client close_sent close_timeout close_timer conn connection_lost connection_made "
    "curr_msg_data_type data_received disconnected frames handle_events handle_parser_exception "
    "handle_ping handshake_complete handshake_initiated loop pause_writing queue read_paused "
    "receive resume_writing send send_receive_event_to_app transport writable"
)
_PROTOCOL: Final = "close_rcvd data_to_send events extensions fail handshake_exc parser_exc receive_data send_close state"
_HTTP: Final = (
    "client config conn connection_lost connection_made cycle handle_websocket_upgrade logger "
    "loop on_response_complete send_400_response transport"
)
_CYCLE: Final = "disconnected message_event more_body response_complete"
_SERVER: Final = "capture_signals handle_exit shutdown startup"


def missing() -> list[str]:
    """Names that this module needs and the installed libraries do not have. Needs a loop."""
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        pass

    config = uvicorn.Config(nothing, lifespan="off", log_config=None)
    state = ServerState()
    try:
        socket = WebSocketsSansIOProtocol(config, state, {})
        http = H11Protocol(config, state, {})
        unused: Any = None
        cycle = RequestResponseCycle(unused, http.conn, *[unused] * 8)
    except Exception as error:  # another signature, for one
        return [f"{type(error).__name__}: {error}"]
    wanted: list[tuple[str, object, str]] = [
        ("uvicorn's WebSocket", socket, _WEBSOCKET),
        ("websockets' protocol", socket.conn, _PROTOCOL),
        ("uvicorn's HTTP", http, _HTTP),
        ("uvicorn's cycle", cycle, _CYCLE),
        ("uvicorn's server", uvicorn.Server, _SERVER),
        ("h11's connection", h11.Connection, "next_event"),
    ]
    return [
        f"{name} of {owner}"
        for owner, found, names in wanted
        for name in names.split()
        if not hasattr(found, name)
    ]


def protocols(registry: Connections) -> dict[str, Any]:
    """What ``uvicorn.Config`` takes as ``http`` and ``ws``."""
    if lacking := missing():
        logger.warning("connections have no limits of their own", missing=", ".join(lacking))
        return {"http": "h11", "ws": "websockets-sansio"}
    return {
        "http": type("Http", (LimitedHttp,), {"registry": registry}),
        "ws": type("WebSocket", (LimitedWebSocket,), {"registry": registry}),
    }
