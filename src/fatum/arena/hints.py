"""What a strong bot thinks of the moves of one seat, and one move with a reason for a person.

Everything is made from the view of the seat that has to choose. A value is the chance that the game's
payoffs stand for: not to lose in Karma, to win in All In.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fatum.arena.run.contenders import valuation
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
    return explain(view.game, view, ranking(valuation(budget)(view, legal, rng)))


def explain(game: Game, view: View, ranked: Sequence[Value]) -> AdvisedMove:
    """The first of these moves with its reason: the game's, or else what the search found."""
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
    close = value - less < _CLOSE
    if not close:
        said["less"] = _percent(less)
    why = reason_for(game, view, best)
    if why is None and tried > 0:
        why = _HINTS["found"](count=tried)
    if why is None:
        return AdvisedMove(best, value, _HINTS["close.bare" if close else "best.bare"](**said))
    return AdvisedMove(best, value, _HINTS["close" if close else "best"](reason=why, **said))


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
