"""The rule-of-thumb bot, which also replaces absent players and failed bots."""

from fatum.bots.base import Budget
from fatum.bots.manners import fresh_moves
from fatum.bots.policies.registry import policy_for
from fatum.core.game import View
from fatum.core.rng import Rng


class GreedyBot:
    """What the game's policy says, at once."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return greedy_move(view, legal, rng)


def greedy_move(view: View, legal: list[int], rng: Rng) -> int:
    """The policy's move for the seat of a view."""
    allowed = fresh_moves(view, legal)
    if len(allowed) == 1:
        return allowed[0]
    assert view.seat is not None
    policy = policy_for(view.game, view.options)
    # Policies read only what the seat knows, so that any redeal does.
    world = view.redeal(rng)
    move: int = policy.move(world, view.seat, rng)
    return move if move in allowed else policy.move_among(world, view.seat, allowed, rng)
