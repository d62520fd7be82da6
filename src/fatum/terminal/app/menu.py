"""Screens that are a list of things to choose from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.screens import FatumScreen


@dataclass
class MenuEntry:
    """One line. ``press`` does something; ``turn`` goes to the next or the previous value."""

    label: str
    value: str = ""
    about: str = ""
    press: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None


class MenuList(Widget):
    """The lines of a menu."""

    DEFAULT_CSS = "MenuList { height: auto; }"

    @dataclass
    class Pressed(Message):
        place: int

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[MenuEntry] = []
        self.cursor = 0

    def show(self, entries: list[MenuEntry]) -> None:
        self.entries = entries
        self.cursor = min(self.cursor, max(len(entries) - 1, 0))
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.entries)

    def render(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        width = max((len(entry.label) for entry in self.entries if entry.value), default=0)
        for place, entry in enumerate(self.entries):
            chosen = place == self.cursor
            label = entry.label.ljust(width) if entry.value else entry.label
            value = f"  ‹ {entry.value} ›" if entry.turn else f"  {entry.value}"
            line = f"{'▸' if chosen else ' '} {label}{value if entry.value else ''}"
            row = Text(line, Style(reverse=chosen, bold=chosen))
            if entry.about:
                row.append(f"   {entry.about}", Style(bold=False, dim=not chosen))
            row.truncate(max(self.content_size.width, 1), overflow="ellipsis")
            text.append_text(row)
            if place < len(self.entries) - 1:
                text.append("\n")
        return text

    def on_click(self, event: Click) -> None:
        if 0 <= event.y < len(self.entries):
            self.post_message(self.Pressed(event.y))


class MenuScreen(FatumScreen[None]):
    """A title, lines to choose from and a word about the keys. ``entries`` are asked for again
    after every choice."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        {
            "up,k": "step(-1)",
            "down,j": "step(1)",
            "left": "turn(-1)",
            "right": "turn(1)",
            "enter,space": "press",
            "escape,q": "back",
        }
    )

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(self.title_text(), classes="title", id="title")
            yield MenuList()
            yield Static(self.note_text(), classes="note", id="note")

    def on_mount(self) -> None:
        self.renew()

    def on_screen_resume(self) -> None:
        if self.query(MenuList):  # not while the app is being closed
            self.renew()

    def title_text(self) -> str:
        raise NotImplementedError

    def note_text(self) -> str:
        return ""

    def entries(self) -> list[MenuEntry]:
        raise NotImplementedError

    def renew(self) -> None:
        self.query_one(MenuList).show(self.entries())
        self.query_one("#title", Static).update(self.title_text())
        self.query_one("#note", Static).update(self.note_text())

    def action_step(self, step: int) -> None:
        menu = self.query_one(MenuList)
        if menu.entries:
            menu.cursor = (menu.cursor + step) % len(menu.entries)
            menu.refresh()
            self._keep_in_sight(menu)

    def _keep_in_sight(self, menu: MenuList) -> None:
        """Scroll to the line under the cursor; at the first one also to the title."""
        line = Region(0, menu.cursor + menu.virtual_region.y if menu.cursor else 0, 1, 1)
        self.query_one(VerticalScroll).scroll_to_region(line, animate=False)

    def action_turn(self, step: int) -> None:
        menu = self.query_one(MenuList)
        entry = menu.entries[menu.cursor] if menu.entries else None
        if entry is not None and entry.turn is not None:
            entry.turn(step)
            self.renew()

    def action_press(self) -> None:
        menu = self.query_one(MenuList)
        if menu.entries:
            self._press(menu.entries[menu.cursor])

    def _press(self, entry: MenuEntry) -> None:
        if entry.press is not None:
            entry.press()
        elif entry.turn is not None:
            entry.turn(1)
            self.renew()

    def on_menu_list_pressed(self, event: MenuList.Pressed) -> None:
        menu = self.query_one(MenuList)
        menu.cursor = event.place
        menu.refresh()
        self._press(menu.entries[event.place])

    def action_back(self) -> None:
        self.leave()

    def leave(self) -> None:
        self.dismiss()
