"""What today's searches suppose about Karma, beyond its rules of thumb."""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.karma.policy import KarmaPolicy
from fatum.bots.policies.karma.value import chance_not_to_lose
from fatum.core.game import State, View
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.karma.knowledge.view import KarmaView
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import OVER, TURN

_AHEAD: Final = 3
"""Moves that a roll-out plays before it may end with an estimate."""
_LONG_GAME: Final = 240
"""Turns after which a game of two has to end: simulations are played to the end, as an estimate never gets
tired of a game, and only clearly better moves are made."""
# Standard errors by which a move must look better than the rule of thumb's.
_MARGIN: Final = 2.0
_MARGIN_WITH_STOCK: Final = 2.5
_MARGIN_IN_LONG_GAMES: Final = 4.0
_LATE_MARGIN: Final = 0.7


class ThinkingPolicy(KarmaPolicy):
    """Rules of thumb, opponents who think where they know as much as the searcher, and a late value.

    ``weights`` are those of ``value``; without them every roll-out is played to the end.
    """

    def __init__(self, options: Options, weights: list[int] | None = None) -> None:
        super().__init__(options)
        self.weights: Final = weights
        self._estimates: Final[bool] = weights is not None and options.players == 2

    def exploration_margin(self, view: View) -> float:
        assert isinstance(view, KarmaView)
        if self.weights is None:
            return super().exploration_margin(view)
        if self.options.players > 2:
            return _MARGIN
        if view.table.turns >= _LONG_GAME:
            return _MARGIN_IN_LONG_GAMES
        return _MARGIN_WITH_STOCK if view.stock_size > 0 else _LATE_MARGIN

    def without_secrets(self, state: State, seat: i64) -> bool:
        assert isinstance(state, KarmaState)
        if state.drawn < len(state.stock):
            return False
        owner = state.seats[seat]
        return owner.hand == owner.known and owner.looked != 1

    def roll_out(self, state: State, rng: Rng, most: i64) -> i64:
        if not self._estimates:
            return super().roll_out(state, rng, most)
        assert isinstance(state, KarmaState)
        made: i64 = 0
        while state.phase != OVER and made < most:
            if made >= _AHEAD and state.drawn >= len(state.stock):
                if state.phase == TURN and state.turns < _LONG_GAME:
                    break
            seat = state.actor()
            do_move(state, seat, self.move(state, seat, rng))
            made += 1
        return made

    def estimate(self, state: State) -> list[float]:
        weights = self.weights
        if not self._estimates or weights is None:
            return super().estimate(state)
        assert isinstance(state, KarmaState)
        chance = chance_not_to_lose(weights, state, 0)
        return [chance, 1.0 - chance]
