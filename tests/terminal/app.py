"""Driving the app in tests."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ParamSpec

from textual.pilot import Pilot

from fatum.records import load_record
from fatum.terminal.app.fatum_app import FatumApp
from fatum.terminal.app.settings import AppSettings
from fatum.terminal.app.table import TableScreen
from fatum.terminal.local import new_table
from fatum.terminal.saves import new_save
from fatum.terminal.sitting import Sitting

INSTANT = 4
PATIENCE = 400
"""Seconds. A screen is drawn hundreds of times, perhaps on a machine that has much else to do."""
P = ParamSpec("P")


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an async test in a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def body() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*args, **kwargs)

        asyncio.run(body())

    return run


def sitting(game: str, players: int = 3, options: dict[str, Any] | None = None) -> Sitting:
    """A game against greedy bots, always the same cards."""
    names = ["You", *["greedy"] * (players - 1)]
    bots = dict.fromkeys(range(1, players), "greedy")
    given = {"players": players, **(options or {})}
    facts, token = new_table(game, given, b"q" * 32, names, bots)
    return Sitting(facts, token, new_save(game), game)


def app(game: str | None = None, language: str = "en", **more: Any) -> FatumApp:
    settings = AppSettings(language=language, pace=INSTANT, level="greedy")
    return FatumApp(language, settings, None if game is None else sitting(game, **more))


async def until_asked(pilot: Pilot[int]) -> TableScreen:
    """The table, once something is asked of the player or the game is over."""
    screen = pilot.app.screen
    while not isinstance(screen, TableScreen) or not (
        screen.session.over or (screen.session.prompt is not None and not screen._sending)
    ):
        await pilot.pause(0.005)
        screen = pilot.app.screen
    await pilot.pause()
    return screen


def keep_as_it_is(screen: TableScreen) -> None:
    """From now on the table on the screen is the test's: what bots still do would change it."""
    screen.session.hear = lambda data: None  # type: ignore[method-assign]


def outcome(path: Path) -> Any:
    return load_record(path).outcome
