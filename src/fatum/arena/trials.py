"""What trial games say for a move: both it and another are tried in the same imagined worlds.

The worlds are those of the search, made from the seat's view, and everyone in them plays by the game's
quick policy, as in a roll-out. What the games differ in most is the reason for the move, if luck does not explain it.
"""

from math import sqrt
from time import perf_counter
from typing import Final

from fatum.bots.policies.policy import Policy
from fatum.bots.policies.registry import policy_for
from fatum.core.game import State, View
from fatum.core.messages import Message
from fatum.core.options import Options
from fatum.core.parts import Trials
from fatum.core.rng import Rng

MOST: Final = 200
"""Worlds in which both moves are tried."""
_FEWEST: Final = 40
"""With fewer nothing is said."""
_HORIZON: Final = 100
"""Moves after which a trial ends."""
_LEAST: Final = 0.05
"""A smaller difference between the moves is not worth a sentence."""
_CLEAR: Final = 2.6
"""Standard errors by which they must differ: more than two, for the clearest of several is said."""


def try_both(
    view: View, better: int, other: int, rng: Rng, most: int = MOST, seconds: float | None = None
) -> Message | None:
    """What speaks for the better move; ``None`` where the trials show no clear difference."""
    told = view.game.parts.trials
    if told is None or view.seat is None or most < _FEWEST:
        return None
    games = _Games(told, view, rng)
    end = None if seconds is None else perf_counter() + seconds
    for _ in range(most):
        games.play(better, other)
        if end is not None and perf_counter() >= end:
            break
    return games.reason()


class _Games:
    def __init__(self, told: Trials, view: View, rng: Rng) -> None:
        assert view.seat is not None
        self._told: Final = told
        self._seat: Final = view.seat
        self._options: Final[Options] = view.options
        self._policy: Final[Policy] = policy_for(view.game, view.options)
        self._worlds: Final = self._policy.worlds(view, rng, MOST)
        self._rng: Final = rng
        self._pairs: Final[list[tuple[frozenset[str], frozenset[str]]]] = []

    def play(self, better: int, other: int) -> None:
        """Try both moves in one more world, with the same luck afterwards."""
        world = self._worlds.deal(self._rng)
        twin = world.copy()
        luck = self._rng.state
        first = self._try(world, better)
        self._rng.state = luck
        self._pairs.append((first, self._try(twin, other)))

    def _try(self, state: State, move: int) -> frozenset[str]:
        state.events = []
        seat = self._seat
        for _ in range(_HORIZON):
            state.apply(seat, move)
            happened = self._told.happened(self._options, self._seat, state.events)
            if happened is not None:
                return happened
            seat = state.actor()
            if seat < 0:
                break
            move = self._policy.move(state, seat, self._rng)
        return frozenset()

    def reason(self) -> Message | None:
        """What differs most, in standard errors."""
        count = len(self._pairs)
        if count < _FEWEST:
            return None
        found = None
        clearest = _CLEAR
        for thing, said in self._told.said.items():
            here = sum(thing in first for first, _ in self._pairs)
            there = sum(thing in second for _, second in self._pairs)
            only = sum((thing in first) != (thing in second) for first, second in self._pairs)
            gain = (there - here if thing in self._told.bad else here - there) / count
            # One pair more of each kind, so that a few equal results are not taken for certainty.
            error = sqrt((only + 2) / count - gain * gain) / sqrt(count)
            if gain >= _LEAST and gain / error >= clearest:
                clearest = gain / error
                found = said(percent=round(100 * here / count), instead=round(100 * there / count))
        return found
