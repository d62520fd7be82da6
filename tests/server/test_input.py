"""Bad input: whatever a client sends, it gets a clear answer and nobody else notices."""

import asyncio
import json
import os
import random
import string
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.process import Server
from websockets.exceptions import ConnectionClosed

from fatum.protocol import messages as m
from fatum.server.process import ServerProcess
from fatum.server.realtime.sockets import serve
from fatum.server.settings import Settings
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token

MESSAGES = int(os.environ.get("FATUM_TEST_MESSAGES", "60000"))
OVER_A_SOCKET = 4_000

GOOD: tuple[dict[str, Any], ...] = (
    {"type": "hello", "protocol": 2, "seq": 3},
    {"type": "resync", "seq": 1},
    {"type": "ping", "n": 1},
    {"type": "move", "move": "pass", "answers": 3, "key": "k"},
    {"type": "explain", "move": "play 9"},
    {"type": "back"},
    {"type": "react", "what": "wow", "key": "r"},
    {"type": "chat", "text": "hello", "key": "c"},
    {"type": "rematch"},
    {"type": "hurry"},
    {"type": "start", "fill": "greedy"},
    {"type": "add_bot", "level": "greedy", "seat": "P2", "name": "Bot"},
    {"type": "remove", "seat": "P2"},
    {"type": "configure", "options": {"players": 3}},
    {"type": "rule", "settings": {"chat": True, "delay": 3}},
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    2**70,
    1.5,
    1e308,
    "",
    "P0",
    "P99",
    "\x00",
    "\u202e",
    "é" * 50,
    "x" * 500,
    [],
    {},
    [[]],
    {"a": {"b": []}},
    "NaN",
)


def fuzzed(rng: random.Random) -> str | bytes:
    """One message: almost right, quite wrong, or noise."""
    kind = rng.randrange(12)
    message = dict(rng.choice(GOOD))
    if kind <= 3:  # wrong values
        message[rng.choice(list(message))] = rng.choice(ODD)
    elif kind == 4:  # fields missing or too many
        message.pop(rng.choice(list(message)))
        message[rng.choice(string.ascii_letters)] = rng.choice(ODD)
    elif kind == 5:  # unknown types
        message["type"] = rng.choice(["sit", "claim", "away", "Move", "move ", "welcome", "x" * 99])
    text = json.dumps(message)
    if kind == 6:  # cut off
        return text[: rng.randrange(len(text))]
    if kind == 7:  # letters changed
        place = rng.randrange(len(text))
        return text[:place] + chr(rng.randrange(1, 0xD7FF)) + text[place + 1 :]
    if kind == 8:  # deep
        depth = rng.randrange(1, 4000)
        return '{"type":' + "[" * depth + "]" * rng.randrange(depth + 1) + "}"
    if kind == 9:  # large
        return json.dumps({"type": "chat", "text": "x" * rng.randrange(16_000, 20_000)})
    if kind == 10:  # binary
        return rng.randbytes(rng.randrange(200))
    return text


class Wire:
    """A socket without a network."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: list[dict[str, Any]] = []

    async def send(self, message: dict[str, Any]) -> None:
        self.outbox.append(message)

    def put(self, data: str | bytes) -> None:
        kind = "text" if isinstance(data, str) else "bytes"
        self.inbox.put_nowait({"type": "websocket.receive", kind: data})

    async def answers(self, serving: "asyncio.Task[None]") -> list[m.ServerMessage]:
        while not self.inbox.empty() and not serving.done():
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        said = [out["text"] for out in self.outbox if out["type"] == "websocket.send"]
        self.outbox.clear()
        return [m.read_server(text) for text in said]


@pytest.mark.slow
@asynchronous(timeout=240 + MESSAGES / 1000)
async def test_fuzzed_messages(tmp_path: Path) -> None:
    """Without a network, through everything behind it."""
    rng = random.Random(7)
    settings = Settings(messages_per_second=10**9, bot_delay=0.0)
    codes: set[str] = set()
    async with ServerProcess.open(settings, str(tmp_path / "tables.db")) as server:
        sent = 0
        while sent < MESSAGES:
            table, token = await server.tables.loaded.open("karma", {"players": 3}, 1, name="Ann")
            caller = rng.choice([Caller(hash_token(token)), NOBODY])
            wire = Wire()
            serving = asyncio.create_task(
                serve(server, table.id, caller, wire.inbox.get, wire.send)
            )
            wire.put('{"type":"hello","protocol":2}')
            await wire.answers(serving)
            while not serving.done() and sent < MESSAGES:
                for _ in range(20):
                    wire.put(fuzzed(rng))
                sent += 20
                for answer in await wire.answers(serving):
                    if isinstance(answer, m.Failure):
                        codes.add(answer.code)
                        assert answer.message.key != "plain"
                if rng.random() < 0.05:
                    break
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            server.tables.drop(server.tables.live[table.id])
    assert "internal" not in codes
    assert {"malformed", "unknown", "too_large", "forbidden", "options", "phase", "stale"} <= codes


@pytest.mark.slow
@asynchronous(timeout=300)
async def test_fuzzed_messages_over_a_socket(own_server: Server) -> None:
    """While another table plays on as if nothing were."""
    rng = random.Random(8)
    async with Browser(own_server.url) as ann, Browser(own_server.url) as eve:
        calm = await ann.open(bots=["greedy"], options={"players": 2, "turn_limit": 20}, start=True)
        playing = asyncio.create_task(Stubborn(ann, calm).play())
        table = await eve.open(settings={"chat": True})
        sent = 0
        while sent < OVER_A_SOCKET:
            line = Line(eve, table)
            await line.connect()
            line.strict = False
            try:
                while sent < OVER_A_SOCKET:
                    for _ in range(10):
                        await line.send(fuzzed(rng))
                        sent += 1
                    await line.ask({"type": "ping", "n": sent}, "pong")
            except ConnectionClosed:
                if line.messages[-1]["type"] == "bye" and line.messages[-1]["code"] != "too_fast":
                    table = await eve.open(settings={"chat": True})
            await line.close()
        await playing
    assert '"level": "error"' not in own_server.logged()


@asynchronous()
async def test_too_much_for_a_frame(own_server: Server) -> None:
    async with Browser(own_server.url) as ann:
        table = await ann.open()
        line = Line(ann, table)
        await line.connect()
        await line.send("x" * 40_000)
        assert (await line.until("error"))["code"] == "too_large"
        await line.send("x" * 400_000)
        with pytest.raises(ConnectionClosed) as closed:
            await line.until("error")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await line.connect()
        await line.close()


@asynchronous()
async def test_a_socket_that_says_nothing_is_closed(tmp_path: Path) -> None:
    from fatum.server.realtime import sockets

    async with ServerProcess.open(Settings(), str(tmp_path / "tables.db")) as server:
        table, _ = await server.tables.loaded.open("karma", {}, 1, name="Ann")
        wire = Wire()
        patience, sockets.HELLO_TIME = sockets.HELLO_TIME, 0.05  # type: ignore[misc]
        try:
            serving = asyncio.create_task(
                serve(server, table.id, NOBODY, wire.inbox.get, wire.send)
            )
            await asyncio.sleep(0.2)
        finally:
            sockets.HELLO_TIME = patience  # type: ignore[misc]
        said = [msgspec.json.decode(out["text"]) for out in wire.outbox if "text" in out]
        assert said[-1]["code"] == "idle"
        assert wire.outbox[-1]["type"] == "websocket.close"
        serving.cancel()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "hello", "protocol": 99}, "protocol"),
        ({"type": "ping"}, "protocol"),
        ({"type": "sit", "name": "Eve"}, "unknown"),
        ({"type": "claim", "token": "x" * 43}, "unknown"),
    ],
)
@asynchronous()
async def test_before_hello(server: Server, message: dict[str, Any], code: str) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        line = Line(ann, table)
        line.socket = await ann.socket(table)
        assert (await line.ask(message, "error"))["code"] == code


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b'{"game":1}', b'{"game":"karma"}', b"\xff", b"[" * 5000]
    + [json.dumps({"game": "karma", "name": "A", field: 1}).encode() for field in ("x", "options")],
)
@asynchronous()
async def test_bodies_that_are_no_form(server: Server, body: bytes) -> None:
    async with Browser(server.url) as ann:
        answer = await ann.ask(
            "POST", "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400
        assert answer.json()["code"] == "malformed"
        said = answer.json()["message"]
        assert said["key"] in {"server.http.unreadable", "server.http.too_deep"}, said


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"game": "chess"}, "unreadable"),
        ({"options": {"players": 99}}, "options"),
        ({"options": {"colour": 1}}, "options"),
        ({"name": "\x07"}, "name"),
        ({"bots": ["genius"]}, "options"),
    ],
)
@asynchronous()
async def test_forms_that_the_game_refuses(server: Server, form: dict[str, Any], code: str) -> None:
    async with Browser(server.url) as ann:
        given = {"game": "karma", "name": "Ann", **form}
        answer = await ann.ask("POST", "/api/tables", json=given)
        assert (answer.status_code, answer.json()["code"]) == (422, code)


@asynchronous()
async def test_card_tables(server: Server) -> None:
    async with Browser(server.url) as ann:
        cards = (await ann.do("GET", "/api/games/allin/cards"))["cards"]
        assert len(cards) > 50
        bad = await ann.do("POST", "/api/games/allin/cards", json={"text": "nonsense"})
        assert bad["valid"] is False
        assert bad["message"]["key"] == "allin.cards.file.toml", bad["message"]
        none = await ann.ask("GET", "/api/games/karma/cards")
        assert none.status_code == 404


@asynchronous()
async def test_rules_info_and_links(server: Server) -> None:
    async with Browser(server.url) as ann:
        info = await ann.do("GET", "/api/info")
        assert {game["name"] for game in info["games"]} == {"karma", "allin"}
        assert {"greedy", "random"} <= {bot["level"] for bot in info["bots"]}
        assert not any(bot["third_party"] for bot in info["bots"])
        rules = await ann.do("GET", "/api/games/karma/rules?language=de-AT")
        assert rules["language"] == "de"
        assert "**K1**" in rules["text"]
        told = await ann.do("GET", "/api/games/karma/texts?language=de")
        assert told["texts"]["karma.event.play.other"] == "{name} spielt {cards}."
        assert ["take", "den Stapel auf die Hand nehmen"] in told["moves"]
        table = await ann.open()
        link = await ann.do("GET", f"/api/tables/{table}/link")
        assert link == {"code": table, "url": f"{server.url}/t/{table}", "reachable": False}
        picture = await ann.ask("GET", f"/api/tables/{table}/qr.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
