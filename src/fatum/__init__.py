"""Fatum: two card games of fate, complete and playable anywhere.

>>> import fatum
>>> match = fatum.new("karma", players=3, seed=7)
>>> match.to_act
('P1', 'P2', 'P3')
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fatum.arena.opening import Simulation, simulate
    from fatum.bots.opening import bot, list_bots
    from fatum.bots.registry import Player
    from fatum.core.errors import (
        FatumError,
        IllegalMove,
        InvalidMove,
        InvalidOptions,
        InvalidRecord,
        InvalidState,
    )
    from fatum.core.views import Move, View
    from fatum.games.allin.telling.view import AllInSeat, AllInView
    from fatum.games.karma.telling.view import KarmaSeat, KarmaView
    from fatum.play.events import Event
    from fatum.play.match import Bot, Match
    from fatum.play.opening import list_games, load, new
    from fatum.records.record import Record

    compiled: bool
    """Whether the rules run as C rather than as plain Python."""

__version__ = "0.1.0"

_MODULES = {
    "fatum.arena.opening": "Simulation simulate",
    "fatum.bots.opening": "bot list_bots",
    "fatum.bots.registry": "Player",
    "fatum.core.errors": "FatumError IllegalMove InvalidMove InvalidOptions InvalidRecord InvalidState",
    "fatum.games.allin.telling.view": "AllInSeat AllInView",
    "fatum.games.karma.telling.view": "KarmaSeat KarmaView",
    "fatum.core.views": "Move View",
    "fatum.play.events": "Event",
    "fatum.play.match": "Bot Match",
    "fatum.play.opening": "list_games load new",
    "fatum.records.record": "Record",
}
"""Public name → the module that defines it; imported on first use."""

__all__ = [
    "AllInSeat", "AllInView", "Bot", "Event", "FatumError", "IllegalMove", "InvalidMove",
    "InvalidOptions", "InvalidRecord", "InvalidState", "KarmaSeat", "KarmaView", "Match", "Move",
    "Player", "Record", "Simulation", "View", "__version__", "bot", "compiled", "list_bots",
    "list_games", "load", "new", "simulate",
]  # fmt: skip


if not TYPE_CHECKING:  # a type checker would take every name for one of the door's

    def __getattr__(name: str) -> object:
        if name == "compiled":
            spec = find_spec("fatum.core.rng")
            return (
                spec is not None
                and spec.origin is not None
                and not spec.origin.endswith((".py", ".pyc"))
            )
        for module, names in _MODULES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(module), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
