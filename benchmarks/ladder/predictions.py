"""How well predictions in All In are founded: who is strongest, by the old rule and by today's beliefs.

Strong players play, and at each prediction both ways say from the same view how likely each player is to
have the strongest hand. The games are the independent observations.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

from benchmarks.ladder.results import PlayedMatch
from fatum.arena.run.contenders import Contender
from fatum.arena.run.games import Series
from fatum.arena.run.playing import RECORDS
from fatum.arena.run.standings import Standings, mean_as_dict, share_as_dict
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament
from fatum.arena.stats.clusters import Ratio
from fatum.bots.base import read_budget
from fatum.bots.policies.allin.beliefs import LikelyWorlds
from fatum.bots.policies.allin.examples import is_prediction
from fatum.bots.policies.allin.model import trained_beliefs
from fatum.bots.policies.allin.predictions import plausibility
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.registry import find_bot
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.hands import evaluate
from fatum.games.allin.rules.rules import AllInState
from fatum.play.match import Match

WORLDS = 400
EVEN = 0.02
"""The share of an even guess in what is said, so that nothing counts as impossible."""
BINS = 10
WAYS = ("before", "now")
Note = dict[str, list[float]]
"""The chances of each player, ``before`` and ``now``: first of who is strongest, then of the other seats in order."""


class NotingContender(Contender):
    """``hard``, and what it could say at its predictions."""

    def __init__(self, budget: str) -> None:
        super().__init__(find_bot("hard", read_budget(budget)))
        self.noted: list[Note] = []

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        state = match.state
        assert isinstance(state, AllInState)
        if is_prediction(state.view_for(seat)):
            # A generator of its own: the game is the same as without notes.
            self.noted.append(note(state, seat, Rng(len(match.moves))))
        return super().choose(match, seat, rng)


def note(state: AllInState, seat: int, rng: Rng) -> Note:
    """What both ways say, from the view of this seat."""
    view = state.view_for(seat)
    assert isinstance(view, AllInView)
    beliefs = trained_beliefs()
    assert beliefs is not None
    before, now = [0.0] * len(state.seats), [0.0] * len(state.seats)
    redealer = view.redealer()
    likely = LikelyWorlds(view, beliefs, Prospects(view.options), WORLDS, rng)
    for _ in range(WORLDS):
        world = redealer.deal(rng)
        assert isinstance(world, AllInState)
        before[strongest(world)] += plausibility(world, seat)
        now[strongest(likely.deal(rng))] += 1
    truth = strongest(state)
    return {"before": _said(before, truth), "now": _said(now, truth)}


def _said(weights: Sequence[float], truth: int) -> list[float]:
    total = sum(weights)
    even = EVEN / len(weights)
    said = [round((1 - EVEN) * weight / total + even, 4) for weight in weights]
    return [said[truth], *said[:truth], *said[truth + 1 :]]


def strongest(state: AllInState) -> int:
    """Who has the best hand."""
    side_b = state.setup.side_b
    strengths = [evaluate(owner.hand, side_b) for owner in state.seats]
    return strengths.index(max(strengths))


def play_noted_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """One deal; its record is what could be said at each prediction."""
    tournament, deal = task
    player = NotingContender(tournament.budget)
    with Series(tournament.setup(deal), {"hard": player}) as series:
        games = [series.play(start).played for start in tournament.starts(deal)]
        noted: dict[str, object] = {"players": deal.players, "noted": player.noted}
        return PlayedDeal(deal.number, deal.players, games, series.times(), [noted])


def judge_predictions(_: Standings, folder: Path) -> PlayedMatch:
    """The results of all games, by the number of players and together."""
    lines = (folder / RECORDS).read_text("utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    sizes = sorted({game["players"] for game in games})
    return {
        "predictions": {
            **{
                str(size): judge([game["noted"] for game in games if game["players"] == size])
                for size in sizes
            },
            "all": judge([game["noted"] for game in games]),
        },
        "calibration": {
            way: list(_calibration([game["noted"] for game in games], way)) for way in WAYS
        },
    }


def judge(games: Sequence[Sequence[Note]]) -> PlayedMatch:
    """Log-losses, how often the likeliest player was right, and by how much today's way is better."""
    losses = {way: Ratio() for way in WAYS}
    right = {way: Ratio() for way in WAYS}
    better = Ratio()
    for noted in games:
        lost = {way: sum(-log(said[way][0]) for said in noted) for way in WAYS}
        for way in WAYS:
            losses[way].add(lost[way], len(noted))
            right[way].add(sum(said[way][0] > max(said[way][1:]) for said in noted), len(noted))
        better.add(lost["before"] - lost["now"], lost["before"])
    return {
        "games": len(games),
        "predictions": int(losses["now"].number),
        "loss": {way: mean_as_dict(ratio) for way, ratio in losses.items()},
        "right": {way: share_as_dict(ratio) for way, ratio in right.items()},
        "better": mean_as_dict(better),
    }


def _calibration(games: Sequence[Sequence[Note]], way: str) -> Iterator[dict[str, object]]:
    """For chances of about the same size: their mean, and how often it was that player."""
    said = [Ratio() for _ in range(BINS)]
    true = [Ratio() for _ in range(BINS)]
    for noted in games:
        chances: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
        for prediction in noted:
            for place, chance in enumerate(prediction[way]):
                chances[min(int(BINS * chance), BINS - 1)].append((chance, place == 0))
        for number, found in enumerate(chances):
            if found:
                said[number].add(sum(chance for chance, _ in found), len(found))
                true[number].add(sum(was for _, was in found), len(found))
    for told, happened in zip(said, true, strict=True):
        if told.number:
            yield {
                "said": round(told.mean, 4),
                "number": int(told.number),
                **share_as_dict(happened),
            }
