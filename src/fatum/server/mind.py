"""What runs in the processes in which bots think. It is given views, never a state.

Views cross the border between processes as data, so that both sides may be compiled or not.
"""

import os
import threading
from collections.abc import Mapping
from functools import cache
from multiprocessing import connection, parent_process
from typing import Any, Final

from msgspec import Struct

from fatum.bots import registry
from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.registry import Player, find_bot
from fatum.core.game import Game, View
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.table.seats import STAND_IN

HINT: Final = Budget(seconds=0.7)
STUDY: Final = Budget(seconds=0.1)
"""For each choice of a game that is analysed."""


class Question(Struct, frozen=True):
    """A choice to be made, as one seat sees it."""

    game: str
    options: dict[str, Any]
    view: dict[str, Any]
    seat: int
    legal: list[int]
    seed: int
    level: str = ""


class Thought(Struct, frozen=True):
    move: str
    why: str = ""


def levels() -> Mapping[str, str]:
    """The bots that can be seated: name → what it does."""
    return registry.BOTS


def prepare() -> None:
    """At the start of such a process."""
    if hasattr(os, "nice"):
        # People wait for the server, bots for nobody.
        os.nice(10)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def choose(question: Question) -> Thought:
    """A bot's move."""
    game, view, rng = _read(question)
    # A store may name a level that this version does not have any more, or not yet.
    level = question.level if question.level in levels() else STAND_IN
    move = _player(level)(view, question.legal.copy(), rng)
    if move not in question.legal:
        move = greedy_move(view, question.legal, rng)
    return Thought(game.format_move(move))


@cache
def _player(level: str) -> Player:
    return find_bot(level)


def hint(question: Question) -> Thought:
    """What a strong bot would do, and why."""
    from fatum.arena.hints import hint as find_hint

    game, view, rng = _read(question)
    found = find_hint(view, question.legal, rng, HINT)
    return Thought(game.format_move(found.move), found.why)


def analyse(record: dict[str, Any]) -> dict[str, object]:
    """Every choice of a finished game, valued."""
    from fatum.arena.analysis import analyse as analyse_record
    from fatum.arena.run.contenders import valuation
    from fatum.records import read_record

    return analyse_record(read_record(record), valuation(STUDY)).to_dict()


def _read(question: Question) -> tuple[Game, View, Rng]:
    game = find_game(question.game)
    options = game.read_options(question.options)
    return game, game.read_view(options, question.view, question.seat), Rng(question.seed)
