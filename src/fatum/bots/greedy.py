"""The bot of rules of thumb, which also stands in for absent players and failed bots."""

from fatum.bots.base import Budget
from fatum.bots.policies.registry import policy_for
from fatum.core.game import View
from fatum.core.rng import Rng


class GreedyBot:
    """What the game's policy says, at once."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return greedy_move(view, legal, rng)


def greedy_move(view: View, legal: list[int], rng: Rng) -> int:
    """The policy's move for the seat of a view."""
    if len(legal) == 1:
        return legal[0]
    assert view.seat is not None
    # Policies read only what the seat knows, so that any redeal does.
    return policy_for(view.game, view.options).move(view.redeal(rng), view.seat, rng)
