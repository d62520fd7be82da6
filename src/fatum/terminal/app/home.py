"""The start screen, finished games and settings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from fatum.core.errors import FatumError, InvalidRecord
from fatum.games.registry import GAMES, find_game
from fatum.i18n.languages import LANGUAGES
from fatum.records import Record, load_record, verify
from fatum.terminal.app.feed import PACES
from fatum.terminal.app.menu import MenuEntry, MenuScreen
from fatum.terminal.app.setup import SetupScreen
from fatum.terminal.kept import kept_games
from fatum.terminal.local import continued
from fatum.terminal.saves import saves_folder
from fatum.terminal.sitting import Sitting

if TYPE_CHECKING:
    from fatum.terminal.app.fatum_app import FatumApp


class _AppMenu(MenuScreen):
    @property
    def fatum(self) -> "FatumApp":
        return cast("FatumApp", self.app)

    def text(self, key: str, **values: Any) -> str:
        return self.fatum.text(key, **values)


class HomeScreen(_AppMenu):
    """Games, what can be continued, and the rest."""

    def title_text(self) -> str:
        return "F A T U M"

    def note_text(self) -> str:
        return self.text("line.app.keys")

    def entries(self) -> list[MenuEntry]:
        found = []
        for name in GAMES:
            game = find_game(name)
            about = self.text(f"game.{name}.line") if name in {"karma", "allin"} else ""
            found.append(MenuEntry(game.title, about=about, press=self._setup(name)))
        for path in _saves()[:3]:
            label = f"{self.text('home.resume')}: {find_game(path.stem.partition('-')[0]).title}"
            found.append(MenuEntry(label, about=_when(path), press=self._resume(path)))
        found.append(MenuEntry(self.text("home.join"), press=self._join(None)))
        for name in GAMES:
            label = f"{self.text('home.friends')}: {find_game(name).title}"
            found.append(MenuEntry(label, press=self._join(name)))
        found.append(MenuEntry(self.text("line.app.history"), press=self._history))
        for name in GAMES:
            label = self.text("rules.title", game=find_game(name).title)
            found.append(MenuEntry(label, press=self._rules(name)))
        found.append(MenuEntry(self.text("home.settings"), press=self._settings))
        found.append(MenuEntry(self.text("line.app.quit"), press=lambda: self.app.exit(0)))
        return found

    def _setup(self, name: str) -> Any:
        def open_it() -> None:
            self.fatum.dress(name)
            self.app.push_screen(SetupScreen(name))

        return open_it

    def _join(self, game: str | None) -> Any:
        def open_it() -> None:
            from fatum.terminal.app.join import JoinScreen

            self.app.push_screen(JoinScreen(game))

        return open_it

    def _rules(self, name: str) -> Any:
        return lambda: self.fatum.show_rules(name)

    def _resume(self, path: Path) -> Any:
        def go_on() -> None:
            try:
                self.fatum.play(resumed(path))
            except FatumError as error:
                self.notify(self.fatum.say(error.message), severity="error")

        return go_on

    def _history(self) -> None:
        self.app.push_screen(HistoryScreen())

    def _settings(self) -> None:
        self.app.push_screen(SettingsScreen())

    def action_back(self) -> None:
        self.app.exit(0)


def _when(path: Path) -> str:
    """``karma-2026-01-02-030405`` → ``2026-01-02 03:04``."""
    *day, time = path.stem.split("-")[1:5]
    return f"{'-'.join(day)} {time[:2]}:{time[2:4]}"


def _saves() -> list[Path]:
    """Games that can be continued, the newest first."""
    try:
        found = [
            path for path in saves_folder().glob("*-*.json") if path.stem.partition("-")[0] in GAMES
        ]
        return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


def resumed(path: Path) -> Sitting:
    """A saved game as a sitting.

    :raises FatumError: if it cannot be continued.
    """
    from fatum.bots import registry
    from fatum.play.match import Match

    record = Match.resume(load_record(path)).record()
    names = record.names or ()
    bots = {seat: name for seat, name in enumerate(names) if name in registry.BOTS}
    if len(bots) != record.options.players - 1:
        raise InvalidRecord(f"{path} does not tell which seat is yours")
    facts, token = continued(record, bots)
    return Sitting(facts, token, path, record.game.name)


class HistoryScreen(_AppMenu):
    """Finished games: look at one again."""

    def title_text(self) -> str:
        return self.text("line.app.history")

    def entries(self) -> list[MenuEntry]:
        found = []
        for path in kept_games():
            try:
                record = load_record(path)
            except FatumError:
                continue
            found.append(MenuEntry(record.game.title, about=_when(path), press=self._open(record)))
        if not found:
            found.append(MenuEntry(self.text("line.app.history.none")))
        found.append(MenuEntry(self.text("line.app.back"), press=self.leave))
        return found

    def _open(self, record: Record) -> Any:
        return lambda: self.app.push_screen(KeptScreen(record))


class KeptScreen(_AppMenu):
    """One finished game: replay, analysis, or the check of its promise."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record

    def title_text(self) -> str:
        return self._record.game.title

    def entries(self) -> list[MenuEntry]:
        return [
            MenuEntry(self.text("end.replay"), press=self._look("replay")),
            MenuEntry(self.text("end.analysis"), press=self._look("analysis")),
            MenuEntry(self.text("line.app.verify"), press=self._verify),
            MenuEntry(self.text("line.app.back"), press=self.leave),
        ]

    def _look(self, how: str) -> Any:
        return lambda: self.fatum.look_back(how, self._record)

    def _verify(self) -> None:
        try:
            verify(self._record)
        except InvalidRecord as error:
            reason = self.fatum.say(error.message)
            self.notify(self.text("line.app.unverified", reason=reason), severity="error")
        else:
            self.notify(self.text("line.app.verified"))


class SettingsScreen(_AppMenu):
    """Language, light or dark, and pace."""

    def title_text(self) -> str:
        return self.text("settings.title")

    def entries(self) -> list[MenuEntry]:
        settings = self.fatum.settings
        theme = self.text("settings.theme.dark" if settings.dark else "settings.theme.light")
        return [
            MenuEntry(
                self.text("settings.language"),
                LANGUAGES[self.fatum.language].name,
                turn=self._language,
            ),
            MenuEntry(self.text("settings.theme"), theme, turn=self._theme),
            MenuEntry(
                self.text("settings.pace"),
                self.text(f"settings.pace.{settings.pace}"),
                turn=self._pace,
            ),
            MenuEntry(self.text("line.app.back"), press=self.leave),
        ]

    def _language(self, step: int) -> None:
        codes = list(LANGUAGES)
        place = codes.index(self.fatum.language) + step
        self.fatum.settings.language = codes[place % len(codes)]
        self.fatum.settings.save()

    def _theme(self, step: int) -> None:
        self.fatum.settings.dark = not self.fatum.settings.dark
        self.fatum.settings.save()
        self.fatum.dress()

    def _pace(self, step: int) -> None:
        settings = self.fatum.settings
        settings.pace = (settings.pace + step) % len(PACES)
        settings.save()
