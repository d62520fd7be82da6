"""How far bots can think on this device, compared with what their levels are made for."""

import time
from typing import Final

from fatum.core.chance import RandomChance
from fatum.core.rng import Rng
from fatum.games.registry import find_game

MEASURED: Final = 0.06
"""Seconds for which games are played to the end at random."""
USUAL: Final = 194_000
"""Karma actions per second of the plain build on an ordinary computer."""
NEEDED: Final = {"normal": 90_000, "hard": USUAL}
"""Actions per second at which a level does here what it does elsewhere.

``normal`` counts simulations and needs less than half of its beat on an ordinary computer; ``hard``
uses all the time there is.
"""
TOLD: Final = 0.9
"""A smaller share than this is worth telling."""


def actions_per_second(seconds: float = MEASURED) -> float:
    """Measured in the bots' worker."""
    game = find_game("karma")
    options = game.read_options({"players": 4})
    rng = Rng(1)
    actions = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        actions += game.new(options, RandomChance(rng)).playout(rng)
    return actions / passed


def shares(speed: float) -> dict[str, float]:
    """The levels that think less far here, with the share of what they usually do.

    >>> shares(200_000)
    {}
    >>> shares(45_000)
    {'normal': 0.5, 'hard': 0.23}
    """
    found = {level: round(speed / needed, 2) for level, needed in NEEDED.items()}
    return {level: share for level, share in found.items() if share < TOLD}
