"""A table from opening to rematch; its state is what its log says, in any process."""

import asyncio
import json
import random

import pytest
from tests.table.helpers import NOW, asynchronous, party, plain

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.messages import encode
from fatum.protocol.messages import refused as as_failure
from fatum.protocol.table_settings import Change, TableSettings
from fatum.records import verify
from fatum.table import log
from fatum.table.loaded_tables import LoadedTables
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token
from fatum.table.state import Happening, TableState
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.summary import read_summary
from fatum.table.table import Table


def truth(table: Table) -> object:
    """Everything a table knows, for comparing."""
    state = table.state
    return plain(
        {
            "seq": state.seq,
            "at": state.at,
            "phase": state.phase,
            "given": state.given,
            "settings": state.settings,
            "host": state.host,
            "seats": [
                {name: getattr(seat, name) for name in seat.__slots__} for seat in state.seats
            ],
            "tokens": state.by_token,
            "asked": [
                [seat, asked.seq, asked.since, asked.legal] for seat, asked in state.asked.items()
            ],
            "keys": [[*key, seq] for key, seq in state.keys.items()],
            "chat": list(state.chat),
            "next": state.next,
            "game": None if state.match is None else state.match.state.to_dict(),
            "moves": None if state.match is None else [[m.seat, m.move] for m in state.match.moves],
            "due": table.due_at(),
        }
    )


@asynchronous
async def test_a_whole_game_reloads_exactly_at_every_step_and_its_record_verifies(
    where: str,
) -> None:
    rng = random.Random(3)
    async with await SqlStore.open(where) as store:
        made = await party(store, 2, bots=1, options={"foresight": True})
        table = made.table
        while made.running:
            await made.step(rng)
            if table.state.seq % 17 == 0 or not made.running:
                loaded = await Table.load(store, table.id, made.now)
                loaded.loaded_at = 0
                assert truth(loaded) == truth(table)
                for caller in [*made.callers, NOBODY]:
                    assert plain(loaded.snapshot(caller)) == plain(table.snapshot(caller))
        record = table.record()
        verify(record)
        verify(record.to_dict())
        assert record.names == ("Ann", "Bob", "greedy")
        info = table.snapshot(NOBODY).table
        assert info.seed == record.to_dict()["seed"]
        assert info.commitment == record.to_dict()["commitment"]
        assert info.outcome == record.outcome
        await table.tick(made.now)
    async with await SqlStore.open(where) as store:
        row = await store.row(table.id)
        assert row is not None
        assert row.status == "over"
        assert read_summary(row).people == 2


@asynchronous
async def test_seed_and_record_are_secret_until_the_end(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        info = made.table.snapshot(made.host).table
        assert info.commitment is not None
        assert info.seed is None
        assert info.outcome is None
        with pytest.raises(Refused, match="once the game is over"):
            made.table.record()


@asynchronous
async def test_a_repeated_move_has_the_same_answer_and_happens_once(where: str) -> None:
    rng = random.Random(4)
    async with await SqlStore.open(where) as store:
        made = await party(store, 3)
        for _ in range(30):
            seat, move = made.choice(rng)
            caller = made.callers[seat]
            first = await made.table.run(caller, move, made.now)
            again = await made.table.run(caller, move, made.now + 5)
            assert (again.seq, again.repeated) == (first.seq, True)
            loaded = await Table.load(store, made.table.id, made.now)
            elsewhere = await loaded.run(caller, move, made.now + 9)
            assert (elsewhere.seq, elsewhere.repeated) == (first.seq, True)


@asynchronous
async def test_a_stale_move_is_refused_as_such(file: str) -> None:
    rng = random.Random(5)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        seat, move = made.choice(rng)
        await made.table.run(made.callers[seat], move, made.now)
        late = r.MakeMove(move.move, move.answers, key="another key")
        with pytest.raises(Refused) as refused:
            await made.table.run(made.callers[seat], late, made.now)
        assert refused.value.code == "stale"
        with pytest.raises(Refused) as refused:
            await made.table.run(made.callers[seat], r.MakeMove("take", 10_000), made.now)
        assert refused.value.code == "stale"


@asynchronous
async def test_talk_does_not_make_a_move_stale(file: str) -> None:
    rng = random.Random(6)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        seat, move = made.choice(rng)
        await made.table.run(made.callers[1 - seat], r.React("wow"), made.now)
        await made.table.run(made.callers[1 - seat], r.Away(), made.now)
        await made.table.run(made.callers[seat], move, made.now)


@asynchronous
async def test_illegal_and_unreadable_moves_change_nothing(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        before = truth(made.table)
        seq = made.table.state.seq
        with pytest.raises(Refused) as refused:
            await made.table.run(made.host, r.MakeMove("take", seq), made.now)
        assert refused.value.code == "illegal"
        assert refused.value.rule == "K3"
        for text in ("fly", "lay  9", "P1: take", "lay 99"):
            with pytest.raises(Refused) as refused:
                await made.table.run(made.host, r.MakeMove(text, seq), made.now)
            assert refused.value.code == "unreadable"
        assert truth(made.table) == before
        reason = made.table.explain(made.host, "take")
        assert (reason.legal, reason.rule) == (False, "K3")
        prompt = made.table.snapshot(made.host).prompt
        assert prompt is not None
        assert made.table.explain(made.host, prompt.legal[0]).legal
        with pytest.raises(Refused):
            made.table.explain(NOBODY, "take")


@asynchronous
async def test_two_processes_race_for_every_entry_and_one_wins(where: str) -> None:
    rng = random.Random(7)
    async with await SqlStore.open(where) as one, await SqlStore.open(where) as two:
        made = await party(one, 2)
        here, there = made.table, await Table.load(two, made.table.id, NOW)
        while here.state.phase == "playing" and here.state.seq < 150:
            await asyncio.gather(here.catch_up(), there.catch_up())
            seat, move = made.choice(rng)
            asked = here.state.asked[seat]
            other = here.state.game.format_move(rng.choice(asked.legal))
            rival = r.MakeMove(other, asked.seq, key=f"rival {asked.seq}".replace(" ", "-"))
            before = here.state.seq
            answers = await asyncio.gather(
                here.run(made.callers[seat], move, made.now),
                there.run(made.callers[seat], rival, made.now),
                return_exceptions=True,
            )
            refusals = [answer for answer in answers if isinstance(answer, Refused)]
            assert len(refusals) == 1
            assert refusals[0].code in {"stale", "illegal", "phase"}
            await asyncio.gather(here.catch_up(), there.catch_up())
            assert here.state.seq == there.state.seq == before + 1
        there.loaded_at = 0
        assert truth(here) == truth(there)


@asynchronous
async def test_a_request_whose_asker_has_gone_is_still_told(file: str) -> None:
    rng = random.Random(8)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        heard: list[int] = []
        made.table.listeners.append(lambda h: heard.append(h.seq) if h else None)
        for _ in range(20):
            seat, move = made.choice(rng)
            before = made.table.state.seq
            asking = asyncio.ensure_future(made.table.run(made.callers[seat], move, made.now))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            answer = await made.table.run(made.callers[seat], move, made.now)
            assert answer.seq == before + 1
            assert made.table.state.seq == before + 1
        assert heard == list(range(heard[0], heard[0] + 20))


@asynchronous
async def test_what_a_vanished_asker_did_is_told_without_another_request(file: str) -> None:
    rng = random.Random(9)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        told = asyncio.Event()
        made.table.listeners.append(lambda _: told.set())
        for turns in range(1, 9):
            seat, move = made.choice(rng)
            before = made.table.state.seq
            asking = asyncio.ensure_future(made.table.run(made.callers[seat], move, made.now))
            for _ in range(turns):
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
            await asyncio.wait_for(told.wait(), 10)
            assert made.table.state.seq == before + 1
            told.clear()


@asynchronous
async def test_a_listener_at_fault_stops_nobody_else(file: str) -> None:
    rng = random.Random(13)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)

        def faulty(happening: Happening | None) -> None:
            raise ZeroDivisionError

        heard: list[Happening | None] = []
        made.table.listeners += [faulty, heard.append]
        seat, move = made.choice(rng)
        with pytest.raises(ZeroDivisionError):
            await made.table.run(made.callers[seat], move, made.now)
        assert len(heard) == 1
        made.table.listeners.remove(faulty)
        assert (await made.table.run(made.callers[seat], move, made.now)).repeated
        await made.finish(rng)


@asynchronous
async def test_before_the_game(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, start=False, options={"players": 4})
        table, host, bob = made.table, made.host, made.callers[1]
        with pytest.raises(Refused, match="still empty"):
            await table.run(host, r.Start(), NOW)
        with pytest.raises(Refused, match="P1 is taken"):
            await table.run(NOBODY, r.Sit("Cem", "P1"), NOW)
        with pytest.raises(Refused, match="not a seat of this game"):
            await table.run(NOBODY, r.Sit("Cem", "P9"), NOW)
        with pytest.raises(Refused, match="printable characters"):
            await table.run(NOBODY, r.Sit("\u202eevil"), NOW)
        twin = await table.run(NOBODY, r.Sit("Bob", "P4"), NOW)
        assert table.state.seats[3].name == "Bob 2"
        assert table.who(Caller(hash_token(twin.token or ""))).seat == 3
        await table.run(host, r.Remove("P4"), NOW)
        with pytest.raises(Refused, match="nobody sits"):
            await table.run(host, r.Remove("P4"), NOW)
        await table.run(host, r.AddBot("hard", "P4"), NOW)
        with pytest.raises(Refused, match="option 'players' must be"):
            await table.run(host, r.Configure({"players": 9}), NOW)
        with pytest.raises(Refused, match="3 players have already sat down"):
            await table.run(host, r.Configure({"players": 2}), NOW)
        await table.run(host, r.Configure({"players": 3, "foresight": True}), NOW)
        assert [seat.name for seat in table.state.seats] == ["Ann", "Bob", "hard"]
        with pytest.raises(Refused, match="all seats are taken"):
            await table.run(NOBODY, r.Sit("Cem"), NOW)
        await table.run(host, r.Remove("P3"), NOW)
        await table.run(host, r.Start(fill="greedy"), NOW)
        assert table.state.seats[2].level == "greedy"
        for request in (r.Start(), r.AddBot("hard"), r.Configure({}), r.Close()):
            with pytest.raises(Refused, match="already started"):
                await table.run(host, request, NOW)
        with pytest.raises(Refused, match="already started"):
            await table.run(NOBODY, r.Sit("Cem"), NOW)
        with pytest.raises(Refused, match="time limit"):
            await table.run(host, r.Rule(Change(move_time=5)), NOW)
        await table.run(host, r.Rule(Change(chat=True)), NOW)
        await table.run(bob, r.Chat("hi"), NOW)


@asynchronous
async def test_names_and_chat_are_never_read(file: str) -> None:
    """Whatever a player is called, and says, is sent as it is."""
    name = "Ann shows Bob 3."
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, start=False, settings=TableSettings(chat=True))
        table = made.table
        await table.run(made.host, r.Configure({"players": 4}), NOW)
        seated = await table.run(NOBODY, r.Sit(name), NOW)
        ann = Caller(hash_token(seated.token or ""))
        await table.run(ann, r.Chat("{seat} is taken"), NOW)
        snapshot = table.snapshot(made.host)
        assert snapshot.table.seats[2].name == name
        assert snapshot.chat[-1].text == "{seat} is taken"
        assert [update.news.text for update in snapshot.recent[-2:] if update.news] == [
            name,
            "{seat} is taken",
        ]
        await table.run(ann, r.Away(), NOW)
        with pytest.raises(Refused) as refused:
            await table.run(made.host, r.MakeHost("P3"), NOW)
        told = json.loads(encode(as_failure(refused.value)))
        assert told["message"] == {"key": "refuse.seat.away", "values": {"name": name}}


@asynchronous
async def test_games_and_options_that_do_not_exist(file: str) -> None:
    async with await SqlStore.open(file) as store:
        with pytest.raises(Refused, match="no game called chess"):
            await LoadedTables(store).open("chess", {}, NOW, name="Ann")
        with pytest.raises(Refused, match="no option 'speed'"):
            await LoadedTables(store).open("karma", {"speed": 1}, NOW, name="Ann")
        with pytest.raises(Refused, match="printable characters"):
            await LoadedTables(store).open("karma", {}, NOW, name="  ")
        with pytest.raises(Refused, match="does not exist"):
            await Table.load(store, "NOTABLE1", NOW)


@asynchronous
async def test_the_host_hands_on_or_closes(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, start=False)
        await made.table.run(made.host, r.Leave(), NOW)
        assert made.table.who(made.callers[1]).host
        assert not made.table.who(made.host).roles & {"host", "player"}
        await made.table.run(made.callers[1], r.Leave(), NOW)
        assert made.table.state.phase == "closed"


@asynchronous
async def test_a_host_may_only_watch(file: str) -> None:
    async with await SqlStore.open(file) as store:
        table, token = await LoadedTables(store).open(
            "karma", {"players": 2}, NOW, name="A", sits=False
        )
        host = Caller(hash_token(token))
        assert table.snapshot(host).you.host
        assert table.snapshot(host).you.seat is None
        await table.run(host, r.AddBot("greedy"), NOW)
        assert (await table.run(host, r.Sit("Ann"), NOW)).token is None
        assert table.snapshot(host).you.seat == "P2"
        assert table.who(host).roles == {"host", "player"}


@asynchronous
async def test_leaving_a_running_game_and_coming_back(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        table, host = made.table, made.host
        await table.run(host, r.Leave(), NOW)
        assert [turn.seat for turn in table.bot_turns()] == [0]
        assert table.who(made.callers[1]).host
        seat = table.snapshot(host).table.seats[0]
        assert (seat.kind, seat.here, seat.stand_in, seat.level) == (
            "person", False, True, "greedy",
        )  # fmt: skip
        turn = table.bot_turns()[0]
        move = table.state.game.format_move(turn.legal[0])
        await table.run(Caller(bot=0), r.MakeMove(move, turn.seq, key="b"), NOW)
        await table.run(host, r.Back(), NOW)
        assert table.bot_turns() == []
        with pytest.raises(Refused):
            await table.run(Caller(bot=0), r.MakeMove(move, turn.seq + 5), NOW)


@asynchronous
async def test_a_move_takes_the_seat_back(file: str) -> None:
    rng = random.Random(9)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        await made.table.run(made.host, r.Leave(), NOW)
        asked = made.table.state.asked[0]
        text = made.table.state.game.format_move(rng.choice(asked.legal))
        await made.table.run(made.host, r.MakeMove(text, made.table.state.seq), NOW)
        assert made.table.state.seats[0].here


@asynchronous
async def test_reactions_and_chat_are_limited(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(chat=True))
        table, host = made.table, made.host
        first = await table.run(host, r.Chat(" hi ", key="k"), NOW)
        assert (await table.run(host, r.Chat(" hi ", key="k"), NOW)).seq == first.seq
        assert [line.text for line in table.snapshot(NOBODY).chat] == ["hi"]
        for _ in range(4):
            await table.run(host, r.React("wow"), NOW)
        with pytest.raises(Refused) as refused:
            await table.run(host, r.Chat("again"), NOW + 9_999)
        assert refused.value.code == "too_fast"
        await table.run(made.callers[1], r.Chat("me too"), NOW)
        await table.run(host, r.Chat("again"), NOW + 10_001)
        for text in ("\x07bell", " ", "\u2066"):
            with pytest.raises(Refused, match="printable characters"):
                await table.run(made.callers[1], r.Chat(text), NOW)
        await table.run(host, r.Rule(Change(chat=False)), NOW)
        with pytest.raises(Refused, match="chat is off"):
            await table.run(host, r.Chat("hello?"), NOW + 60_000)


@asynchronous
async def test_a_seat_moves_to_another_device_once(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        table, host = made.table, made.host
        link = (await table.run(host, r.Link(), NOW)).token
        assert link is not None
        with pytest.raises(Refused) as refused:
            await table.run(NOBODY, r.Claim(made.tokens[0]), NOW)
        assert refused.value.code == "link"
        token = (await table.run(NOBODY, r.Claim(link), NOW + 1)).token
        assert token is not None
        new = Caller(hash_token(token))
        assert table.who(new).roles == {"host", "player"}
        assert table.who(host).roles == {"stranger"}
        with pytest.raises(Refused):
            table.snapshot(host)
        with pytest.raises(Refused):
            await table.run(NOBODY, r.Claim(link), NOW + 2)
        late = (await table.run(new, r.Link(), NOW)).token
        assert late is not None
        with pytest.raises(Refused):
            await table.run(NOBODY, r.Claim(late), NOW + 600_002)
        stored = b"".join(
            log.encode_fact(entry.fact) for entry in await store.read(table.id)
        ).decode()
        for secret in (link, late, token, *made.tokens):
            assert secret not in stored


@asynchronous
async def test_a_claim_sent_twice_brings_the_same_seat(file: str) -> None:
    """The answer to the first may have been lost, and the seat's token with it."""
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        link = (await made.table.run(made.host, r.Link(), NOW)).token
        assert link is not None
        first, again = [
            await made.table.run(NOBODY, r.Claim(link, key="k" * 20), NOW) for _ in "12"
        ]
        assert first.token == again.token
        assert (first.repeated, again.repeated) == (False, True)
        assert made.table.who(Caller(hash_token(first.token or ""))).seat == 0
        # A used link is worth nothing to a finder.
        for key in ("", "l" * 20):
            with pytest.raises(Refused, match="has been used"):
                await made.table.run(NOBODY, r.Claim(link, key=key), NOW)
        assert [type(each.fact) for each in made.table.state.recent].count(log.Reseated) == 1


@asynchronous
async def test_a_seat_does_not_move_behind_a_rematch(file: str) -> None:
    """It would be moved here only, and at the next table it would be the old device's."""
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        ann, bob = made.callers
        await made.finish(random.Random(12))
        moved = (await made.table.run(ann, r.Link(), made.now)).token
        late = (await made.table.run(bob, r.Link(), made.now)).token
        assert moved is not None
        assert late is not None
        claimed = (await made.table.run(NOBODY, r.Claim(moved), made.now)).token
        assert claimed is not None
        new = Caller(hash_token(claimed))
        for caller in (new, bob):
            await made.table.run(caller, r.Rematch(), made.now)
        with pytest.raises(Refused, match="moved on to a rematch"):
            await made.table.run(NOBODY, r.Claim(late), made.now)
        assert made.table.state.next is not None
        again = await Table.load(store, made.table.state.next, made.now)
        assert [again.who(caller).seat for caller in (ann, new, bob)] == [None, 0, 1]


@asynchronous
async def test_a_table_is_opened_whole_or_not_at_all(file: str) -> None:
    async with await SqlStore.open(file) as store:
        wanted = (r.AddBot("greedy"), r.AddBot("greedy"), r.Start())
        table, token = await LoadedTables(store).open(
            "karma", {"players": 3}, NOW, name="Ann", requests=wanted
        )
        assert store.writer.groups == 1
        assert table.state.phase == "playing"
        assert table.who(Caller(hash_token(token))).host
        names = [type(entry.fact).__name__ for entry in await store.read(table.id)]
        assert names == ["Opened", "Sat", "Botsat", "Botsat", "Started"]
        loaded = await Table.load(store, table.id, NOW)
        assert truth(loaded) == truth(table)
        with pytest.raises(Refused, match="all seats are taken"):
            await LoadedTables(store).open(
                "karma", {"players": 2}, NOW, name="Ann", requests=wanted
            )
        assert await store.counts() == {"playing": 1}


@asynchronous
async def test_rematch(where: str) -> None:
    rng = random.Random(10)
    async with await SqlStore.open(where) as store:
        tables = LoadedTables(store)
        made = await party(store, 2, bots=1)
        table, (ann, bob) = made.table, made.callers
        with pytest.raises(Refused, match="not over"):
            await table.run(ann, r.Rematch(), NOW)
        await made.finish(rng)
        await table.run(ann, r.Rematch(), made.now)
        assert table.snapshot(ann).table.next is None
        await table.run(ann, r.Rematch(), made.now)
        await table.run(bob, r.Rematch(), made.now)
        assert table.state.next is not None
        await table.run(ann, r.Rematch(), made.now)
        again = await tables.get(table.state.next, made.now)
        assert again is await tables.get(table.state.next, made.now)
        assert again.state.phase == "playing"
        assert again.state.previous == table.id
        assert again.who(ann).roles == {"host", "player"}
        assert again.who(bob).seat == 1
        assert again.state.match is not None
        assert table.state.match is not None
        assert again.state.match.seed != table.state.match.seed
        tables.forget(again.id)
        assert again is not await tables.get(again.id, made.now)


@asynchronous
async def test_a_rematch_does_not_wait_for_those_who_left(file: str) -> None:
    rng = random.Random(11)
    async with await SqlStore.open(file) as store:
        made = await party(store, 3)
        await made.finish(rng)
        await made.table.run(made.callers[2], r.Away(), made.now)
        await made.table.run(made.callers[0], r.Rematch(), made.now)
        await made.table.run(made.callers[1], r.Rematch(), made.now)
        assert made.table.state.next is not None
        again = await Table.load(store, made.table.state.next, made.now)
        assert [seat.here for seat in again.state.seats] == [True, True, False]


@asynchronous
async def test_spectators_forbidden_or_late(file: str) -> None:
    rng = random.Random(12)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(delay=60))
        table = made.table
        with pytest.raises(Refused, match="with a delay"):
            table.snapshot(NOBODY)
        feed = await table.delayed(made.now)
        assert feed.snapshot().seq == 1
        pictures: dict[int, object] = {}
        ends: dict[int, int] = {}
        spectator = TableState(table.id)
        for entry in await store.read(table.id):
            spectator.apply(entry)
            ends[entry.seq] = entry.at
        while table.state.phase == "playing" and table.state.seq < 60:
            await made.step(rng)
            ends[table.state.seq] = table.state.at
            feed.advance(made.now)
            seen = feed.snapshot()
            assert seen.seq == max([1, *(s for s, at in ends.items() if at <= made.now - 60_000)])
            pictures[seen.seq] = plain(seen)
            due = feed.due_at()
            assert due is None or due > made.now
        assert len(pictures) > 10
        assert feed is await table.delayed(made.now)
        await table.run(made.host, r.Rule(Change(delay=0, spectators=False)), made.now)
        with pytest.raises(Refused, match="spectators are not allowed"):
            table.snapshot(NOBODY)
        assert table.who(NOBODY).roles == {"stranger"}


@asynchronous
async def test_hints_can_be_forbidden(file: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        assert made.table.hint_view(made.host).seat == 0
        with pytest.raises(Refused):
            made.table.hint_view(NOBODY)
        await made.table.run(made.host, r.Rule(Change(hints=False)), NOW)
        with pytest.raises(Refused, match="hints are off"):
            made.table.hint_view(made.host)


@asynchronous
async def test_following_what_somebody_else_has_read(file: str) -> None:
    """As a server does for many tables in one look."""
    rng = random.Random(3)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        other = await Table.load(store, made.table.id, NOW)
        heard: list[int] = []
        other.listeners.append(lambda happening: heard.append(happening.seq if happening else -1))
        begun = other.state.seq
        for _ in range(5):
            await made.step(rng)
        generation, found = await store.read_on({other.id: begun})
        entries = found[other.id]
        assert len(entries) == 5
        # Of another store, or with a hole, it is not taken; known entries are not taken twice.
        assert not other.follow(entries, "another")
        assert not other.follow(entries[1:], generation)
        assert heard == []
        assert other.follow(entries[:3], generation)
        assert other.follow(entries, generation)
        assert other.follow([], generation)
        assert heard == [entry.seq for entry in entries]
        assert plain(other.snapshot(made.host)) == plain(made.table.snapshot(made.host))
        # A process about to append reads for itself.
        async with other._lock:
            assert not other.follow([], generation)
