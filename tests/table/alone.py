"""Whole games at tables in this process; ``test_alone.py`` runs it where little else is allowed."""

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any

from fatum.games.registry import all_games
from fatum.protocol.messages import PROTOCOL
from fatum.protocol.table_settings import TableSettings
from fatum.records import verify
from fatum.table import wall_clock
from fatum.table.connection import Connection, connect
from fatum.table.live_tables import LiveTables
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token
from fatum.table.services import Services
from fatum.table.store import Batch
from fatum.table.store.batch import Line
from fatum.table.store.memory import MemoryStore
from fatum.table.viewer import Viewer

MOVE_TIME = 60
PARTS = ("you", "table", "view", "aid", "turn", "prompt")


class Place:
    """A process: its tables, and what it has written down."""

    def __init__(self, disk: list[Line]) -> None:
        self.disk = disk
        self.services = Services()
        self.tables = LiveTables(MemoryStore(disk, self._write), self.services)
        self._clocks = asyncio.create_task(self.tables.run())

    async def _write(self, batches: Sequence[Batch]) -> None:
        await asyncio.sleep(0)
        self.disk.extend(line for batch in batches for line in batch.lines)

    async def end(self) -> None:
        self._clocks.cancel()
        await self.services.close()


class Client:
    """One session, by messages only."""

    def __init__(self, table: str, token: str | None) -> None:
        self.table = table
        self._caller = Caller(hash_token(token)) if token else NOBODY
        self._connection: Connection | None = None
        self.picture: dict[str, Any] = {}
        self.seq: int | None = None
        self.deaf = False
        self.said: list[dict[str, Any]] = []
        self.news: list[dict[str, Any]] = []

    async def connect(self, place: Place) -> None:
        """Hello; with a picture from before, only what was missed comes."""
        seq, self.said = self.seq, []
        viewer = Viewer(self._caller, self._hear, lambda _: None)
        self._connection = await connect(place.tables, self.table, viewer)
        await self.send(type="hello", protocol=PROTOCOL, seq=seq)
        kinds = [message["type"] for message in self.said]
        assert kinds[:2] == ["welcome", "snapshot" if seq is None else "updates"], self.said

    def leave(self) -> None:
        assert self._connection is not None
        self._connection.close()

    async def send(self, **message: Any) -> None:
        assert self._connection is not None
        await self._connection.take(json.dumps(message))

    def _hear(self, text: bytes) -> None:
        if self.deaf:
            return
        message = json.loads(text)
        self.said.append(message)
        if message["type"] == "snapshot":
            self.picture = {part: message["snapshot"][part] for part in PARTS}
            self.seq = message["snapshot"]["seq"]
        for update in message.get("updates", ()):
            assert self.seq is not None
            assert update["seq"] == self.seq + 1
            self.seq = update["seq"]
            if "view" in update:
                update.setdefault("aid", None)
            self.picture |= {part: update[part] for part in PARTS if part in update}
            self.news.append(update.get("news", {}))

    async def until(self, kind: str) -> dict[str, Any]:
        """The last message of this kind, as soon as there is one."""
        while not (found := [message for message in self.said if message["type"] == kind]):
            await asyncio.sleep(0.001)
        return found[-1]

    @property
    def over(self) -> bool:
        return bool(self.picture["table"]["phase"] == "over")

    async def turn(self) -> list[str]:
        """The legal moves, when it is this player's turn; none at the end."""
        while not self.over and self.picture["prompt"] is None:
            await asyncio.sleep(0.001)
        return [] if self.over else self.picture["prompt"]["legal"]

    async def move(self, move: str, key: str) -> None:
        await self.send(type="move", move=move, answers=self.seq, key=key)


async def play(game: str, seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    place = Place([])
    live, token = await place.tables.open(
        game,
        {"players": 3},
        name="Ann",
        settings=TableSettings(move_time=MOVE_TIME),
        bots=["greedy", "easy"],
        start=True,
    )
    code = live.table.id
    ann, watcher = Client(code, token), Client(code, None)
    await ann.connect(place)
    await watcher.connect(place)
    assert (await ann.until("presence"))["here"] == ["P1"]
    moves = 0
    while legal := await ann.turn():
        moves += 1
        if moves == 1:
            await hint_and_refusal(ann, legal)
        if moves == 2:
            await let_the_clock_move(ann, place)
            continue
        if moves == 3:  # a weak network: the move arrives, its answer does not
            watcher.leave()
            ann.deaf = True
            await ann.move(legal[0], "again")
            ann.leave()
            ann.deaf = False
            await ann.connect(place)
            await ann.move(legal[0], "again")
            assert (await ann.until("ack"))["key"] == "again"
            await watcher.connect(place)
            continue
        if moves == 4:  # everything ends, and begins from what was written down
            await place.end()
            place = Place(list(place.disk))
            await asyncio.gather(ann.connect(place), watcher.connect(place))
            legal = await ann.turn()
        await ann.move(rng.choice(legal), f"{moves}")
    while not watcher.over:
        await asyncio.sleep(0.001)
    assert watcher.seq == ann.seq
    for client in (ann, watcher):
        fresh = Client(code, token if client is ann else None)
        await fresh.connect(place)
        assert client.picture == fresh.picture
    record = (await place.tables.get(code)).table.record()
    verify(record)
    await place.end()
    return {"moves": moves, "entries": ann.seq, "outcome": ann.picture["table"]["outcome"]}


async def hint_and_refusal(ann: Client, legal: list[str]) -> None:
    await ann.send(type="hint")
    advice = await ann.until("hint")
    assert advice["move"] in legal
    assert advice["message"]["key"].startswith("hint.")
    await ann.send(type="move", move="no such move", answers=ann.seq, key="odd")
    failure = await ann.until("error")
    assert (failure["code"], failure["key"]) == ("unreadable", "odd")


async def let_the_clock_move(ann: Client, place: Place) -> None:
    """In steps: after one long pause people would get time to come back."""
    clock: Any = wall_clock.CLOCK
    real = clock._steady
    deadline = ann.picture["prompt"]["deadline"]
    before = len(ann.news)
    seconds = 0
    while {"what": "moved", "seat": "P1", "by": "clock"} not in ann.news[before:]:
        seconds += 1
        assert seconds < 10 * MOVE_TIME, "the clock does not move"
        clock._steady = lambda ahead=seconds: real() + ahead * 10**9
        place.tables.tick(0)
        while place.services.tasks:
            await asyncio.sleep(0)
    assert wall_clock.now() >= deadline


def main() -> None:
    print(json.dumps({game.name: asyncio.run(play(game.name, 5)) for game in all_games()}))
