"""A running game moves between a device and a server, whole and once."""

import json
import random
from typing import Any

import pytest
from tests.pocket.whole_games import Bots, Disk, Page, ask, started
from tests.table.helpers import asynchronous

import fatum
from fatum.protocol.errors import Refused
from fatum.records import parse_record, verify
from fatum.table.handover import MOST_MOVES


async def begun(game: str, moves: int) -> tuple[Any, str, Page]:
    device = await started(Disk(), Bots())
    form = {"game": game, "name": "Ann", "options": {"players": 3}, "bots": ["greedy"]}
    code = (await ask(device, "POST", "/tables", {**form, "start": True}))["table"]
    page = Page(device, code, 0)
    await page.connect()
    for _ in range(moves):
        page.move((await page.turn())[0])
    await page.turn()
    return device, code, page


@pytest.mark.parametrize("game", ["karma", "allin"])
@asynchronous
async def test_a_game_goes_on_elsewhere_to_its_end(game: str) -> None:
    device, code, page = await begun(game, 3)
    carried = await device.running_game(code)
    assert json.loads(carried)["seed"] not in "".join(page.said), "the page is not told the seed"
    second = await started(Disk(), Bots())
    new = await second.continue_game(carried)
    after = Page(second, new, 0)
    await after.connect()
    while legal := await after.turn():
        after.move(legal[0])
    record = await ask(second, "GET", f"/tables/{new}/record")
    verify(parse_record(json.dumps(record)))
    before = json.loads(carried)
    assert record["seed"] == before["seed"]
    made = [" ".join(move) for move in record["moves"]]
    assert made[: len(before["moves"])] == before["moves"]
    await device.end()
    await second.end()


@asynchronous
async def test_the_old_table_is_closed() -> None:
    device, code, _ = await begun("karma", 1)
    await device.running_game(code)
    assert (await ask(device, "GET", f"/tables/{code}"))["phase"] == "playing"
    await device.give_up(code)
    assert (await ask(device, "GET", f"/tables/{code}"))["phase"] == "closed"
    carried = await device.running_game(code)
    assert await device.running_game(code) == carried, "a closed table changes no more"
    await device.end()


@asynchronous
async def test_nothing_is_given_where_no_game_runs() -> None:
    device = await started(Disk(), Bots())
    form = {"game": "karma", "name": "Ann", "options": {"players": 2}}
    code = (await ask(device, "POST", "/tables", form))["table"]
    with pytest.raises(Refused) as refusal:
        await device.running_game(code)
    assert refusal.value.code == "phase"
    assert (await ask(device, "GET", f"/tables/{code}"))["phase"] == "lobby"
    await device.end()


@pytest.mark.parametrize(
    "change",
    [
        {"moves": ["P1 play 99"]},
        {"moves": ["P9 lay 7"]},
        {"seed": "not hexadecimal"},
        {"host": 2},
        {"rules": 0},
        {"seats": []},
        {"game": "chess"},
        {"options": {"players": 99}},
    ],
    ids=lambda change: next(iter(change)),
)
@asynchronous
async def test_what_is_not_a_running_game_is_refused(change: dict[str, Any]) -> None:
    device, code, _ = await begun("karma", 1)
    carried = json.loads(await device.running_game(code))
    with pytest.raises(Refused):
        await device.continue_game(json.dumps({**carried, **change}))
    await device.end()


@asynchronous
async def test_a_device_takes_games_of_any_length() -> None:
    """The server has closed its table by then, so a refusal would lose the game."""
    rng = random.Random(5)
    match = fatum.new("karma", players=6, seed=0)
    moves: list[str] = []
    while len(moves) <= MOST_MOVES:
        assert not match.over, "choose another seed"
        seat = match.to_act[0]
        moves.append(f"{seat} {rng.choice(match.legal(seat))}")
        match.push(moves[-1].removeprefix(f"{seat} "), seat)
    device, code, _ = await begun("karma", 1)
    carried = json.loads(await device.running_game(code))
    bots = [{"name": f"Bot {number}", "level": "greedy"} for number in range(5)]
    carried |= {"options": {"players": 6}, "seats": [carried["seats"][0], *bots], "moves": moves}
    new = await device.continue_game(
        json.dumps({**carried, "seed": match.record().to_dict()["seed"]})
    )
    assert (await ask(device, "GET", f"/tables/{new}"))["phase"] == "playing"
    await device.end()
