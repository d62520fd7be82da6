"""What has happened: beside the table, and all of it on a screen of its own."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.widgets import RichLog, Static

from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.screens import FatumScreen
from fatum.terminal.app.telling import turn_lines
from fatum.terminal.session import Happened
from fatum.terminal.wording import Wording


class TurnLog(RichLog):
    """Sentences under the name of the player whose turn it was."""

    def __init__(self, name: str, *, focus: bool = False) -> None:
        super().__init__(id=name, wrap=True, min_width=20)
        self.can_focus = focus
        self._actor: str | None = None

    def tell(self, happened: Happened, wording: Wording) -> None:
        lines, self._actor = turn_lines(happened, wording, self._actor)
        for line in lines:
            self.write(line)

    def tell_again(
        self, past: Iterable[Happened], wording: Wording, first: Sequence[str] = ()
    ) -> None:
        """Lines are wrapped when they are written: write them for a new width."""
        self.clear()
        self._actor = None
        for line in first:
            self.write(line)
        for happened in past:
            self.tell(happened, wording)


class LogScreen(FatumScreen[None]):
    """Arrow keys and the wheel scroll."""

    CSS = """
    LogScreen #title { height: 1; background: $primary; color: $background; padding: 0 1; }
    LogScreen RichLog { padding: 0 1; background: $background; scrollbar-size: 1 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape,l,q": "back"})

    def __init__(self, past: Sequence[Happened], wording: Wording) -> None:
        super().__init__()
        self._past = past
        self._wording = wording

    def compose(self) -> ComposeResult:
        yield Static(self._wording.text("table.log"), id="title")
        yield TurnLog("all", focus=True)

    def on_mount(self) -> None:
        self.query_one(TurnLog).focus()

    def on_resize(self, _: Resize) -> None:
        self.call_after_refresh(self._write)

    def _write(self) -> None:
        self.query_one(TurnLog).tell_again(self._past, self._wording)

    def action_back(self) -> None:
        self.dismiss()
