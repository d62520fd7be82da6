"""What is sent to a bot in another process: a view as data, and moves as text.

The true state is never sent: a question is made from a view alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from fatum.bots.base import Budget
from fatum.core.game import Game, View
from fatum.core.rng import Rng
from fatum.games.registry import find_game


class Question(NamedTuple):
    """A question to a bot: the arguments of ``choose``."""

    game: Game
    view: View
    legal: list[int]
    rng: Rng
    budget: Budget


def write_question(view: View, legal: list[int], rng: Rng, budget: Budget) -> dict[str, object]:
    """A question as JSON."""
    game = view.game
    drawn: int = rng.bits32()
    return {
        "game": game.name,
        "options": view.options.to_dict(),
        "seat": view.seat,
        "view": view.to_dict(),
        "legal": [game.format_move(move) for move in legal],
        "seed": drawn,
        "iterations": budget.iterations,
        "seconds": budget.seconds,
        "past": list(view.past),
    }


def read_question(data: Mapping[str, object]) -> Question:
    """A question from its JSON."""
    name, options, seat, seen = data["game"], data["options"], data["seat"], data["view"]
    legal, seed = data["legal"], data["seed"]
    iterations, seconds, past = data["iterations"], data["seconds"], data.get("past", [])
    assert isinstance(past, list)
    assert isinstance(name, str)
    assert isinstance(options, dict)
    assert isinstance(seen, dict)
    assert isinstance(legal, list)
    assert isinstance(seed, int)
    assert seat is None or isinstance(seat, int)
    assert iterations is None or isinstance(iterations, int)
    assert seconds is None or isinstance(seconds, float)
    game = find_game(name)
    view = game.read_view(game.read_options(options), seen, seat)
    view.past = tuple(past)
    moves = [game.parse_move(text) for text in legal]
    return Question(game, view, moves, Rng(seed), Budget(iterations, seconds))
