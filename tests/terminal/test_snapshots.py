"""Every screen at three sizes in two languages, as it is stored under ``snapshots``."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec import structs
from tests.terminal.app import app, asynchronous, sitting, until_asked
from tests.terminal.finished import asked, finished, moment, reached, seated
from tests.terminal.shots import Album
from textual.pilot import Pilot

from fatum.play.match import Match
from fatum.protocol import requests as r
from fatum.records import Record
from fatum.table import log
from fatum.terminal.app.analysis import AnalysisScreen
from fatum.terminal.app.fatum_app import FatumApp
from fatum.terminal.app.feed import LocalAppPlace
from fatum.terminal.app.home import HistoryScreen, HomeScreen, KeptScreen, SettingsScreen
from fatum.terminal.app.join import JoinScreen
from fatum.terminal.app.replay import ReplayScreen
from fatum.terminal.app.setup import SetupScreen
from fatum.terminal.app.table import TableScreen
from fatum.terminal.kept import keep

PHASES = {
    "karma": ("lay", "play", "open", "take"),
    "allin": ("play", "take", "swap", "keep", "predict"),
}
Part = Callable[[Pilot[int], Album, FatumApp], Awaitable[None]]


async def home(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    await album.take("home")
    record = finished("allin")
    for name, screen in {
        "setup-karma": SetupScreen("karma"),
        "setup-allin": SetupScreen("allin"),
        "settings": SettingsScreen(),
        "history-empty": HistoryScreen(),
        "kept": KeptScreen(record),
        "join": JoinScreen(),
        "open": JoinScreen("karma"),
    }.items():
        running.push_screen(screen)
        await album.take(name)
        await pilot.press("escape")
    kept = keep(record)
    kept.rename(kept.with_name("allin-2026-01-02-030405.json"))
    running.push_screen(HistoryScreen())
    await album.take("history")
    await pilot.press("escape")


async def rules(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    for game, words in {"karma": ["1", "3"], "allin": ["a", "l", "l"]}.items():
        running.show_rules(game)
        await album.take(f"rules-{game}")
        await pilot.press(*words)
        await album.take(f"rules-search-{game}")
        await pilot.press("escape")


async def at(pilot: Pilot[int], running: FatumApp, record: Record) -> TableScreen:
    """The table of this game, where P1 is asked or the game is over."""
    running.play(seated(record))
    return await until_asked(pilot)


async def home_again(pilot: Pilot[int], running: FatumApp) -> None:
    await pilot.press("q")
    while not isinstance(running.screen, HomeScreen):
        await pilot.pause()


async def phases(pilot: Pilot[int], album: Album, running: FatumApp, game: str) -> None:
    for verb in PHASES[game]:
        await at(pilot, running, reached(game, asked(verb)))
        await album.take(f"{game}-{verb}")
        await home_again(pilot, running)


async def karma(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    await phases(pilot, album, running, "karma")
    record = reached("karma", lambda match: moment(match) is not None)
    move = moment(Match.resume(record, listen=True))
    assert move is not None
    screen = await at(pilot, running, record)
    screen.choose([move])
    while not screen.query_one("#moment").has_class("large"):
        await pilot.pause()
    await until_asked(pilot)
    await album.take("karma-moment")


async def all_in(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    await phases(pilot, album, running, "allin")
    await at(pilot, running, reached("allin", asked("swap")))
    await pilot.press("l")
    await album.take("log")
    await pilot.press("escape", "a")
    await album.take("aid")


async def ends(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    for game in ("karma", "allin"):
        record = finished(game)
        await at(pilot, running, record)
        await album.take(f"result-{game}")
        await home_again(pilot, running)
        running.push_screen(ReplayScreen(record, running.language))
        await pilot.pause()
        await pilot.press(*["pagedown"] * 5)
        await album.take(f"replay-{game}")
        await home_again(pilot, running)
    running.push_screen(AnalysisScreen(finished("karma", turn_limit=20), running.language))
    await pilot.pause()
    while "█" not in str(running.screen.query_one("#found").render()):
        await pilot.pause(0.01)
    await album.take("analysis")


async def friends(pilot: Pilot[int], album: Album, running: FatumApp) -> None:
    """A lobby, and people who talk."""
    given = sitting("karma", 3)
    facts, token = given.facts, given.token
    opened = facts[0]
    assert isinstance(opened, log.Opened)
    settings = structs.replace(opened.settings, chat=True)
    facts[0] = structs.replace(opened, settings=settings)
    place = LocalAppPlace(lambda: 0.0)
    await place._table.open([*facts[:2]], token)
    place._opened = True
    place.session.table = structs.replace(place.session.info, id="ABCD2345")
    running.push_screen(TableScreen(place, running.language))
    await album.take("lobby")
    await place.ask(r.Chat("Hello!", id=place.session.number()))
    await pilot.press("c", "H", "i")
    await album.take("chat")
    await pilot.press("escape")
    await place.close()


@pytest.mark.parametrize("part", [home, rules, karma, all_in, ends, friends])
@pytest.mark.parametrize("language", ["en", "de"])
@asynchronous
async def test_screens(part: Part, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fatum.terminal.app.analysis.ITERATIONS", 4)
    running = app(None, language)
    async with running.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        album = Album(pilot, part.__name__, language)
        await part(pilot, album, running)
        album.check()
