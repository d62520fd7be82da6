"""What bots do for a table: choose, hint and analyse, from views only.

Questions and answers are data, so that they can be sent to another process or worker.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct

from fatum.bots import registry
from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.registry import Player, find_bot
from fatum.core.game import Game, View
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.protocol.wire_messages import WireMessage, to_wire
from fatum.table.refusals import refused
from fatum.table.seats import STAND_IN

QUICK: Final = 0.003
"""Below this, rules of thumb play better than a search."""
THIRD_PARTY_LEAST: Final = 0.1
"""The same for bots of other packages, which cannot be stopped without being ended."""
_AT_ONCE: Final = ("random", "greedy")


class BotQuestion(Struct, frozen=True):
    """A choice to be made, as one seat sees it."""

    game: str
    options: dict[str, Any]
    view: dict[str, Any]
    seat: int
    legal: list[int]
    seed: int
    seconds: float
    """How long to think."""
    limit: float | None = None
    """The deadline, in seconds from the start."""
    short: bool = False
    """Whether this is less than the bot would have on an idle server."""
    level: str = ""
    past: tuple[int, ...] = ()
    """Earlier positions that could be repeated, as public views."""


class Thought(Struct, frozen=True):
    move: str
    why: WireMessage | None = None
    """For hints only: why this move is good."""


def levels() -> Mapping[str, str]:
    """The bots that can be seated: name → what it does."""
    return registry.BOTS


def check_level(level: str) -> None:
    known = levels()
    if level not in known:
        raise refused("options", "bot.unknown", name=level, bots=tuple(known))


def choose(question: BotQuestion) -> Thought:
    """A bot's move."""
    game, view, rng = _read(question)
    bot = _player(_level(question)).bot
    move = bot.choose(view, question.legal.copy(), rng, _budget(question))
    if move not in question.legal:
        move = greedy_move(view, question.legal, rng)
    return Thought(game.format_move(move))


def _level(question: BotQuestion) -> str:
    """The bot to ask, or rules of thumb if there is too little time for it."""
    level = question.level
    # A store may name a level from an older or newer version.
    if level not in levels():
        return STAND_IN
    if level in _AT_ONCE:
        return level
    least = QUICK if registry.is_own(level) else THIRD_PARTY_LEAST
    return level if question.seconds >= least else STAND_IN


def _budget(question: BotQuestion) -> Budget:
    """Our own levels that count simulations stop at the limit, or under load at their share."""
    cut = question.short and registry.is_own(question.level)
    limit = question.seconds if cut else question.limit
    return Budget(seconds=max(question.seconds, QUICK), limit=limit)


@cache
def _player(level: str) -> Player:
    return find_bot(level)


def hint(question: BotQuestion) -> Thought:
    """What a strong bot would do, and why."""
    from fatum.arena.hints import hint as find_hint

    game, view, rng = _read(question)
    found = find_hint(view, question.legal, rng, Budget(seconds=question.seconds))
    return Thought(game.format_move(found.move), to_wire(found.why))


def analyse(given: tuple[dict[str, Any], float]) -> dict[str, object]:
    """Every choice of a finished game, valued in so many seconds each."""
    from fatum.arena.analysis import analyse as analyse_record
    from fatum.arena.run.contenders import valuation
    from fatum.records import read_record

    record, seconds = given
    # The other half of the time checks possible mistakes again.
    budget = Budget(seconds=seconds / 2)
    found = analyse_record(read_record(record), valuation(budget)).to_dict()
    del found["value"]  # a text; clients have their own words for it
    return found


def _read(question: BotQuestion) -> tuple[Game, View, Rng]:
    game = find_game(question.game)
    options = game.read_options(question.options)
    view = game.read_view(options, question.view, question.seat)
    view.past = question.past
    return game, view, Rng(question.seed)
