"""Queues of thinking with workers that the test holds in its hands."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from tests.server.clients import asynchronous

from fatum.protocol.errors import Refused
from fatum.server.bots.pool import STUDIES, BotPool, Lane
from fatum.server.bots.scheduler import Job, JobLimits, Scheduler
from fatum.table.analyses import MOST_KEPT, Analyses
from fatum.table.thinker import Busy

A = TypeVar("A")
B = TypeVar("B")


class Held:
    """Workers that end when they are told to."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self._answers: list[asyncio.Future[Any]] = []

    async def run(self, work: Callable[[A], B], given: A) -> B:
        self.asked.append(given)
        answer: asyncio.Future[B] = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        return await answer

    async def end(self, found: Any) -> None:
        """The oldest work that runs is done, or has failed."""
        while not self._answers:
            await asyncio.sleep(0)
        answer = self._answers.pop(0)
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)
        for _ in range(5):
            await asyncio.sleep(0)

    def close(self) -> None:
        pass


def lane(held: Held, *, total: int = 10) -> Lane:
    return Lane(Scheduler(1, 1.0, JobLimits(total, total, total)), held)


@asynchronous()
async def test_one_at_a_time_and_the_rest_waits() -> None:
    held = Held()
    queue = lane(held, total=2)
    answers = [
        queue.submit(Job(f"A{number}", "T", 0.1), str, lambda granted, n=number: n)  # type: ignore[misc]
        for number in range(3)
    ]
    with pytest.raises(Busy):
        queue.submit(Job("B", "U", 0.1), str, lambda granted: 9)
    for number in range(3):
        await held.end(f"found {number}")
        assert answers[number].result() == f"found {number}"
    assert held.asked == [0, 1, 2]
    assert queue.scheduler.waiting == queue.scheduler.running == 0


@asynchronous()
async def test_hopeless_work_never_reaches_a_worker() -> None:
    held = Held()
    queue = lane(held)
    needed = True
    first = queue.submit(Job("A", "T", 0.1), str, lambda granted: "first")
    closed = queue.submit(Job("A", "T", 0.1, lambda: needed), str, lambda granted: "closed")
    left = queue.submit(Job("A", "T", 0.1), str, lambda granted: "left")
    last = queue.submit(Job("A", "T", 0.1), str, lambda granted: "last")
    needed = False
    left.cancel()
    await held.end("done")
    assert (first.result(), closed.result()) == ("done", None)
    await held.end("done")
    assert last.result() == "done"
    assert held.asked == ["first", "last"]


@asynchronous()
async def test_a_fault_is_told_and_frees_the_worker() -> None:
    held = Held()
    queue = lane(held)
    bad = queue.submit(Job("A", "T", 0.1), str, lambda granted: "bad")
    good = queue.submit(Job("A", "T", 0.1), str, lambda granted: "good")
    await held.end(ZeroDivisionError("oh no"))
    with pytest.raises(ZeroDivisionError):
        await bad
    await held.end("done")
    assert good.result() == "done"


class Game:
    """Analyses with workers that the test holds."""

    def __init__(self) -> None:
        self.held = Held()
        self.bots = BotPool(1, 0.8)
        lane = Lane(Scheduler(1, 60.0, STUDIES), self.held)
        self.bots.studies = lane  # type: ignore[misc]
        self.now = 0.0
        self.studies = Analyses(self.bots, lambda: self.now)

    def start(self, table: str, address: str) -> None:
        self.studies.start(table, {"moves": [1, 2]}, address)


@asynchronous()
async def test_analyses_of_one_address_cannot_fill_the_queue() -> None:
    game = Game()
    game.start("T0", "flood")
    for number in range(STUDIES.per_address):
        game.start(f"T{number + 1}", "flood")
    with pytest.raises(Busy):
        game.start("T9", "flood")
    assert game.studies.before("T9") is None
    game.start("U", "other")
    assert game.studies.before("U") == 4
    for _ in range(3):
        await game.held.end({})
    # After one of the flood it was the other's turn.
    assert game.studies.get("U") == {}
    assert game.studies.get("T2") is None


@asynchronous()
async def test_an_analysis_that_nobody_waits_for_is_dropped() -> None:
    game = Game()
    for table in ("first", "left", "asked for"):
        game.start(table, table)
    game.now = 50.0
    assert game.studies.before("asked for") == 2
    game.now = 70.0
    await game.held.end({})
    assert game.studies.before("left") is None
    await game.held.end({"here": True})
    assert game.studies.get("asked for") == {"here": True}
    assert len(game.held.asked) == 2


@asynchronous()
async def test_what_is_remembered_is_bounded() -> None:
    game = Game()
    for number in range(MOST_KEPT + 50):
        game.start(f"T{number}", "A")
        await game.held.end(ValueError("no") if number % 2 else {"table": number})
    assert len(game.studies._done) == MOST_KEPT
    assert game.studies.get("T0") is None
    assert game.studies.get(f"T{MOST_KEPT + 48}") == {"table": MOST_KEPT + 48}
    with pytest.raises(Refused, match="could not be analysed"):
        game.studies.get(f"T{MOST_KEPT + 49}")
