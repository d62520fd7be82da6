"""Whole games over a real server, from the first request to the verified record."""

import asyncio
import json
import random
import secrets
from typing import Any

import msgspec
import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous, quiet
from tests.server.process import Server
from websockets.exceptions import ConnectionClosed

from fatum.protocol.http_schemas import AnalysisData, RecordData
from fatum.records import parse_record, verify


async def finished_record(browser: Browser, table: str) -> dict[str, Any]:
    record: dict[str, Any] = await browser.do("GET", f"/api/tables/{table}/record")
    verify(parse_record(json.dumps(record)))
    as_described(record, RecordData)
    return record


def as_described(answer: Any, shape: Any) -> None:
    """The answer has the type that the description of the API says, and nothing else."""
    assert as_data(msgspec.convert(answer, shape, strict=True)) == answer


def as_data(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize(
    ("game", "options"), [("karma", {"players": 4, "turn_limit": 60}), ("allin", {"players": 3})]
)
@asynchronous()
async def test_people_and_bots_play_to_the_end(
    server: Server, game: str, options: dict[str, Any]
) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        table = await ann.open(game, options=options)
        await bob.sit(table, "Bob")
        host = Line(ann, table)
        await host.connect()
        assert host.picture["you"] == {"seat": "P1", "host": True}
        await host.send({"type": "start", "fill": "greedy"})
        await asyncio.gather(
            Stubborn(ann, table, seed=1).play(), Stubborn(bob, table, seed=2).play()
        )
        record = await finished_record(bob, table)
        assert record["names"][:2] == ["Ann", "Bob"]
        await quiet(host)
        assert host.picture["table"]["outcome"] == record["outcome"]
        assert host.picture["table"]["commitment"] == record["commitment"]
        assert host.picture["table"]["seed"] == record["seed"]
        await host.close()


@asynchronous()
async def test_play_now_is_one_request(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["greedy", "random", "greedy"], start=True)
        await Stubborn(ann, table).play()
        await finished_record(ann, table)


@asynchronous()
async def test_a_rematch_and_its_cookies(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        table = await ann.open(options={"players": 2, "turn_limit": 40})
        await bob.sit(table, "Bob")
        first, second = Line(ann, table), Line(bob, table)
        await first.connect()
        await second.connect()
        await first.send({"type": "start"})
        await asyncio.gather(Stubborn(ann, table).play(), Stubborn(bob, table).play())
        await first.send({"type": "rematch"})
        await second.send({"type": "rematch"})
        while first.picture["table"]["next"] is None:
            await first.receive()
        answer = await bob.do("POST", f"/api/tables/{table}/follow")
        following = first.picture["table"]["next"]
        assert answer == {"table": following, "you": {"seat": "P2", "host": False}}
        assert bob.token(following) == bob.token(table)
        await ann.do("POST", f"/api/tables/{table}/follow")
        await asyncio.gather(Stubborn(ann, following).play(), Stubborn(bob, following).play())
        await finished_record(ann, following)
        await first.close()
        await second.close()


@asynchronous()
async def test_people_who_share_a_device(server: Server) -> None:
    async with Browser(server.url) as device:
        table = await device.open(options={"players": 3, "turn_limit": 40})
        assert await device.sit(table, "Bob", slot=1) == "P2"
        assert await device.sit(table, "Cem", slot=2) == "P3"
        host = Line(device, table)
        await host.connect()
        await host.send({"type": "start"})
        await asyncio.gather(*(Stubborn(device, table, slot).play() for slot in range(3)))
        await host.close()
        await finished_record(device, table)


@asynchronous()
async def test_a_seat_moves_to_another_device(server: Server) -> None:
    async with Browser(server.url) as old, Browser(server.url) as new:
        table = await old.open()
        before = Line(old, table)
        await before.connect()
        link = await before.ask({"type": "link"}, "link")
        answer = await new.do("POST", f"/api/tables/{table}/claim", json={"token": link["token"]})
        assert answer["you"] == {"seat": "P1", "host": True}
        assert (await before.until("bye"))["code"] == "moved"
        # The same after a reload, so that people read where their seat is.
        before.socket = await old.socket(table)
        await before.send({"type": "hello", "protocol": 2})
        assert (await before.until("bye"))["code"] == "moved"
        after = Line(new, table)
        await after.connect()
        assert after.picture["you"] == {"seat": "P1", "host": True}
        again = await new.ask(
            "POST", f"/api/tables/{table}/claim?slot=1", json={"token": link["token"]}
        )
        assert (again.status_code, again.json()["code"]) == (409, "link")
        await after.close()


@asynchronous()
async def test_spectators_see_public_knowledge_and_are_counted(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as eve:
        table = await ann.open(bots=["greedy"] * 3, start=True)
        player, watcher = Line(ann, table), Line(eve, table)
        await player.connect()
        await watcher.connect()
        assert watcher.picture["you"] == {"seat": None, "host": False}
        assert watcher.picture["prompt"] is None
        presence = await player.until("presence")
        while presence != {"type": "presence", "here": ["P1"], "watching": 1}:
            presence = await player.until("presence")
        refusal = await watcher.ask({"type": "react", "what": "hello"}, "error")
        assert refusal["code"] == "forbidden"
        await player.send({"type": "rule", "settings": {"spectators": False}})
        assert (await watcher.until("bye"))["code"] == "forbidden"
        await player.close()


@asynchronous()
async def test_spectators_can_be_behind(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as eve:
        table = await ann.open(bots=["greedy"] * 3, start=True)
        player, watcher = Line(ann, table), Line(eve, table)
        await player.connect()
        await watcher.connect()
        await player.send({"type": "rule", "settings": {"delay": 2}})
        snapshot = await watcher.until("snapshot")
        assert snapshot["snapshot"]["table"]["phase"] == "lobby"
        while watcher.phase != "playing":
            await watcher.receive()
        await player.send({"type": "rule", "settings": {"delay": 0}})
        while watcher.seq != player.seq:
            await asyncio.wait({asyncio.ensure_future(watcher.receive(1))})
            await quiet(player, 0.05)
        await player.close()
        await watcher.close()


@asynchronous()
async def test_nothing_tells_spectators_early(server: Server) -> None:
    """Where they are behind, no other request shows them what the socket does not show yet."""
    async with Browser(server.url) as ann, Browser(server.url) as eve, Browser(server.url) as fay:
        table = await ann.open(
            bots=["greedy"], options={"players": 2, "turn_limit": 2}, settings={"delay": 3600}
        )
        path = f"/api/tables/{table}"
        # Free seats are for everybody, at once.
        card = await eve.do("GET", path)
        assert ([seat["kind"] for seat in card["seats"]], card["may_sit"]) == (
            ["person", "bot"],
            False,
        )
        player, watcher = Line(ann, table), Line(eve, table)
        await player.connect()
        await watcher.connect()
        before = await eve.do("GET", path)
        await player.send({"type": "start"})
        rng = random.Random(3)
        while player.phase != "over":
            if player.picture["prompt"] is not None:
                await player.move(rng)
            else:
                await player.until("updates")
        await player.send({"type": "rematch"})
        while player.picture["table"]["next"] is None:
            await player.until("updates")
        fay.http.cookies.set("fatum0", secrets.token_urlsafe(32))
        for browser in (eve, fay):
            after = await browser.do("GET", path)
            assert (after["phase"], after["next"]) == ("lobby", None)
            assert after["may_sit"] is False
            for page in ("record", "replay", "analysis"):
                answer = await browser.ask("GET", f"{path}/{page}")
                assert answer.json()["code"] == ("phase" if browser is eve else "forbidden")
            assert (await browser.ask("POST", f"{path}/analysis")).status_code in {403, 409}
            follow = await browser.ask("POST", f"{path}/follow")
            assert follow.json()["code"] == "forbidden"
            sit = await browser.ask("POST", f"{path}/seats", json={"name": "Eve"})
            assert sit.json()["message"] == {"key": "refuse.begun"}
        assert before["seats"][0]["name"] == "Ann"
        assert (await ann.do("GET", path))["phase"] == "over"
        # Nor does the socket say that everybody has gone.
        await player.close()
        known = len(watcher.messages)
        await Line(eve, table).connect()
        await quiet(watcher, 1.5)
        told = [each for each in watcher.messages[known:] if each["type"] == "presence"]
        assert told
        assert {tuple(each["here"]) for each in told} == {()}
        assert watcher.phase == "lobby"


@asynchronous()
async def test_no_client_can_answer_for_a_bot(server: Server) -> None:
    """A key that a client has used must not count as the move of the bot that sits in."""
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        table = await ann.open(options={"players": 2, "starter": "P1"}, settings={"chat": True})
        await bob.sit(table, "Bob")
        first, second = Line(ann, table), Line(bob, table)
        await first.connect()
        await second.connect()
        await first.send({"type": "start"})
        while first.picture["prompt"] is None:
            await first.until("updates")
        seq = first.picture["prompt"]["seq"]
        await first.send({"type": "chat", "text": "hello", "key": f"bot-0-{seq}"})
        await first.send({"type": "leave"})
        by = None
        while by is None:
            for update in (await second.until("updates", timeout=10))["updates"]:
                by = update.get("news", {}).get("by", by)
        assert by == "bot"


@asynchronous()
async def test_hints_and_explanations(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["greedy"], options={"players": 2, "starter": "P1"}, start=True)
        line = Line(ann, table)
        await line.connect()
        advice = await line.ask({"type": "hint"}, "hint", "error")
        assert advice["move"] in line.picture["prompt"]["legal"], advice
        assert advice["message"]["key"].startswith("hint."), advice
        assert advice["message"]["values"]["move"] == {"move": advice["move"]}
        told = await line.ask(
            {"type": "explain", "move": line.picture["prompt"]["legal"][0]}, "explained"
        )
        assert told["reason"]["legal"] is True
        await line.close()


@asynchronous()
async def test_the_analysis_of_a_finished_game(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(
            bots=["greedy"], options={"players": 2, "turn_limit": 20}, start=True
        )
        path = f"/api/tables/{table}/analysis"
        for method in ("GET", "POST"):
            assert (await ann.ask(method, path)).status_code == 409
        await Stubborn(ann, table).play()
        # Looking is free and starts nothing.
        unasked = await ann.ask("GET", path)
        assert unasked.status_code == 409
        assert unasked.json()["message"] == {"key": "server.analysis.not_asked"}
        answer = await ann.ask("POST", path)
        while answer.status_code != 200:
            assert answer.status_code == 202
            assert answer.json() == {"waiting": 0}
            await asyncio.sleep(0.2)
            answer = await ann.ask("GET", path)
        assert len(answer.json()["players"]) == 2
        as_described(answer.json(), AnalysisData)
        assert (await ann.ask("POST", path)).json() == answer.json()


@asynchronous()
async def test_talk(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        table = await ann.open(settings={"chat": True})
        await bob.sit(table, "Bob")
        first, second = Line(ann, table), Line(bob, table)
        await first.connect()
        await second.connect()
        await first.send({"type": "chat", "text": "hello there", "key": "a"})
        await first.send({"type": "chat", "text": "hello there", "key": "a"})
        assert (await first.until("ack"))["key"] == "a"
        update = (await second.until("updates"))["updates"][0]
        assert update["news"] == {"what": "chat", "seat": "P1", "text": "hello there"}
        assert "key" not in update
        for _ in range(5):
            await second.send({"type": "react", "what": "wow"})
        assert (await second.ask({"type": "react", "what": "wow"}, "error"))["code"] == "too_fast"
        await first.close()
        await second.close()


@asynchronous()
async def test_the_lobby_lists_public_tables_only(server: Server) -> None:
    async with Browser(server.url) as ann:
        hidden = await ann.open()
        shown = await ann.open("allin", settings={"public": True})
        listed = {card["id"]: card for card in await ann.do("GET", "/api/lobby")}
        assert hidden not in listed
        assert listed[shown]["game"] == "allin"
        assert listed[shown]["host"] == "Ann"


@asynchronous()
async def test_resuming_tells_what_was_missed(server: Server) -> None:
    rng = random.Random(5)
    async with Browser(server.url) as ann:
        table = await ann.open(options={"players": 2, "starter": "P1"})
        await ann.sit(table, "Bob", slot=1)
        first, second = Line(ann, table), Line(ann, table, 1)
        await first.connect()
        await second.connect()
        await first.send({"type": "start"})
        await first.until("updates")
        await second.close()
        while first.picture["prompt"] is not None:
            await first.move(rng)
        await second.connect()
        assert second.messages[-1]["type"] == "updates"
        assert second.picture["prompt"] is not None
        fresh = Line(ann, table, 1)
        await fresh.connect(resume=False)
        assert fresh.messages[-1]["type"] == "snapshot"
        assert fresh.picture == second.picture
        for line in (first, second, fresh):
            await line.close()


@asynchronous()
async def test_a_language_in_hello_is_accepted_and_ignored(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["greedy"], options={"players": 2}, start=True)
        found: dict[str, list[Any]] = {}
        for language in ("de", "sk-SK", "en", "xx", None):
            line = Line(ann, table)
            line.socket = await ann.socket(table)
            hello = {"type": "hello", "protocol": 2}
            await line.send(hello if language is None else {**hello, "language": language})
            await line.until("snapshot")
            reason = await line.ask({"type": "explain", "move": "play 9"}, "explained")
            stale = {"type": "move", "move": "take", "answers": 0, "key": "k"}
            error = await line.ask(stale, "error")
            found[str(language)] = [reason["reason"]["message"]["key"], error["message"]["key"]]
            assert (reason["reason"]["rule"], error["code"]) == ("K3", "stale")
            await line.close()
        keys = ["karma.refuse.lay", "refuse.stale"]
        assert all(said == keys for said in found.values()), found


@asynchronous()
async def test_a_tab_of_the_version_before_is_told_to_reload_and_loses_nothing(
    server: Server,
) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open(bots=["greedy"], options={"players": 2, "starter": "P1"}, start=True)
        rng = random.Random(7)
        line = Line(ann, table)
        await line.connect()
        for _ in range(3):
            await line.move(rng)
            while line.picture["prompt"] is None:  # the bot is to move
                await line.until("updates")
        await line.close()
        held = dict(ann.tokens)
        old = Line(ann, table)
        old.socket = await ann.socket(table)
        # As the client of version 0.1 sends it when it comes back.
        await old.send({"type": "hello", "protocol": 1, "seq": line.seq})
        bye = await old.until("bye")
        assert (bye["code"], bye["message"]) == ("protocol", {"key": "server.bye.reload"})
        assert "again" not in bye
        with pytest.raises(ConnectionClosed) as closed:
            await old.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4002
        # Reloaded: the same cookie, the same seat, the same game.
        assert ann.tokens == held
        new = Line(ann, table)
        await new.connect()
        assert new.picture["you"] == {"seat": "P1", "host": True}
        assert new.picture["view"] == line.picture["view"]
        assert new.picture["prompt"] == line.picture["prompt"]
        await new.move(rng)
        await new.close()
