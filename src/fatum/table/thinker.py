"""Who thinks for a table's bots: processes of a server, or this process itself."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from fatum.table.bot_choices import Question, Thought, analyse, choose, hint
from fatum.table.bot_pace import Pace, seconds_for
from fatum.table.table import BotTurn

HINT_SECONDS: Final = 0.7
STUDY_SECONDS: Final = 0.1
"""For each choice of a game that is analysed."""


class Busy(Exception):
    """There is too much to think about."""


class Thinker(Protocol):
    """Every method answers ``None`` if the answer was no longer needed when its turn came.

    ``address`` is who is charged for the work.

    :raises Busy: if too many wait already.
    """

    def move(
        self,
        turn: BotTurn,
        pace: Pace,
        *,
        table: str,
        address: str,
        people: bool,
        needed: Callable[[], bool],
    ) -> Awaitable[Thought | None]:
        """A bot's move; ``people`` says whether anybody is at the table."""

    def hint(
        self,
        question: Callable[[float], Question],
        *,
        table: str,
        address: str,
        needed: Callable[[], bool],
    ) -> Awaitable[Thought | None]:
        """What a strong bot would do; ``question`` is asked for when its turn comes."""

    def analyse(
        self, record: dict[str, Any], *, table: str, address: str, needed: Callable[[], bool]
    ) -> "asyncio.Future[dict[str, object] | None]":
        """All choices of a game."""

    def people_changed(self, table: str, people: bool) -> None:
        """Whether anybody is at the table now."""


def question_of(turn: BotTurn, pace: Pace, seconds: float) -> Question:
    """A bot's choice as data, to be thought about from now on."""
    limit = pace.time_to_think(time.monotonic())
    return Question(
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
    )


class LocalThinker:
    """Thinks at once, in this process: nothing else happens meanwhile."""

    async def move(
        self,
        turn: BotTurn,
        pace: Pace,
        *,
        table: str,
        address: str,
        people: bool,
        needed: Callable[[], bool],
    ) -> Thought | None:
        return choose(question_of(turn, pace, seconds_for(turn.level))) if needed() else None

    async def hint(
        self,
        question: Callable[[float], Question],
        *,
        table: str,
        address: str,
        needed: Callable[[], bool],
    ) -> Thought | None:
        return hint(question(HINT_SECONDS)) if needed() else None

    def analyse(
        self, record: dict[str, Any], *, table: str, address: str, needed: Callable[[], bool]
    ) -> "asyncio.Future[dict[str, object] | None]":
        async def run() -> dict[str, object] | None:
            return analyse((record, STUDY_SECONDS)) if needed() else None

        return asyncio.ensure_future(run())

    def people_changed(self, table: str, people: bool) -> None:
        pass
