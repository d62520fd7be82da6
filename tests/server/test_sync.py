"""Clients with bad connections and hasty fingers: their picture is the server's, after every step."""

import random
import secrets
from typing import Any

import pytest
from tests.server.clients import PARTS, Browser, Line, asynchronous
from tests.server.process import Server


class Shaky(Line):
    """Between this client and its socket messages are dropped, doubled, held back and shuffled.

    It does what the protocol says: what it has already it ignores, and when something is missing
    it asks for it.
    """

    def __init__(self, browser: Browser, table: str, slot: int, rng: random.Random) -> None:
        super().__init__(browser, table, slot)
        self._rng = rng
        self._held: list[dict[str, Any]] = []
        self.gap = False

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] not in {"updates", "snapshot"} or not self.picture:
            super().take(message)
            return
        chance = self._rng.random()
        if chance < 0.1:
            return
        if chance < 0.2:
            self._held.append(message)
            return
        self._accept(message)
        if chance < 0.35:
            self._accept(message)
        if self._held and chance < 0.6:
            self._accept(self._held.pop(self._rng.randrange(len(self._held))))

    def _accept(self, message: dict[str, Any]) -> None:
        if message["type"] == "snapshot":
            # Pictures are of an old server only if it was restored, which is not tested here.
            if message["snapshot"]["seq"] >= (self.seq or 0):
                super().take(message)
            return
        assert self.seq is not None
        updates = [update for update in message["updates"] if update["seq"] > self.seq]
        if updates and updates[0]["seq"] == self.seq + 1 and _whole(message, updates):
            super().take({"type": "updates", "updates": updates})
        elif updates:
            self.gap = True

    async def mend(self, seq: int) -> None:
        """Ask until nothing is missing."""
        while self.seq is None or self.seq < seq:
            await self.send({"type": "resync", "seq": self.seq})
            await self.send({"type": "ping", "n": 1})
            await self.until("pong")
        self._held.clear()


def _whole(message: dict[str, Any], updates: list[dict[str, Any]]) -> bool:
    """Of several updates only the last has the picture, so its end must be among those taken."""
    return not updates or updates[-1] is message["updates"][-1]


@pytest.mark.parametrize(
    ("game", "options"),
    [("karma", {"players": 3, "turn_limit": 30}), ("allin", {"players": 3, "turn_limit": 6})],
)
@pytest.mark.parametrize("seed", range(3))
@asynchronous()
async def test_the_picture_is_the_servers(
    server: Server, game: str, options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(seed)
    async with Browser(server.url) as browser:
        table = await browser.open(game, options=options)
        for slot in (1, 2):
            await browser.sit(table, f"P{slot + 1}", slot)
        players = [Shaky(browser, table, slot, rng) for slot in range(3)]
        truth = [Line(browser, table, slot) for slot in range(3)]
        for line in (*players, *truth):
            await line.connect()
        await truth[0].send({"type": "start"})
        for line in truth:
            while line.phase == "lobby":
                await line.receive()
        stale: list[dict[str, Any]] = []
        while truth[0].phase != "over":
            for player, line in zip(players, truth, strict=True):
                if rng.random() < 0.1:
                    await player.close()
                    await player.connect(resume=rng.random() < 0.8)
                if line.picture["prompt"] is not None:
                    await step(player, line, rng, stale)
            for player, line in zip(players, truth, strict=True):
                await compare(player, line)


async def step(player: Shaky, line: Line, rng: random.Random, stale: list[dict[str, Any]]) -> None:
    """A move, perhaps sent twice, perhaps with old ones before and after it."""
    prompt = line.picture["prompt"]
    move = {
        "type": "move",
        "move": rng.choice(prompt["legal"]),
        "answers": prompt["seq"],
        "key": secrets.token_hex(6),
    }
    messages = [move]
    if rng.random() < 0.3:
        messages.append(move)
    if rng.random() < 0.3:
        # A double click: the same choice once more, but as a new request.
        messages.append({**move, "key": secrets.token_hex(6)})
    if stale and rng.random() < 0.3:
        messages.insert(rng.randrange(len(messages) + 1), {**rng.choice(stale), "key": "old"})
    stale.append({**move, "answers": max(0, move["answers"] - 1)})
    for message in messages:
        await player.send(message)
    await line.reach(prompt["seq"] + 1)
    while line.picture["prompt"] == prompt:
        await line.receive()


async def compare(player: Shaky, line: Line) -> None:
    """Both ask until they are at the same entry; the whole picture must be the same."""
    while True:
        await line.send({"type": "resync"})
        snapshot = (await line.until("snapshot"))["snapshot"]
        await player.mend(snapshot["seq"])
        if player.seq == snapshot["seq"]:
            break
    assert player.picture == {part: snapshot[part] for part in PARTS}
