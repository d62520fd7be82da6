"""The app: whole games by keys only and by mouse only, and every screen."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.terminal.app import INSTANT, app, asynchronous, until_asked
from tests.terminal.shots import shown
from textual.pilot import Pilot

from fatum.records import load_record, verify
from fatum.terminal.app.analysis import AnalysisScreen, curve_lines
from fatum.terminal.app.drawing import SIZES, Item, card_text, row_text
from fatum.terminal.app.faces import face
from fatum.terminal.app.fatum_app import FatumApp
from fatum.terminal.app.home import HistoryScreen, HomeScreen, KeptScreen, SettingsScreen
from fatum.terminal.app.menu import MenuList
from fatum.terminal.app.replay import ReplayScreen, Scrubber
from fatum.terminal.app.rules import RulesScreen
from fatum.terminal.app.screens import WaitingScreen
from fatum.terminal.app.settings import AppSettings
from fatum.terminal.app.setup import SetupScreen
from fatum.terminal.app.table import TableScreen
from fatum.terminal.app.widgets import Buttons, CardRow
from fatum.terminal.kept import kept_games
from fatum.terminal.remote import Address
from fatum.terminal.saves import saves_folder

Play = Callable[[Pilot[int], TableScreen, random.Random], Awaitable[None]]


async def by_keys(pilot: Pilot[int], screen: TableScreen, rng: random.Random) -> None:
    """Mostly the card under the cursor, so that the game comes to its end."""
    if rng.random() < 0.2:
        await pilot.press(*["right"] * rng.randrange(3), *["down"] * rng.randrange(2))
    await pilot.press("enter")


async def by_mouse(pilot: Pilot[int], screen: TableScreen, rng: random.Random) -> None:
    """Click on something that can be chosen."""
    places: list[tuple[Any, tuple[int, int]]] = []
    for row in screen.query(CardRow):
        places += [(row, row.spot(place)) for place, item in enumerate(row.items) if item.moves]
    buttons = screen.query_one(Buttons)
    places += [(buttons, buttons.spot(place)) for place in range(len(buttons.keys))]
    widget, offset = rng.choice(places) if rng.random() < 0.2 else places[0]
    assert await pilot.click(widget, offset=offset)


@pytest.mark.parametrize("play", [by_keys, by_mouse], ids=["keys", "mouse"])
@pytest.mark.parametrize("game", ["karma", "allin"])
@asynchronous
async def test_a_whole_game(game: str, play: Play) -> None:
    """To its own end, without a limit."""
    rng = random.Random(7)
    running = app(game, players=2)
    async with running.run_test(size=(80, 24)) as pilot:
        choices = 0
        while not (screen := await until_asked(pilot)).session.over:
            await play(pilot, screen, rng)
            await pilot.pause()
            choices += 1
            assert choices < 2000
        await pilot.pause()
        assert choices > 10
        assert screen.query_one(Buttons).keys[-1] == "go:home"
        (kept,) = kept_games()
        record = load_record(kept)
        verify(record)
        assert record.outcome is not None
        assert set(record.outcome) & {"loser", "winner"}
        assert not list(saves_folder().glob("*"))
        await pilot.press("4")
        while not isinstance(running.screen, HomeScreen):
            await pilot.pause()


@asynchronous
async def test_from_the_start_screen_and_on_the_next_day() -> None:
    running = app()
    async with running.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(running.screen, SetupScreen)
        await pilot.press("down", "left", "left", "up", "enter")
        screen = await until_asked(pilot)
        assert len(screen.session.info.seats) == 2
        for _ in range(3):
            await pilot.press("enter")
            screen = await until_asked(pilot)
        moves = len(screen.session.past)
        await pilot.press("q")
        while not isinstance(running.screen, HomeScreen):
            await pilot.pause()
    again = app()
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = again.screen.query_one(MenuList)
        assert menu.entries[2].label.startswith("Resume: Karma")
        await pilot.press("down", "down", "enter")
        screen = await until_asked(pilot)
        assert len(screen.session.past) >= moves


@asynchronous
async def test_a_game_is_left_for_the_browser() -> None:
    running = app("karma", players=2)
    async with running.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        await pilot.press("enter")
        made = len((await until_asked(pilot)).session.past)
        await pilot.press("b")
        while running.for_browser is None:
            await pilot.pause()
    # A table has its opening, two seats and its start before the first move.
    assert len(running.for_browser.facts) >= 4 + made - 1
    assert running.for_browser.path.exists()


@asynchronous
async def test_a_card_with_several_moves_asks_once_more() -> None:
    running = app("allin")
    async with running.run_test(size=(100, 40)) as pilot:
        rng = random.Random(1)
        while True:
            screen = await until_asked(pilot)
            assert not screen.session.over
            if any(move.startswith("swap") for move in screen.session.legal):
                break
            await by_keys(pilot, screen, rng)
            await pilot.pause()
        hand = screen.query_one("#hand", CardRow)
        assert hand.cursor is not None
        await pilot.press("enter")
        assert len(screen.pending) > 1
        assert screen.query_one("#middle", CardRow).cursor is not None
        await pilot.press("escape")
        assert not screen.pending
        await pilot.press("enter", "enter")
        await until_asked(pilot)
        assert any(e.kind == "swap" for each in screen.session.past for e in each.events)


@asynchronous
async def test_keys_while_nothing_is_asked() -> None:
    running = app("allin")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        screen.session.prompt = None
        screen._renew()
        before = len(screen.session.past)
        await pilot.press("enter", "left", "right", "up", "down", "tab", "1", "9", "escape", "c")
        await pilot.click("#hand", offset=(2, 2))
        await pilot.pause()
        assert len(screen.session.past) == before
        assert running.screen is screen


@asynchronous
async def test_hint_rules_and_aid() -> None:
    running = app("allin", language="de")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        await pilot.press("h")
        while "Gewinnchance" not in str(screen.query_one("#moment").render()):
            await pilot.pause(0.01)
        await pilot.press("a")
        await pilot.pause()
        assert "Vierling" in str(running.screen.query_one("Static").render())
        await pilot.press("escape")
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(running.screen, RulesScreen)
        await pilot.press("a", "1", "0")
        await pilot.pause()
        await pilot.press("down", "pagedown", "escape")
        await pilot.pause()
        assert isinstance(running.screen, TableScreen)


@asynchronous
async def test_replay_and_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fatum.terminal.app.analysis.ITERATIONS", 2)
    running = app("karma", players=2, options={"turn_limit": 16})
    async with running.run_test(size=(80, 24)) as pilot:
        while not (await until_asked(pilot)).session.over:
            await pilot.press("enter")
            await pilot.pause()
        await pilot.pause()
        await pilot.press("2")
        while not isinstance(running.screen, ReplayScreen):
            await pilot.pause()
        replay = running.screen
        steps = replay._places.steps
        await pilot.pause()
        await pilot.press("right", "right", "left", "pagedown")
        assert replay._step == 11
        await pilot.press("end")
        assert replay._step == steps
        await pilot.click(Scrubber, offset=(40, 0))
        await pilot.pause()
        assert 0 < replay._step < steps
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(running.screen, ReplayScreen)
        assert running.screen._seat == 1
        await pilot.press("q")
        running.push_screen(HistoryScreen())
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert any(isinstance(screen, KeptScreen) for screen in running.screen_stack)
        await pilot.press("down", "enter")
        while not isinstance(running.screen, AnalysisScreen):
            await pilot.pause()
        while "█" not in str(running.screen.query_one("#found").render()):
            await pilot.pause(0.01)


@asynchronous
async def test_settings_are_kept() -> None:
    running = app()
    async with running.run_test(size=(80, 24)) as pilot:
        running.push_screen(SettingsScreen())
        await pilot.pause()
        await pilot.press("right", "down", "right", "down", "right")
        await pilot.pause()
        assert running.language == "de"
        assert "Sprache" in running.screen.query_one(MenuList).render().plain
        assert running.theme == "karma-light"
    from fatum.terminal.app.settings import load_settings

    assert load_settings() == running.settings


def test_every_card_fits_its_size() -> None:
    cards = [
        *map(str, range(1, 17)),
        "TC",
        "BU",
        "FB",
        "GP",
        "?",
        None,
        "Ru",
        "10C",
        "AT",
        "JM",
        "QS",
    ]
    for size in SIZES:
        for card in cards:
            item = Item(card, count=3, effects=("take", "draw*"))
            lines = card_text(item, size, chosen=False, dim=False)
            assert len(lines) == size[1]
            assert {line.cell_len for line in lines} == {size[0]}, card
    assert "88" not in row_text([Item("8", label="x")], SIZES[1], None, asked=True).plain


def test_suits_differ_without_colour() -> None:
    assert len({face(f"9{suit}").corner for suit in "CMST"}) == 4


def test_a_curve() -> None:
    assert curve_lines([(1, 0.5), (10, 1.0)], 10, 10, 2) == ["         █", "██████████"]


@asynchronous
async def test_keys_that_are_pressed_while_connecting_start_nothing() -> None:
    """Nobody answers at this address; the app goes on trying until the player gives up."""
    settings = AppSettings(language="en", pace=INSTANT)
    running = FatumApp("en", settings, None, Address("http://127.0.0.1:1", "ABCD2345"))
    async with running.run_test(size=(80, 24)) as pilot:
        while not isinstance(running.screen, WaitingScreen):
            await pilot.pause(0.01)
        await pilot.press(*["enter"] * 5)
        await pilot.pause()
        assert isinstance(running.screen, WaitingScreen)
        assert "q Home" in "\n".join(shown(running))
        await pilot.press("q")
        while not isinstance(running.screen, HomeScreen):
            await pilot.pause(0.01)


@asynchronous
async def test_a_screen_goes_once_and_with_it_what_lies_over_it() -> None:
    running = app("allin")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(running.screen, RulesScreen)
        screen.dismiss("home")
        screen.dismiss("home")
        await pilot.pause()
        assert isinstance(running.screen, HomeScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(running.screen, SetupScreen)
