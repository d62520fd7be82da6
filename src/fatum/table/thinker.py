"""How a table's bots get their moves: from processes of a server, or in this process."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, Protocol

from fatum.table.bot_choices import BotQuestion, Thought, analyse, choose, hint
from fatum.table.bot_pace import Pace, seconds_for
from fatum.table.table import BotTurn

HINT_SECONDS: Final = 0.7
STUDY_SECONDS: Final = 0.1
"""For each choice of a game that is analysed."""


class Busy(Exception):
    """Too many jobs are waiting."""


class Order(NamedTuple):
    """Which table a job is for, and who is charged."""

    table: str
    address: str
    """Who is charged for the work."""
    needed: Callable[[], bool]
    people: bool = True
    """Whether anybody is at the table."""


class Thinker(Protocol):
    """Every method answers ``None`` if the answer was no longer needed when its turn came.

    :raises Busy: if too many wait already.
    """

    def move(self, turn: BotTurn, pace: Pace, order: Order) -> Awaitable[Thought | None]:
        """A bot's move."""

    def hint(
        self, question: Callable[[float], BotQuestion], order: Order
    ) -> Awaitable[Thought | None]:
        """What a strong bot would do; ``question`` is asked for when its turn comes."""

    def analyse(
        self, record: dict[str, Any], order: Order
    ) -> "asyncio.Future[dict[str, object] | None]":
        """All choices of a game."""

    def people_changed(self, table: str, people: bool) -> None:
        """Whether anybody is at the table now."""


def question_of(turn: BotTurn, pace: Pace, seconds: float) -> BotQuestion:
    """A bot's choice as data, with its time running from now."""
    limit = pace.time_to_think(time.monotonic())
    return BotQuestion(
        turn.game,
        turn.options,
        turn.view.to_dict(),
        turn.seat,
        turn.legal,
        secrets.randbits(64),
        seconds if limit is None else min(seconds, limit),
        limit,
        seconds < seconds_for(turn.level),
        turn.level,
        turn.view.past,
    )


class LocalThinker:
    """Thinks in this process and blocks it meanwhile."""

    async def move(self, turn: BotTurn, pace: Pace, order: Order) -> Thought | None:
        return choose(question_of(turn, pace, seconds_for(turn.level))) if order.needed() else None

    async def hint(self, question: Callable[[float], BotQuestion], order: Order) -> Thought | None:
        return hint(question(HINT_SECONDS)) if order.needed() else None

    def analyse(
        self, record: dict[str, Any], order: Order
    ) -> "asyncio.Future[dict[str, object] | None]":
        async def run() -> dict[str, object] | None:
            return analyse((record, STUDY_SECONDS)) if order.needed() else None

        return asyncio.ensure_future(run())

    def people_changed(self, table: str, people: bool) -> None:
        pass
