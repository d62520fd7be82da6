"""The bot of rules of thumb, which also stands in for absent players and failed bots."""

from fatum.bots.base import Budget
from fatum.core.game import View
from fatum.core.rng import Rng


class GreedyBot:
    """What the game's own rules of thumb say, at once (``heuristic.py`` in the game's folder)."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return greedy_move(view, legal, rng)


def greedy_move(view: View, legal: list[int], rng: Rng) -> int:
    """The heuristic's move for the seat of a view."""
    if len(legal) == 1:
        return legal[0]
    assert view.seat is not None
    # The rules of thumb read only what the seat knows, so that any redeal does.
    return view.redeal(rng).heuristic_move(view.seat, rng)
