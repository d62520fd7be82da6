"""What the tests of tables share."""

import asyncio
import functools
import random
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec

import msgspec

from fatum.protocol import requests as r
from fatum.protocol.snapshots import Snapshot, Update
from fatum.protocol.table_settings import TableSettings
from fatum.table.loaded_tables import LoadedTables
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token
from fatum.table.store.store import Store
from fatum.table.table import Table

P = ParamSpec("P")
NOW = 1_800_000_000_000


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an async test in a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def body() -> None:
            async with asyncio.timeout(120):
                await test(*args, **kwargs)

        asyncio.run(body())

    return run


class Party:
    """A table with its people and their tokens."""

    def __init__(self, table: Table, token: str) -> None:
        self.table = table
        self.tokens = [token]
        self.callers = [Caller(hash_token(token))]
        self.now = NOW

    @property
    def host(self) -> Caller:
        return self.callers[0]

    @property
    def running(self) -> bool:
        return self.table.state.phase == "playing"

    async def join(self, name: str) -> Caller:
        answer = await self.table.run(NOBODY, r.Sit(name), self.now)
        assert answer.token is not None
        self.tokens.append(answer.token)
        self.callers.append(Caller(hash_token(answer.token)))
        return self.callers[-1]

    def caller_of(self, seat: int) -> Caller:
        if self.table.state.seats[seat].automatic:
            return Caller(bot=seat)
        return self.callers[seat]

    def choice(self, rng: random.Random) -> tuple[int, r.MakeMove]:
        """Any legal move of any seat that has to move."""
        seat = rng.choice(list(self.table.state.asked))
        asked = self.table.state.asked[seat]
        text = self.table.state.game.format_move(rng.choice(asked.legal))
        return seat, r.MakeMove(text, asked.seq, key=f"{seat}-{self.table.state.seq}")

    async def step(self, rng: random.Random) -> None:
        seat, move = self.choice(rng)
        self.now += rng.randrange(5000)
        await self.table.run(self.caller_of(seat), move, self.now)

    async def finish(self, rng: random.Random) -> None:
        while self.running:
            await self.step(rng)


async def party(
    store: Store,
    people: int = 3,
    *,
    bots: int = 0,
    start: bool = True,
    settings: TableSettings | None = None,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    game: str = "karma",
) -> Party:
    """A table with this many people and bots, whose randomness follows from ``seed``."""
    given: dict[str, Any] = {"players": people + bots, **(options or {})}
    tables = LoadedTables(store, random.Random(f"{seed} {id(store)}").randbytes)
    table, token = await tables.open(game, given, NOW, name="Ann", settings=settings)
    made = Party(table, token)
    for name in ["Bob", "Cem", "Dee", "Eve", "Fay"][: people - 1]:
        await made.join(name)
    for _ in range(bots):
        await table.run(made.host, r.AddBot("greedy"), NOW)
    if start:
        await table.run(made.host, r.Start(), NOW)
    return made


def plain(value: object) -> Any:
    """As it arrives at a client."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Picture:
    """A client's picture: it puts every part that it gets in the place of the old one."""

    PARTS = ("you", "table", "view", "aid", "turn", "prompt")

    def __init__(self, snapshot: Snapshot) -> None:
        self.replace(snapshot)

    def replace(self, snapshot: Snapshot) -> None:
        whole = plain(snapshot)
        self.seq: int = whole["seq"]
        self.parts = {part: whole[part] for part in self.PARTS}

    def take(self, updates: list[Update]) -> None:
        for update in updates:
            change = plain(update)
            assert change["seq"] == self.seq + 1
            self.seq = change["seq"]
            if "view" in change:
                change.setdefault("aid", None)
            for part in self.PARTS:
                if part in change:
                    self.parts[part] = change[part]

    def equals(self, snapshot: Snapshot) -> bool:
        other = Picture(snapshot)
        return self.seq == other.seq and self.parts == other.parts
