"""The rules, with a search."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Markdown, Static

from fatum.games.registry import find_game
from fatum.i18n.keyed import keyed_texts
from fatum.i18n.rules import numbered_rules, rules_text


class RulesScreen(Screen[None]):
    """Type to find rules; arrow keys and the wheel scroll."""

    CSS = """
    RulesScreen #title { height: 1; background: $primary; color: $background; padding: 0 1; }
    RulesScreen Input { height: 3; }
    RulesScreen VerticalScroll { height: 1fr; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("pagedown", "scroll(10)", show=False, priority=True),
        Binding("pageup", "scroll(-10)", show=False, priority=True),
    ]

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
            yield Markdown(self._page)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    async def on_input_changed(self, event: Input.Changed) -> None:
        wanted = event.value.strip().casefold()
        page = self._page
        if wanted:
            found = [
                f"- **{number}** {rule}"
                for number, rule in self._numbered.items()
                if wanted == number.casefold() or wanted in rule.casefold()
            ]
            page = (
                self._text("rules.found", count=len(found)) if found else self._text("rules.none")
            )
            page += "\n\n" + "\n".join(found)
        await self.query_one(Markdown).update(page)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        self.dismiss()
