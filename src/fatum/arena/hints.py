"""What a strong bot thinks of the moves of one seat, and one move with a reason for a person.

Everything is made from the view of the seat that has to choose. A value is the chance that the game's
payoffs stand for: not to lose in Karma, to win in All In.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fatum.arena.run.contenders import valuation
from fatum.arena.trials import MOST, try_both
from fatum.bots.base import Budget
from fatum.core.game import Game, View
from fatum.core.messages import Message, declare, move
from fatum.core.messages import Value as Said
from fatum.core.rng import Rng

_HINTS: Final = declare(
    "hint",
    {
        "chance": "Chance of success",
        "only": "{move}. It is your only move. {chance}: {percent}%.",
        "best": "{move}. {reason} {chance}: {percent}%. Next best: {other} ({less}%).",
        "close": "{move}. {reason} {chance}: {percent}%. Just as good: {other}.",
        "best.bare": "{move}. {chance}: {percent}%. Next best: {other} ({less}%).",
        "close.bare": "{move}. {chance}: {percent}%. Just as good: {other}.",
        "found": (
            "It came out best in {count} trial game.",
            "It came out best in {count} trial games.",
        ),
    },
)
_CLOSE: Final = 0.01
"""Smaller differences are not mentioned."""
_TRIALS: Final = 0.1
"""Of the time for a hint, what trial games for its reason may take besides."""


class Value(NamedTuple):
    """One legal move as the search sees it."""

    move: int
    value: float
    tried: int


class AdvisedMove(NamedTuple):
    move: int
    value: float
    why: Message


def hint(view: View, legal: list[int], rng: Rng, budget: Budget) -> AdvisedMove:
    """The best move, its value, and why it is good."""
    ranked = ranking(valuation(budget)(view, legal, rng))
    why = None
    if len(ranked) > 1 and not _close(ranked):
        worlds = MOST if budget.iterations is None else min(MOST, budget.iterations // 5)
        seconds = None if budget.seconds is None else budget.seconds * _TRIALS
        why = try_both(view, ranked[0].move, ranked[1].move, rng, worlds, seconds)
    return explain(view.game, view, ranked, why)


def explain(
    game: Game, view: View, ranked: Sequence[Value], why: Message | None = None
) -> AdvisedMove:
    """The first of these moves with its reason: what trials showed, or the game's, or how often it was tried."""
    best, value, tried = ranked[0]
    said: dict[str, Said] = {
        "move": move(game.format_move(best)),
        "chance": game.parts.chance or _HINTS["chance"](),
        "percent": _percent(value),
    }
    if len(ranked) == 1:
        return AdvisedMove(best, value, _HINTS["only"](**said))
    other, less, _ = ranked[1]
    said["other"] = move(game.format_move(other))
    close = _close(ranked)
    if not close:
        said["less"] = _percent(less)
    why = why or reason_for(game, view, best)
    if why is None and tried > 0:
        why = _HINTS["found"](count=tried)
    if why is None:
        return AdvisedMove(best, value, _HINTS["close.bare" if close else "best.bare"](**said))
    return AdvisedMove(best, value, _HINTS["close" if close else "best"](reason=why, **said))


def _close(ranked: Sequence[Value]) -> bool:
    """Whether the first two are as good as each other."""
    return ranked[0].value - ranked[1].value < _CLOSE


def _percent(value: float) -> int:
    return round(100 * value)


def ranking(values: Sequence[tuple[int, float, int]]) -> list[Value]:
    """The moves, best first; equal ones by number, so that the order is always the same."""
    return sorted((Value(*value) for value in values), key=lambda value: (-value.value, value.move))


def chance_words(game: Game) -> str:
    """What a payoff of 1 is, inside an English sentence."""
    words = str(game.parts.chance or _HINTS["chance"]())
    return words[0].lower() + words[1:]


def reason_for(game: Game, view: View, best: int) -> Message | None:
    """The main argument for a move, as a sentence to the player; ``None`` if there is none."""
    reason = game.parts.reason
    if reason is None or view.seat is None:
        return None
    return reason(view.to_dict(), view.seat, game.format_move(best))
