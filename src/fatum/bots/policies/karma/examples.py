"""Examples to train the value of late positions with."""

from typing import Final

from fatum.bots.policies.karma.value import WEIGHTS, points
from fatum.core.game import State
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import TURN

_UNITS: Final = [[int(at == place) for at in range(WEIGHTS)] for place in range(WEIGHTS)]


def stock_left(state: State) -> int:
    """How many cards there are to draw."""
    assert isinstance(state, KarmaState)
    return state.stock_size()


def noted(state: State) -> list[int]:
    """How far the first of two players is ahead in each feature; empty if a turn is under way."""
    assert isinstance(state, KarmaState)
    if state.phase != TURN:
        return []
    return [points(unit, state, 0) - points(unit, state, 1) for unit in _UNITS]
