"""``fatum cards``: tables that say which card has which effects."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE, FAILED, complain
from fatum.cli.common import Json, flag, print_json, read_table_file
from fatum.core.errors import FatumError, InvalidOptions
from fatum.core.parts import CardTables
from fatum.games.registry import GAMES, find_game
from fatum.records.files import read_text


def show(
    file: Annotated[Path | None, Parameter(help="A table of your own, in TOML.")] = None,
    /,
    *,
    json: Json = False,
    toml: Annotated[bool, flag("Print the table as TOML, to be edited and played with.")] = False,
) -> int:
    if json and toml:
        raise FatumError("--json and --toml exclude each other")
    tables = _tables()
    table = {} if file is None else read_table_file(tables, file)
    if json:
        print_json(tables.effects(table))
    elif toml:
        print("[cards]")
        for name, effects in tables.effects(table).items():
            listed = ", ".join(f'"{effect}"' for effect in effects)
            print(f'"{name}" = [{listed}]')
    else:
        print(tables.describe(table))
    return DONE


def check(
    file: Annotated[Path, Parameter(help="A table of your own, in TOML.")], /, *, json: Json = False
) -> int:
    tables = _tables()
    text = read_text(file)
    try:
        changed = len(tables.changes(tables.read(text)))
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


def _tables() -> CardTables:
    """The tables of the first game that is played with them."""
    for name in GAMES:
        tables = find_game(name).parts.card_tables
        if tables is not None:
            return tables
    raise FatumError("no game is played with a card table")
