"""Opponents for people: the same search, thinking less or more.

The easier levels think in simulations, so that they are equally strong on every machine; the
hardest takes the time it is given.
"""

from typing import Final

from fatum.bots.base import Budget
from fatum.bots.ismcts import Ismcts
from fatum.core.game import View
from fatum.core.rng import Rng

EASY: Final = Budget(iterations=40)
NORMAL: Final = Budget(iterations=100)


class Level:
    """The search with a budget of its own; with none, whoever asks decides."""

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        self._search = Ismcts()

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return self._search.choose(view, legal, rng, self._budget or budget)


def easy() -> Level:
    return Level(EASY)


def normal() -> Level:
    return Level(NORMAL)


def hard() -> Level:
    return Level(None)
