"""Deals played by searches that see more than a bot may: how much there is to know."""

from __future__ import annotations

from tests.bots.ceiling import Sees, choose_seeing

from fatum.arena.run.contenders import Contender
from fatum.arena.run.games import Series
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament
from fatum.bots.base import Budget, read_budget
from fatum.bots.registry import find_bot
from fatum.core.rng import Rng
from fatum.play.match import Match


class SeeingContender(Contender):
    """Looks at the true state, which no bot may. Calls itself by what it sees."""

    def __init__(self, sees: Sees, budget: Budget) -> None:
        super().__init__(find_bot("ismcts", budget))
        self._sees = sees
        self._budget = budget

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        return choose_seeing(self._sees, match.state, seat, rng, self._budget)


def play_seeing_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """One deal with the search on every seat in turn."""
    tournament, deal = task
    budget = read_budget(tournament.budget)
    seeing = {sees.value: SeeingContender(sees, budget) for sees in Sees}
    with Series(tournament.setup(deal), seeing) as series:
        games = [series.play(start).played for start in tournament.starts(deal)]
        return PlayedDeal(deal.number, deal.players, games, series.times())
