"""What a strong bot thinks of the moves of one seat, and one move with a reason for a person.

Everything is made from the view of the seat that has to choose. A value is the chance that the game's
payoffs stand for: not to lose in Karma, to win in All In.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fatum.arena.run.contenders import valuation
from fatum.bots.base import Budget
from fatum.core.game import Game, View
from fatum.core.rng import Rng

_CLOSE: Final = 0.01
"""A smaller difference is not worth a word."""


class Value(NamedTuple):
    """One legal move as the search sees it."""

    move: int
    value: float
    tried: int


class Hint(NamedTuple):
    move: int
    value: float
    why: str


def hint(view: View, legal: list[int], rng: Rng, budget: Budget) -> Hint:
    """The best move, its value, and one sentence that says why."""
    return explain(view.game, view, ranking(valuation(budget)(view, legal, rng)))


def explain(game: Game, view: View, ranked: Sequence[Value]) -> Hint:
    """The first of these moves with its reason."""
    move, value, _ = ranked[0]
    said = f"{game.format_move(move)}: a chance of {value:.0%} {chance_words(game)}"
    if len(ranked) == 1:
        return Hint(move, value, f"{said}; it is your only move.")
    because = _reason(game, view, move)
    if because:
        said = f"{said}, because {because}"
    other, less, _ = ranked[1]
    if value - less < _CLOSE:
        return Hint(move, value, f"{said}; {game.format_move(other)} is as good.")
    return Hint(move, value, f"{said}; next best is {game.format_move(other)} with {less:.0%}.")


def ranking(values: Sequence[tuple[int, float, int]]) -> list[Value]:
    """The moves, best first; equal ones by number, so that the order is always the same."""
    return sorted((Value(*value) for value in values), key=lambda value: (-value.value, value.move))


def chance_words(game: Game) -> str:
    """What a payoff of 1 is, after "the chance"."""
    return game.parts.chance or "of success"


def _reason(game: Game, view: View, move: int) -> str:
    reason = game.parts.reason
    if reason is None or view.seat is None:
        return ""
    return reason(view.to_dict(), view.seat, game.format_move(move))
