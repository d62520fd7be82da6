"""The aid card: which combination beats which, with the player's own marked."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from fatum.core.options import Options
from fatum.games.allin.rules.hands import CATEGORIES, value_of
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.screens import FatumScreen
from fatum.terminal.wording import Wording


class AidScreen(ModalScreen[None], FatumScreen[None]):
    """Any key or click closes it."""

    CSS = """
    AidScreen { align: center middle; background: $background 50%; }
    AidScreen VerticalScroll { width: auto; max-width: 100%; height: auto; padding: 1 2;
        background: $surface; border: round $primary; }
    AidScreen Static { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape,enter,space,a,q": "close"})

    def __init__(self, wording: Wording, options: Options, own: str) -> None:
        super().__init__()
        self._wording = wording
        self._own = own
        self._side = options.text("side")

    def compose(self) -> ComposeResult:
        names: list[str] = list(CATEGORIES)
        if self._side == "B":
            full, straight = names.index("full house"), names.index("straight")
            names[full], names[straight] = names[straight], names[full]
        titles = [self._wording.text(f"hand.{name}") for name in names]
        wide = max(map(len, titles))
        lines = [self._wording.text("line.app.aid"), ""]
        for place, name in reversed(list(enumerate(names))):
            mark = "▸" if name == self._own else " "
            runes = self._wording.text("allin.runes", count=value_of(place << 6))
            lines.append(f"{mark} {titles[place]:<{wide}}  {runes}")
        with VerticalScroll():
            yield Static("\n".join(lines))

    def on_click(self, _: Any) -> None:
        self.action_close()

    def action_close(self) -> None:
        self.dismiss()
