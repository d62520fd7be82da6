"""Every screen at every size in two languages: what is needed to decide is on the screen at once."""

import random
from collections.abc import Iterator

import pytest
from tests.table.helpers import asynchronous
from tests.terminal.app import app, until_asked
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from fatum.terminal.app.aid import AidScreen
from fatum.terminal.app.home import HistoryScreen, SettingsScreen
from fatum.terminal.app.menu import MenuList
from fatum.terminal.app.rules import RulesScreen
from fatum.terminal.app.setup import SetupScreen
from fatum.terminal.app.table import TableScreen
from fatum.terminal.app.widgets import Buttons, CardRow, SeatBox

SIZES = [(80, 24), (120, 36), (200, 60)]
LANGUAGES = ["en", "de"]


def shown(running: App[int]) -> list[str]:
    """The lines of the screen as text."""
    strips = running.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def parts(screen: TableScreen) -> Iterator[Widget]:
    """What must be visible, whole."""
    yield screen.query_one("#header")
    yield from screen.query(SeatBox)
    yield from (row for row in screen.query(CardRow) if row.items)
    yield screen.query_one("#question")
    yield from (each for each in screen.query(Buttons) if each.keys)
    yield screen.query_one("#keys")


def check_table(screen: TableScreen) -> None:
    whole = screen.region
    seen: list[Widget] = []
    for part in parts(screen):
        assert part.region.area, f"{part} is not there"
        assert whole.contains_region(part.region), f"{part} is cut off: {part.region}"
        for other in seen:
            assert not part.region.overlaps(other.region), f"{part} lies over {other}"
        seen.append(part)
    for row in screen.query(CardRow):
        if row.items:
            width, height = row._card_size(row.content_size.width)
            assert width * len(row.items) <= row.content_size.width
            assert height <= row.content_size.height
    buttons = screen.query_one(Buttons)
    assert buttons.content_size.height >= 1 + max(
        (line for line, _ in buttons._places(buttons.content_size.width)), default=-1
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
@pytest.mark.parametrize(("game", "players"), [("karma", 6), ("allin", 5)])
@asynchronous
async def test_a_crowded_table(
    game: str, players: int, size: tuple[int, int], language: str
) -> None:
    rng = random.Random(4)
    running = app(game, language, players=players)
    async with running.run_test(size=size) as pilot:
        for _ in range(4):
            screen = await until_asked(pilot)
            check_table(screen)
            question = screen._question().splitlines()[0]
            assert question in "".join(line.strip() + " " for line in shown(running))
            await pilot.press(*["right"] * rng.randrange(3), "enter")
            await pilot.pause()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
@asynchronous
async def test_the_other_screens(size: tuple[int, int], language: str) -> None:
    running = app(None, language)
    async with running.run_test(size=size) as pilot:
        await pilot.pause()
        screens: list[Screen[None] | None] = [
            None,
            SetupScreen("karma"),
            SetupScreen("allin"),
            SettingsScreen(),
            HistoryScreen(),
        ]
        for screen in screens:
            if screen is not None:
                running.push_screen(screen)
            await pilot.pause()
            menu = running.screen.query_one(MenuList)
            text = "\n".join(shown(running))
            for entry in menu.entries:
                assert entry.label in text
                assert entry.value in text
            title = running.screen.query_one("#title", Static)
            assert str(title.render()) in text
            if screen is not None:
                await pilot.press("escape")
                await pilot.pause()
        running.show_rules("karma")
        await pilot.pause()
        assert isinstance(running.screen, RulesScreen)
        assert "K1" in "\n".join(shown(running))


@pytest.mark.parametrize("language", LANGUAGES)
@asynchronous
async def test_the_aid_card(language: str) -> None:
    running = app("allin", language)
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(running.screen, AidScreen)
        text = "\n".join(shown(running))
        assert screen.wording.text("hand.straight flush") in text
        assert screen.wording.text("hand.pair") in text


@asynchronous
async def test_a_window_that_changes_its_size() -> None:
    running = app("karma", players=6)
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        for size in ((140, 40), (80, 24), (100, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            check_table(screen)


@asynchronous
async def test_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    running = app("allin")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        assert screen.query_one("#hand", CardRow).cursor is not None
        marked = [line for line in shown(running) if "┏" in line]
        assert len(marked) == 1
