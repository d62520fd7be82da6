"""The short way out of a socket says what the ordinary one would, in the same order."""

import asyncio
from typing import Any

import pytest
import uvicorn
from tests.server.clients import asynchronous
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from fatum.server.pipe import Pipe
from fatum.server.wire import Wire, frame, wire_of


class Transport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


def opened() -> tuple[Wire, Transport]:
    """A socket after its handshake."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        pass

    config = uvicorn.Config(nothing, ws=Wire, lifespan="off", log_config=None)
    wire, transport = Wire(config, ServerState(), {}), Transport()
    wire.connection_made(transport)
    wire.handshake_complete = True
    wire.conn.state = State.OPEN
    return wire, transport


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
    def behind(wire: Wire) -> None:
        wire.pause_writing()

    def ended(wire: Wire) -> None:
        wire.close_sent = True

    def lost(wire: Wire) -> None:
        wire.disconnected = True

    def closing(wire: Wire) -> None:
        wire.conn.state = State.CLOSING

    def early(wire: Wire) -> None:
        wire.conn.state = State.CONNECTING

    def compressing(wire: Wire) -> None:
        wire.conn.extensions = [PerMessageDeflate(False, False, 12, 12)]

    for change in (behind, ended, lost, closing, early, compressing):
        wire, transport = opened()
        change(wire)
        assert not wire.push(b"text"), change
        assert transport.written == b""


@asynchronous()
async def test_who_does_not_read_gets_everything_in_order_later() -> None:
    wire, transport = opened()
    pipe = Pipe(wire.send)
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
    pipe = Pipe(wire.send)
    wire.pause_writing()
    for _ in range(300):
        pipe.put(b"text")
    assert pipe.closed
    wire.resume_writing()
    await pipe.flush()
    assert transport.written.endswith(b"\x03\xf5behind")
    assert wire.close_timer is not None
    wire.close_timer.cancel()


def test_other_servers_have_no_short_way() -> None:
    async def send(message: object) -> None:
        pass

    assert wire_of(send) is None
    assert wire_of([].append) is None
