"""Somebody who sends hostile input to a server, one piece after the other, and measures it."""

import contextlib
import json
import random
import socket
import struct
import time
from collections import Counter

from tests.server import hostile_grammar as grammar
from tests.server.loop_time import LoopTime
from websockets.frames import Frame, Opcode

ADDRESSES = 500
HALF_OPEN = 60
_CLOSED = (ConnectionError, BrokenPipeError)


class Attacker:
    """Sends from many addresses, so that the limits of one do not end it.

    ``idle`` is the part of a core that the loop takes without any attack.
    """

    def __init__(self, port: int, pid: int, seed: int, table: str, idle: float) -> None:
        self._port = port
        self._idle = idle
        self._table = table
        self._rng = random.Random(seed)
        self._loop_time = LoopTime(pid)
        self._socket: socket.socket | None = None
        self._half: list[socket.socket] = []
        self.sent: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.slowest: list[tuple[float, str, bytes]] = []
        """The pieces that took the loop longest: seconds, kind, beginning."""

    def run(self, pieces: int) -> None:
        kinds = [self._message] * 70 + [self._request] * 20 + [self._frames] * 8
        kinds += [self._half_request] * 2
        self._loop_time.lap()
        for _ in range(pieces):
            kind = self._rng.choice(kinds)
            begun = time.monotonic()
            piece = kind()
            self.sent[kind.__name__] += 1
            # Some wait for seconds, and the quiet table plays on meanwhile.
            others = self._idle * (time.monotonic() - begun)
            self._note(self._loop_time.lap() - others, kind.__name__, piece)
        self._hang_up()

    def close(self) -> None:
        self._hang_up()
        for half in self._half:
            half.close()

    def half_open(self) -> int:
        """Half-sent requests whose connections the server has not ended."""
        return sum(_is_open(half) for half in self._half)

    def _note(self, seconds: float, kind: str, piece: bytes) -> None:
        self.slowest.append((seconds, kind, piece[:2000]))
        if len(self.slowest) > 2000:
            self.slowest = self.worst(10)

    def worst(self, count: int) -> list[tuple[float, str, bytes]]:
        return sorted(self.slowest, reverse=True)[:count]

    def _connect(self) -> socket.socket:
        number = self._rng.randrange(ADDRESSES)
        source = f"127.7.{number // 250}.{number % 250 + 1}"
        return socket.create_connection(("127.0.0.1", self._port), 20, (source, 0))

    # --- one piece -------------------------------------------------------------------------------

    def _message(self) -> bytes:
        piece = grammar.message(self._rng)
        text = isinstance(piece, str)
        data = piece.encode("utf-8", "replace") if isinstance(piece, str) else piece
        raw = self._open_socket()
        try:
            raw.sendall(Frame(Opcode.TEXT if text else Opcode.BINARY, data).serialize(mask=True))
            if not self._heard(raw):
                self._hang_up()
        except (*_CLOSED, TimeoutError):
            self._hang_up()
        return data

    def _request(self) -> bytes:
        piece = grammar.request(self._rng, self._table, self._port)
        with self._connect() as raw:
            answer = b""
            with contextlib.suppress(*_CLOSED):
                raw.sendall(piece)
            # Files are read by another process; where a request is not whole, no answer comes.
            raw.settimeout(6 if b"/cards" in piece[:99] or b"/replay" in piece[:99] else 0.3)
            with contextlib.suppress(*_CLOSED, TimeoutError):
                while len(answer) < 12 and (part := raw.recv(65536)):
                    answer += part
        if answer:
            self.statuses[int(answer[9:12])] += 1
            assert answer[9:10] != b"5", (answer[:500], piece[:2000])
        return piece

    def _frames(self) -> bytes:
        piece = grammar.frames(self._rng)
        self._hang_up()
        raw = self._open_socket()
        with contextlib.suppress(*_CLOSED, TimeoutError):
            raw.settimeout(2)
            raw.sendall(piece)
            raw.settimeout(0.02)
            while raw.recv(65536):
                pass
        self._hang_up()
        return piece

    def _half_request(self) -> bytes:
        piece = grammar.half_request(self._rng, self._table, self._port)
        raw = self._connect()
        with contextlib.suppress(*_CLOSED):
            raw.sendall(piece)
        self._half.append(raw)
        if len(self._half) > HALF_OPEN:
            self._half.pop(0).close()
        return piece

    # --- a socket that lives for some messages ---------------------------------------------------

    def _open_socket(self) -> socket.socket:
        while self._socket is None:
            raw = self._connect()
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
            raw.sendall(
                f"GET /api/tables/{self._table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\n{key}\r\n\r\n".encode()
            )
            head = b""
            while b"\r\n\r\n" not in head:
                part = raw.recv(1)
                assert part, head
                head += part
            if b" 101 " in head:
                self._socket = raw
                if self._rng.random() < 0.9:
                    hello = json.dumps(
                        {"type": "hello", "protocol": 2, "language": self._rng.choice(("de", "fr"))}
                    )
                    raw.sendall(Frame(Opcode.TEXT, hello.encode()).serialize(mask=True))
                    self._heard(raw)
            else:
                # This address has asked for too much; take another.
                assert b" 429 " in head, head
                raw.close()
        return self._socket

    def _heard(self, raw: socket.socket) -> bool:
        """Wait for what answers a message; ``False`` if the server ends the socket."""
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            raw.settimeout(0.1)
            try:
                opcode, data = _read_frame(raw)
            except TimeoutError:
                return True
            if opcode == Opcode.CLOSE:
                return False
            if opcode == Opcode.TEXT:
                said = json.loads(data)
                assert said.get("code") != "internal", said
                if said["type"] not in {"presence", "welcome"}:
                    return bool(said["type"] != "bye")
        return True

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _read_frame(raw: socket.socket) -> tuple[int, bytes]:
    first, size = _exactly(raw, 2)
    # Once it has begun it comes.
    raw.settimeout(20)
    if size == 126:
        (size,) = struct.unpack("!H", _exactly(raw, 2))
    elif size == 127:
        (size,) = struct.unpack("!Q", _exactly(raw, 8))
    return first & 15, _exactly(raw, size)


def _exactly(raw: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = raw.recv(size - len(data))
        if not part:
            raise ConnectionResetError
        data += part
    return data


def _is_open(raw: socket.socket) -> bool:
    raw.setblocking(False)
    try:
        while raw.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
