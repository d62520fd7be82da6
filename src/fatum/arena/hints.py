"""What a strong bot thinks of the moves of one seat, and one move with a reason for a person.

Everything is made from the view of the seat that has to choose. A value is the chance that the game's
payoffs stand for: not to lose in Karma, to win in All In.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fatum.arena.run.contenders import valuation
from fatum.bots.base import Budget
from fatum.core.game import Game, View
from fatum.core.messages import Declared, Message, move
from fatum.core.messages import Value as Said
from fatum.core.rng import Rng

_CHANCE: Final = Declared("hint.chance", "Chance of success")
_ONLY: Final = Declared("hint.only", "{move}. It is your only move. {chance}: {percent}%.")
_BEST: Final = Declared(
    "hint.best", "{move}. {reason} {chance}: {percent}%. Next best: {other} ({less}%)."
)
_CLOSE_BEST: Final = Declared(
    "hint.close", "{move}. {reason} {chance}: {percent}%. Just as good: {other}."
)
_BARE: Final = Declared(
    "hint.best.bare", "{move}. {chance}: {percent}%. Next best: {other} ({less}%)."
)
_CLOSE_BARE: Final = Declared(
    "hint.close.bare", "{move}. {chance}: {percent}%. Just as good: {other}."
)
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
    why: Message


def hint(view: View, legal: list[int], rng: Rng, budget: Budget) -> Hint:
    """The best move, its value, and why it is good."""
    return explain(view.game, view, ranking(valuation(budget)(view, legal, rng)))


def explain(game: Game, view: View, ranked: Sequence[Value]) -> Hint:
    """The first of these moves with its reason."""
    best, value, _ = ranked[0]
    said: dict[str, Said] = {
        "move": move(game.format_move(best)),
        "chance": game.parts.chance or _CHANCE(),
        "percent": _percent(value),
    }
    if len(ranked) == 1:
        return Hint(best, value, _ONLY(**said))
    other, less, _ = ranked[1]
    said["other"] = move(game.format_move(other))
    close = value - less < _CLOSE
    if not close:
        said["less"] = _percent(less)
    why = reason_for(game, view, best)
    if why is None:
        return Hint(best, value, (_CLOSE_BARE if close else _BARE)(**said))
    return Hint(best, value, (_CLOSE_BEST if close else _BEST)(reason=why, **said))


def _percent(value: float) -> int:
    return round(100 * value)


def ranking(values: Sequence[tuple[int, float, int]]) -> list[Value]:
    """The moves, best first; equal ones by number, so that the order is always the same."""
    return sorted((Value(*value) for value in values), key=lambda value: (-value.value, value.move))


def chance_words(game: Game) -> str:
    """What a payoff of 1 is, inside an English sentence."""
    words = str(game.parts.chance or _CHANCE())
    return words[0].lower() + words[1:]


def reason_for(game: Game, view: View, best: int) -> Message | None:
    """What speaks for a move, in a sentence for the seat; ``None`` where there is nothing to say."""
    reason = game.parts.reason
    if reason is None or view.seat is None:
        return None
    return reason(view.to_dict(), view.seat, game.format_move(best))
