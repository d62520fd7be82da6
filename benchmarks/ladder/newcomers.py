"""Deals with somebody who plays sensibly but not always, as a person might who has just learned the rules."""

from __future__ import annotations

from fatum.arena.run.contenders import Contender
from fatum.arena.run.games import Series
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament
from fatum.bots.registry import find_bot
from fatum.core.rng import Rng
from fatum.play.match import Match

NEWCOMER = "newcomer"
SLIPS = 0.25
"""The share of choices that are made at random; the others go by rules of thumb."""


class NewcomerContender(Contender):
    """For measuring only, in no registry."""

    def __init__(self) -> None:
        super().__init__(find_bot("greedy"))

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        if rng.unit() < SLIPS:
            return match.state.random_move(seat, rng)
        return super().choose(match, seat, rng)


def play_newcomer_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """One deal with the newcomer on every seat in turn."""
    tournament, deal = task
    with Series(tournament.setup(deal), {NEWCOMER: NewcomerContender()}) as series:
        games = [series.play(start).played for start in tournament.starts(deal)]
        return PlayedDeal(deal.number, deal.players, games, series.times())
