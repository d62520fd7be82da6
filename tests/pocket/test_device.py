"""Tables of a device: the same authority as a server's, with everything between them as text."""

import asyncio
import json
from itertools import takewhile

import pytest
from tests.pocket.whole_games import Bots, Disk, Page, ask, play, started
from tests.table.helpers import asynchronous

from fatum.pocket import saved, thinking
from fatum.pocket.speed import actions_per_second


@pytest.mark.parametrize("game", ["karma", "allin"])
@asynchronous
async def test_a_whole_game_with_a_restart(game: str) -> None:
    played = await play(game, 3)
    assert played["moves"] > 5
    assert played["code"].startswith("0"), "a server's code never does"
    # The seed is told with the end of the game, never before, and never to a bot.
    during = [*takewhile(lambda text: '"phase":"over"' not in text, played["said"])]
    assert len(during) > 5
    assert played["record"]["seed"] not in "".join(during + played["told"])


@asynchronous
async def test_a_device_that_has_ended_writes_nothing_more() -> None:
    """Else its last move could come after what another device has read of the same disk."""
    disk, bots = Disk(), Bots()
    disk.delay = 0.05
    device = await started(disk, bots)
    form = {"game": "karma", "name": "Ann", "options": {"players": 2}, "bots": ["greedy"]}
    code = (await ask(device, "POST", "/tables", {**form, "start": True}))["table"]
    page = Page(device, code, 0)
    await page.connect()
    page.move((await page.turn())[0])
    while not disk.writing:
        await asyncio.sleep(0)
    written = len(disk.lines)
    await device.end()
    assert len(disk.lines) > written, "what was being written is there"
    after = disk.saved()
    await asyncio.sleep(3 * disk.delay)
    assert disk.saved() == after


@asynchronous
async def test_two_people_share_the_device() -> None:
    disk, bots = Disk(), Bots()
    device = await started(disk, bots)
    form = {"game": "karma", "name": "Ann", "options": {"players": 2}}
    code = (await ask(device, "POST", "/tables", form))["table"]
    seated = await ask(device, "POST", f"/tables/{code}/seats?slot=1", {"name": "Ben"})
    assert seated["you"]["seat"] == "P2"
    ann, ben = Page(device, code, 0), Page(device, code, 1)
    await ann.connect()
    await ben.connect()
    ann.send(type="start")
    assert await ann.turn()
    assert await ben.turn()
    await device.end()
    device = await started(disk, bots)
    ben = Page(device, code, 1)
    await ben.connect()
    assert await ben.turn()
    await device.end()


@asynchronous
async def test_a_finished_game_is_replayed_and_analysed() -> None:
    played = await play("karma", 5, "random")
    disk, bots = Disk(), Bots()
    device = await started(disk, bots)
    told = await ask(device, "POST", "/replay?seat=all", played["record"])
    assert len(told["updates"]) >= len(played["record"]["moves"])
    await device.end()


@asynchronous
async def test_a_bot_goes_on_when_its_worker_has_died() -> None:
    disk, bots = Disk(), Bots()
    bots.broken = True
    device = await started(disk, bots)
    form = {"game": "karma", "name": "Ann", "options": {"players": 3}, "bots": ["greedy"]}
    code = (await ask(device, "POST", "/tables", {**form, "start": True}))["table"]
    page = Page(device, code, 0)
    await page.connect()
    for _ in range(4):
        page.move((await page.turn())[0])
    await device.end()


@asynchronous
async def test_a_slow_device_says_what_its_levels_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for speed, told in ((400_000.0, {}), (45_000.0, {"normal": 0.5, "hard": 0.23})):
        monkeypatch.setattr(thinking, "actions_per_second", lambda speed=speed: speed)
        device = await started(Disk(), Bots())
        assert await ask(device, "GET", "/speed") == told
        await device.end()


def test_the_speed_is_measured() -> None:
    assert actions_per_second(0.01) > 1000


@asynchronous
async def test_requests_are_refused_as_by_a_server() -> None:
    device = await started(Disk(), Bots())
    for method, url, body, status, code in (
        ("GET", "/api/tables/0ABCDEFG", "", 404, "gone"),
        ("GET", "/api/nothing", "", 404, "gone"),
        ("POST", "/api/tables", "{", 422, "unreadable"),
        ("POST", "/api/replay", "{}", 422, "unreadable"),
        ("GET", "/api/games/karma/cards", "", 404, "gone"),
    ):
        found, text = await device.request(method, url, body)
        assert (found, json.loads(text)["code"]) == (status, code), url
    page = Page(device, "0ABCDEFG", 0)
    await page.connect()
    assert page.ended
    assert json.loads(page.said[0])["code"] == "gone"
    await device.end()


@asynchronous
async def test_the_oldest_tables_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "MOST_TABLES", 2)
    disk, bots = Disk(), Bots()
    device = await started(disk, bots)
    form = {"game": "karma", "name": "Ann", "options": {"players": 2}}
    codes = [(await ask(device, "POST", "/tables", form))["table"] for _ in range(3)]
    await device.end()
    for place, line in disk.lines.items():
        line[2] = codes.index(place[0])
    device = await started(disk, bots)
    assert {table for table, _ in disk.lines} == set(codes[1:])
    status, _ = await device.request("GET", f"/api/tables/{codes[0]}", "")
    assert status == 404
    await ask(device, "GET", f"/tables/{codes[2]}")
    await device.end()
