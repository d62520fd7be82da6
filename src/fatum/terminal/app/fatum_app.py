"""The app: which screen is shown, and what belongs to all of them."""

import asyncio
import gc
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

from fatum.core.errors import FatumError
from fatum.core.messages import Message
from fatum.core.options import Options
from fatum.games.registry import find_game
from fatum.i18n.keyed import keyed_texts
from fatum.i18n.translator import translator
from fatum.protocol.wire_messages import from_wire
from fatum.records import Record
from fatum.records.files import InvalidFile
from fatum.terminal.app.feed import LocalAppPlace
from fatum.terminal.app.home import HomeScreen, resumed
from fatum.terminal.app.screens import WaitingScreen
from fatum.terminal.app.settings import AppSettings
from fatum.terminal.app.styles import MENU_CSS, TABLE_CSS
from fatum.terminal.app.table import TableScreen
from fatum.terminal.app.theme import few_colours, theme_name, themes_for
from fatum.terminal.session import Happened
from fatum.terminal.sitting import Sitting
from fatum.terminal.wording import Wording, capitalised

if TYPE_CHECKING:
    from fatum.terminal.app.remote_place import RemoteAppPlace
    from fatum.terminal.remote import Address

T = TypeVar("T")


class FatumApp(App[int]):
    """Opens with the start screen, or at once with ``sitting``."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Fatum"
    CSS = "Screen { background: $background; color: $foreground; }" + MENU_CSS + TABLE_CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "stop", show=False, priority=True)
    ]

    def __init__(
        self,
        language: str,
        settings: AppSettings,
        sitting: Sitting | None = None,
        address: "Address | None" = None,
    ) -> None:
        super().__init__()
        self._address = address
        self.settings: Final = settings
        self._language = language
        self._first = sitting
        self._sitting: Sitting | None = None
        self._place: LocalAppPlace | None = None
        self._remote: RemoteAppPlace | None = None
        self.for_browser: Sitting | None = None
        """A game that goes on in the browser when the app has ended."""
        self.game = sitting.game if sitting is not None else "karma"

    @property
    def language(self) -> str:
        return self.settings.language or self._language

    def text(self, key: str, **values: Any) -> str:
        return keyed_texts(self.language)(key, **values)

    def say(self, message: Message) -> str:
        """What went wrong, in the player's language."""
        return capitalised(translator(self.language, find_game(self.game)).say(message, str))

    def on_mount(self) -> None:
        for theme in themes_for(self):
            self.register_theme(theme)
        self.set_class(few_colours(self), "few")
        self.dress(self.game)
        if self._first is not None:
            self.play(self._first)
        elif self._address is not None:
            self.join(self._address)
        else:
            self._go_home()

    def on_ready(self) -> None:
        gc.freeze()
        gc.enable()

    def _go_home(self) -> None:
        """The start screen is made when it is first seen: a game that is asked for opens sooner."""
        if not any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            self.push_screen(HomeScreen())

    def dress(self, game: str | None = None) -> None:
        """The colours of a game."""
        self.game = game or self.game
        self.theme = theme_name(self.game, self.settings.dark)

    # --- a game ----------------------------------------------------------------------------------

    def play(self, sitting: Sitting) -> None:
        """Sit down at a local game."""
        self.run_worker(self._play(sitting))

    async def _play(self, sitting: Sitting) -> None:
        self.dress(sitting.game)
        place = LocalAppPlace(lambda: self.settings.seconds)
        await place.open(sitting.facts, sitting.token)
        self._sitting, self._place = sitting, place
        next_ = await self.push_screen_wait(TableScreen(place, self.language))
        if next_ != "browser":
            self._go_home()
        record = place.record()
        self.save()
        self._sitting = self._place = None
        await place.close()
        if next_ in {"replay", "analysis"}:
            await self._look_back(next_, record)
        elif next_ == "browser":
            self.for_browser = resumed(sitting.path)
            self.exit(0)
        elif next_ == "again":
            from fatum.terminal.app.setup import another

            self.play(another(record))

    def join(self, address: "Address") -> None:
        """Sit down at a server's table."""
        self.run_worker(self._join(address))

    async def _join(self, address: "Address") -> None:
        # Imported only for games at a server.
        from fatum.terminal.app.remote_place import RemoteAppPlace

        place = RemoteAppPlace(address, lambda: self.settings.seconds)
        await self._awaited(place.open())
        if place.session.table is None:
            self._go_home()
            said = place.session.bye
            if said is not None:
                self.notify(self.say(from_wire(said.message)), severity="error")
        else:
            self.dress(place.session.game.name)
            self._remote = place
            next_ = await self.push_screen_wait(TableScreen(place, self.language))
            self._go_home()
            self._remote = None
            try:
                if next_ in {"replay", "analysis"}:
                    if (record := await self._awaited(place.kept())) is not None:
                        await self._look_back(next_, record)
                elif next_ == "next":
                    if (following := await self._awaited(place.rematch())) is not None:
                        self.join(following)
            except FatumError as error:
                self.notify(self.say(error.message), severity="error")
        await place.close()

    async def _awaited(self, asked: Awaitable[T]) -> T | None:
        """What a server is asked for, while keys start nothing; ``None`` if the player gives up."""
        task = asyncio.ensure_future(asked)
        text = f"{self.text('net.connecting')}\n\nq {self.text('net.home')}"
        waiting = WaitingScreen(text, task.cancel)
        self.push_screen(waiting)
        await asyncio.wait([task])
        waiting.dismiss()
        return None if task.cancelled() else task.result()

    async def _keep(self, place: "RemoteAppPlace") -> None:
        """A finished game at a server is kept like one that was played here."""
        try:
            await place.kept()
        except FatumError as error:
            self.notify(self.say(error.message), severity="error")

    async def _look_back(self, how: str, record: Record) -> None:
        from fatum.terminal.app.analysis import AnalysisScreen
        from fatum.terminal.app.replay import ReplayScreen

        if how == "replay":
            self.push_screen(ReplayScreen(record, self.language))
        else:
            self.push_screen(AnalysisScreen(record, self.language))

    def look_back(self, how: str, record: Record) -> None:
        self.dress(record.game.name)
        self.run_worker(self._look_back(how, record))

    def table_changed(self, screen: TableScreen) -> None:
        """After each change, so that not even a power cut loses the game."""
        place, remote = self._place, self._remote
        if remote is not None and screen.place is remote and screen.session.over:
            self.run_worker(self._keep(remote))
        if place is None or screen.place is not place:
            return
        moved = [each.news for each in screen.session.past[-1:]]
        own = any(news is not None and news.seat == screen.session.you.seat for news in moved)
        if own or screen.session.over:
            self.save()

    def save(self) -> None:
        """Write the save of the running game; a finished one is kept, once."""
        sitting, place = self._sitting, self._place
        if sitting is None or place is None:
            return
        record = place.record()
        try:
            if record.outcome is None:
                sitting.save(record)
            else:
                sitting.write_record(record)
                sitting.keep(record)
                self._sitting = None
        except InvalidFile as error:
            self.notify(self.say(error.message), severity="error")

    # --- what can be looked at from everywhere ------------------------------------------------------

    def show_rules(self, game: str) -> None:
        from fatum.terminal.app.rules import RulesScreen

        self.push_screen(RulesScreen(game, self.language))

    def show_log(self, past: Sequence[Happened], wording: Wording) -> None:
        from fatum.terminal.app.log import LogScreen

        self.push_screen(LogScreen(past, wording))

    def show_aid(self, wording: Wording, options: Options, own: str) -> None:
        from fatum.terminal.app.aid import AidScreen

        self.push_screen(AidScreen(wording, options, own))

    def action_stop(self) -> None:
        self.save()
        self.exit(0)


def run_app(
    language: str,
    settings: AppSettings,
    sitting: Sitting | None = None,
    address: "Address | None" = None,
) -> FatumApp:
    """The app after the player has quit."""
    app = FatumApp(language, settings, sitting, address)
    app.run()
    return app
