"""For measuring only: a search that sees the truth, as a ceiling for what knowing more could gain.

It is in no registry, and nothing that is installed can reach it.
"""

from fatum.bots.base import Budget
from fatum.bots.search.ismcts import Ismcts
from fatum.core.game import Redealer, State, View
from fatum.core.rng import Rng


class ClearView(View):
    """A view that is the truth itself."""

    def __init__(self, state: State, seat: int) -> None:
        self.game = state.game
        self.seat = seat
        self.options = state.view_for(seat).options
        self._state = state

    def to_dict(self) -> dict[str, object]:
        return self._state.to_dict()

    def redeal(self, rng: Rng) -> State:
        return self._state.copy()

    def redealer(self) -> Redealer:
        return Redealer(self)


def choose_knowing_all(state: State, seat: int, rng: Rng, budget: Budget) -> int:
    """What the search would do if every card lay open."""
    return Ismcts().choose(ClearView(state, seat), state.legal_moves(seat), rng, budget)
