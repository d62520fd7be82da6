"""``fatum join``."""

import os
from typing import Annotated, Any, Final

from cyclopts import Parameter

from fatum.cli import DONE, INTERRUPTED, complain
from fatum.cli.common import Language, flag, read_language
from fatum.cli.play import AsLines, open_screen, wants_lines
from fatum.core.errors import FatumError
from fatum.terminal.remote import DEFAULT, Address, held_seat, look, open_table, read_address, sit

SERVER: Final = "FATUM_SERVER"


def join(
    address: Annotated[str, Parameter(help="The code of a table, its link, or a server.")],
    /,
    *,
    name: Annotated[str | None, Parameter(help="Your name at the table.")] = None,
    watch: Annotated[bool, flag("Watch; do not take a seat.")] = False,
    open_game: Annotated[
        str | None, Parameter(name="--open", help="Open a new table of this game at the server.")
    ] = None,
    players: Annotated[int | None, Parameter(help="With --open: how many seats.")] = None,
    lines: AsLines = False,
    language: Language = None,
) -> int:
    tongue = read_language(language)
    found = read_address(address, os.environ.get(SERVER) or DEFAULT)
    if open_game is not None:
        found = _open(found, open_game, players, _name(name))
    elif not found.code:
        raise FatumError("name a table by its code or link, or open one with --open karma")
    else:
        table = look(found)
        if table["you"]["seat"] is None and table["may_sit"] and not watch:
            sit(found, _name(name))
        elif not held_seat(found) and not table["may_watch"]:
            raise FatumError("this table is full and does not allow spectators")
    if not wants_lines(lines):
        return open_screen(language, address=found)
    from fatum.terminal.lines.run import join_lines

    command = f"fatum join {found.base}/t/{found.code}"
    return INTERRUPTED if join_lines(found, tongue, command, complain) else DONE


def _name(name: str | None) -> str:
    return name or os.environ.get("USER") or os.environ.get("USERNAME") or "Guest"


def _open(found: Address, game: str, players: int | None, name: str) -> Address:
    options: dict[str, Any] = {} if players is None else {"players": players}
    form = {"game": game, "name": name, "options": options, "settings": {"chat": True}}
    return open_table(found.base, form)
