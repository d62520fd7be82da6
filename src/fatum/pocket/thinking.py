"""Bots in a worker of their own, which is told views and never a state."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec

from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import find_bot
from fatum.games.registry import BUILT_IN, find_game
from fatum.pocket.speed import actions_per_second
from fatum.table import logger
from fatum.table.bot_choices import BotQuestion, Thought, analyse, choose, hint
from fatum.table.bot_pace import Pace, seconds_for
from fatum.table.table import BotTurn
from fatum.table.thinker import HINT_SECONDS, STUDY_SECONDS, LocalThinker, Order, question_of

T = TypeVar("T")
Ask = Callable[[str, str], Awaitable[str]]
"""Sends a job and its question to a worker, and brings the answer, all as text."""

DEFAULT: Final = "normal"
CHOOSE: Final = "choose"
HINT: Final = "hint"
ANALYSE: Final = "analyse"
SPEED: Final = "speed"


def prepare() -> None:
    """In the bots' worker, before the first question: import what every search needs."""
    for name in BUILT_IN:
        game = find_game(name)
        policy_for(game, game.read_options({}))
    find_bot(DEFAULT)


def think(job: str, question: str) -> str:
    """In the bots' worker: one job, as JSON."""
    if job == ANALYSE:
        record, seconds = msgspec.json.decode(question, type=tuple[dict[str, Any], float])
        return msgspec.json.encode(analyse((record, seconds))).decode()
    if job == SPEED:
        return msgspec.json.encode(actions_per_second()).decode()
    asked = msgspec.json.decode(question, type=BotQuestion)
    return msgspec.json.encode(choose(asked) if job == CHOOSE else hint(asked)).decode()


class WorkerThinker(LocalThinker):
    """Asks one thing at a time. A worker that fails is replaced by thinking here."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._turn = asyncio.Lock()
        self._speed: float | None = None

    async def move(self, turn: BotTurn, pace: Pace, order: Order) -> Thought | None:
        async with self._turn:
            if not order.needed():
                return None
            question = question_of(turn, pace, seconds_for(turn.level))
            return await self._thought(CHOOSE, question, choose)

    async def hint(self, question: Callable[[float], BotQuestion], order: Order) -> Thought | None:
        async with self._turn:
            if not order.needed():
                return None
            return await self._thought(HINT, question(HINT_SECONDS), hint)

    async def speed(self) -> float:
        """Actions per second of the bots' worker, measured once while it has nothing else to do."""
        if self._speed is None:
            async with self._turn:
                self._speed = msgspec.json.decode(await self._ask(SPEED, ""), type=float)
        return self._speed

    async def _thought(
        self, job: str, question: BotQuestion, otherwise: Callable[[BotQuestion], Thought]
    ) -> Thought:
        try:
            answer = await self._ask(job, msgspec.json.encode(question).decode())
        except Exception:  # whatever a worker fails with, the game goes on
            logger.fault("the bots' worker has failed", job=job)
            return otherwise(question)
        return msgspec.json.decode(answer, type=Thought)

    def analyse(
        self, record: dict[str, Any], order: Order
    ) -> "asyncio.Future[dict[str, object] | None]":
        async def run() -> dict[str, object] | None:
            answer = await self._ask(ANALYSE, msgspec.json.encode((record, STUDY_SECONDS)).decode())
            return msgspec.json.decode(answer, type=dict[str, object])

        return asyncio.ensure_future(run())
