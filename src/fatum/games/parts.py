"""What a game's folder, or an installed extra, may offer beyond the contract."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from fatum.games.registry import GAMES

_TABLE_READER: Final = "read_card_table"


def optional_module(name: str) -> ModuleType | None:
    """The module of this name, ``None`` if there is none; a fault inside it is still an error."""
    parent = name.rpartition(".")[0]
    try:
        found = find_spec(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{parent}.".startswith(f"{error.name}."):
            raise
        found = None
    return None if found is None else import_module(name)


def game_part(game: str, part: str) -> ModuleType | None:
    """``telling.words``, ``rules.cards``, … of a game, if its folder has it."""
    package = GAMES[game].rpartition(".")[0]
    return optional_module(f"{package}.{part}") if package else None


def card_tables(game: str, option: str = "cards") -> ModuleType | None:
    """The module with ``read_card_table``, which reads files for an option of this name."""
    part = game_part(game, f"rules.{option}")
    return part if hasattr(part, _TABLE_READER) else None
