"""A thousand players in one process, as cheap as can be, so that the server is what is measured.

Frames are read and written by hand, and messages are searched rather than decoded: a player needs
the prompt and its own key, nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Final

PROMPT: Final = b'"prompt":{"seq":'
NOTHING_ASKED: Final = b'"prompt":null'
_LEGAL: Final = re.compile(rb'"prompt":\{"seq":(\d+),"legal":\[([^\]]*)\]')
_KEY: Final = b'"key":"'


class Counts:
    """What happened in the part of a run that counts."""

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.bytes = 0
        self.latencies: list[float] = []
        self.errors = 0
        self.over = 0


class Player(asyncio.Protocol):
    """One socket. ``ready`` is told when something is asked of it."""

    def __init__(
        self, host: str, path: str, cookie: str, counts: Counts, ready: Callable[[Player], None]
    ) -> None:
        self._counts = counts
        self._ready = ready
        self._greeting = _handshake(host, path, cookie)
        self._buffer = bytearray()
        self._open = False
        self._sent_at = 0.0
        self._key = b""
        self._number = 0
        self._rng = random.Random(path)
        self._prompt = (b"", b"")
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.connected.done():
            self.connected.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.connected.set_exception(ConnectionError(bytes(buffer[:200]).decode()))
                return
            del buffer[: end + 4]
            self._open = True
            self.send(b'{"type":"hello","protocol":1}')
        start = 0
        size = len(buffer)
        while size - start >= 2:
            length = buffer[start + 1] & 0x7F
            head = 2
            if length == 126:
                head = 4
                if size - start < head:
                    break
                length = int.from_bytes(buffer[start + 2 : start + 4], "big")
            elif length == 127:
                head = 10
                if size - start < head:
                    break
                length = int.from_bytes(buffer[start + 2 : start + 10], "big")
            if size - start < head + length:
                break
            opcode = buffer[start] & 0x0F
            payload = bytes(buffer[start + head : start + head + length])
            start += head + length
            if opcode == 1:
                self._take(payload)
            elif opcode == 9:
                self._frame(0x8A, payload)
        if start:
            del buffer[:start]

    def _take(self, message: bytes) -> None:
        counts = self._counts
        counts.messages += 1
        counts.bytes += len(message)
        if self._key and _KEY + self._key + b'"' in message:
            counts.moves += 1
            counts.latencies.append(time.perf_counter() - self._sent_at)
            self._key = b""
        if message.startswith(b'{"type":"error"'):
            counts.errors += 1
        if not self.connected.done() and b'"type":"snapshot"' in message[:30]:
            self.connected.set_result(None)
        place = message.find(PROMPT)
        if place >= 0:
            found = _LEGAL.match(message, place)
            assert found is not None
            # The same question may come again, when somebody else has answered theirs.
            if found[1] != self._prompt[0]:
                self._prompt = (found[1], found[2])
                self._ready(self)
        elif b'"phase":"over"' in message:
            counts.over += 1

    def move(self) -> None:
        """Answer the prompt with any legal move."""
        seq, legal = self._prompt
        texts = legal.split(b",")
        text = texts[int(self._rng.random() * len(texts))]
        self._number += 1
        self._key = str(self._number).encode()
        self._sent_at = time.perf_counter()
        self.send(
            b'{"type":"move","move":'
            + text
            + b',"answers":'
            + seq
            + b',"key":"'
            + self._key
            + b'"}'
        )

    def send(self, payload: bytes) -> None:
        self._frame(0x81, payload)

    def _frame(self, first: int, payload: bytes) -> None:
        # A mask of zeros is a mask, and leaves everything as it is.
        length = len(payload)
        if length < 126:
            head = bytes((first, 0x80 | length, 0, 0, 0, 0))
        else:
            head = bytes((first, 0xFE)) + length.to_bytes(2, "big") + b"\0\0\0\0"
        self._transport.write(head + payload)

    def close(self) -> None:
        self._transport.abort()


def _handshake(host: str, path: str, cookie: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


class Load:
    """All players, and when they move: as soon as they can, or so many in a second."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.counts = Counts()
        self._players: list[Player] = []
        self._asked: deque[Player] = deque()
        self._closed_loop = False

    async def connect(self, path: str, cookie: str) -> Player:
        address = f"{self.host}:{self.port}"
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(
            lambda: Player(address, path, cookie, self.counts, self._ready), self.host, self.port
        )
        await player.connected
        self._players.append(player)
        return player

    def _ready(self, player: Player) -> None:
        if self._closed_loop:
            player.move()
        else:
            self._asked.append(player)

    async def saturate(self, seconds: float, warm_up: float) -> tuple[Counts, float]:
        """Everybody answers at once."""
        self._closed_loop = True
        while self._asked:
            self._asked.popleft().move()
        await asyncio.sleep(warm_up)
        counts = self._begin()
        begun = time.perf_counter()
        await asyncio.sleep(seconds)
        taken = time.perf_counter() - begun
        self._closed_loop = False
        self._begin()
        await asyncio.sleep(0.5)
        return counts, taken

    async def pace(self, rate: float, seconds: float, warm_up: float) -> tuple[Counts, float]:
        """So many moves in a second, whatever the server does."""
        loop = asyncio.get_running_loop()
        first = loop.time()
        counts = self.counts
        counting = 0.0
        made = 0
        while True:
            at = loop.time() - first
            if not counting and at >= warm_up:
                counts = self._begin()
                counting = loop.time()
            if at >= warm_up + seconds:
                break
            while made < at * rate and self._asked:
                self._asked.popleft().move()
                made += 1
            # What could not be asked for in time is not made up for later.
            made = max(made, int(at * rate) - 5)
            await asyncio.sleep(0.001)
        taken = loop.time() - counting
        self._begin()
        await asyncio.sleep(0.3)
        return counts, taken

    def _begin(self) -> Counts:
        counts, fresh = self.counts, Counts()
        del counts
        self.counts = fresh
        for player in self._players:
            player._counts = fresh  # noqa: SLF001
        return fresh

    def close(self) -> None:
        for player in self._players:
            player.close()
