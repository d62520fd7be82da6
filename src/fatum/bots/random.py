"""The random bot."""

from fatum.bots.base import Budget
from fatum.core.game import View
from fatum.core.rng import Rng


class RandomBot:
    """Any legal move, each equally likely."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return legal[rng.below(len(legal))]
