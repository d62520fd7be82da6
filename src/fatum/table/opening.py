"""Opening a table."""

from typing import Any

from fatum.core.errors import FatumError, InvalidOptions
from fatum.games.registry import find_game
from fatum.records import RULES
from fatum.table import log
from fatum.table.errors import Refused
from fatum.table.log import AnyFact
from fatum.table.names import clean_name
from fatum.table.settings import Settings


def opening(
    game: str, options: dict[str, Any], settings: Settings, host: str, name: str, sits: bool
) -> list[AnyFact]:
    """The first facts of a table; ``host`` is the hash of its host's token."""
    try:
        find_game(game).read_options(options)
    except InvalidOptions as error:
        raise Refused("options", str(error)) from None
    except FatumError as error:
        raise Refused("unreadable", str(error)) from None
    name = clean_name(name, ())
    facts: list[AnyFact] = [log.Opened(game, RULES, options, settings, host, name)]
    if sits:
        facts.append(log.Sat(0, name, host))
    return facts
