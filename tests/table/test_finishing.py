"""Once only bots still play, they finish quickly if everybody present wishes it."""

import asyncio
from typing import Final

import pytest
from tests.table.helpers import Party, asynchronous, party

from fatum.core.chance import NO_CHANCE
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.snapshots import News
from fatum.table import bot_turns, projection
from fatum.table.bot_pace import HURRIED, LEAST, Pace
from fatum.table.roles import Caller
from fatum.table.services import Services
from fatum.table.store.memory import MemoryStore

BEAT: Final = 0.8


async def late(people: int, hands: list[list[str]]) -> Party:
    """A game of Karma whose players hold these cards and nothing else; the last of them is to move."""
    made = await party(MemoryStore(), people, bots=len(hands) - people)
    state = made.table.state
    assert state.match is not None
    held = [card for hand in hands for card in hand]
    gone = list(state.game.deck)
    for card in held:
        gone.remove(card)
    seats = [{"hand": hand, "open": [], "hidden": [None, None, None]} for hand in hands]
    data = {
        **state.match.state.to_dict(),
        "phase": "turn",
        "turn": f"P{len(hands)}",
        "stock": [],
        "pile": ["9"],
        "gone": [card for card in gone if card != "9"] + ["9"] * (gone.count("9") - 1),
        "seats": seats,
    }
    # Nothing else puts a position into a running game.
    state.match.state = state.game.read_state(state.options, data, NO_CHANCE)  # type: ignore[misc]
    state.match.state.events = []
    state._ask(-1)
    return made


@asynchronous
async def test_one_person_is_enough_where_only_one_is_there() -> None:
    made = await late(1, [[], ["3"], ["4", "5"]])
    state = made.table.state
    assert not state.hurried()
    answer = await made.table.run(made.host, r.Hurry(), made.now)
    assert state.hurried()
    assert (await made.table.run(made.host, r.Hurry(), made.now)).seq == answer.seq == state.seq
    told = projection.update(state, state.recent[-1], state.who(made.host))
    assert told.news == News("hurry", "P1")
    assert [seat.hurry for seat in projection.table_info(state).seats] == [True, False, False]


@asynchronous
async def test_everybody_present_must_wish_it() -> None:
    made = await late(2, [[], [], ["3"], ["4", "5"]])
    state = made.table.state
    bob = made.callers[1]
    await made.table.run(made.host, r.Hurry(), made.now)
    assert not state.hurried()
    await made.table.run(bob, r.Away(), made.now)
    assert state.hurried()
    await made.table.run(bob, r.Back(), made.now)
    assert not state.hurried()
    await made.table.run(bob, r.Hurry(), made.now)
    assert state.hurried()
    for caller in (made.host, bob):
        await made.table.run(caller, r.Away(), made.now)
    assert not state.hurried()


@asynchronous
async def test_nobody_who_still_plays_is_hurried() -> None:
    made = await late(2, [[], ["2"], ["3"], ["4", "5"]])
    with pytest.raises(Refused, match="still playing"):
        await made.table.run(made.host, r.Hurry(), made.now)
    # A bot has their cards, so only bots play.
    await made.table.run(made.callers[1], r.Leave(), made.now)
    await made.table.run(made.host, r.Hurry(), made.now)
    assert made.table.state.hurried()
    await made.table.run(made.callers[1], r.Back(), made.now)
    assert not made.table.state.hurried()


@asynchronous
async def test_games_that_do_not_say_who_is_out_are_not_hurried() -> None:
    made = await party(MemoryStore(), 1, bots=1, game="allin")
    with pytest.raises(Refused, match="still playing"):
        await made.table.run(made.host, r.Hurry(), made.now)


@asynchronous
async def test_a_person_who_is_handed_the_pile_ends_it() -> None:
    made = await late(1, [[], ["3"], ["GP", "5"]])
    table, state = made.table, made.table.state
    await table.run(made.host, r.Hurry(), made.now)
    for move in ("play GP", "give P1"):
        assert state.hurried()
        await table.run(Caller(bot=2), r.MakeMove(move, state.seq), made.now)
    assert not state.hurried()
    assert not state.seats[0].hurry


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_a_hurried_bot_takes_the_same_short_time_whatever_its_cards_are(level: str) -> None:
    for thought in (0.0, 0.05):
        pace = Pace(BEAT, level, 0.0, hurried=True)
        limit = pace.time_to_think(0.0)
        assert limit is not None
        assert LEAST <= limit < HURRIED
        assert thought + pace.wait(thought) == pytest.approx(HURRIED)


@asynchronous
async def test_the_wish_reaches_the_pace_of_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    made = await late(1, [[], ["3"], ["10", "11", "12"]])
    seen: list[bool] = []

    def pace(beat: float, level: str, now: float, hurried: bool) -> Pace:
        seen.append(hurried)
        return Pace(0.0, level, now)

    monkeypatch.setattr(bot_turns, "Pace", pace)
    for wish in (False, True):
        if wish:
            await made.table.run(made.host, r.Hurry(), made.now)
        services = Services(beat=BEAT)
        bot_turns.BotTurns(services, made.table, "").ask()
        await asyncio.gather(*services.tasks)
    assert seen == [False, True]
