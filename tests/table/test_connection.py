"""What a connection means, without anything that carries it."""

import asyncio
import json
import logging
from typing import Any

import pytest
from tests.table.helpers import asynchronous

from fatum.protocol.messages import PROTOCOL
from fatum.table.connection import PATIENCE, connect
from fatum.table.live_tables import LiveTables
from fatum.table.roles import Caller
from fatum.table.seats import hash_token
from fatum.table.services import Services
from fatum.table.store.memory import MemoryStore
from fatum.table.viewer import Viewer


class Session:
    """A player's connection; ``said`` is what came since the last message was sent."""

    def __init__(self, tables: LiveTables, code: str, token: str) -> None:
        self._tables = tables
        self._code = code
        self._viewer = Viewer(Caller(hash_token(token)), self._hear, self._end)
        self.said: list[dict[str, Any]] = []
        self.ended: list[str] = []

    def _hear(self, text: bytes) -> None:
        self.said.append(json.loads(text))

    def _end(self, code: str) -> None:
        self.ended.append(code)

    async def open(self) -> "Session":
        found = await connect(self._tables, self._code, self._viewer)
        assert found is not None
        self._connection = found
        return self

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The first message that comes after this one."""
        self.said.clear()
        await self._connection.take(json.dumps(message))
        while not self.said:
            await asyncio.sleep(0.001)
        return self.said[0]

    def close(self) -> None:
        self._connection.close()


async def opened(**given: Any) -> tuple[LiveTables, str, str]:
    tables = LiveTables(MemoryStore(), Services())
    live, token = await tables.open("karma", {"players": 2}, name="Ann", **given)
    return tables, live.table.id, token


@asynchronous
async def test_every_message_with_an_id_is_answered_with_it() -> None:
    tables, code, token = await opened()
    session = await Session(tables, code, token).open()
    sent: list[tuple[dict[str, Any], str]] = [
        ({"type": "ping"}, "error"),  # no hello yet
        ({"type": "hello", "protocol": PROTOCOL}, "welcome"),
        ({"type": "ping", "n": 3}, "pong"),
        ({"type": "resync"}, "snapshot"),
        ({"type": "resync", "seq": 2}, "updates"),
        ({"type": "explain", "move": "take"}, "error"),  # no game yet
        ({"type": "add_bot", "level": "random"}, "ack"),
        ({"type": "remove", "seat": "P2"}, "ack"),
        ({"type": "configure", "options": {"players": 3}}, "ack"),
        ({"type": "rule", "settings": {"chat": True}}, "ack"),
        ({"type": "link"}, "link"),
        ({"type": "chat", "text": "hello", "key": "c"}, "ack"),
        ({"type": "chat", "text": "hello", "key": "c"}, "ack"),
        ({"type": "react", "what": "wow"}, "ack"),
        ({"type": "start", "fill": "random"}, "ack"),
        ({"type": "hint"}, "hint"),
        ({"type": "explain", "move": "take"}, "explained"),
        ({"type": "move", "move": "nonsense", "answers": 1}, "error"),
        ({"type": "dance"}, "error"),
        ({"type": "ping", "n": -1}, "error"),
        ({"type": "leave"}, "ack"),
        ({"type": "back"}, "ack"),
        ({"type": "rematch"}, "error"),  # not over
        ({"type": "close"}, "error"),  # not before the start
        ({"type": "hello", "protocol": 99}, "error"),
    ]
    for number, (message, kind) in enumerate(sent, 100):
        async with asyncio.timeout(30):
            await session.ask(**message, id=number)
            while not (found := [said for said in session.said if said.get("id") == number]):
                await asyncio.sleep(0.001)
        assert [said["type"] for said in found] == [kind], message
    # Nothing else has one.
    session = await Session(tables, code, token).open()
    await session.ask(type="hello", protocol=PROTOCOL)
    await session.ask(type="explain", move="take")
    assert not any("id" in said for said in session.said)


@asynchronous
async def test_unknown_kinds_end_nothing(caplog: pytest.LogCaptureFixture) -> None:
    tables, code, token = await opened()
    session = await Session(tables, code, token).open()
    await session.ask(type="hello", protocol=PROTOCOL)
    with caplog.at_level(logging.INFO, "fatum"):
        for number in range(2 * PATIENCE):
            answer = await session.ask(type=f"dance {number}", id=number)
            assert (answer["type"], answer["code"], answer["id"]) == ("error", "unknown", number)
    assert len(caplog.records) == 1
    assert not session.ended
    assert (await session.ask(type="ping"))["type"] == "pong"
    for _ in range(PATIENCE):
        assert (await session.ask(type="ping", n=-1))["code"] == "malformed"
    assert session.ended == ["too_fast"]


@asynchronous
async def test_an_old_tab_is_told_to_reload_and_loses_nothing() -> None:
    tables, code, token = await opened(bots=["greedy"], start=True)
    new = await Session(tables, code, token).open()
    await new.ask(type="hello", protocol=PROTOCOL)
    before = new.said[1]["snapshot"]
    new.close()
    # The server is a newer version now; the tab still has the script of the one before.
    old = await Session(tables, code, token).open()
    answer = await old.ask(type="hello", protocol=PROTOCOL - 1, seq=before["seq"])
    assert (answer["type"], answer["code"]) == ("error", "protocol")
    assert old.said[1]["type"] == "bye"
    assert old.said[1]["message"] == {"key": "server.bye.reload"}
    assert "again" not in old.said[1]
    assert old.ended == ["protocol"]
    old.close()
    # The reloaded page has the same seat, the same question and the same picture.
    new = await Session(tables, code, token).open()
    await new.ask(type="hello", protocol=PROTOCOL)
    after = new.said[1]["snapshot"]
    assert after == before
    move = after["prompt"]["legal"][0]
    await new.ask(type="move", move=move, answers=after["seq"], key="k")
    assert new.said[0]["updates"][0]["key"] == "k"
