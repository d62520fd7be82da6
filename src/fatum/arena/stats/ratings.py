"""Ratings of bots (openskill, Plackett–Luce) with intervals from a bootstrap over deals.

Bots do not change, so their ratings do not drift (``tau`` is 0), and the order in which they happened
to play says nothing: ratings are averaged over several orders of the deals. Of a bot that sits on
several seats of a game every seat counts: the changes add up. The interval is that of redrawing whole
deals, because games of one deal share its luck.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from fatum.arena.stats.intervals import Estimate, Z, around
from fatum.core.extras import need
from fatum.core.rng import Rng

Result = tuple[tuple[str, ...], Sequence[float]]
"""The bot on each seat, and what each seat has achieved."""

_REPLICATES: Final = 40
_GAMES_A_REPLICATE: Final = 400
"""Larger runs are redrawn in part, and the spread is scaled to the whole."""
_ORDERS: Final = 2
_UPDATES: Final = 10_000
"""Work for the ratings themselves: small runs are averaged over more orders."""
_MEAN: Final = 25.0
"""The initial rating, and the mean of all bots of a run."""
_FEW: Final = 5
"""With fewer deals the bootstrap is replaced by the model's own uncertainty."""
_NOTHING: Final = 1e-6
"""The same if all deals end alike, where redrawing shows no spread."""


def need_openskill() -> Any:
    """The rating model, or an error that says how to install it."""
    return need("openskill.models", "rating bots", "arena").PlackettLuce(tau=0.0)


def rate(deals: Sequence[Sequence[Result]], rng: Rng) -> dict[str, Estimate]:
    """A rating for each bot that met another one; their mean is 25."""
    model = need_openskill()
    met = [[game for game in deal if len(set(game[0])) > 1] for deal in deals]
    met = [deal for deal in met if deal]
    if not met:
        return {}
    games = sum(len(deal) for deal in met)
    whole = _average(model, met, max(4, min(_UPDATES // games, 20)), rng)
    spread = {name: float(rating.sigma) for name, rating in _run(model, met).items()}
    if len(met) >= _FEW:
        redrawn = _bootstrap(model, met, rng)
        spread.update({name: error for name, error in redrawn.items() if error > _NOTHING})
    found = {name: Estimate(mean, *around(mean, Z * spread[name])) for name, mean in whole.items()}
    return dict(sorted(found.items(), key=lambda item: (-item[1].mean, item[0])))


def _average(
    model: Any, deals: Sequence[Sequence[Result]], orders: int, rng: Rng
) -> dict[str, float]:
    """The mean rating over so many random orders of the deals."""
    found: dict[str, float] = {}
    places = list(range(len(deals)))
    for _ in range(orders):
        rng.shuffle(places)
        for name, rating in _run(model, [deals[place] for place in places]).items():
            found[name] = found.get(name, 0.0) + rating.mu / orders
    # Games in which several win together lift or lower everybody; only differences mean anything.
    shift = _MEAN - sum(found.values()) / len(found)
    return {name: mean + shift for name, mean in found.items()}


def _run(model: Any, deals: Sequence[Sequence[Result]]) -> dict[str, Any]:
    ratings: dict[str, Any] = {}
    for deal in deals:
        for bots, payoffs in deal:
            for name in bots:
                if name not in ratings:
                    ratings[name] = model.rating()
            _update(model, ratings, bots, payoffs)
    return ratings


def _update(
    model: Any, ratings: dict[str, Any], bots: tuple[str, ...], payoffs: Sequence[float]
) -> None:
    before = [ratings[name] for name in bots]
    best_first = sorted(set(payoffs), reverse=True)
    ranks = [best_first.index(payoff) for payoff in payoffs]
    after = model.rate([[rating] for rating in before], ranks=ranks)
    change = dict.fromkeys(bots, 0.0)
    shrink = dict.fromkeys(bots, 1.0)
    for name, old, (new,) in zip(bots, before, after, strict=True):
        change[name] += new.mu - old.mu
        shrink[name] *= new.sigma / old.sigma
    for name, by in change.items():
        old = ratings[name]
        ratings[name] = model.rating(mu=old.mu + by, sigma=old.sigma * shrink[name])


def _bootstrap(model: Any, deals: Sequence[Sequence[Result]], rng: Rng) -> dict[str, float]:
    """The standard error of each rating."""
    games = sum(len(deal) for deal in deals)
    drawn = max(1, min(len(deals), len(deals) * _GAMES_A_REPLICATE // games))
    found: dict[str, list[float]] = {}
    for _ in range(_REPLICATES):
        replicate = [deals[rng.below(len(deals))] for _ in range(drawn)]
        for name, mean in _average(model, replicate, _ORDERS, rng).items():
            found.setdefault(name, []).append(mean)
    scale = sqrt(drawn / len(deals))
    return {name: scale * _deviation(values) for name, values in found.items()}


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1))
