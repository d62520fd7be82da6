"""Seat tokens: stolen, guessed, expired and replayed ones are worth nothing, and nothing tells them."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.process import Server
from websockets.exceptions import InvalidStatus

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@asynchronous()
async def test_cookie_flags(server: Server) -> None:
    async with Browser(server.url) as ann:
        answer = await ann.ask("POST", "/api/tables", json={"game": "karma", "name": "Ann"})
        table = answer.json()["table"]
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert f"Path=/api/tables/{table}" in cookie
        assert "Secure" not in cookie  # plain http on this machine
        assert ann.token(table) not in answer.text
        assert answer.headers["cache-control"] == "no-store"


@asynchronous()
async def test_guessed_and_withdrawn_tokens_are_strangers(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as eve:
        table = await ann.open()
        line = Line(ann, table)
        await line.connect()
        link = await line.ask({"type": "link"}, "link")
        await eve.do("POST", f"/api/tables/{table}/claim", json={"token": link["token"]})
        # The old device's cookie still lies there: stolen or replayed, it opens nothing.
        await line.until("bye")
        old = Line(ann, table)
        old.socket = await ann.socket(table)
        await old.send({"type": "hello", "protocol": 2})
        assert (await old.until("bye"))["code"] == "moved"
        for path in ("record", "analysis"):
            answer = await ann.ask("GET", f"/api/tables/{table}/{path}")
            assert answer.status_code == 403
        assert (await ann.ask("POST", f"/api/tables/{table}/follow")).status_code == 403
        # Looking at the table makes the browser forget it.
        answer = await ann.ask("GET", f"/api/tables/{table}")
        assert answer.json()["you"] == {"seat": None, "host": False}
        assert "Max-Age=0" in answer.headers["set-cookie"]
        assert ann.token(table) == ""
        await old.close()


@asynchronous()
async def test_a_cookie_of_one_table_is_nothing_at_another(server: Server) -> None:
    async with Browser(server.url) as ann, Browser(server.url) as bob:
        first, second = await ann.open(), await bob.open()
        ann.tokens[second, 0] = ann.token(first)
        line = Line(ann, second)
        line.socket = await ann.socket(second)
        await line.send({"type": "hello", "protocol": 2})
        assert (await line.until("bye"))["code"] == "forbidden"


@asynchronous()
async def test_an_expired_link_is_refused(own_server: Server) -> None:
    async with Browser(own_server.url) as ann, Browser(own_server.url) as bob:
        table = await ann.open()
        line = Line(ann, table)
        await line.connect()
        link = await line.ask({"type": "link"}, "link")
        await line.close()
        own_server.kill()
        with closing(sqlite3.connect(own_server.store)) as store:
            # Eleven minutes pass.
            (seq, body) = store.execute("SELECT max(seq), body FROM log").fetchone()
            fact = json.loads(body)
            fact["until"] -= 11 * 60 * 1000
            changed = json.dumps(fact).encode()
            store.execute("UPDATE log SET body = ? WHERE seq = ?", (changed, seq))
            store.commit()
        own_server.start()
        answer = await bob.ask("POST", f"/api/tables/{table}/claim", json={"token": link["token"]})
        assert (answer.status_code, answer.json()["code"]) == (409, "link")


def secrets_in(store: str) -> Iterator[str]:
    """Whatever the log keeps that nobody may be told: hashes of tokens and seeds."""
    with closing(sqlite3.connect(store)) as opened:
        for (body,) in opened.execute("SELECT body FROM log"):
            text = bytes(body).decode()
            yield from re.findall(r'"(?:token|host|seed)":"([0-9a-f]{64})"', text)


@asynchronous()
async def test_no_secret_in_traffic_logs_or_urls(own_server: Server) -> None:
    """Both games to the end with everybody captured: nothing that its receiver may not know."""
    browsers: list[Browser] = []
    shown: set[str] = set()
    for game in ("karma", "allin"):
        ann, bob, eve = (Browser(own_server.url) for _ in range(3))
        browsers += [ann, bob, eve]
        options = {"players": 3, "turn_limit": 12 if game == "karma" else 4}
        table = await ann.open(game, options=options)
        await bob.sit(table, "Bob")
        host, watcher = Line(ann, table), Line(eve, table)
        await host.connect()
        await watcher.connect()
        await host.send({"type": "start", "fill": "greedy"})
        watching = asyncio.create_task(Stubborn(eve, table).play())
        await asyncio.gather(Stubborn(ann, table).play(), Stubborn(bob, table).play())
        await watching
        record = await ann.do("GET", f"/api/tables/{table}/record")
        shown.add(record["seed"])
        await host.close()
        await watcher.close()
    tokens = {token for browser in browsers for token in browser.tokens.values()}
    assert len(tokens) == 4
    hidden = set(secrets_in(own_server.store)) - shown
    assert len(hidden) == 4
    traffic = "".join(text for browser in browsers for text in browser.heard)
    logged = own_server.logged()
    assert len(traffic) > 100_000
    for secret in tokens | hidden:
        assert secret not in traffic
        assert secret not in logged
    # A seed is told when its game is over, and not a message before.
    for browser in browsers:
        for text in browser.heard:
            for seed in shown:
                assert seed not in text or '"phase":"over"' in text or '"fatum":1' in text
    for seed in shown:
        assert seed not in logged
    assert not TOKEN.search(" ".join(re.findall(r'"path": "([^"]*)"', logged)))


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
@asynchronous()
async def test_other_sites_are_refused(server: Server, origin: str) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        with pytest.raises(InvalidStatus) as refusal:
            await ann.socket(table, headers={"Origin": origin})
        assert refusal.value.response.status_code == 403
        answer = await ann.ask(
            "POST",
            "/api/tables",
            json={"game": "karma", "name": "Eve"},
            headers={"Origin": origin},
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        fetched = await ann.ask(
            "POST",
            "/api/tables",
            json={"game": "karma", "name": "Eve"},
            headers={"Sec-Fetch-Site": "cross-site"},
        )
        assert fetched.status_code == 403


@asynchronous()
async def test_pages_of_the_server_itself_are_let_in(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        socket = await ann.socket(table, headers={"Origin": server.url})
        await socket.close()
        answer = await ann.ask(
            "POST",
            "/api/tables",
            json={"game": "karma", "name": "Ann"},
            headers={"Origin": server.url},
        )
        assert answer.status_code == 201


def test_every_answer_has_the_headers(server: Server) -> None:
    for path in ("/", "/t/ABCDEFGH", "/api/info", "/api/nothing", "/nothing.js", "/healthz"):
        headers = httpx.get(server.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert (
            "unsafe-inline"
            not in headers["content-security-policy"].split("script-src")[1].split(";")[0]
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
