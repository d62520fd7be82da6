"""What all screens of the app have in common, and the one that is shown while a server is asked."""

from collections.abc import Callable
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
    """A text while something is awaited; nothing else can be done but to give up."""

    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape,q": "give_up"})

    def __init__(self, text: str, give_up: Callable[[], object]) -> None:
        super().__init__()
        self._text = text
        self._give_up = give_up

    def compose(self) -> ComposeResult:
        yield Static(self._text, classes="note")

    def action_give_up(self) -> None:
        self._give_up()
