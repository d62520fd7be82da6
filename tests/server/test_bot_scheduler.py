"""Fair shares of thinking, step by step: no processes, and a clock that the test moves."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count

import pytest

from fatum.server.bots.fair_queue import FairQueue
from fatum.server.bots.scheduler import EMPTY_USED, USED, Job, JobLimits, Scheduler
from fatum.table.bot_pace import (
    GAP,
    LEAST,
    LONGEST_GAP,
    MARGIN,
    Pace,
    Spacing,
    beats_for,
    seconds_for,
)
from fatum.table.thinker import Busy

BEAT = 0.8
BEATS = 20
MANY = JobLimits(10_000, 10_000, 10_000)
HARD = seconds_for("hard")
OVERHEAD = 0.001
"""Seconds that a worker takes for a job beside thinking."""


def job(address: str, table: str, wants: float = HARD) -> Job:
    return Job(address, table, wants)


class World:
    """Workers that take all the time they get, and tables that ask for the next move each beat."""

    def __init__(self, workers: int = 1) -> None:
        self.scheduler = Scheduler(workers, BEAT, MANY)
        self.granted: dict[Job, float] = {}
        self.delays: dict[Job, float] = {}
        """Seconds from a question to its answer on the beat."""
        self._paces: dict[Job, tuple[float, Pace]] = {}
        self._events: list[tuple[float, int, str, Job | None, bool]] = []
        self._number = count()

    def play(self, address: str, table: str, wants: float = HARD, people: bool = True) -> list[Job]:
        """A table that asks for a move each beat."""
        jobs = [job(address, table, wants) for _ in range(BEATS)]
        for number, each in enumerate(jobs):
            self._at(number * BEAT, "ask", each, people)
        return jobs

    def _at(self, at: float, what: str, each: Job | None, people: bool = True) -> None:
        heapq.heappush(self._events, (at, next(self._number), what, each, people))

    def run(self) -> float:
        """To the end, and when that is."""
        now = 0.0
        while self._events:
            now, _, what, each, people = heapq.heappop(self._events)
            if what == "ask" and each is not None:
                self._paces[each] = (now, Pace(BEAT, "hard", now))
                self.scheduler.add(each, now, people=people)
            elif what == "end" and each is not None:
                asked, pace = self._paces[each]
                self.delays[each] = now - asked + pace.wait(now)
                self.scheduler.finish(each, now)
            self._begin(now)
        return now

    def _begin(self, now: float) -> None:
        while (found := self.scheduler.next(now)) is not None:
            begun, granted = found
            limit = self._paces[begun][1].time_to_think(now)
            assert limit is not None
            self.granted[begun] = min(granted, limit)
            self._at(now + self.granted[begun] + OVERHEAD, "end", begun)
        again = self.scheduler.resume_at()
        if again is not None and again > now:
            self._at(again, "look", None)

    def beats(self, jobs: Iterable[Job]) -> set[float]:
        """The beats that these moves took."""
        return {round(self.delays[each] / BEAT, 6) for each in jobs}


def drained(scheduler: Scheduler, now: float) -> Iterator[Job]:
    """What is begun, one after the other."""
    while (found := scheduler.next(now)) is not None:
        yield found[0]
        scheduler.finish(found[0], now)


def test_addresses_take_turns_and_so_do_their_tables() -> None:
    scheduler = Scheduler(1, BEAT, MANY)
    jobs = [job("flood", f"T{number // 2}") for number in range(8)]
    jobs += [job("one", "U"), job("one", "U"), job("two", "V")]
    for each in jobs:
        scheduler.add(each, 0.0)
    order = [(each.address, each.table) for each in drained(scheduler, 0.0)]
    assert order[:7] == [
        ("flood", "T0"),
        ("one", "U"),
        ("two", "V"),
        ("flood", "T1"),
        ("one", "U"),
        ("flood", "T2"),
        ("flood", "T3"),
    ]
    assert [table for _, table in order[7:]] == ["T0", "T1", "T2", "T3"]
    assert len(order) == len(jobs)


def test_full_queues_refuse() -> None:
    queue: FairQueue[Job] = FairQueue(5, 3, 2)
    queue.put(job("a", "T"))
    queue.put(job("a", "T"))
    with pytest.raises(Busy):
        queue.put(job("a", "T"))  # the table's part is full
    queue.put(job("a", "U"))
    with pytest.raises(Busy):
        queue.put(job("a", "V"))  # the address's part is full
    queue.put(job("b", "W"))
    queue.put(job("c", "X"))
    with pytest.raises(Busy):
        queue.put(job("d", "Y"))  # the whole queue is full
    assert len(queue) == 5
    while queue.take() is not None:
        pass
    assert len(queue) == 0
    for _ in range(2):
        queue.put(job("a", "T"))


def test_what_nobody_needs_is_dropped_before_it_begins() -> None:
    scheduler = Scheduler(1, BEAT, MANY)
    needed = True
    dropped: list[str] = []
    scheduler.add(job("a", "first"), 0.0)
    hopeless = Job("a", "closed", HARD, lambda: needed, lambda: dropped.append("closed"))
    scheduler.add(hopeless, 0.0)
    scheduler.add(job("b", "last"), 0.0)
    needed = False
    assert [each.table for each in drained(scheduler, 0.0)] == ["first", "last"]
    assert dropped == ["closed"]
    assert scheduler.waiting == scheduler.running == 0


def test_an_idle_server_grants_everything() -> None:
    scheduler = Scheduler(1, BEAT, MANY)
    scheduler.add(job("a", "T"), 0.0)
    found = scheduler.next(0.0)
    assert found is not None
    assert found[1] == HARD


@pytest.mark.parametrize("workers", [1, 3])
def test_sixty_hard_tables_of_one_address_harm_nobody_else(workers: int) -> None:
    world = World(workers)
    flood = [each for number in range(60) for each in world.play("flood", f"T{number}")]
    others = world.play("other", "U")
    world.run()
    assert world.beats(others) == {1}
    fair = min(HARD, USED * workers * BEAT / 2)
    # In the first beat nobody could know what would come.
    assert min(world.granted[each] for each in others[1:]) >= fair - 1e-9
    # The flood is answered as well, only with less thought.
    assert world.beats(flood) <= {1, 2}
    assert sum(world.granted[each] for each in flood) <= (BEATS + 1) * USED * workers * BEAT


def test_the_queue_does_not_grow_under_load() -> None:
    world = World()
    tables = [world.play(f"A{number}", f"T{number}") for number in range(60)]
    world.run()
    assert world.beats(each for jobs in tables for each in jobs) <= {1, 2}
    # Nobody could know what would come in the first beat; what that cost is made up for soon.
    assert world.beats(each for jobs in tables for each in jobs[6:]) == {1}


def test_who_wants_little_gets_it_all() -> None:
    world = World()
    world.play("flood", "T")
    world.play("flood", "U")
    modest = world.play("modest", "V", 0.05)
    world.run()
    assert {world.granted[each] for each in modest} == {0.05}


def test_tables_without_people_come_last_and_take_little() -> None:
    world = World()
    empty = [each for number in range(30) for each in world.play("e", f"E{number}", people=False)]
    people = world.play("other", "U")
    end = world.run()
    assert world.beats(people) == {1}
    assert {world.granted[each] for each in people} == {HARD}
    assert sum(world.granted[each] for each in empty) <= EMPTY_USED * end


def test_a_newcomer_to_an_empty_table_is_served_first() -> None:
    scheduler = Scheduler(1, BEAT, MANY)
    scheduler.add(job("a", "empty"), 0.0, people=False)
    scheduler.add(job("a", "other"), 0.0, people=False)
    scheduler.add(job("b", "played"), 0.0)
    scheduler.people_changed("other", True, 0.0)
    scheduler.people_changed("played", False, 0.0)
    found = scheduler.next(0.0)
    assert found is not None
    assert found[0].table == "other"
    assert scheduler.waiting == 2


def test_an_address_that_is_gone_takes_no_memory() -> None:
    scheduler = Scheduler(1, BEAT, MANY)
    for number in range(200):
        scheduler.add(job(f"A{number}", f"T{number}"), number * 1.0)
        assert len(list(drained(scheduler, number * 1.0))) == 1
    assert len(scheduler._shares) <= 5
    assert not scheduler._queue._by_table


# --- beats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "level", ["random", "easy", "normal", "hard", "ismcts", "of-another-package"]
)
@pytest.mark.parametrize("beat", [0.05, 0.3, 0.8, 2.0])
def test_the_beat_is_the_same_whatever_is_thought(level: str, beat: float) -> None:
    due = beat * beats_for(level, beat)
    for began, took in ((0.0, 0.0), (0.0, due - MARGIN)):
        pace = Pace(beat, level, 0.0)
        limit = pace.time_to_think(began)
        assert limit is not None
        assert limit >= seconds_for(level)
        end = began + min(took, limit)
        assert end + pace.wait(end) == pytest.approx(due)


def test_who_waited_too_long_gets_another_beat_before_looking_at_the_cards() -> None:
    for took in (0.0, 0.3):
        pace = Pace(BEAT, "hard", 0.0)
        begun = BEAT - MARGIN - LEAST / 2
        limit = pace.time_to_think(begun)
        assert limit is not None
        assert limit > took
        assert begun + took + pace.wait(begun + took) == pytest.approx(2 * BEAT)


def test_without_a_beat_bots_answer_at_once() -> None:
    pace = Pace(0.0, "hard", 5.0)
    assert pace.time_to_think(7.0) is None
    assert pace.wait(9.0) == 0.0


def test_moves_that_are_due_together_are_made_one_after_another() -> None:
    spacing = Spacing()
    times = [1.0, 1.0, 1.0, 1.001, 1.2, 1.2 + 2 * GAP]
    made = [now + spacing.wait(now) for now in times]
    assert made == pytest.approx([1.0, 1.0 + GAP, 1.0 + 2 * GAP, 1.0 + 3 * GAP, 1.2, 1.2 + 2 * GAP])


def test_more_moves_than_fit_are_closer_to_each_other_and_not_later() -> None:
    spacing = Spacing()
    made = [now + spacing.wait(now) for now in (number * GAP / 10 for number in range(2000))]
    late = [at - number * GAP / 10 for number, at in enumerate(made)]
    assert min(late) >= 0
    assert LONGEST_GAP / 2 < max(late) <= LONGEST_GAP
    slots = Counter(int(at / GAP) for at in made if at < 1.0)
    assert max(slots.values()) <= 20
