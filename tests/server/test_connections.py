"""Connections: the short way out says what the ordinary one would, and a client that asks for too much,
does not read or is too slow is sent away."""

import asyncio
import time
from typing import Any

import pytest
import uvicorn
from tests.server.clients import asynchronous
from tests.server.test_limits import Clock
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, State

from fatum.server.ops.limits import Limits, Unread
from fatum.server.realtime.connections import Connections, Rates
from fatum.server.realtime.send_queue import SendQueue
from fatum.server.realtime.uvicorn_protocols import (
    UNREAD,
    LimitedWebSocket,
    frame,
    missing,
    protocols,
    socket_of,
)


class Transport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False
        self.aborted = False
        self.reading = True
        self.unread = 0

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def get_write_buffer_size(self) -> int:
        return self.unread


def registry(**given: Any) -> Connections:
    settings: dict[str, Any] = {"most": 10, "per_address": 5, "unread_per_address": 10**6, **given}
    return Connections(Limits(), Rates(80, 160), **settings)


def opened(connections: Connections | None = None) -> tuple[LimitedWebSocket, Transport]:
    """A socket after its handshake."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        pass

    socket_class = protocols(connections or registry())["ws"]
    config = uvicorn.Config(nothing, ws=socket_class, lifespan="off", log_config=None)
    wire, transport = socket_class(config, ServerState(), {}), Transport()
    wire.connection_made(transport)
    wire.handshake_initiated = wire.handshake_complete = True
    wire.conn.state = State.OPEN
    wire.conn.parser = Protocol.parse(wire.conn)
    next(wire.conn.parser)
    return wire, transport


def unread(each: int = 10_000, per_address: int = 100_000) -> Unread:
    return Unread(Limits(), each, per_address)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_frames_are_those_of_the_library(size: int) -> None:
    text = b"x" * size
    assert frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@asynchronous()
async def test_both_ways_write_the_same() -> None:
    wire, transport = opened()
    text = "Žofie: ♠".encode()
    assert wire.push(text)
    short = transport.written
    await wire.send({"type": "websocket.send", "text": text.decode()})
    assert transport.written == 2 * short


@asynchronous()
async def test_the_short_way_is_closed_when_it_would_be_wrong() -> None:
    def behind(wire: LimitedWebSocket) -> None:
        wire.pause_writing()

    def ended(wire: LimitedWebSocket) -> None:
        wire.close_sent = True

    def lost(wire: LimitedWebSocket) -> None:
        wire.disconnected = True

    def closing(wire: LimitedWebSocket) -> None:
        wire.conn.state = State.CLOSING

    def early(wire: LimitedWebSocket) -> None:
        wire.conn.state = State.CONNECTING

    def compressing(wire: LimitedWebSocket) -> None:
        wire.conn.extensions = [PerMessageDeflate(False, False, 12, 12)]

    for change in (behind, ended, lost, closing, early, compressing):
        wire, transport = opened()
        change(wire)
        assert not wire.push(b"text"), change
        assert transport.written == b""


@asynchronous()
async def test_who_does_not_read_gets_everything_in_order_later() -> None:
    wire, transport = opened()
    pipe = SendQueue(wire.send, unread())
    pipe.put(b"1")
    wire.pause_writing()
    pipe.put(b"2")
    pipe.put(b"3")
    wire.resume_writing()
    # The way is free again, but two are still before this one.
    pipe.put(b"4")
    await pipe.flush()
    pipe.put(b"5")
    assert transport.written == b"".join(frame(str(n).encode()) for n in range(1, 6))


@asynchronous()
async def test_who_never_reads_is_sent_away() -> None:
    wire, transport = opened()
    pipe = SendQueue(wire.send, unread(10_000))
    wire.pause_writing()
    for _ in range(8):
        pipe.put(b"x" * 1000)
        assert not pipe.closed
    pipe.put(b"x" * 1000)
    assert pipe.closed
    assert transport.written.endswith(b"\x03\xf5behind")
    assert wire.close_timer is not None
    wire.close_timer.cancel()
    wire.resume_writing()
    await pipe.flush()
    assert transport.written.endswith(b"\x03\xf5behind")


@asynchronous()
async def test_sockets_of_one_address_share_a_limit() -> None:
    held = unread(10_000, 12_000)
    pipes = []
    for address in ("a", "a", "b"):
        wire, _ = opened()
        wire.pause_writing()
        pipes.append(SendQueue(wire.send, held, address))
    first, second, other = pipes
    for _ in range(6):
        first.put(b"x" * 1000)
        second.put(b"x" * 1000)
        other.put(b"x" * 1000)
    assert [pipe.closed for pipe in pipes] == [True, False, False]
    # What it held is free again.
    second.put(b"x" * 1000)
    assert not second.closed


def test_other_servers_have_no_short_way() -> None:
    async def send(message: object) -> None:
        pass

    assert socket_of(send) is None
    assert socket_of([].append) is None


# --- what comes in -------------------------------------------------------------------------------


def masked(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), data, fin).serialize(mask=True)


FLOODS = {
    "pings": [masked(9, b"x" * 9)],
    "pongs": [masked(10)],
    "empty texts": [masked(1)],
    "empty parts": [masked(1, fin=False), masked(0, fin=False)],
}


@pytest.mark.parametrize("frames", FLOODS.values(), ids=FLOODS)
@asynchronous()
async def test_every_frame_counts(frames: list[bytes]) -> None:
    connections = registry()
    wire, transport = opened(connections)
    wire.data_received(frames[0] + frames[-1] * 150)
    assert not transport.is_closing()
    begun = time.thread_time()
    wire.data_received(frames[-1] * 40_000)
    assert time.thread_time() - begun < 0.05
    assert transport.is_closing()
    assert b"\x03\xf0too many frames" in transport.written
    assert connections.limits.counts == {"frames": 1}


@asynchronous()
async def test_bytes_count_too() -> None:
    connections = registry()
    wire, transport = opened(connections)
    sent = 0
    while not transport.is_closing():
        wire.data_received(masked(2, b"x" * 8000))
        sent += 1
    assert 16 < sent < 24
    assert connections.limits.counts == {"frames": 1}


@asynchronous()
async def test_who_is_slow_enough_is_never_sent_away() -> None:
    wire, transport = opened()
    for _ in range(20):
        wire.data_received(masked(1, b"{}") * 100)
        wire.spent_at -= 2  # as if two seconds had gone by
    assert not transport.is_closing()


@asynchronous()
async def test_who_does_not_read_gets_no_pongs() -> None:
    wire, transport = opened()
    wire.data_received(masked(9, b"one"))
    assert transport.written == b"\x8a\x03one"
    wire.pause_writing()
    wire.data_received(masked(9, b"two") * 50)
    assert transport.written == b"\x8a\x03one"


@asynchronous()
async def test_text_that_is_not_utf8(caplog: pytest.LogCaptureFixture) -> None:
    wire, transport = opened()
    wire.data_received(masked(1, b"\xff"))
    assert transport.written.endswith(b"\x03\xefnot UTF-8")
    assert not caplog.records


@pytest.mark.parametrize("said", [b"", b"\x03\xe8bye"])
@asynchronous()
async def test_goodbye_between_the_parts_of_a_message(said: bytes) -> None:
    wire, transport = opened()
    wire.data_received(masked(1, b"half", fin=False) + masked(8, said) + masked(0, b"more"))
    assert transport.written == Frame(Opcode.CLOSE, said).serialize(mask=False)
    assert transport.is_closing()
    assert (await wire.receive())["type"] == "websocket.disconnect"


@asynchronous()
async def test_messages_wait_while_their_socket_is_not_read() -> None:
    wire, transport = opened()
    for number in range(10):
        wire.data_received(masked(1, b"%d" % number))
        assert transport.reading == (number < UNREAD - 1)
    got: list[Any] = [await wire.receive() for _ in range(10)]
    assert [event["text"] for event in got] == [str(number) for number in range(10)]
    assert transport.reading
    wire.data_received(masked(1, b"x" * 5000))
    assert not transport.reading


# --- how many and how long -----------------------------------------------------------------------


class Fake:
    """An HTTP connection or a socket that is looked at."""

    def __init__(self, host: str = "10.0.0.1") -> None:
        self.transport = Transport()
        self.host = self.address = host
        self.since = 0.0
        self.paused_at: float | None = None
        self.awaits_headers = True
        self.awaits_body = False


def test_places_for_connections() -> None:
    connections = registry(most=4, per_address=2, proxies=["10.9.0.0/16"])
    one, two, three = Fake("a"), Fake("a"), Fake("a")
    assert [connections.enter(fake) for fake in (one, two, three)] == [True, True, False]
    connections.leave(one)
    assert connections.enter(three)
    # A proxy stands for many.
    through = [Fake("10.9.8.7") for _ in range(3)]
    assert connections.enter(through[0])
    assert connections.enter(through[1])
    two.awaits_headers = False
    # All is full: the oldest that has not asked for anything makes way, once it is gone.
    assert connections.enter(through[2])
    assert three.transport.aborted
    assert not two.transport.aborted
    assert connections.limits.counts == {"connections per address": 1, "connections": 1}


@pytest.mark.parametrize(
    ("headers", "body", "after", "ended"),
    [
        (True, False, 9, False),
        (True, False, 11, True),
        (False, True, 11, False),
        (False, True, 31, True),
        (False, False, 1000, False),
    ],
)
def test_slow_requests(headers: bool, body: bool, after: float, ended: bool) -> None:
    connections = registry()
    fake = Fake()
    fake.awaits_headers, fake.awaits_body = headers, body
    connections.enter(fake)
    connections.sweep(after)
    assert fake.transport.aborted == ended


def test_slow_readers() -> None:
    connections = registry(unread_per_address=1000)
    moving, stuck, socket, closing, large = (Fake(name) for name in "abcde")
    for fake in (moving, stuck, closing, large):
        fake.awaits_headers = False
        connections.enter(fake)
    connections.add_socket(socket)
    socket.paused_at = 0.0
    stuck.transport.unread = 500
    closing.transport.close()
    for now in range(0, 60, 2):
        moving.transport.unread = 900 - now
        connections.sweep(now)
        assert closing.transport.aborted == (now > 10)
        assert socket.transport.aborted == (now > 30)
        assert stuck.transport.aborted == (now > 30)
    assert not moving.transport.aborted
    large.transport.unread = 1001
    connections.sweep(60)
    assert large.transport.aborted
    assert not moving.transport.aborted


def test_a_limit_is_logged_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    limits = Limits(clock)
    for _ in range(50):
        limits.reached("frames", "10.0.0.1")
    clock.at = 11
    limits.reached("frames", "10.0.0.2")
    fields = [getattr(record, "fields") for record in caplog.records]  # noqa: B009
    assert fields == [
        {"limit": "frames", "address": "10.0.0.1", "times": 1},
        {"limit": "frames", "address": "10.0.0.2", "times": 50},
    ]
    assert limits.counts == {"frames": 51}


# --- what it stands on ---------------------------------------------------------------------------


@asynchronous()
async def test_nothing_is_missing() -> None:
    assert missing() == []


@pytest.mark.parametrize("name", ["handle_ping", "send_receive_event_to_app", "pause_writing"])
@asynchronous()
async def test_without_what_it_needs_uvicorns_own_are_used(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a socket of our own everything goes over ASGI; see test_plain_asgi."""
    monkeypatch.delattr(WebSocketsSansIOProtocol, name)
    if name == "pause_writing":
        monkeypatch.delattr(asyncio.BaseProtocol, name)
    assert missing() == [f"{name} of uvicorn's WebSocket"]
    assert protocols(registry()) == {"http": "h11", "ws": "websockets-sansio"}
    assert "connections have no limits of their own" in caplog.text


@asynchronous()
async def test_another_signature_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", lambda self: None)
    assert len(missing()) == 1
