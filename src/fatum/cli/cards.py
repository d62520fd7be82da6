"""``fatum cards``: tables that say which card has which effects."""

from pathlib import Path
from types import ModuleType
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE, FAILED, complain
from fatum.cli.common import print_json
from fatum.core.errors import FatumError, InvalidOptions
from fatum.core.game import Game
from fatum.games.parts import card_tables
from fatum.games.registry import GAMES, find_game
from fatum.records.files import read_text

Json = Annotated[bool, Parameter(negative="", show_default=False, help="Print the result as JSON.")]


def show(
    file: Annotated[Path | None, Parameter(help="A table of your own, in TOML.")] = None,
    /,
    *,
    json: Json = False,
) -> int:
    game, tables = _tables()
    try:
        table = (
            tables.default_table()
            if file is None
            else tables.read_changes(tables.read_card_table(read_text(file)))
        )
    except InvalidOptions as error:
        raise InvalidOptions(f"{file}: {error}") from None
    if json:
        cards = dict.fromkeys(game.deck)
        print_json({card: table.effects_of(game.card_code(card)) for card in cards})
    else:
        print(tables.describe(table))
    return DONE


def check(
    file: Annotated[Path, Parameter(help="A table of your own, in TOML.")],
    /,
    *,
    json: Json = False,
) -> int:
    _, tables = _tables()
    text = read_text(file)
    try:
        changed = len(tables.read_changes(tables.read_card_table(text)).changed)
    except InvalidOptions as error:
        if json:
            print_json({"valid": False, "fault": str(error)})
            return FAILED
        return complain(f"{file}: {error}", FAILED)
    if json:
        print_json({"valid": True, "changed": changed})
    else:
        print(f"{file}: a whole card table; {changed} cards differ from the default")
    return DONE


def _tables() -> tuple[Game, ModuleType]:
    """The game that is played with a card table."""
    for name in GAMES:
        tables = card_tables(name)
        if tables is not None:
            return find_game(name), tables
    raise FatumError("no game is played with a card table")
