"""For measuring only: searches that see more than they may, as ceilings for what knowing more could gain.

They are in no registry, and nothing that is installed can reach them.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final

from fatum.bots.base import Budget
from fatum.bots.policies.allin.examples import is_prediction
from fatum.bots.policies.registry import rules_of_thumb_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.game import Redealer, State, View
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.rules import AllInState


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


class Sees(Enum):
    """What a search may look at beyond its view."""

    ALL = "all"
    """Every card: hands, draw pile and what was discarded face down. In any game."""
    HANDS = "hands"
    """Everybody's hand. This and the others below are for All In."""
    HANDS_AT_PREDICTIONS = "hands-at-predictions"
    HANDS_IN_PLAY = "hands-in-play"
    """Everybody's hand, except when a prediction is due."""


def choose_knowing_all(state: State, seat: int, rng: Rng, budget: Budget) -> int:
    """What the search would do if every card lay open."""
    return choose_seeing(Sees.ALL, state, seat, rng, budget)


def choose_seeing(sees: Sees, state: State, seat: int, rng: Rng, budget: Budget) -> int:
    """What the search would do if it saw so much."""
    # Policies of today ask a view for what this one does not have; nothing is left to believe.
    search = Ismcts(policies=rules_of_thumb_for) if sees is Sees.ALL else Ismcts()
    return search.choose(_VIEWS[sees](state, seat), state.legal_moves(seat), rng, budget)


def open_hands(state: State, seat: int) -> AllInView:
    """The view of a seat with all hands open; the draw pile stays hidden."""
    assert isinstance(state, AllInState)
    view = state.view_for(seat)
    assert isinstance(view, AllInView)
    for number, owner in enumerate(state.seats):
        view.seats[number].hand = owner.hand
    return view


def _at_predictions(state: State, seat: int) -> View:
    view = state.view_for(seat)
    return open_hands(state, seat) if is_prediction(view) else view


def _in_play(state: State, seat: int) -> View:
    view = state.view_for(seat)
    return view if is_prediction(view) else open_hands(state, seat)


_VIEWS: Final[dict[Sees, Callable[[State, int], View]]] = {
    Sees.ALL: ClearView,
    Sees.HANDS: open_hands,
    Sees.HANDS_AT_PREDICTIONS: _at_predictions,
    Sees.HANDS_IN_PLAY: _in_play,
}
