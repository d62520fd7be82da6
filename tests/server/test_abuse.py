"""Sockets cost the one who abuses them: memory stays, and the connection does not."""

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.in_process import running
from tests.server.loop_time import LoopTime
from tests.server.nursery import Nursery
from tests.server.process import Server, serving
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from fatum.server.realtime import connections, uvicorn_protocols
from fatum.server.settings import Settings

MEGABYTE = 2**20
in_process = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar


def upgrade(port: int, table: str, *headers: str) -> socket.socket:
    """A socket that speaks WebSocket as far as one likes; it has said hello."""
    raw = socket.create_connection(("127.0.0.1", port), timeout=10)
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    ]
    raw.sendall("\r\n".join([*lines, "", ""]).encode())
    return raw


def masked(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


HELLO = masked(Opcode.TEXT, b'{"type":"hello","protocol":2}')


def flood(raw: socket.socket, data: bytes, seconds: float) -> bool:
    """Send without ever reading; whether the server has ended the connection."""
    end = time.monotonic() + seconds
    raw.settimeout(0.2)
    while time.monotonic() < end:
        try:
            raw.sendall(data)
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.parametrize(
    "part",
    [
        masked(Opcode.PING, b"x" * 125) * 100,
        masked(Opcode.TEXT, fin=False) + masked(Opcode.CONT, fin=False) * 1000,
        masked(Opcode.TEXT, b'{"type":"resync"}') * 20,
        masked(Opcode.TEXT, b"x" * 16_000) * 4,
    ],
    ids=["pings", "empty parts", "pictures", "large messages"],
)
@asynchronous()
async def test_who_sends_and_never_reads(nursery: Nursery, tmp_path: Path, part: bytes) -> None:
    with serving(nursery, tmp_path, messages_per_second=20) as server:
        async with Browser(server.url) as ann:
            table = await ann.open(game="allin", bots=["greedy"], options={"players": 2})
            before = LoopTime(server.pid).memory()
            raws = []
            for _ in range(5):
                raw = upgrade(server.port, table)
                raw.recv(1000)
                raw.sendall(HELLO)
                raws.append(raw)
            ended = await asyncio.gather(*(asyncio.to_thread(flood, raw, part, 8) for raw in raws))
            assert all(ended)
            assert LoopTime(server.pid).memory() - before < 8 * MEGABYTE
            for raw in raws:
                raw.close()
        assert '"limit": ' in server.logged()


@asynchronous()
async def test_handshakes_that_cannot_be_read(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        for extra in ({"x": "y" * 9000}, {f"x{number}": "y" for number in range(200)}):
            with pytest.raises(InvalidStatus) as refusal:
                await ann.socket(table, headers=extra)
            assert refusal.value.response.status_code in {400, 431}
    assert "Traceback" not in server.logged()


BODY = "POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
SLOW: dict[str, Callable[[socket.socket], None]] = {
    "nothing": lambda raw: None,
    "half a line": lambda raw: raw.sendall(b"GET / HT"),
    "no end of headers": lambda raw: raw.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n"),
    "half a body": lambda raw: raw.sendall(f"{BODY}Content-Length: 50\r\n\r\n{{".encode()),
    "half a chunk": lambda raw: raw.sendall(
        f"{BODY}Transfer-Encoding: chunked\r\n\r\n5\r\n{{".encode()
    ),
    "half after a whole one": lambda raw: raw.sendall(
        b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost"
    ),
}


def is_open(raw: socket.socket) -> bool:
    raw.setblocking(False)
    try:
        return raw.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@in_process
@asynchronous()
async def test_half_sent_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP", 0.1)
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.8)
    settings = Settings(connections_per_address=8)
    async with running(tmp_path, monkeypatch, settings) as url:
        port = int(url.rpartition(":")[2])

        def try_one(begin: Callable[[socket.socket], None]) -> float:
            begun = time.monotonic()
            with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
                begin(raw)
                while True:
                    try:
                        if not raw.recv(65536):
                            break
                    except ConnectionResetError:
                        break
            return time.monotonic() - begun

        took = await asyncio.gather(*(asyncio.to_thread(try_one, way) for way in SLOW.values()))
        assert all(0.3 < seconds < 5 for seconds in took), took
        # Eight at a time, whatever they do.
        raws = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(12)]
        await asyncio.sleep(0.1)
        assert [await asyncio.to_thread(is_open, raw) for raw in raws] == [True] * 8 + [False] * 4
        for raw in raws:
            raw.close()


@asynchronous()
async def test_a_body_in_too_many_pieces(server: Server) -> None:
    loop_time = LoopTime(server.pid)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(f"{BODY}Transfer-Encoding: chunked\r\n\r\n".encode() + b"1\r\n \r\n" * 40_000)
        answer = await asyncio.to_thread(raw.recv, 1000)
    assert answer.startswith(b"HTTP/1.1 400")
    assert loop_time.lap() < 0.05


@in_process
@asynchronous()
async def test_plain_asgi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another uvicorn may have no place for our own protocols: the games go on without them."""
    monkeypatch.setattr(uvicorn_protocols, "missing", lambda: ["something"])
    settings = Settings(bot_delay=0, bot_processes=1)
    async with running(tmp_path, monkeypatch, settings) as url, Browser(url) as ann:
        table = await ann.open(bots=["random"], options={"players": 2, "turn_limit": 5})
        line = Line(ann, table)
        await line.connect()
        assert (await line.ask({"type": "ping", "n": 3}, "pong"))["n"] == 3
        assert (await line.ask({"type": "close", "x": 1}, "error"))["code"] == "malformed"
        await line.send({"type": "start"})
        await line.close()
        await Stubborn(ann, table).play()
        gone = Line(ann, "22222222")
        gone.socket = await ann.socket("22222222")
        assert (await gone.until("bye"))["code"] == "gone"
