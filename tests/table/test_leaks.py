"""Nothing that a viewer gets depends on what this viewer may not know."""

import random
from typing import Any

import msgspec
import pytest
from tests.table.helpers import Party, asynchronous, party

from fatum.core.events import HIDDEN, SPECTATOR
from fatum.core.rng import Rng
from fatum.play.match import Match
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.messages import Picture, encode, encode_update
from fatum.protocol.table_settings import TableSettings
from fatum.table.projection import snapshot
from fatum.table.roles import NOBODY, Caller
from fatum.table.state import Happening
from fatum.table.store.sql.sql_store import SqlStore


class Ear:
    """Takes down all that one viewer is sent."""

    def __init__(self, made: Party, caller: Caller) -> None:
        self.made = made
        self.caller = caller
        self.seat = made.table.who(caller).seat
        self.traffic: list[bytes] = []
        self.before_the_end = 0

    def hear(self, happening: Happening | None) -> None:
        assert happening is not None
        table = self.made.table
        sent = encode_update(table.update(happening, self.caller))
        whole = encode(Picture(table.snapshot(self.caller)))
        self.check_events(happening, msgspec.json.decode(sent)["updates"][0])
        self.traffic += [sent, whole]
        if table.state.phase != "over":
            self.before_the_end = len(self.traffic)
            self.check_other_world()

    def check_events(self, happening: Happening, sent: dict[str, Any]) -> None:
        """Cards are named only to an event's audience."""
        member = SPECTATOR if self.seat is None else self.seat
        assert len(sent.get("events", [])) == len(happening.events)
        for event, seen in zip(happening.events, sent.get("events", []), strict=True):
            if not (event.audience >> member) & 1:
                assert set(seen.get("cards", [HIDDEN])) == {HIDDEN}

    def check_other_world(self) -> None:
        """Any other deal that this viewer could be in gives the same bytes."""
        state = self.made.table.state
        match = state.match
        if match is None or state.seq % 5:
            return
        who = self.made.table.who(self.caller)
        here = msgspec.json.encode(snapshot(state, who))
        imagined = match.state.view_for(self.seat).redeal(Rng(state.seq))
        # Another seed would bring another commitment, which is public; all else may differ.
        state.match = Match(
            match.game, match.options, match.seed, match.names, imagined, match._noted, False
        )
        try:
            assert msgspec.json.encode(snapshot(state, who)) == here
        finally:
            state.match = match


KARMA: list[tuple[str, int, dict[str, Any]]] = [
    ("karma", players, {"foresight": foresight, "turn_limit": 60})
    for players in range(2, 7)
    for foresight in (False, True)
]
ALLIN: list[tuple[str, int, dict[str, Any]]] = [
    ("allin", players, {"discard": discard, "turn_limit": 12})
    for players in (2, 3, 5)
    for discard in ("standard", "closed_eye", "shadows")
]


@pytest.mark.parametrize(("game", "players", "options"), [*KARMA, *ALLIN])
@asynchronous
async def test_all_traffic_of_a_game(
    file: str, game: str, players: int, options: dict[str, Any]
) -> None:
    rng = random.Random(players)
    async with await SqlStore.open(file) as store:
        made = await party(
            store,
            players,
            start=False,
            settings=TableSettings(chat=True),
            options=options,
            game=game,
            seed=players,
        )
        table = made.table
        ears = [Ear(made, caller) for caller in [*made.callers, NOBODY]]
        for ear in ears:
            table.listeners.append(ear.hear)
        await table.run(made.host, r.Start(), made.now)
        link = (await table.run(made.host, r.Link(), made.now)).token
        assert link is not None
        refusals: list[str] = []
        while table.state.phase == "playing":
            seat = rng.randrange(players)
            try:
                wild = rng.choice(table.state.game.moves)
                await table.run(made.callers[seat], r.MakeMove(wild, table.state.seq), made.now)
            except Refused as refusal:
                refusals.append(f"{refusal} {refusal.rule}")
            if table.state.phase == "playing":
                await made.step(rng)
        assert table.state.match is not None
        seed = table.state.match.seed.hex()
        tokens = [*made.tokens, link]
        hashes = [*table.state.by_token, *(seat.link for seat in table.state.seats if seat.link)]
        for ear in ears:
            everything = b"".join(ear.traffic).decode()
            for secret in (*tokens, *hashes):
                assert secret not in everything
            running = b"".join(ear.traffic[: ear.before_the_end]).decode()
            assert seed not in running
            assert seed in everything
        said = "".join(refusals)
        for secret in (*tokens, *hashes, seed):
            assert secret not in said


@asynchronous
async def test_the_scan_would_find_a_leak(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection that shows a hidden card does not get past this test."""
    from fatum.table import projection

    honest = projection.view_of

    def leaky(state: Any, seat: int | None) -> projection.Seen:
        seen = honest(state, seat)
        if seen.data is not None:
            seen.data["secret"] = state.match.state.to_dict()["stock"]
        return seen

    monkeypatch.setattr(projection, "view_of", leaky)
    rng = random.Random(1)
    async with await SqlStore.open(file) as store:
        made = await party(store, 2)
        made.table.listeners.append(Ear(made, NOBODY).hear)

        async def play() -> None:
            for _ in range(10):
                await made.step(rng)

        with pytest.raises(AssertionError):
            await play()
