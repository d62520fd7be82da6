"""Which policy plays which game.

Other packages add policies under the entry point group ``fatum.policies``, by the name of the game;
``register`` does the same in a program. A game without one is played at random.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from fatum.bots.policies.policy import Policy
from fatum.core.game import Game
from fatum.core.options import Options

GROUP: Final = "fatum.policies"
_OWN: Final = {
    "karma": ("fatum.bots.policies.karma.model", "trained_policy"),
    "allin": ("fatum.bots.policies.allin.model", "trained_policy"),
}
_registered: Final[dict[str, Callable[[Options], Policy]]] = {}


def register(game: str, factory: Callable[[Options], Policy]) -> None:
    """Register the policy of another package's game."""
    _registered[game] = factory


@lru_cache(maxsize=64)
def policy_for(game: Game, options: Options) -> Policy:
    """The policy of a game with these options."""
    return _factory(game.name)(options)


@lru_cache(maxsize=64)
def rules_of_thumb_for(game: Game, options: Options) -> Policy:
    """The policy of a game without anything that was learned, as all bots had it in version 0.1."""
    if game.name == "allin":
        from fatum.bots.policies.allin.policy import AllInPolicy

        return AllInPolicy(options)
    if game.name == "karma":
        from fatum.bots.policies.karma.policy import KarmaPolicy

        return KarmaPolicy(options)
    return policy_for(game, options)


def _factory(game: str) -> Callable[[Options], Policy]:
    if game in _OWN:
        module, name = _OWN[game]
        own: Callable[[Options], Policy] = getattr(import_module(module), name)
        return own
    if game in _registered:
        return _registered[game]
    for entry in entry_points(group=GROUP, name=game):
        installed: Callable[[Options], Policy] = entry.load()
        return installed
    return Policy
