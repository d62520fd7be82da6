"""Whether what an analysis says still holds when it thinks ten times as long.

Games between mixed bots are analysed with the default budget. Then the two moves of each named mistake
are searched again with ten times that budget and other chance. A mistake stands if the move is still
worse by more than what counts as a loss at all.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.ladder.results import PlayedMatch
from fatum.arena.analysis import analyse
from fatum.arena.judging import SMALLEST, JudgedDecision
from fatum.arena.run.contenders import VALUATION_BUDGET, valuation
from fatum.arena.run.games import Series
from fatum.arena.run.playing import RECORDS
from fatum.arena.run.standings import Standings, share_as_dict
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament
from fatum.arena.stats.clusters import Ratio
from fatum.bots.base import Budget
from fatum.core.rng import Rng
from fatum.records import Record, Replay

TIMES = 10


def play_analysed_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """One deal; its records are what the analyses of its games found."""
    tournament, deal = task
    with Series(tournament.setup(deal)) as series:
        finished = [series.play(start) for start in tournament.starts(deal)]
        found = [check_analysis(game.record, VALUATION_BUDGET) for game in finished]
        games = [game.played for game in finished]
        return PlayedDeal(deal.number, deal.players, games, series.times(), [sum_up(found)])


def check_analysis(record: Record, budget: Budget) -> dict[str, int]:
    """How many mistakes are named, stand, and were as large as their interval says."""
    assert budget.iterations is not None
    more = Budget(iterations=TIMES * budget.iterations)
    found = analyse(record, valuation(budget))
    named = [made for seat in range(record.options.players) for made in found.mistakes(seat)]
    losses = [loss_with(record, made, more) for made in named]
    return {
        "choices": len(found.decisions),
        "named": len(named),
        "stand": sum(loss >= SMALLEST for loss in losses),
        "inside": sum(
            made.interval[0] <= loss <= made.interval[1]
            for made, loss in zip(named, losses, strict=True)
        ),
    }


def loss_with(record: Record, made: JudgedDecision, budget: Budget) -> float:
    """What a named mistake costs by a search of its own."""
    evaluate = valuation(budget)
    replay = Replay(record)
    if made.number > 1:
        next(number for number, _ in replay if number == made.number - 1)
    view = replay.state.view_for(made.seat)
    rng = Rng(made.number)
    (best, *_), (played, *_) = (evaluate(view, [move], rng) for move in (made.best.move, made.move))
    return best[1] - played[1]


def sum_up(found: list[dict[str, int]]) -> dict[str, object]:
    return {key: sum(each[key] for each in found) for key in found[0]}


def count_mistakes(_: Standings, folder: Path) -> PlayedMatch:
    """The results of all games; the deals are the independent observations."""
    lines = (folder / RECORDS).read_text("utf-8").splitlines()
    deals = [json.loads(line) for line in lines]
    shares = {"stand": Ratio(), "inside": Ratio()}
    for deal in deals:
        for key, ratio in shares.items():
            ratio.add(deal[key], deal["named"])
    return {
        "choices": sum(deal["choices"] for deal in deals),
        "named": sum(deal["named"] for deal in deals),
        **{key: share_as_dict(ratio) for key, ratio in shares.items()},
    }
