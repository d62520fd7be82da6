"""A finished game told again: what viewers were sent is what they see afterwards."""

import asyncio
import json
from typing import Any

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.process import Server

PARTS = ("you", "table", "view", "turn", "prompt")
GAMES = [("karma", {"players": 2, "turn_limit": 30}), ("allin", {"players": 3})]


def pictures(replayed: dict[str, Any]) -> list[dict[str, Any]]:
    """The picture after every entry, as a client puts it together."""
    snapshot = replayed["snapshot"]
    picture = {part: snapshot[part] for part in PARTS}
    found = [picture]
    seq = snapshot["seq"]
    for update in replayed["updates"]:
        seq += 1
        assert update["seq"] == seq
        assert "key" not in update
        picture = {part: update.get(part, picture[part]) for part in PARTS}
        found.append(picture)
    return found


def events(messages: list[dict[str, Any]]) -> list[Any]:
    return [event for message in messages for event in message.get("events", [])]


async def play_to_the_end(
    server: Server, ann: Browser, bob: Browser, game: str, options: dict[str, Any], **settings: Any
) -> tuple[str, Line]:
    table = await ann.open(game, options=options, settings={"move_time": 60, **settings})
    await bob.sit(table, "Bob")
    line = Line(ann, table)
    await line.connect()
    await line.send({"type": "start", "fill": "greedy"})
    await asyncio.gather(Stubborn(ann, table, seed=1).play(), Stubborn(bob, table, seed=2).play())
    while line.picture["table"]["phase"] != "over":
        await line.receive()
    return table, line


@pytest.mark.parametrize(("game", "options"), GAMES)
@asynchronous()
async def test_the_replay_is_what_the_seat_was_sent(
    server: Server, game: str, options: dict[str, Any]
) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob, Browser(server.url) as eve:
        table, line = await play_to_the_end(server, ann, bob, game, options)
        path = f"/api/tables/{table}/replay"
        own = await ann.do("GET", path)
        assert own["snapshot"]["you"] == {"seat": "P1", "host": True}
        assert pictures(own)[-1] == line.picture
        told = [update for m in line.messages if m["type"] == "updates" for update in m["updates"]]
        assert [u for u in told if u["seq"] == own["snapshot"]["seq"]]
        live = {update["seq"]: update for update in told}
        for update in own["updates"]:
            assert update.get("view") == live[update["seq"]].get("view")
            assert update.get("aid") == live[update["seq"]].get("aid")
            assert update.get("events") == live[update["seq"]].get("events")
        # Others see the same game from their own seats, and a reader of the record sees all.
        other = await bob.do("GET", path)
        assert other["snapshot"]["you"]["seat"] == "P2"
        assert (await eve.do("GET", path))["snapshot"]["you"] == {"seat": None, "host": False}
        borrowed = await eve.do("GET", path, params={"seat": "P2"})
        assert [p["view"] for p in pictures(borrowed)] == [p["view"] for p in pictures(other)]
        every = json.dumps(await eve.do("GET", path, params={"seat": "all"}))
        assert '"?"' not in every
        assert '"?"' in json.dumps(own)
        await line.close()


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seed", [True, False])
@asynchronous()
async def test_a_record_is_told_like_its_table(
    server: Server, game: str, options: dict[str, Any], seed: bool
) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob, Browser(server.url) as eve:
        table, line = await play_to_the_end(server, ann, bob, game, options)
        await line.close()
        record = await ann.do("GET", f"/api/tables/{table}/record")
        if not seed:
            del record["seed"]
        for seat in ("P1", "all", None):
            params = {"seat": seat} if seat else {}
            there = pictures(await eve.do("GET", f"/api/tables/{table}/replay", params=params))
            here = pictures(await eve.do("POST", "/api/replay", params=params, json=record))
            moved = [p for i, p in enumerate(there) if not i or p["view"] != there[i - 1]["view"]]
            again = [p for i, p in enumerate(here) if not i or p["view"] != here[i - 1]["view"]]
            assert [p["view"] for p in moved] == [p["view"] for p in again]
            assert [p["turn"] for p in moved] == [p["turn"] for p in again]
            assert [(p["prompt"] or {}).get("legal") for p in moved] == [
                (p["prompt"] or {}).get("legal") for p in again
            ]
            end = again[-1]["table"]
            assert end["outcome"] == record["outcome"]
            assert (end["seed"], end["commitment"]) == (record.get("seed"), record["commitment"])
            assert [seat["name"] for seat in end["seats"]] == record["names"]


@asynchronous()
async def test_a_running_game_is_not_told(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["greedy"] * 3, start=True)
        for seat in ("", "?seat=all", "?seat=P2"):
            answer = await ann.ask("GET", f"/api/tables/{table}/replay{seat}")
            assert (answer.status_code, answer.json()["code"]) == (409, "phase")


@asynchronous()
async def test_who_may_not_watch_gets_no_replay(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob, Browser(server.url) as eve:
        game, options = GAMES[0]
        table, line = await play_to_the_end(server, ann, bob, game, options, spectators=False)
        await line.close()
        await ann.do("GET", f"/api/tables/{table}/replay?seat=all")
        for seat in ("", "?seat=all", "?seat=P1"):
            answer = await eve.ask("GET", f"/api/tables/{table}/replay{seat}")
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("body", "status", "fault"),
    [
        (b"", 400, ""),
        (b"[]", 400, ""),
        (b"{", 400, ""),
        (b"{}", 422, "record.fault.key.missing"),
        (b'{"fatum": 1, "game": "chess"}', 422, "chess"),
        (b'{"fatum": 2}', 422, "record.fault.version"),
        (b'{"fatum": 1, "fatum": 1}', 422, "file.fault.json.twice"),
        (b'{"a": "%b"}' % (b"x" * 300_000), 413, "too_large"),
    ],
)
@asynchronous()
async def test_what_is_no_record_is_refused_in_a_sentence(
    server: Server, body: bytes, status: int, fault: str
) -> None:
    async with Browser(server.url) as ann:
        answer = await ann.ask("POST", "/api/replay", content=body)
        assert answer.status_code == status, answer.text
        assert fault in json.dumps(answer.json()["message"])


@asynchronous()
async def test_records_that_break_the_rules_are_refused(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        table, line = await play_to_the_end(server, ann, bob, *GAMES[0])
        await line.close()
        record = await ann.do("GET", f"/api/tables/{table}/record")
        cut = {**record, "moves": record["moves"][:-1]}
        answer = await ann.ask("POST", "/api/replay", json=cut)
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
        detail = answer.json()["message"]["values"]["detail"]
        assert detail["key"] == "record.fault.unfinished.claimed"
        answer = await ann.ask("POST", "/api/replay?seat=P3", json=record)
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
