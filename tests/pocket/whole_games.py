"""Whole games at a device's tables, by requests and messages only."""

import asyncio
import json
import random
from typing import Any

from fatum.pocket.device import Device
from fatum.pocket.thinking import think
from fatum.protocol.messages import PROTOCOL
from fatum.records import parse_record, verify


class Disk:
    """What the device has written, as the browser's store keeps it."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, int], list[Any]] = {}
        self.seats: dict[tuple[str, int], list[Any]] = {}
        self.delay = 0.0
        self.writing = False

    async def write(self, text: str) -> None:
        self.writing = True
        await asyncio.sleep(self.delay)
        self.writing = False
        change = json.loads(text)
        for line in change.get("lines", ()):
            assert (line[0], line[1]) not in self.lines
            self.lines[line[0], line[1]] = line
        for seat in change.get("seats", ()):
            self.seats[seat[0], seat[1]] = seat
        for table in change.get("dropped", ()):
            self.lines = {key: line for key, line in self.lines.items() if key[0] != table}

    def saved(self) -> str:
        lines, seats = list(self.lines.values()), list(self.seats.values())
        return json.dumps({"lines": lines, "seats": seats})


class Bots:
    """The bots' worker; what it was told is kept."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.broken = False

    async def ask(self, job: str, question: str) -> str:
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the worker has died")
        self.told.append(question)
        return think(job, question)


async def started(disk: Disk, bots: Bots) -> Device:
    device = Device(disk.saved(), disk.write, bots.ask, beat=0)
    await device.start()
    return device


async def ask(device: Device, method: str, url: str, body: object = None) -> Any:
    """The answer, which must not be a refusal."""
    status, text = await device.request(
        method, f"/api{url}", "" if body is None else json.dumps(body)
    )
    assert status < 300, text
    return json.loads(text)


class Page:
    """One seat's connection."""

    def __init__(self, device: Device, code: str, number: int) -> None:
        self._device = device
        self._url = f"ws://x/api/tables/{code}/socket?slot={number}"
        self._number = number
        self.said: list[str] = []
        self.prompt: dict[str, Any] | None = None
        self.phase = ""
        self.seq = 0
        self.ended = False

    async def connect(self) -> None:
        await self._device.open(self._number, self._url, self.hear, self.end)
        self.send(type="hello", protocol=PROTOCOL)

    def end(self) -> None:
        self.ended = True

    def send(self, **message: Any) -> None:
        self._device.take(self._number, json.dumps(message))

    def hear(self, text: str) -> None:
        self.said.append(text)
        message = json.loads(text)
        parts = [message["snapshot"]] if message["type"] == "snapshot" else message.get("updates")
        for part in parts or ():
            self.seq = part["seq"]
            self.phase = part.get("table", {}).get("phase", self.phase)
            if "prompt" in part:
                self.prompt = part["prompt"]

    async def turn(self) -> list[str]:
        while self.phase != "over" and self.prompt is None:
            await asyncio.sleep(0.001)
        return [] if self.phase == "over" or self.prompt is None else self.prompt["legal"]

    def move(self, text: str) -> None:
        self.prompt = None
        self.send(type="move", move=text, answers=self.seq)


async def play(game: str, seed: int, level: str = "greedy") -> dict[str, Any]:
    """A game with a restart in the middle; its record, verified."""
    rng = random.Random(seed)
    disk, bots = Disk(), Bots()
    device = await started(disk, bots)
    form = {"game": game, "name": "Ann", "options": {"players": 3}, "bots": [level], "start": True}
    code = (await ask(device, "POST", "/tables", form))["table"]
    page = Page(device, code, 0)
    await page.connect()
    moves = 0
    while legal := await page.turn():
        moves += 1
        page.move(rng.choice(legal))
        if moves == 5:  # the tab is closed and opened again, perhaps before the move was written
            await device.end()
            device = await started(disk, bots)
            page = Page(device, code, 0)
            await page.connect()
    record = await ask(device, "GET", f"/tables/{code}/record")
    verify(parse_record(json.dumps(record)))
    await device.end()
    return {"code": code, "moves": moves, "record": record, "said": page.said, "told": bots.told}
