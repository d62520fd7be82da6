"""A thousand players in one process, as cheap as can be, so that the server is what is measured.

Frames are read and written by hand, and messages are searched rather than decoded: a player needs
to know when it is asked and when its move was acknowledged, nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import os
import random
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Final

PROMPT: Final = b'"prompt":{"seq":'
_LEGAL: Final = re.compile(rb'"prompt":\{"seq":(\d+),"legal":\[([^\]]*)\]')
_KEY: Final = b'"key":"'
_STATE: Final = re.compile(rb'"_stateID":(\d+)')


Meter = Callable[[], float]
"""The processor time that the server has used so far."""


class Counts:
    """What happened in the part of a run that counts."""

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.bytes = 0
        self.latencies: list[float] = []
        self.errors = 0
        self.over = 0
        self.began = 0.0
        self.taken = 0.0
        self.cpu = 0.0
        """Seconds that the server has had a core."""


class Player(asyncio.Protocol):
    """One socket. ``ready`` is told when something is asked of it."""

    def __init__(
        self, host: str, path: str, cookie: str, counts: Counts, ready: Callable[[Player], None]
    ) -> None:
        self.counts = counts
        self._ready = ready
        self._greeting = _handshake(host, path, cookie)
        self._buffer = bytearray()
        self._open = False
        self._sent_at = 0.0
        self._rng = random.Random(path)
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """The socket is there."""

    def take(self, message: bytes) -> None:
        """A text has come."""
        raise NotImplementedError

    def move(self) -> None:
        """Answer what is asked with any legal move."""
        raise NotImplementedError

    def acknowledge(self) -> None:
        self.counts.moves += 1
        self.counts.latencies.append(time.perf_counter() - self._sent_at)

    def asked(self) -> None:
        self._ready(self)

    def greeted(self) -> None:
        if not self.connected.done():
            self.connected.set_result(None)

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
            self.opened()
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
                self.counts.messages += 1
                self.counts.bytes += length
                self.take(payload)
            elif opcode == 9:
                self._frame(0x8A, payload)
        if start:
            del buffer[:start]

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


class FatumPlayer(Player):
    """Speaks Fatum's protocol; so does the bare fan-out."""

    _key = b""
    _number = 0
    _prompt = (b"", b"")

    def opened(self) -> None:
        self.send(b'{"type":"hello","protocol":2}')

    def take(self, message: bytes) -> None:
        if self._key and _KEY + self._key + b'"' in message:
            self.acknowledge()
            self._key = b""
        if message.startswith(b'{"type":"error"'):
            self.counts.errors += 1
        if b'"type":"snapshot"' in message[:30]:
            self.greeted()
        place = message.find(PROMPT)
        if place >= 0:
            found = _LEGAL.match(message, place)
            assert found is not None
            # The same question may be asked again when somebody else has answered theirs.
            if found[1] != self._prompt[0]:
                self._prompt = (found[1], found[2])
                self.asked()
        elif b'"phase":"over"' in message:
            self.counts.over += 1

    def move(self) -> None:
        seq, legal = self._prompt
        texts = legal.split(b",")
        text = texts[int(self._rng.random() * len(texts))]
        self._number += 1
        self._key = str(self._number).encode()
        self._sent_at = time.perf_counter()
        self.send(b'{"type":"move","move":%b,"answers":%b,"key":"%b"}' % (text, seq, self._key))


class BoardgamePlayer(Player):
    """Speaks boardgame.io's: socket.io, whose packets begin with digits. Its path is ``TABLE/SEAT``."""

    PATH: Final = "/socket.io/?EIO=4&transport=websocket"
    _state = -1
    _waiting = False

    def __init__(
        self, host: str, path: str, cookie: str, counts: Counts, ready: Callable[[Player], None]
    ) -> None:
        super().__init__(host, self.PATH, cookie, counts, ready)
        self._table, _, self._seat = path.partition("/")
        self._mine = b'"currentPlayer":"%b"' % self._seat.encode()

    def take(self, message: bytes) -> None:
        if message == b"2":
            self.send(b"3")
        elif message.startswith(b"0"):
            self.send(b"40/cards,")
        elif message.startswith(b"40"):
            self.send(f'42/cards,["sync","{self._table}","{self._seat}",null,4]'.encode())
        elif message.startswith((b'42/cards,["update"', b'42/cards,["sync"')):
            self.greeted()
            found = _STATE.search(message)
            assert found is not None
            state = int(found[1])
            if self._waiting and state > self._state:
                self._waiting = False
                self.acknowledge()
            if state > self._state and self._mine in message:
                self._state = state
                self.asked()
        elif b'"error"' in message:
            self.counts.errors += 1

    def move(self) -> None:
        self._waiting = True
        self._sent_at = time.perf_counter()
        place = int(self._rng.random() * 3)
        self.send(
            f'42/cards,["update",{{"type":"MAKE_MOVE","payload":{{"type":"play","args":[{place}],'
            f'"playerID":"{self._seat}","credentials":null}}}},{self._state},'
            f'"{self._table}","{self._seat}"]'.encode()
        )


def _handshake(host: str, path: str, cookie: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


class Load:
    """All players, and when they move: as soon as they can, or so many in a second."""

    def __init__(self, kind: type[Player] = FatumPlayer) -> None:
        self.counts = Counts()
        self._kind = kind
        self._players: list[Player] = []
        self._asked: deque[Player] = deque()
        self._eager = False

    async def connect(
        self, port: int, path: str, cookie: str = "", address: str = "127.0.0.1"
    ) -> Player:
        """A player whose connection comes from this address."""
        host = f"localhost:{port}"
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(
            lambda: self._kind(host, path, cookie, self.counts, self._ready),
            "127.0.0.1",
            port,
            local_addr=(address, 0),
        )
        await player.connected
        self._players.append(player)
        return player

    def _ready(self, player: Player) -> None:
        if self._eager:
            player.move()
        else:
            self._asked.append(player)

    def be_eager(self) -> None:
        """From now on everybody answers at once."""
        self._eager = True
        while self._asked:
            self._asked.popleft().move()

    async def saturate(self, seconds: float, meter: Meter, warm_up: float = 1.0) -> Counts:
        self._settle()
        self.be_eager()
        await asyncio.sleep(warm_up)
        counts = self._begin(meter)
        await asyncio.sleep(seconds)
        self._end(counts, meter)
        self._eager = False
        await asyncio.sleep(0.5)
        return counts

    async def pace(self, rate: float, seconds: float, meter: Meter, warm_up: float = 1.0) -> Counts:
        """So many moves in a second, whatever the server does."""
        self._settle()
        loop = asyncio.get_running_loop()
        first = loop.time()
        counts: Counts | None = None
        made = 0
        while (at := loop.time() - first) < warm_up + seconds:
            if counts is None and at >= warm_up:
                counts = self._begin(meter)
            while made < at * rate and self._asked:
                self._asked.popleft().move()
                made += 1
            # What could not be asked for in time is not made up for later.
            made = max(made, int(at * rate) - 5)
            await asyncio.sleep(0.001)
        assert counts is not None
        self._end(counts, meter)
        await asyncio.sleep(0.3)
        return counts

    @staticmethod
    def _settle() -> None:
        """A pause of the players' own memory keeper would be measured as one of the server."""
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.disable()

    def _begin(self, meter: Meter) -> Counts:
        counts = Counts()
        counts.began = time.perf_counter()
        counts.cpu = -meter()
        self._count_into(counts)
        return counts

    def _end(self, counts: Counts, meter: Meter) -> None:
        counts.taken = time.perf_counter() - counts.began
        counts.cpu += meter()
        self._count_into(Counts())

    def _count_into(self, counts: Counts) -> None:
        self.counts = counts
        for player in self._players:
            player.counts = counts

    def close(self) -> None:
        for player in self._players:
            player.close()
