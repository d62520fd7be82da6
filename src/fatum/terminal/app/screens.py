"""What all screens of the app have in common, and the one that is shown while connecting."""

import asyncio
from collections.abc import Awaitable
from typing import ClassVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.screen import Screen, ScreenResultType
from textual.widgets import Static

from fatum.terminal.app.bindings import bindings


class FatumScreen(Screen[ScreenResultType]):
    """A screen that goes once, however often it is told to, and with it whatever lies over it.

    Textual takes away the topmost screen, whichever that is: a key that is pressed twice would close two.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)


class WaitingScreen(FatumScreen[None]):
    """One line until something is ready; nothing else can be done but to give up."""

    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape,q": "cancel"})

    def __init__(self, text: str, awaited: Awaitable[None]) -> None:
        super().__init__()
        self._text = text
        self._awaited = asyncio.ensure_future(awaited)

    def compose(self) -> ComposeResult:
        yield Static(self._text, classes="note")

    def action_cancel(self) -> None:
        self._awaited.cancel()

    async def wait(self) -> bool:
        """Until it is ready, and whether it is; what went wrong is raised."""
        await asyncio.wait([self._awaited])
        self.dismiss()
        if self._awaited.cancelled():
            return False
        self._awaited.result()
        return True
