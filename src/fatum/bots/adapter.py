"""Bots of both kinds as one: those that choose from a view, and those that search.

``choose(view)`` gets a view of the front door and answers with a move's text.
``choose(view, legal, rng, budget)`` gets the view in bit sets and answers with a move's number.
"""

from inspect import Signature, signature
from typing import Any, Final, cast

from fatum.bots.base import Bot, Budget
from fatum.core.errors import FatumError, InvalidMove, shown
from fatum.core.game import Game
from fatum.core.game import View as Known
from fatum.core.rng import Rng
from fatum.core.views import view_type
from fatum.play.arguments import read_move


class WrongAnswer(FatumError):
    """A bot's answer was not a legal move."""


class TextBot:
    """A bot with ``choose(view)`` behind the interface of the others."""

    def __init__(self, bot: Any) -> None:
        self.bot: Final = bot

    def choose(self, view: Known, legal: list[int], rng: Rng, budget: Budget) -> int:
        game = view.game
        seen = view_type(game)(view, legal)
        seeded = getattr(self.bot, "choose_with", None)
        answer = self.bot.choose(seen) if seeded is None else seeded(seen, rng)
        return read_answer(game, answer, legal)


def read_answer(game: Game, answer: object, legal: list[int]) -> int:
    """A bot's answer, as text or as a number.

    :raises WrongAnswer: if it is not a legal move.
    """
    try:
        move = read_move(game, answer)
    except InvalidMove:
        move = -1
    if move not in legal:
        raise WrongAnswer(f"answered {shown(answer)}, which is not legal here")
    return move


def as_bot(found: object) -> Bot:
    """Any object with a method ``choose`` of either kind."""
    choose = getattr(found, "choose", None)
    if not callable(choose) or isinstance(found, type):
        raise FatumError(f"{shown(found)} is not a bot: it has no method choose(view)")
    form = signature(choose)
    if _takes(form, 4):
        return cast(Bot, found)
    if _takes(form, 1):
        return TextBot(found)
    raise FatumError(
        "a bot's choose takes (view), or (view, legal, rng, budget), "
        f"but that of {type(found).__name__} takes ({', '.join(form.parameters)})"
    )


def _takes(form: Signature, count: int) -> bool:
    try:
        form.bind(*[None] * count)
    except TypeError:
        return False
    return True
