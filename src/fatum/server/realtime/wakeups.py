"""Wake-ups between processes that serve the same tables. They may be lost without harm.

The log is authoritative and every table is re-read from time to time anyway; a wake-up only makes it
sooner. Messages name tables and entry numbers, never the contents of an entry.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from fatum.table import logger

CHANNEL: Final = "fatum:1"
_GROUPING: Final = 0.002
"""Seconds in which news of many entries become one message."""
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0
_CLAIM_TIME: Final = 0.5
"""Seconds that a bot waits for Redis to say whose turn it is to think."""
_SILENCE: Final = 5.0
"""Seconds after which Redis is asked whether it is there, and again until it is given up."""


class Post(Struct, omit_defaults=True):
    """What a process announces to the others."""

    process: str
    wakes: dict[str, int] = {}
    """Table → its newest entry."""
    here: list[str] = []
    """Tables of which the store says something new about who is connected."""


Receive = Callable[[Post], None]


class Wakeups(Protocol):
    @property
    def heard(self) -> bool:
        """Whether others are heard now, if there are any."""

    async def start(self, receive: Receive) -> None: ...

    def wake(self, table: str, seq: int) -> None: ...

    def announce(self, table: str) -> None:
        """The store says something new about who is connected to this table."""

    async def claim(self, what: str, seconds: int) -> bool:
        """Whether this process should do it; when in doubt, everybody does."""

    async def close(self) -> None: ...


class Alone:
    """Without a channel: changes are found by polling the store."""

    heard = True

    async def start(self, receive: Receive) -> None:
        pass

    def wake(self, table: str, seq: int) -> None:
        pass

    def announce(self, table: str) -> None:
        pass

    async def claim(self, what: str, seconds: int) -> bool:
        return True

    async def close(self) -> None:
        pass


class Redis:
    """Over one Redis channel. While Redis is down, polling is used."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis as Client

        self.process: Final = secrets.token_hex(6)
        self._client: Any = Client.from_url(url, socket_timeout=5, socket_connect_timeout=2)
        self._post = Post(self.process)
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listening = False
        self._claims_from = 0.0

    @property
    def heard(self) -> bool:
        return self._listening

    async def start(self, receive: Receive) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(receive), name="fatum listens"),
            asyncio.create_task(self._tell(), name="fatum tells"),
        ]

    def wake(self, table: str, seq: int) -> None:
        self._post.wakes[table] = seq
        self._something.set()

    def announce(self, table: str) -> None:
        self._post.here.append(table)
        self._something.set()

    async def claim(self, what: str, seconds: int) -> bool:
        loop = asyncio.get_running_loop()
        if not self._listening or loop.time() < self._claims_from:
            return True
        asked = self._client.set(f"{CHANNEL}:{what}", self.process, nx=True, ex=seconds)
        try:
            async with asyncio.timeout(_CLAIM_TIME):
                done = await asked
        except Exception:  # a fault of Redis must not stop a game
            self._claims_from = loop.time() + _LONGEST_PAUSE
            return True
        return bool(done)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    async def _listen(self, receive: Receive) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    silent = False
                    while True:
                        message = await pubsub.get_message(timeout=_SILENCE)
                        if message is None:
                            if silent:
                                raise TimeoutError
                            silent = True
                            await pubsub.ping()
                            continue
                        silent = False
                        if not self._listening:
                            logger.info("wake-ups are heard")
                        self._listening = True
                        pause = _FIRST_PAUSE
                        if message["type"] == "message":
                            self._take(receive, message["data"])
            except asyncio.CancelledError:
                raise
            except Exception as error:  # connected again after a pause
                if self._listening:
                    logger.warning("no wake-ups for now", fault=type(error).__name__)
                self._listening = False
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _take(self, receive: Receive, data: bytes) -> None:
        try:
            post = msgspec.json.decode(data, type=Post)
        except msgspec.MsgspecError:
            return
        if post.process != self.process:
            receive(post)

    async def _tell(self) -> None:
        while True:
            await self._something.wait()
            await asyncio.sleep(_GROUPING)
            post, self._post = self._post, Post(self.process)
            self._something.clear()
            try:
                await self._client.publish(CHANNEL, msgspec.json.encode(post))
            except asyncio.CancelledError:
                raise
            except Exception:  # others find out by polling
                await asyncio.sleep(_FIRST_PAUSE)
