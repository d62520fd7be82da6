"""Every role asks for everything; exactly the table of roles decides."""

from typing import Final

import pytest
from tests.table.helpers import NOW, asynchronous, party

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.table_settings import Change, TableSettings
from fatum.table.roles import ALLOWED, NOBODY, Caller, Role
from fatum.table.seats import hash_token, new_token
from fatum.table.store.sql.sql_store import SqlStore

EXAMPLES: Final[dict[type[r.Request], r.AnyRequest]] = {
    r.Sit: r.Sit("Zoe"),
    r.Claim: r.Claim(new_token()),
    r.Leave: r.Leave(),
    r.MakeMove: r.MakeMove("take", 3),
    r.Back: r.Back(),
    r.Away: r.Away(),
    r.React: r.React("wow"),
    r.Chat: r.Chat("hi"),
    r.Rematch: r.Rematch(),
    r.Hurry: r.Hurry(),
    r.Link: r.Link(),
    r.Start: r.Start(),
    r.AddBot: r.AddBot("greedy"),
    r.Remove: r.Remove("P2"),
    r.LetIn: r.LetIn("Bob"),
    r.Mute: r.Mute("P2"),
    r.MakeHost: r.MakeHost("P2"),
    r.StandIn: r.StandIn("P2"),
    r.EndGame: r.EndGame(),
    r.CarryAway: r.CarryAway(),
    r.Configure: r.Configure({"players": 4}),
    r.Rule: r.Rule(Change(hints=False)),
    r.Close: r.Close(),
}

# Written out once more, so that a slip in the table of the program shows.
PLAYERS: Final = {"host", "player"}
NEWCOMERS: Final = {"spectator", "stranger", "impostor"}
EXPECTED: Final[dict[type[r.Request], set[str]]] = {
    r.Sit: NEWCOMERS,
    r.Claim: NEWCOMERS,
    r.Leave: PLAYERS,
    r.MakeMove: {*PLAYERS, "bot"},
    r.Back: PLAYERS,
    r.Away: PLAYERS,
    r.React: PLAYERS,
    r.Chat: PLAYERS,
    r.Rematch: PLAYERS,
    r.Hurry: PLAYERS,
    r.Link: PLAYERS,
    r.Start: {"host"},
    r.AddBot: {"host"},
    r.Remove: {"host"},
    r.LetIn: {"host"},
    r.Mute: {"host"},
    r.MakeHost: {"host"},
    r.StandIn: {"host"},
    r.EndGame: {"host"},
    r.CarryAway: {"host"},
    r.Configure: {"host"},
    r.Rule: {"host"},
    r.Close: {"host"},
}
CALLERS: Final = (
    "host",
    "player",
    "spectator",
    "stranger",
    "impostor",
    "bot",
    "bot of a person's seat",
    "bot of no seat",
)


def test_every_request_has_a_row() -> None:
    assert set(ALLOWED) == set(EXAMPLES) == set(EXPECTED)
    assert set(ALLOWED) == set(r.AnyRequest.__args__)
    assert set().union(*ALLOWED.values()) == set(Role)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
@asynchronous
async def test_cell(file: str, kind: type[r.Request], caller: str) -> None:
    async with await SqlStore.open(file) as store:
        settings = TableSettings(spectators=caller != "stranger", chat=True)
        made = await party(store, 2, bots=1, start=False, settings=settings)
        callers = {
            "host": made.callers[0],
            "player": made.callers[1],
            "spectator": NOBODY,
            "stranger": NOBODY,
            "impostor": Caller(hash_token(new_token())),
            "bot": Caller(bot=2),
            "bot of a person's seat": Caller(bot=0),
            "bot of no seat": Caller(bot=7),
        }
        before = made.table.state.seq
        forbidden = False
        try:
            await made.table.run(callers[caller], EXAMPLES[kind], NOW)
        except Refused as refusal:
            forbidden = refusal.code == "forbidden"
            assert made.table.state.seq == before
        assert forbidden == (caller not in EXPECTED[kind])


@asynchronous
async def test_nobody_moves_for_another_seat(file: str) -> None:
    """A request has no seat of its own: it is the token's, whatever else is known."""
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        for seat, caller in enumerate(made.callers):
            before = len(made.table.state.asked[seat].legal)
            text = made.table.state.game.format_move(made.table.state.asked[seat].legal[0])
            await made.table.run(caller, r.MakeMove(text, made.table.state.seq), NOW)
            last = made.table.state.recent[-1].fact
            assert getattr(last, "seat", None) == seat
            assert before > 0


@pytest.mark.parametrize("token", ["", "x", "P1", "host", "0" * 64])
@asynchronous
async def test_guessed_tokens_open_nothing(file: str, token: str) -> None:
    async with await SqlStore.open(file) as store:
        made = await party(store, 2, settings=TableSettings(spectators=False))
        for caller in (Caller(token), Caller(hash_token(token))):
            assert made.table.who(caller).roles == {"stranger"}
            with pytest.raises(Refused):
                made.table.snapshot(caller)


@asynchronous
async def test_roles_are_found_again_although_they_are_kept(file: str) -> None:
    """The same seat is the same answer at every table, and no answer outlives its token."""
    async with await SqlStore.open(file) as store:
        first, second = await party(store, 3), await party(store, 3, seed=2)
        table = first.table
        ann, bob, cem = first.callers
        assert table.who(bob) is second.table.who(second.callers[1])
        assert (table.who(ann).host, table.who(bob).host) == (True, False)
        assert [table.who(caller).seat for caller in first.callers] == [0, 1, 2]
        # At the other table they are nobody.
        for caller in first.callers:
            assert second.table.who(caller).roles == {Role.STRANGER}
        # The host's seat moves to another device: the old token is nobody's at once.
        link = (await table.run(ann, r.Link(), NOW)).token
        assert link is not None
        moved = (await table.run(NOBODY, r.Claim(link), NOW)).token
        assert moved is not None
        new = Caller(hash_token(moved))
        assert table.who(ann).roles == {Role.STRANGER}
        assert table.who(ann).seat is None
        assert table.who(new).seat == 0
        assert table.who(new).host
        # The host goes, somebody else becomes host, and comes back as a player.
        await table.run(new, r.Leave(), NOW)
        while not table.who(bob).host:
            due = table.due_at()
            assert due is not None
            await table.tick(due)
        assert not table.who(new).host
        assert table.who(new).roles == {Role.PLAYER}
        assert table.who(bob).roles == {Role.PLAYER, Role.HOST}
        assert table.who(cem).roles == {Role.PLAYER}
        # A bot sits in: its seat's bot may act, others' may not.
        assert table.who(Caller(bot=0)).roles == {Role.BOT}
        assert table.who(Caller(bot=1)).roles == set()
        await table.run(new, r.Back(), NOW)
        assert table.who(Caller(bot=0)).roles == set()
