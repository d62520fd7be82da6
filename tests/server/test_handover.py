"""A running game leaves a server only to a device that holds all its people, and may come from one."""

from typing import Any

from tests.server.clients import Browser, Line, asynchronous
from tests.server.process import Server

ALONE: dict[str, Any] = {"options": {"players": 3}, "bots": ["greedy"], "start": True}


async def hand_over(browser: Browser, table: str) -> tuple[int, Any]:
    answer = await browser.ask("POST", f"/api/tables/{table}/handover")
    return answer.status_code, answer.json()


@asynchronous()
async def test_a_game_against_bots_leaves_and_comes_back(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(**ALONE)
        status, game = await hand_over(ann, table)
        assert status == 200
        assert (await ann.do("GET", f"/api/tables/{table}"))["phase"] == "closed"
        looking = Line(ann, table)
        await looking.connect()
        assert looking.picture["table"]["carried"], (
            "who looks there is told that the game continues"
        )
        await looking.close()
        assert await hand_over(ann, table) == (200, game), "an answer may be lost on its way"
        seated = await ann.do("POST", "/api/continued", json=game)
        assert seated["you"]["seat"] == "P1"
        line = Line(ann, seated["table"])
        await line.connect()
        assert line.phase == "playing"
        await line.close()


@asynchronous()
async def test_a_game_with_somebody_on_another_device_stays(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as ben:
        table = await ann.open(options={"players": 2})
        await ben.sit(table, "Ben")
        line = Line(ann, table)
        await line.connect()
        await line.send({"type": "start"})
        while line.phase != "playing":
            await line.receive()
        for browser in (ann, ben):
            status, fault = await hand_over(browser, table)
            assert status == 403
            assert "seed" not in fault
        assert (await ann.do("GET", f"/api/tables/{table}"))["phase"] == "playing"
        await line.close()


@asynchronous()
async def test_nobody_else_gets_the_game(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as eve:
        table = await ann.open(**ALONE)
        status, _ = await hand_over(eve, table)
        assert status == 403
        assert (await ann.do("GET", f"/api/tables/{table}"))["phase"] == "playing"


@asynchronous()
async def test_what_is_not_a_running_game_is_not_taken(server: Server) -> None:
    async with Browser(server.url) as ann:
        _, game = await hand_over(ann, await ann.open(**ALONE))
        changes: list[dict[str, Any]] = [
            {"moves": ["P1 play 99"]},
            {"seed": "no number"},
            {"seats": []},
            {"host": 1},
            {"moves": game["moves"] + ["P1 take"] * 700},
        ]
        for change in changes:
            answer = await ann.ask("POST", "/api/continued", json={**game, **change})
            assert answer.status_code == 422, change
