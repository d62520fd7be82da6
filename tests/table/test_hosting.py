"""What a host may do about the people at a table, and what nobody may."""

import random

import pytest
from tests.table.helpers import NOW, Party, asynchronous, party, plain

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.table_settings import TableSettings
from fatum.records import verify
from fatum.table.hosting import HOSTING_LIMIT
from fatum.table.loaded_tables import LoadedTables
from fatum.table.roles import NOBODY, Caller, Role
from fatum.table.seats import hash_token
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table

CHAT = TableSettings(chat=True)


async def refused(made: Party, caller: Caller, request: r.AnyRequest, at: int = NOW) -> str:
    """The code of the refusal, which changes nothing."""
    before = made.table.state.seq
    with pytest.raises(Refused) as refusal:
        await made.table.run(caller, request, at)
    assert made.table.state.seq == before
    assert refusal.value.message is not None
    return refusal.value.code


async def reloaded(made: Party, store: SqlStore) -> Table:
    """The same table from its log, with the same picture for everybody."""
    table = await Table.load(store, made.table.id, made.now)
    for caller in (*made.callers, NOBODY):
        try:
            picture = plain(made.table.snapshot(caller))
        except Refused:
            continue
        assert plain(table.snapshot(caller)) == picture
    return table


@asynchronous
async def test_a_present_player_is_removed_before_the_game(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 3, start=False)
        table, bob = made.table, made.callers[1]
        assert table.state.seats[1].here
        await table.run(made.host, r.Remove("P2"), NOW)
        assert table.state.seats[1].kind == "empty"
        assert table.who(bob).roles == {Role.STRANGER}
        assert bob.token in (await reloaded(made, store)).state.removed
        # The seat is free for everybody else.
        assert await refused(made, bob, r.Sit("Bob")) == "forbidden"
        assert (await table.run(NOBODY, r.Sit("Bea"), NOW)).token is not None


@asynchronous
async def test_somebody_removed_stays_out_until_the_host_lets_them_in(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 3, start=False)
        table, bob = made.table, made.callers[1]
        await table.run(made.host, r.Remove("P2"), NOW)
        assert table.snapshot(made.host).table.removed == ["Bob"]
        assert await refused(made, bob, r.Sit("Robert")) == "forbidden"
        assert await refused(made, made.callers[2], r.LetIn("Bob")) == "forbidden"
        # Nothing happens for a name that nobody has who was removed.
        assert (await table.run(made.host, r.LetIn("Cem"), NOW)).repeated
        await table.run(made.host, r.LetIn("Bob"), NOW)
        assert table.snapshot(made.host).table.removed == []
        assert (await reloaded(made, store)).state.removed == {}
        assert (await table.run(bob, r.Sit("Bob"), NOW)).token is not None


@asynchronous
async def test_a_player_removed_from_a_game_leaves_a_bot_and_sees_nothing_more(file: str) -> None:
    rng = random.Random(11)
    async with await SqlStore.open(file) as store:
        made = await party(store, 3)
        table, bob = made.table, made.callers[1]
        held = table.snapshot(bob).view
        assert held is not None
        await table.run(made.host, r.Remove("P2"), NOW)
        seat = table.snapshot(made.host).table.seats[1]
        assert (seat.kind, seat.name, seat.stand_in, seat.level) == ("bot", "Bob", False, "greedy")
        assert table.who(bob).roles == {Role.STRANGER}
        with pytest.raises(Refused):
            table.snapshot(bob)
        for request in (r.Back(), r.Chat("no"), r.MakeMove("take", table.state.seq), r.Leave()):
            assert await refused(made, bob, request) == "forbidden"
        await reloaded(made, store)
        await made.finish(rng)
        record = table.record()
        verify(record)
        assert record.names == ("Ann", "Bob", "Cem")
        # In the rematch the bot does not go by Bob's name.
        await table.run(made.host, r.Rematch(), made.now)
        await table.run(made.callers[2], r.Rematch(), made.now)
        assert table.state.next is not None
        again = await Table.load(store, table.state.next, made.now)
        assert [seat.name for seat in again.state.seats] == ["Ann", "greedy", "Cem"]
        assert again.who(bob).roles == {Role.STRANGER}


@asynchronous
async def test_a_link_of_a_removed_player_is_worth_nothing(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        link = (await made.table.run(made.callers[1], r.Link(), NOW)).token
        assert link is not None
        await made.table.run(made.host, r.Remove("P2"), NOW)
        assert await refused(made, NOBODY, r.Claim(link)) == "link"


@asynchronous
async def test_a_muted_player_is_silent_until_the_host_says_otherwise(file: str) -> None:
    rng = random.Random(12)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=CHAT)
        table, bob = made.table, made.callers[1]
        await table.run(made.host, r.Mute("P2"), NOW)
        assert table.snapshot(NOBODY).table.seats[1].muted
        for request in (r.Chat("hello"), r.React("wow")):
            assert await refused(made, bob, request) == "off"
        # Nothing is written twice, and a muted player plays on.
        before = table.state.seq
        assert (await table.run(made.host, r.Mute("P2"), NOW)).repeated
        assert table.state.seq == before
        await reloaded(made, store)
        await made.finish(rng)
        for caller in made.callers:
            await table.run(caller, r.Rematch(), made.now)
        assert table.state.next is not None
        again = await Table.load(store, table.state.next, made.now)
        assert again.state.seats[1].muted
        await table.run(made.host, r.Mute("P2", muted=False), made.now)
        assert [update.news for update in table.snapshot(NOBODY).recent][-1].what == "unmuted"  # type: ignore[union-attr]
        await table.run(bob, r.Chat("hello"), made.now)


@asynchronous
async def test_the_role_is_handed_over(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 3)
        table, bob, cem = made.table, made.callers[1], made.callers[2]
        await table.run(made.host, r.MakeHost("P2"), NOW)
        assert (table.who(made.host).host, table.who(bob).host) == (False, True)
        assert await refused(made, made.host, r.MakeHost("P1")) == "forbidden"
        await table.run(cem, r.Away(), NOW)
        assert await refused(made, bob, r.MakeHost("P3")) == "seat"
        await table.run(bob, r.Remove("P1"), NOW)
        assert table.who(made.host).roles == {Role.STRANGER}


@asynchronous
async def test_absence_has_an_end_that_is_told_and_can_be_brought_about(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 3, settings=TableSettings(grace=45))
        table, bob = made.table, made.callers[1]
        assert table.snapshot(NOBODY).table.seats[1].replaced_at is None
        assert await refused(made, made.host, r.StandIn("P2")) == "seat"
        await table.run(bob, r.Away(), NOW + 1000)
        due = table.snapshot(NOBODY).table.seats[1].replaced_at
        assert due == NOW + 46_000 == table.due_at()
        await table.run(made.host, r.StandIn("P2"), NOW + 2000)
        assert table.state.seats[1].automatic
        assert table.snapshot(NOBODY).table.seats[1].replaced_at is None
        await table.run(bob, r.Back(), NOW + 3000)
        assert not table.state.seats[1].automatic


@asynchronous
async def test_a_game_is_ended_without_a_result(where: str) -> None:
    rng = random.Random(13)
    async with await SqlStore.open(where) as store:
        made = await party(store, 2, bots=1)
        table = made.table
        for _ in range(8):
            await made.step(rng)
        seat, late = made.choice(rng)
        await table.run(made.host, r.EndGame(key="e"), made.now)
        assert (await table.run(made.host, r.EndGame(key="e"), made.now)).repeated
        shown = table.snapshot(NOBODY)
        assert (shown.table.phase, shown.turn, shown.prompt) == ("closed", [], None)
        assert (shown.table.seed, shown.table.outcome) == (None, None)
        assert (table.bot_turns(), table.due_at()) == ([], None)
        with pytest.raises(Refused):
            table.record()
        with pytest.raises(Refused, match="no game is running"):
            table.explain(made.callers[0], late.move)
        assert await refused(made, made.caller_of(seat), late, made.now) == "phase"
        for request in (r.EndGame(), r.Rematch(), r.Remove("P2"), r.Mute("P2"), r.StandIn("P2")):
            assert await refused(made, made.host, request, made.now) == "phase"
        await reloaded(made, store)
        await table.tick(made.now)
    async with await SqlStore.open(where) as store:
        row = await store.row(table.id)
        assert row is not None
        assert row.status == "closed"


@pytest.mark.parametrize("request_", [r.Remove, r.Mute, r.MakeHost, r.StandIn])
@asynchronous
async def test_seats_that_cannot_be_meant(file: str, request_: type[r.Remove]) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, bots=1)
        for seat in ("P1", "P3", "P4", "P99"):
            assert await refused(made, made.host, request_(seat)) in {"seat", "unreadable"}


@asynchronous
async def test_a_host_cannot_fill_the_log(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        for turn in range(HOSTING_LIMIT):
            await made.table.run(made.host, r.Mute("P2", muted=turn % 2 == 0), NOW)
        for request in (r.Mute("P2"), r.MakeHost("P2"), r.Remove("P2")):
            assert await refused(made, made.host, request, NOW + 9_000) == "too_fast"
        await made.table.run(made.host, r.Mute("P2"), NOW + 10_001)


@asynchronous
async def test_a_host_without_a_seat_does_all_of_it(file: str) -> None:
    async with await SqlStore.open(file) as store:
        table, token = await LoadedTables(store).open(
            "karma", {"players": 2}, NOW, name="Ann", sits=False
        )
        host = Caller(hash_token(token))
        for name in ("Bob", "Cem"):
            await table.run(NOBODY, r.Sit(name), NOW)
        await table.run(host, r.Start(), NOW)
        await table.run(host, r.Mute("P1"), NOW)
        await table.run(host, r.Remove("P2"), NOW)
        await table.run(host, r.EndGame(), NOW)
        assert table.state.phase == "closed"
