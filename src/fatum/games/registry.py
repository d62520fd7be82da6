"""Which games there are. A new game is one more line here and its own folder."""

from importlib import import_module
from typing import Final

from fatum.core.errors import FatumError
from fatum.core.game import Game

GAMES: Final = {
    "karma": "fatum.games.karma.game",
    "allin": "fatum.games.allin.game",
}
"""Name → module with the object ``GAME``; imported only when it is played."""


def find_game(name: str) -> Game:
    """The game of this name, or an error that lists the names."""
    if name not in GAMES:
        raise FatumError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
