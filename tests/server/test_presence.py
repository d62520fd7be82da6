"""Who counts as there: devices, not seats; and nobody is replaced before their time."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.process import Server

from fatum.protocol import requests as r
from fatum.protocol.table_settings import TableSettings
from fatum.server.app import build
from fatum.server.process import ServerProcess
from fatum.server.realtime.sockets import serve
from fatum.server.realtime.wakeups import Post
from fatum.server.settings import Settings
from fatum.table import log, wall_clock
from fatum.table.clock import SECOND
from fatum.table.live_tables import SLOWLY
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token
from fatum.table.store import StoreDown
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table
from fatum.table.wall_clock import WallClock, now

PAUSE = float(os.environ.get("FATUM_TEST_PAUSE", "0"))
"""Seconds between two moves in real time."""


class Moved:
    """The server's clock, moved on by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0
        clock = wall_clock.CLOCK
        for name in ("_day", "_steady"):
            real = getattr(clock, name)
            monkeypatch.setattr(clock, name, lambda real=real: real() + self.seconds * 10**9)

    async def wait(self, server: ServerProcess, seconds: int) -> None:
        """As if so much time went by, second by second."""
        for _ in range(seconds):
            self.seconds += 1
            for turn in range(SLOWLY):
                server.tables.tick(turn)
            # What that has set off has come to its end.
            while server.services.tasks:
                await asyncio.sleep(0.001)


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Moved:
    return Moved(monkeypatch)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess.open(Settings(bot_delay=0.0), str(folder / "tables.db")) as server:
        yield server


class Device:
    """One browser, with a socket for one of its seats."""

    def __init__(
        self, server: ServerProcess, table: Table, tokens: Collection[str], slot: int = 0
    ) -> None:
        self._said: list[dict[str, Any]] = []
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._put({"type": "hello", "protocol": 2})
        hashes = [hash_token(token) for token in tokens]
        caller = Caller(hashes[slot]) if hashes else NOBODY
        self._serving = asyncio.create_task(
            serve(server, table.id, caller, self._inbox.get, self._send, device=hashes)
        )

    def _put(self, message: dict[str, Any]) -> None:
        text = msgspec.json.encode(message).decode()
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def _send(self, message: dict[str, Any]) -> None:
        if "text" in message:
            self._said.append(msgspec.json.decode(message["text"]))

    async def heard(self, kind: str) -> dict[str, Any]:
        """The last message of this kind, as soon as there is one."""
        while not (found := [said for said in self._said if said["type"] == kind]):
            await asyncio.sleep(0.002)
        return found[-1]

    async def ask(self, **message: Any) -> None:
        self._put({**message, "key": "k"})
        await self.heard("ack")

    async def close(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self._serving


async def sure(server: ServerProcess) -> None:
    """Until it has found out that no other process is there."""
    while not server.cluster.sure:
        await asyncio.sleep(0.01)


async def three(
    server: ServerProcess, *, start: bool = True, **settings: Any
) -> tuple[Table, tuple[str, str, str]]:
    """Ann and Bob, who share a device, and Cem."""
    table, ann = await server.tables.loaded.open(
        "karma", {"players": 3}, now(), name="Ann", settings=TableSettings(**settings)
    )
    tokens = [ann]
    for name in ("Bob", "Cem"):
        answer = await table.run(NOBODY, r.Sit(name), now())
        assert answer.token is not None
        tokens.append(answer.token)
    if start:
        await table.run(Caller(hash_token(ann)), r.Start(), now())
    room = await server.tables.get(table.id)
    await sure(server)
    assert room.table is table
    return table, (tokens[0], tokens[1], tokens[2])


def log_of(table: Table) -> list[str]:
    return [type(each.fact).__name__ for each in table.state.recent]


def away(table: Table) -> list[bool]:
    return [seat.away_since is not None for seat in table.state.seats]


def replaced(table: Table) -> list[bool]:
    return [seat.stand_in for seat in table.state.seats]


@asynchronous()
async def test_two_people_at_one_device(tmp_path: Path, moved: Moved) -> None:
    """Pauses of two minutes, also across a restart; somebody who is really gone is missed."""
    async with opened(tmp_path) as server:
        table, (ann, bob, cem) = await three(server)
        shared, other = Device(server, table, [ann, bob]), Device(server, table, [cem])
        await shared.heard("snapshot")
        await other.heard("snapshot")
        await moved.wait(server, 120)
        # The device is handed over: another socket, for the other seat.
        await shared.close()
        shared = Device(server, table, [ann, bob], slot=1)
        await shared.heard("snapshot")
        await moved.wait(server, 120)
        assert log_of(table)[-1] == "Started"
        await other.close()
        await moved.wait(server, 9)
        assert away(table) == [False, False, True]
        await moved.wait(server, 61)
        assert replaced(table) == [False, False, True]
    async with opened(tmp_path) as server:
        room = await server.tables.get(table.id)
        shared = Device(server, room.table, [ann, bob], slot=1)
        await shared.heard("snapshot")
        await sure(server)
        await moved.wait(server, 120)
        assert away(room.table) == [False, False, True]
        assert replaced(room.table) == [False, False, True]
        await shared.close()
        await moved.wait(server, 9)
        assert away(room.table) == [True, True, True]
        # A device that reconnects with one of its seats is back with both.
        shared = Device(server, room.table, [ann, bob])
        await shared.heard("snapshot")
        await moved.wait(server, 2)
        assert away(room.table) == [False, False, True]


@asynchronous()
async def test_a_seat_that_was_left_is_not_held_by_the_device(tmp_path: Path, moved: Moved) -> None:
    async with opened(tmp_path) as server:
        table, (ann, bob, _) = await three(server)
        shared = Device(server, table, [ann, bob], slot=1)
        await shared.heard("snapshot")
        await shared.ask(type="leave")
        await shared.close()
        shared = Device(server, table, [ann, bob])
        await shared.heard("snapshot")
        await moved.wait(server, 5)
        assert replaced(table) == [False, True, False]
    async with opened(tmp_path) as server:
        table = (await server.tables.get(table.id)).table
        await sure(server)
        shared = Device(server, table, [ann, bob])
        await shared.heard("snapshot")
        await moved.wait(server, 5)
        assert replaced(table) == [False, True, False]
        # Bob himself takes it back.
        again = Device(server, table, [ann, bob], slot=1)
        await again.heard("snapshot")
        assert replaced(table) == [False, False, False]


@asynchronous()
async def test_a_seat_that_moved_is_held_by_its_new_device_only(
    tmp_path: Path, moved: Moved
) -> None:
    async with opened(tmp_path) as server:
        table, (ann, bob, _) = await three(server)
        shared = Device(server, table, [ann, bob])
        await shared.heard("snapshot")
        link = await table.run(Caller(hash_token(bob)), r.Link(), now())
        assert link.token is not None
        claimed = await table.run(NOBODY, r.Claim(link.token), now())
        assert claimed.token is not None
        await moved.wait(server, 9)
        assert away(table) == [False, True, True]
        phone = Device(server, table, [claimed.token])
        await phone.heard("snapshot")
        assert away(table) == [False, False, True]
        await shared.close()
        await moved.wait(server, 9)
        assert away(table) == [True, False, True]


@asynchronous()
async def test_nobody_is_absent_while_the_store_does_not_answer(
    tmp_path: Path, moved: Moved, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        table, (ann, _, _) = await three(server)
        device = Device(server, table, [ann])
        await device.heard("snapshot")

        async def down(*_: object) -> Any:
            raise StoreDown("no answer")

        real = server.store.leases.read
        monkeypatch.setattr(server.store.leases, "read", down)
        await moved.wait(server, 30)
        assert away(table) == [False, False, False]
        monkeypatch.setattr(server.store.leases, "read", real)
        await sure(server)
        await moved.wait(server, 2)
        assert away(table) == [False, True, True]


@asynchronous()
async def test_after_a_sleep_of_the_machine_people_get_time_to_come_back(
    tmp_path: Path, moved: Moved
) -> None:
    async with opened(tmp_path) as server:
        table, (ann, _, _) = await three(server, move_time=30)
        device = Device(server, table, [ann])
        await device.heard("snapshot")
        moved.seconds += 3600
        await moved.wait(server, 7)
        assert log_of(table)[-1] == "Started"
        await moved.wait(server, 10)
        assert "Moved" in log_of(table)


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@asynchronous()
async def test_a_cookie_is_deleted_only_on_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes with one store: what one of them remembers is no proof."""
    async with opened(tmp_path) as server, opened(tmp_path) as other:
        table, _ = await server.tables.loaded.open("karma", {"players": 2}, now(), name="Ann")
        await server.tables.get(table.id)
        answer = await (await other.tables.get(table.id)).table.run(NOBODY, r.Sit("Bob"), now())
        assert answer.token is not None
        bob = Caller(hash_token(answer.token))
        web = httpx.AsyncClient(
            transport=httpx.ASGITransport(build(server)), base_url="http://localhost"
        )

        async def look() -> tuple[int, str | None, bool]:
            found = await web.get(
                f"/api/tables/{table.id}", headers={"Cookie": f"fatum0={answer.token}"}
            )
            you = found.json().get("you", {})
            return found.status_code, you.get("seat"), "set-cookie" in found.headers

        async def down(*_: object) -> Any:
            raise StoreDown("no answer")

        real = server.store.read_on
        monkeypatch.setattr(server.store, "read_on", down)
        assert await look() == (503, None, False)
        monkeypatch.setattr(server.store, "read_on", real)
        assert await look() == (200, "P2", False)
        link = await table.run(bob, r.Link(), now())
        assert link.token is not None
        await other.tables.live[table.id].table.catch_up()
        await other.tables.live[table.id].table.run(NOBODY, r.Claim(link.token), now())
        assert await look() == (200, None, True)
        await web.aclose()


@asynchronous()
async def test_after_a_restore_others_are_woken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was heard about entries that are no longer there says nothing about the new ones."""
    async with opened(tmp_path) as server:
        table, (ann, _, _) = await three(server)
        woken: list[int] = []
        monkeypatch.setattr(server.cluster, "wake", lambda _, seq: woken.append(seq))
        server.cluster.receive(Post("another", wakes={table.id: table.state.seq + 50}))
        await table.run(Caller(hash_token(ann)), r.React("wow"), now())
        assert woken == []
        await table.reload()
        await table.run(Caller(hash_token(ann)), r.React("wow"), now())
        assert woken == [table.state.seq]


@asynchronous()
async def test_a_deleted_table_is_let_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        table, (ann, _, _) = await three(server)
        kept, _ = await server.tables.loaded.open("karma", {}, now(), name="Eve")
        await server.tables.get(kept.id)
        device = Device(server, table, [ann])
        await device.heard("snapshot")
        generation = await server.store.refresh()
        async with server.store.engine.connect() as connection:
            for name in ("log", "tables"):
                column = "id" if name == "tables" else "table_id"
                await connection.exec_driver_sql(
                    f"DELETE FROM {name} WHERE {column} = ?", (table.id,)
                )
        await server.housekeeping._read_on()
        assert list(server.tables.live) == [kept.id]
        assert (await device.heard("bye"))["code"] == "gone"
        assert await server.store.refresh() == generation


@asynchronous()
async def test_a_table_with_nobody_at_it_sleeps_until_it_is_due(
    tmp_path: Path, moved: Moved, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        table, _ = await three(server, patience=3600)
        await moved.wait(server, 130)
        assert table.id not in server.tables.live
        assert away(table) == [True, True, True]
        due = table.due_at()
        assert due is not None
        loaded: list[str] = []
        real = server.tables.get

        async def room(table_id: str) -> Any:
            loaded.append(table_id)
            return await real(table_id)

        monkeypatch.setattr(server.tables, "get", room)
        for _ in range(3):
            moved.seconds += 900
            await server.housekeeping._sweep()
        assert loaded == []
        moved.seconds += 900
        await server.housekeeping._sweep()
        assert loaded == [table.id]
        assert due <= now()


def test_a_clock_that_is_set_back_goes_on() -> None:
    day, steady = 1_000_000 * 10**9, 5 * 10**9
    clock = WallClock(lambda: day, lambda: steady)
    first = clock.now()
    day, steady = day - 3600 * 10**9, steady + 2 * 10**9
    assert clock.now() == first + 2 * SECOND
    # Set right again, it does not go back either; set forward, it follows.
    day, steady = day + 3600 * 10**9, steady + 10**9
    assert clock.now() == first + 3 * SECOND
    day += 63 * 10**9
    assert clock.now() == first + 63 * SECOND


@pytest.mark.skipif(not PAUSE, reason="takes minutes: make soak PART=one-device")
@asynchronous(timeout=600 + 6 * PAUSE)
async def test_two_people_at_one_device_in_real_time(own_server: Server) -> None:
    """As in the browser: one socket at a time, each for the seat of the person holding the device."""
    rng = random.Random(3)
    async with Browser(own_server.url) as shared, Browser(own_server.url) as other:
        table = await shared.open(options={"players": 3})
        await shared.sit(table, "Bob", slot=1)
        await other.sit(table, "Cem")
        gone = Line(other, table)
        await gone.connect()
        line = Line(shared, table, 0)
        await line.connect()
        await line.send({"type": "start"})
        await line.until("updates")
        await gone.close()
        for pause in range(5):
            if pause == 3:
                own_server.kill()
                own_server.start()
            else:
                await line.close()
            line = Line(shared, table, pause % 2)
            await line.connect()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    while True:
                        await line.receive(PAUSE)
            if line.picture["prompt"] is not None:
                await line.move(rng)
        await line.close()
    async with await SqlStore.open(own_server.store) as store:
        facts = [entry.fact for entry in await store.read(table)]
    print(f"{len(facts)} entries in {5 * PAUSE:.0f} s")
    for kind in (log.WentAway, log.Takenover):
        assert {fact.seat for fact in facts if isinstance(fact, kind)} == {2}
    assert {fact.seat for fact in facts if isinstance(fact, log.Moved)} >= {0, 1}
