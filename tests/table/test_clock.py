"""Time: every wait ends, nobody loses a turn to a crash, and all follows from the log."""

import random
from collections.abc import Sequence

import pytest
from tests.table.helpers import NOW, Party, asynchronous, party

from fatum.protocol import requests as r
from fatum.protocol.table_settings import TableSettings
from fatum.records import verify
from fatum.table import log
from fatum.table.clock import AFTER_LOADING, BOT_TIME, SECOND
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table


def facts(made: Party, last: int) -> Sequence[str]:
    return [type(happening.fact).__name__ for happening in made.table.state.recent][-last:]


@asynchronous
async def test_the_clock_makes_a_legal_move(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(move_time=30))
        table = made.table
        prompt = table.snapshot(made.host).prompt
        assert prompt is not None
        assert prompt.deadline == NOW + 30 * SECOND == table.due_at()
        assert not await table.tick(NOW + 29_999)
        assert await table.tick(NOW + 30_000)
        assert facts(made, 2) == ["Moved", "Moved"]
        by = [happening.fact for happening in table.state.recent][-1]
        assert isinstance(by, log.Moved)
        assert by.by == "clock"


@asynchronous
async def test_two_choices_in_a_row_left_to_the_clock_bring_a_bot(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(move_time=30))
        await made.table.tick(NOW + 30 * SECOND)
        await made.table.tick(NOW + 60 * SECOND)
        assert [seat.stand_in for seat in made.table.state.seats] == [True, True]
        assert {turn.seat for turn in made.table.bot_turns()} == {0, 1}
        await made.table.run(made.host, r.Back(), NOW + 61 * SECOND)
        assert made.table.state.seats[0].here
        prompt = made.table.snapshot(made.host).prompt
        assert prompt is not None
        assert prompt.deadline == NOW + 91 * SECOND


@asynchronous
async def test_an_absent_player_is_replaced_after_the_grace_and_returns(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        await made.table.run(made.callers[1], r.Away(), NOW)
        assert made.table.due_at() == NOW + 60 * SECOND
        assert not await made.table.tick(NOW + 59 * SECOND)
        assert await made.table.tick(NOW + 60 * SECOND)
        assert facts(made, 1) == ["Takenover"]
        await made.table.run(made.callers[1], r.Back(), NOW + 70 * SECOND)
        assert facts(made, 1) == ["Returned"]
        assert made.table.bot_turns() == []


@asynchronous
async def test_coming_back_in_time_changes_nothing(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        await made.table.run(made.callers[1], r.Away(), NOW)
        await made.table.run(made.callers[1], r.Back(), NOW + 59 * SECOND)
        assert not await made.table.tick(NOW + 600 * SECOND)


@asynchronous
async def test_alone_against_bots_one_may_come_back_tomorrow_but_not_next_year(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 1, bots=1, settings=TableSettings(patience=80_000))
        await made.table.run(made.host, r.Away(), NOW)
        await made.table.tick(NOW + BOT_TIME)
        assert not made.table.state.seats[0].stand_in
        await made.table.tick(NOW + 80_000 * SECOND)
        assert made.table.state.seats[0].stand_in


@asynchronous
async def test_a_silent_player_without_a_clock_is_replaced_in_the_end(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(patience=60))
        await made.table.tick(NOW + 60 * SECOND)
        assert [seat.stand_in for seat in made.table.state.seats] == [True, True]


@asynchronous
async def test_a_bot_that_does_not_answer_is_answered_for(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 1, bots=1)
        turn = made.table.bot_turns()[0]
        assert made.table.due_at() == NOW + BOT_TIME
        await made.table.tick(NOW + BOT_TIME)
        assert made.table.bot_turns()[0].seq > turn.seq


@asynchronous
async def test_another_player_becomes_host_of_a_table_that_waits(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, start=False)
        await made.table.run(made.host, r.Away(), NOW)
        await made.table.tick(NOW + 60 * SECOND)
        assert made.table.who(made.callers[1]).host
        assert made.table.due_at() is None


@pytest.mark.parametrize("people", [1, 2, 4])
@asynchronous
async def test_a_table_that_everybody_left_plays_itself_to_the_end(file: str, people: int) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, people, bots=2, settings=TableSettings(move_time=10), seed=people)
        for caller in made.callers:
            await made.table.run(caller, r.Away(), NOW)
        ticks = 0
        while (due := made.table.due_at()) is not None:
            assert await made.table.tick(due)
            ticks += 1
            assert ticks < 20_000
        assert made.table.state.phase == "over"
        verify(made.table.record())


@asynchronous
async def test_after_a_restart_people_get_time_to_come_back(where: str) -> None:
    async with await SqlStore.open(where) as store:
        made = await party(store, 2, settings=TableSettings(move_time=30))
        deadline = NOW + 30 * SECOND
        up = NOW + 3600 * SECOND
        table = await Table.load(store, made.table.id, up)
        prompt = table.snapshot(made.host).prompt
        assert prompt is not None
        assert prompt.deadline == deadline
        assert table.due_at() == up + AFTER_LOADING
        assert not await table.tick(up + AFTER_LOADING - 1)
        assert await table.tick(up + AFTER_LOADING)


@asynchronous
async def test_an_answer_by_others_does_not_change_ones_own_deadline(file: str) -> None:
    """While all choose at once, each has the time from when they were asked."""
    async with await SqlStore.open(file) as store:
        made = await party(store, 3, settings=TableSettings(move_time=30))
        game = made.table.state.game
        text = game.format_move(made.table.state.asked[1].legal[0])
        await made.table.run(made.callers[1], r.MakeMove(text, made.table.state.seq), NOW + 5000)
        deadlines = {turn.seat: turn.deadline for turn in made.table.snapshot(made.host).turn}
        assert deadlines == {"P1": NOW + 30_000, "P2": NOW + 35_000, "P3": NOW + 30_000}


@asynchronous
async def test_time_never_runs_backwards_in_the_log(file: str) -> None:
    rng = random.Random(2)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        for _ in range(40):
            seat, move = made.choice(rng)
            await made.table.run(made.callers[seat], move, NOW + rng.randrange(-9999, 9999))
        times = [entry.at for entry in await store.read(made.table.id)]
        assert times == sorted(times)


@pytest.mark.parametrize("move_time", [601, 86_400])
@asynchronous
async def test_nobody_sits_in_before_a_long_time_for_the_move_is_over(
    file: str, move_time: int
) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 3, settings=TableSettings(move_time=move_time))
        for caller in made.callers[1:]:
            await made.table.run(caller, r.Away(), NOW)
        end = NOW + move_time * SECOND
        assert made.table.due_at() == end
        assert not await made.table.tick(end - 1)
        # All are asked at once: who is there is moved for, who is away is replaced.
        assert await made.table.tick(end)
        assert [seat.stand_in for seat in made.table.state.seats] == [False, True, True]


@asynchronous
async def test_nobody_waits_for_who_is_away_and_not_asked(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(move_time=3600))
        rng = random.Random(1)
        while len(made.table.state.asked) != 1:
            await made.step(rng)
        asked = next(iter(made.table.state.asked))
        other = made.callers[1 - asked]
        await made.table.run(other, r.Away(), made.now)
        due = made.table.due_at()
        assert due == made.table.state.asked[asked].since + 3600 * SECOND
        assert not await made.table.tick(due - 1)


@asynchronous
async def test_who_is_connected_is_not_replaced_for_being_away(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        await made.table.run(made.callers[1], r.Away(), NOW)
        assert not await made.table.tick(NOW + 600 * SECOND, present={1})
        assert await made.table.tick(NOW + 600 * SECOND, present={0})
        assert made.table.state.seats[1].stand_in


@asynchronous
async def test_a_table_goes_on_after_a_clock_was_set_back(where: str) -> None:
    """An hour back while the server was down: nobody waits an hour longer."""
    async with await SqlStore.open(where) as store:
        made = await party(store, 2, settings=TableSettings(move_time=30))
        back = NOW - 3600 * SECOND
        table = await Table.load(store, made.table.id, back)
        due = table.due_at()
        assert due == NOW + 30 * SECOND
        assert not await table.tick(back + 29 * SECOND)
        assert await table.tick(back + 30 * SECOND)
        assert table.state.at == NOW + 30 * SECOND
