"""The aid card: which combination beats which, and what each pays."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from fatum.core.options import Options
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.terminal.wording import Wording


class AidScreen(ModalScreen[None]):
    """Any key or click closes it."""

    CSS = """
    AidScreen { align: center middle; }
    AidScreen VerticalScroll { width: 40; height: auto; padding: 1 2; background: $surface;
        border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,a,q", "close", show=False)]

    def __init__(self, wording: Wording, options: Options) -> None:
        super().__init__()
        self._wording = wording
        self._side = options.text("side")

    def compose(self) -> ComposeResult:
        names: list[str] = list(CATEGORIES)
        if self._side == "B":
            full, straight = names.index("full house"), names.index("straight")
            names[full], names[straight] = names[straight], names[full]
        lines = [self._wording.text("line.app.aid"), ""]
        lines += [self._wording.text(f"hand.{name}") for name in reversed(names)]
        with VerticalScroll():
            yield Static("\n".join(lines))

    def on_click(self, _: Any) -> None:
        self.action_close()

    def action_close(self) -> None:
        self.dismiss()
