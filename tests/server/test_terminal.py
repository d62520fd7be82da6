"""Terminals at a server's table, together with people in browsers and bots."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.process import Server
from tests.terminal.app import INSTANT
from textual.widgets import Input

from fatum.records import load_record, parse_record, verify
from fatum.terminal.app.fatum_app import FatumApp
from fatum.terminal.app.join import JoinScreen
from fatum.terminal.app.settings import AppSettings
from fatum.terminal.app.table import TableScreen
from fatum.terminal.kept import kept_games
from fatum.terminal.remote import Address, held_seat, look, read_address, sit

LIMIT = {"karma": 40, "allin": 8}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATUM_DATA_DIR", str(tmp_path / "terminal"))


async def opened(browser: Browser, game: str) -> str:
    options = {"players": 3, "turn_limit": LIMIT[game]}
    return await browser.open(game, options=options, bots=["greedy"], settings={"chat": True})


async def start(browser: Browser, table: str) -> None:
    line = Line(browser, table)
    await line.connect()
    await line.ask({"type": "start", "key": "go"}, "ack")
    await line.close()


@pytest.mark.parametrize("game", LIMIT)
@asynchronous()
async def test_a_terminal_a_browser_and_a_bot_with_a_restart(game: str, own_server: Server) -> None:
    browser = Browser(own_server.url)
    table = await opened(browser, game)
    address = read_address(f"{own_server.url}/t/{table}")
    assert address == Address(own_server.url, table)
    await asyncio.to_thread(sit, address, "Tess")
    assert held_seat(address)
    await start(browser, table)
    player = asyncio.ensure_future(Stubborn(browser, table, seed=3).play())
    running = FatumApp("en", AppSettings(language="en", pace=INSTANT), None, address)
    async with running.run_test(size=(80, 24)) as pilot:
        choices = 0
        restarted = False
        while True:
            screen = running.screen
            if not isinstance(screen, TableScreen):
                await pilot.pause(0.01)
                continue
            if screen.session.over:
                break
            if screen.session.prompt is None or screen._sending:
                await pilot.pause(0.01)
                continue
            choices += 1
            if choices == 5:
                await asyncio.to_thread(own_server.stop)
                while screen.session.connected:
                    await pilot.pause(0.01)
                assert screen._question() == "Connection lost. Reconnecting."
                await asyncio.to_thread(own_server.start)
                while screen._question() == "Connection lost. Reconnecting.":
                    await pilot.pause(0.01)
                restarted = True
            await pilot.press("enter")
            await pilot.pause()
        assert restarted
        assert screen.session.breaks >= 1
        assert screen.session.seat == 2
        await player
        while not kept_games():
            await pilot.pause(0.01)
        # A rematch begins when both have asked for it.
        line = Line(browser, table)
        await line.connect()
        await line.ask({"type": "rematch", "key": "again"}, "ack")
        while "Ann would like to play again." not in str(screen.query_one("#moment").render()):
            await pilot.pause(0.01)
        await pilot.press("1")
        while running.screen is screen or not isinstance(running.screen, TableScreen):
            await pilot.pause(0.01)
        again = running.screen.session
        assert again.info.previous == table
        assert again.seat == 2
        await line.close()
    assert load_record(kept_games()[0]).names == ("Ann", "greedy", "Tess")
    answer = await browser.ask("GET", f"/api/tables/{table}/record")
    record = parse_record(answer.text)
    verify(record)
    assert record.names == ("Ann", "greedy", "Tess")


@asynchronous()
async def test_line_mode_joins_chats_and_takes_its_seat_back(own_server: Server) -> None:
    browser = Browser(own_server.url)
    table = await opened(browser, "karma")
    command = [sys.executable, "-m", "fatum", "join", f"{own_server.url}/t/{table}", "--lines"]
    address = Address(own_server.url, table)
    await asyncio.to_thread(sit, address, "Tess")
    await start(browser, table)
    player = asyncio.ensure_future(Stubborn(browser, table, seed=3).play())

    def run(typed: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, timeout=90, check=False
        )

    left = await asyncio.to_thread(run, "chat Hello there\n1\nquit\n")
    assert left.returncode == 0, left.stderr
    assert "at seat P3" in left.stdout
    assert "Take your seat back with: fatum join" in left.stdout
    ended = await asyncio.to_thread(run, "1\n" * 3000)
    assert ended.returncode == 0, ended.stderr
    assert "at seat P3" in ended.stdout
    assert "Seed: " in ended.stdout
    assert "Check it with fatum verify last" in ended.stdout
    assert len(kept_games()) == 1
    await player
    line = Line(browser, table)
    await line.connect(resume=False)
    said = [message for message in line.messages if message["type"] == "snapshot"]
    assert [each["text"] for each in said[-1]["snapshot"]["chat"]] == ["Hello there"]


@asynchronous()
async def test_who_has_no_seat_watches(own_server: Server) -> None:
    browser = Browser(own_server.url)
    table = await browser.open(
        "karma", options={"players": 2, "turn_limit": 20}, bots=["greedy"], start=True
    )
    address = Address(own_server.url, table)
    card = await asyncio.to_thread(look, address)
    assert not card["may_sit"]
    player = asyncio.ensure_future(Stubborn(browser, table, seed=1, pause=0.05).play())
    running = FatumApp("en", AppSettings(language="en", pace=INSTANT), None, address)
    async with running.run_test(size=(80, 24)) as pilot:
        while not isinstance(screen := running.screen, TableScreen) or not screen.session.over:
            await pilot.pause(0.01)
        assert screen.session.seat is None
        await player


@asynchronous()
async def test_a_table_for_friends_is_opened_and_begun_on_the_screen(own_server: Server) -> None:
    running = FatumApp("en", AppSettings(language="en", pace=INSTANT))
    async with running.run_test(size=(80, 24)) as pilot:
        running.push_screen(JoinScreen("karma"))
        await pilot.pause()
        running.screen.query_one("#address", Input).value = own_server.url
        running.screen.query_one("#name", Input).value = "Tess"
        await pilot.press("enter")
        while not isinstance(screen := running.screen, TableScreen):
            await pilot.pause(0.01)
        guest = Browser(own_server.url)
        assert await guest.sit(screen.session.info.id, "Ben") == "P2"
        await pilot.press("1")
        while screen.session.prompt is None:
            await pilot.pause(0.01)
        assert [seat.kind for seat in screen.session.info.seats] == ["person"] * 2 + ["bot"] * 2
        await pilot.press("c", "H", "i", "enter")
        while not screen.session.chat:
            await pilot.pause(0.01)
        assert screen.session.chat[0].text == "Hi"
