"""What today's searches suppose about Karma, beyond its rules of thumb."""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.karma.policy import KarmaPolicy
from fatum.bots.policies.karma.value import chance_not_to_lose
from fatum.core.game import State, View
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.karma.knowledge.view import UNKNOWN, KarmaView
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import LAY, OVER, TURN

_AHEAD: Final = 3
"""Moves that a roll-out plays before it may end with an estimate."""
# Searches of fewer simulations keep games of two short, the more so after so many turns. That costs strength.
_PATIENT: Final = 1000
_LONG_GAME: Final = 250
# Standard errors by which a move of a quick search in a game of two must look better than the rule of thumb's.
_MARGIN_WITH_STOCK: Final = 1.75
_MARGIN_IN_LONG_GAMES: Final = 2.5


class ThinkingPolicy(KarmaPolicy):
    """Rules of thumb, opponents who think, and a value of late positions.

    ``weights`` are those of ``value``; without them every roll-out is played to the end.
    """

    def __init__(self, options: Options, weights: list[int] | None = None) -> None:
        super().__init__(options)
        self.weights: Final = weights
        self._estimates: Final[bool] = weights is not None and options.players == 2

    def exploration_margin(self, view: View, simulations: int) -> float:
        assert isinstance(view, KarmaView)
        if self._estimates and simulations < _PATIENT:
            if view.table.turns >= _LONG_GAME:
                return _MARGIN_IN_LONG_GAMES
            if view.stock_size > 0:
                return _MARGIN_WITH_STOCK
        return super().exploration_margin(view, simulations)

    def opponents_think(self, view: View) -> bool:
        assert isinstance(view, KarmaView)
        return view.table.phase > LAY

    def has_secrets(self, view: View) -> bool:
        assert isinstance(view, KarmaView)
        assert view.seat is not None
        own = view.seats[view.seat]
        return own.hand != own.known or own.foreseen != UNKNOWN

    def roll_out(self, state: State, rng: Rng, most: i64) -> i64:
        if not self._estimates:
            return super().roll_out(state, rng, most)
        assert isinstance(state, KarmaState)
        made: i64 = 0
        while state.phase != OVER and made < most:
            if made >= _AHEAD and state.drawn >= len(state.stock):
                if state.phase == TURN:
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
