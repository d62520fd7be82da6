"""Bots in the arena: by name, with a budget, and unable to stop a tournament."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from fatum.arena.stats.clock import Clock
from fatum.bots.base import Budget
from fatum.bots.base import read_budget as parse_budget
from fatum.bots.greedy import greedy_move
from fatum.bots.registry import Player
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.play.match import Match

_LOG: Final = logging.getLogger("fatum.arena")
DEFAULT_BUDGET: Final = Budget(iterations=2000)
"""Simulations rather than seconds, so that a run is reproducible by default."""
VALUATION_BUDGET: Final = Budget(iterations=1000)

Evaluate = Callable[[View, list[int], Rng], Sequence[tuple[int, float, int]]]
"""Each legal move, its value for the seat of the view (0 worst to 1 best), and how often it was tried."""


class Contender:
    """A bot at a table; if it fails, ``greedy`` makes that move instead."""

    def __init__(self, player: Player) -> None:
        self.name: Final = player.name
        self.clock: Final = Clock()
        """How long the moves took that had an alternative."""
        self._player = player
        self._faults: list[str] = []
        self._failed = False

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        """The move of a seat. The bot gets the view of that seat; a forced move is not asked for."""
        legal = match.state.legal_moves(seat)
        if len(legal) == 1:
            return legal[0]
        view = match.known(seat)
        started = time.perf_counter_ns()
        move = self._ask(view, legal, rng)
        self.clock.add(time.perf_counter_ns() - started)
        return move

    def _ask(self, view: View, legal: list[int], rng: Rng) -> int:
        try:
            move = self._player(view, legal.copy(), rng)
        except Exception as error:  # one failed move must not end a tournament
            if not self._failed:
                _LOG.warning("bot %r failed; greedy makes such moves", self.name, exc_info=error)
            self._failed = True
            self._faults.append(f"{type(error).__name__}: {error}")
        else:
            if move in legal:
                return move
            self._faults.append(f"answered {move!r}, which is not legal")
        return greedy_move(view, legal, rng)

    def take_faults(self) -> list[str]:
        """Return and clear the errors since the last call."""
        faults, self._faults = self._faults, []
        return [*faults, *self._player.take_faults()]

    def close(self) -> None:
        """End the process of a bot that has one."""
        self._player.close()


class Random(Contender):
    """Plays uniformly random moves without building views or lists; draws for forced moves as well."""

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        return match.state.random_move(seat, rng)


def read_budget(text: str | None, default: Budget = DEFAULT_BUDGET) -> str:
    """A budget in canonical form, so that equal runs compare equal."""
    return str(default if text is None else parse_budget(text.strip()))


def valuation(budget: Budget) -> Evaluate:
    """What judges moves for hints and analyses: the search behind the strongest level."""
    from fatum.arena.run.valuation import Valuation

    return Valuation(budget)
