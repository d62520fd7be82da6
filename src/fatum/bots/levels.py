"""Opponents for people: the same search, thinking less or more.

``easy`` plays its own cards: what others did tells it nothing about theirs, and it supposes that they go by rules
of thumb. The other levels read the table. The easier levels think in simulations, so that they are equally strong
on every machine; the hardest takes the time it is given.
"""

from collections.abc import Callable
from typing import Final

from fatum.bots.base import Budget
from fatum.bots.policies.registry import policy_for, rules_of_thumb_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.game import View
from fatum.core.rng import Rng

EASY: Final = 40
"""Simulations per move for ``easy``: enough to beat rules of thumb in any game."""


class Level:
    """The search with a budget of its own, made from the view and the budget it is offered."""

    def __init__(self, budget: Callable[[View, Budget], Budget], search: Ismcts) -> None:
        self.budget_for: Final = budget
        self.search: Final = search

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return self.search.choose(view, legal, rng, self.budget_for(view, budget))


def easy() -> Level:
    search = Ismcts(policies=rules_of_thumb_for)
    return Level(lambda view, offered: Budget(iterations=EASY, limit=offered.limit), search)


def normal() -> Level:
    def budget(view: View, offered: Budget) -> Budget:
        policy = policy_for(view.game, view.options)
        return Budget(iterations=policy.simulations(), limit=offered.limit)

    return Level(budget, Ismcts())


def hard() -> Level:
    return Level(lambda view, offered: offered, Ismcts())
