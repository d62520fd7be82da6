"""The rules, with a search."""

from typing import ClassVar, Final

from rich.markdown import Markdown
from rich.theme import Theme
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from fatum.games.registry import find_game
from fatum.i18n.keyed import keyed_texts
from fatum.i18n.rules import numbered_rules, rules_about, rules_text
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.screens import FatumScreen

_STYLES: Final = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold underline",
        "markdown.h3": "bold",
        "markdown.code": "bold",
        "markdown.link": "underline",
        "markdown.link_url": "underline",
        "markdown.item.bullet": "dim",
    }
)
"""Without colours of its own, so that it is part of every theme."""


class RulesScreen(FatumScreen[None]):
    """Type to find rules; arrow keys and the wheel scroll."""

    CSS = """
    RulesScreen #title { height: 1; background: $primary; color: $background; padding: 0 1; }
    RulesScreen Input { height: 3; }
    RulesScreen VerticalScroll { height: 1fr; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        {
            "escape": "back",
            "down": "scroll(1)",
            "up": "scroll(-1)",
            "pagedown": "scroll(10)",
            "pageup": "scroll(-10)",
        },
        priority=True,
    )

    def __init__(self, game: str, language: str) -> None:
        super().__init__()
        self._text = keyed_texts(language)
        self._title = find_game(game).title
        self._page = rules_text(game, language)
        self._numbered = numbered_rules(self._page)

    def compose(self) -> ComposeResult:
        yield Static(self._text("rules.title", game=self._title), id="title")
        yield Input(placeholder=self._text("rules.search"), id="search")
        with VerticalScroll(can_focus=False):
            # One text: a widget for each paragraph would take a second to appear.
            yield Static(Markdown(self._page), id="page")

    def on_mount(self) -> None:
        self.app.console.push_theme(_STYLES)
        self.query_one(Input).focus()

    def on_unmount(self) -> None:
        self.app.console.pop_theme()

    def on_input_changed(self, event: Input.Changed) -> None:
        wanted = event.value.strip()
        page = self._page
        if wanted:
            rules = rules_about(self._numbered, wanted)
            found = [f"- **{number}** {rule}" for number, rule in rules.items()]
            page = (
                self._text("rules.found", count=len(found)) if found else self._text("rules.none")
            )
            page += "\n\n" + "\n".join(found)
        self.query_one("#page", Static).update(Markdown(page))

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        self.dismiss()
