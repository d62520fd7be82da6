"""Which games there are, by name. Each is imported on first use.

Other packages add games under the entry point group ``fatum.games``; ``register`` does the same in
a program. Both name the ``Game`` as ``module:attribute``.
"""

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from fatum.core.errors import FatumError, shown
from fatum.core.game import Game
from fatum.core.messages import Declared

NO_GAME: Final = Declared("game.unknown", "there is no game {name}; the games are {games}")

GROUP: Final = "fatum.games"
BUILT_IN: Final = ("karma", "allin")

GAMES: Final = {name: f"fatum.games.{name}.game:GAME" for name in BUILT_IN}
"""Name → ``module:attribute``: the games built in, and those registered in this program."""

_LOG: Final = logging.getLogger("fatum.games")


def register(name: str, reference: str) -> None:
    """Add a game to this program; ``reference`` is ``module:attribute``.

    :raises FatumError: if a built-in game has this name.
    """
    if name in BUILT_IN:
        raise FatumError(f"there is a game {name!r} already")
    GAMES[name] = reference


@cache
def _installed() -> Mapping[str, str]:
    """The games of other packages; none of them can replace a built-in one."""
    # Only here: importing it takes longer than the rest of `fatum --help`.
    from importlib.metadata import entry_points

    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in BUILT_IN:
            _LOG.warning(
                "the game %r from %s is skipped: the name is taken", entry.name, entry.value
            )
        else:
            found[entry.name] = entry.value
    return found


def references() -> dict[str, str]:
    """Every game's name → ``module:attribute``, built-in games first."""
    others = {name: place for name, place in _installed().items() if name not in GAMES}
    return {**GAMES, **others}


def find_game(name: str) -> Game:
    """The game of this name.

    :raises FatumError: if there is none, listing the names, or if it cannot be loaded.
    """
    if not isinstance(name, str):
        raise FatumError(f"a game's name is text; the games are {', '.join(references())}")
    reference = GAMES.get(name)
    if reference is None:
        known = references()
        if name not in known:
            raise FatumError(NO_GAME(name=shown(name), games=", ".join(known)))
        reference = known[name]
    game = _load(name, reference)
    if isinstance(game, Game):
        return game
    raise FatumError(game)


def all_games() -> list[Game]:
    """Every game that can be loaded; any other is named in the log once and left out."""
    found = []
    for name, reference in references().items():
        game = _load(name, reference)
        if isinstance(game, Game):
            found.append(game)
        else:
            _report(game)
    return found


@cache
def _load(name: str, reference: str) -> Game | str:
    """The game, or why it cannot be loaded, in one line."""
    module, _, attribute = reference.partition(":")
    try:
        game = getattr(import_module(module), attribute or "GAME")
        if not isinstance(game, Game):
            raise TypeError("it is not a fatum.core.game.Game")
        if game.name != name:
            raise ValueError(f"it calls itself {game.name!r}")
    except Exception as error:
        if name in BUILT_IN:
            raise
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return f"the game {name!r} from {module} cannot be loaded: {text}"
    return game


@cache
def _report(fault: str) -> None:
    _LOG.warning("%s", fault)
