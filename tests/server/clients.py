"""Clients for tests: one that talks and looks, and one that plays whatever happens."""

import asyncio
import contextlib
import random
import secrets
import ssl
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

_open: list["Browser"] = []
"""Those that the running test has made; they are closed at its end."""
PARTS = ("you", "table", "view", "turn", "prompt")

PLAIN = '"key":"plain"'
"""A text that nobody translates; whatever a server says has a key."""


class Browser:
    """A cookie jar and the HTTP API. Everything that was received is kept for scanning."""

    def __init__(self, url: str, trust: ssl.SSLContext | None = None) -> None:
        self.url = url
        self.trust = trust
        self.http = httpx.AsyncClient(base_url=url, timeout=30, verify=trust or True)
        self.tokens: dict[tuple[str, int], str] = {}
        """(table, slot) → the cookie's value."""
        self.heard: list[str] = []
        self._sockets: list[ClientConnection] = []
        _open.append(self)

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        """A request that must not fail by the server's fault."""
        answer = await self.http.request(method, path, **given)
        self.heard.append(answer.text)
        assert PLAIN not in answer.text, answer.text
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                table = morsel["path"].rpartition("/")[2]
                self.tokens[table, int(name.removeprefix("fatum"))] = morsel.value
        assert answer.status_code < 500, answer.text
        return answer

    async def do(self, method: str, path: str, **given: Any) -> Any:
        """A request that must succeed; its answer."""
        answer = await self.ask(method, path, **given)
        assert answer.is_success, answer.text
        return answer.json()

    async def open(self, game: str = "karma", **form: Any) -> str:
        form = {"name": "Ann", **form}
        answer = await self.do("POST", "/api/tables", json={"game": game, **form})
        table: str = answer["table"]
        return table

    async def sit(self, table: str, name: str, slot: int = 0) -> str:
        path = f"/api/tables/{table}/seats"
        answer = await self.do("POST", path, params={"slot": slot}, json={"name": name})
        seat: str = answer["you"]["seat"]
        return seat

    def token(self, table: str, slot: int = 0) -> str:
        return self.tokens.get((table, slot), "")

    async def socket(
        self, table: str, slot: int = 0, url: str | None = None, **given: Any
    ) -> ClientConnection:
        base = (url or self.url).replace("http", "ws", 1)
        held = {slot: token for (at, slot), token in self.tokens.items() if at == table and token}
        cookies = "; ".join(f"fatum{number}={token}" for number, token in held.items())
        headers = {"Cookie": cookies} if cookies else {}
        headers.update(given.pop("headers", {}))
        socket = await connect(
            f"{base}/api/tables/{table}/socket?slot={slot}",
            additional_headers=headers,
            compression=None,
            max_size=2**22,
            close_timeout=0.5,
            proxy=None,
            ssl=self.trust,
            **given,
        )
        self._sockets = [known for known in self._sockets if known.close_code is None]
        self._sockets.append(socket)
        return socket


class Line:
    """One socket and the picture that its messages make."""

    def __init__(self, browser: Browser, table: str, slot: int = 0) -> None:
        self.browser = browser
        self.table = table
        self.slot = slot
        self.picture: dict[str, Any] = {}
        self.seq: int | None = None
        self.socket: ClientConnection | None = None
        self.messages: list[dict[str, Any]] = []
        self.strict = True

    async def connect(self, *, resume: bool = True, url: str | None = None) -> None:
        self.socket = await self.browser.socket(self.table, self.slot, url)
        hello: dict[str, Any] = {"type": "hello", "protocol": 2}
        if resume and self.seq is not None:
            hello["seq"] = self.seq
        await self.send(hello)
        await self.until("welcome")
        await self.until("snapshot", "updates")

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self.socket is not None
        if isinstance(message, dict):
            message = msgspec.json.encode(message).decode()
        await self.socket.send(message)

    async def receive(self, timeout: float = 20) -> dict[str, Any]:
        assert self.socket is not None
        # Not ``wait_for``: before Python 3.12 it may swallow a cancellation.
        async with asyncio.timeout(timeout):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.browser.heard.append(text)
        assert PLAIN not in text, text
        message: dict[str, Any] = msgspec.json.decode(text)
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        if message["type"] == "snapshot":
            snapshot = message["snapshot"]
            self.seq = snapshot["seq"]
            self.picture = {part: snapshot[part] for part in PARTS}
        elif message["type"] == "updates":
            for update in message["updates"]:
                assert self.seq is not None
                if self.strict:
                    assert update["seq"] == self.seq + 1, (update["seq"], self.seq)
                self.seq = update["seq"]
                self.picture |= {part: update[part] for part in PARTS if part in update}

    async def until(self, *types: str, timeout: float = 20) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = await self.receive(timeout)
            if message["type"] in types:
                return message

    async def ask(self, message: dict[str, Any], *types: str) -> dict[str, Any]:
        await self.send(message)
        return await self.until(*types)

    async def reach(self, seq: int) -> None:
        while self.seq is None or self.seq < seq:
            await self.receive()

    async def move(self, rng: random.Random) -> dict[str, Any]:
        """Any legal move; the message that acknowledges it."""
        prompt = self.picture["prompt"]
        key = secrets.token_hex(6)
        await self.send(
            {
                "type": "move",
                "move": rng.choice(prompt["legal"]),
                "answers": prompt["seq"],
                "key": key,
            }
        )
        while True:
            message = await self.receive()
            assert message["type"] != "error", message
            if message["type"] == "updates":
                if any(update.get("key") == key for update in message["updates"]):
                    return message

    @property
    def phase(self) -> str:
        phase: str = self.picture["table"]["phase"]
        return phase

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()


class Stubborn:
    """Plays to the end, whatever happens to the server and to the connection.

    A move that was not acknowledged is sent again with the same key. ``acknowledged`` holds what
    the server has promised to keep: (seat, key, move, entry).
    """

    def __init__(
        self,
        browser: Browser,
        table: str,
        slot: int = 0,
        *,
        seed: float = 0,
        where: Callable[[], str] | None = None,
        pause: float = 0.0,
    ) -> None:
        self.line = Line(browser, table, slot)
        self.acknowledged: list[tuple[str, str, str, int]] = []
        self.connections = 0
        self._where = where
        self._rng = random.Random(seed)
        self._pending: dict[str, Any] | None = None
        self._pause = pause

    async def play(self) -> None:
        while True:
            known = self.line.seq or 0
            try:
                await self.line.connect(url=self._where() if self._where else None)
                assert (self.line.seq or 0) >= known, "the server has forgotten something"
                self.connections += 1
                await self._play_on()
                return
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await asyncio.sleep(0.02 + 0.05 * self._rng.random())

    async def _play_on(self) -> None:
        line = self.line
        if self._pending is not None:
            await line.send(self._pending)
        while line.phase != "over":
            prompt = line.picture["prompt"]
            if self._pending is None and prompt is not None:
                if self._pause:
                    await asyncio.sleep(self._pause * self._rng.random())
                self._pending = {
                    "type": "move",
                    "move": self._rng.choice(prompt["legal"]),
                    "answers": prompt["seq"],
                    "key": secrets.token_hex(6),
                }
                await line.send(self._pending)
            self._note(await line.receive(30))
        await line.close()

    def _note(self, message: dict[str, Any]) -> None:
        pending = self._pending
        if message["type"] == "updates":
            for update in message["updates"]:
                if pending is not None and update.get("key") == pending["key"]:
                    self._done(pending, update["seq"])
        elif message["type"] == "ack" and pending is not None and message["key"] == pending["key"]:
            self._done(pending, message["seq"])
        elif message["type"] == "snapshot" and pending is not None:
            for update in message["snapshot"]["recent"]:
                if update.get("key") == pending["key"]:
                    self._done(pending, update["seq"])
        elif message["type"] == "error":
            # The clock or a bot has moved for us meanwhile, or the store was away.
            assert message["code"] in {"stale", "phase", "illegal", "busy"}, message
            if message.get("key") == (pending or {}).get("key"):
                self._pending = None

    def _done(self, pending: dict[str, Any], seq: int) -> None:
        seat = self.line.picture["you"]["seat"]
        self.acknowledged.append((seat, pending["key"], pending["move"], seq))
        self._pending = None


def asynchronous(
    timeout: float = 120,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Run an async test in a loop of its own."""
    import functools

    def decorate(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            async def body() -> None:
                try:
                    async with asyncio.timeout(timeout):
                        await test(*args, **kwargs)
                finally:
                    for browser in _open:
                        await browser.close()
                    _open.clear()

            asyncio.run(body())

        return run

    return decorate


async def quiet(line: Line, seconds: float = 0.3) -> None:
    """Take in everything that comes until nothing does."""
    with contextlib.suppress(TimeoutError):
        while True:
            await line.receive(seconds)
