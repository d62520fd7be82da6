"""The bots of version 0.1, to measure newer ones against: the same search, roll-outs and values.

They are not offered to players. ``tests/bots/choices.json`` pins every choice they make, so that what
they share with the levels of today cannot change them unnoticed.
"""

from typing import Final

from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.levels import Level
from fatum.bots.policies.registry import rules_of_thumb_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.game import View
from fatum.core.rng import Rng

_EASY: Final = 40
_NORMAL: Final = {"karma": 200, "allin": 100}
_NORMAL_ELSEWHERE: Final = 200


class Greedy:
    """Rules of thumb that may go in circles."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        view.past = ()
        return greedy_move(view, legal, rng)


def easy() -> Level:
    return Level(lambda view, offered: Budget(iterations=_EASY, limit=offered.limit), _search())


def normal() -> Level:
    def budget(view: View, offered: Budget) -> Budget:
        simulations = _NORMAL.get(view.game.name, _NORMAL_ELSEWHERE)
        return Budget(iterations=simulations, limit=offered.limit)

    return Level(budget, _search())


def hard() -> Level:
    return Level(lambda view, offered: offered, _search())


def _search() -> Ismcts:
    return Ismcts(manners=False, policies=rules_of_thumb_for)
