"""Joining a server's table, or opening one for friends."""

import asyncio
import os
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from fatum.core.errors import FatumError
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.screens import FatumScreen
from fatum.terminal.remote import DEFAULT, Address, look, open_table, read_address, sit

if TYPE_CHECKING:
    from fatum.terminal.app.fatum_app import FatumApp


class JoinScreen(FatumScreen[None]):
    """One field: the code or link of a table; with ``game``, the server to open one at."""

    CSS = """
    JoinScreen { align: center middle; }
    JoinScreen Vertical { width: 90%; max-width: 70; height: auto; padding: 1 2;
        background: $surface; }
    JoinScreen #title { text-style: bold; color: $primary; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape": "back"})

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self._open = game

    @property
    def fatum(self) -> "FatumApp":
        return cast("FatumApp", self.app)

    def compose(self) -> ComposeResult:
        text = self.fatum.text
        server = os.environ.get("FATUM_SERVER") or DEFAULT
        title = text("home.join") if self._open is None else text("setup.open")
        with Vertical():
            yield Static(title, id="title")
            yield Input(
                value="" if self._open is None else server,
                placeholder=text("line.app.address"),
                id="address",
            )
            yield Input(placeholder=text("setup.name"), id="name")

    def on_mount(self) -> None:
        self.query_one("#address", Input).focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input.id == "address" and not self.query_one("#name", Input).value:
            self.query_one("#name", Input).focus()
            return
        typed = self.query_one("#address", Input).value.strip()
        name = self.query_one("#name", Input).value.strip() or self.fatum.text("setup.name.default")
        try:
            found = await asyncio.to_thread(self._find, typed, name)
        except FatumError as error:
            self.notify(self.fatum.say(error.message), severity="error")
            return
        self.dismiss()
        self.fatum.join(found)

    def _find(self, typed: str, name: str) -> Address:
        address = read_address(typed, os.environ.get("FATUM_SERVER") or DEFAULT)
        if self._open is not None:
            form = {"game": self._open, "name": name, "settings": {"chat": True}}
            return open_table(address.base, form)
        if not address.code:
            raise FatumError(self.fatum.text("home.join.bad"))
        table = look(address)
        if table["you"]["seat"] is None and table["may_sit"]:
            sit(address, name)
        return address

    def action_back(self) -> None:
        self.dismiss()
