"""Text from strangers: no answer of the 500s, and the loop is held for no more than 50 ms."""

import asyncio
import json
import sys
import time

import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.loop_time import LoopTime
from tests.server.process import Server
from websockets.exceptions import InvalidStatus

from fatum.protocol.errors import Refused
from fatum.records.files import InvalidFile, parse_json
from fatum.server.api.cookies import read_seats
from fatum.server.api.origins import Host, is_origin_of, parse_host
from fatum.server.api.parser_process import MOST_WAITING_PER_ADDRESS, ParserProcess

LONGEST = 0.05
"""Seconds of the loop's processor time for one message or request."""

HOSTS = ["[", "]", "[::1", "::1", "localhost:99999", "localhost:", "localhost:x", "a b", "a/b", "@"]
HOSTS += ["[::1]:0x1", "host:" + "9" * 5000, "h" * 3000, "[" * 3000, "é", "a@b", "a?b", "%00"]
CARD_TABLES = [
    "a=" + "1" * 5000,
    "a" + ".a" * 30_000 + "=1",
    "[c" + ".a" * 30 + "]\n" + "".join(f"b{n}{'.a' * 40}=1\n" for n in range(750)),
    "a=" + "[" * 30_000,
    "a=" + "{a=" * 5000,
    "a=1e" + "9" * 60_000,
    "a = 9999-99-99",
    "\x7f" * 60_000,
]


@pytest.fixture
def loop_time(server: Server) -> LoopTime:
    """The processor time of the server's event loop."""
    if sys.platform != "linux":
        pytest.skip("reads /proc")
    return LoopTime(server.pid)


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", HOSTS)
@asynchronous()
async def test_hosts_that_cannot_be_read(server: Server, loop_time: LoopTime, host: str) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        headers = {b"host": host.encode()}
        loop_time.lap()
        for path in (
            "/",
            "/readyz",
            "/api/info",
            f"/api/tables/{table}/link",
            f"/api/tables/{table}/qr.svg",
        ):
            answer = await ann.ask("GET", path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), path
        assert loop_time.lap() < LONGEST


@pytest.mark.parametrize("origin", ["http://[", "http://", "null", "http://a:99999", "[" * 4000])
@asynchronous()
async def test_origins_that_cannot_be_read(server: Server, origin: str) -> None:
    async with Browser(server.url) as ann:
        headers = {"origin": origin}
        form = {"game": "karma", "name": "Ann"}
        answer = await ann.ask("POST", "/api/tables", json=form, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        table = await ann.open()
        with pytest.raises(InvalidStatus) as refusal:
            await ann.socket(table, headers=headers)
        assert refusal.value.response.status_code == 403


def test_hosts_and_origins() -> None:
    assert parse_host("example.org") == Host("example.org", None)
    assert parse_host("[2001:db8::1]:80") == Host("2001:db8::1", 80)
    assert Host("2001:db8::1", 80).written() == "[2001:db8::1]:80"
    assert parse_host("a" * 253 + ":65535") is not None
    assert parse_host("a" * 254) is None
    assert is_origin_of("http://example.org:80", "example.org:80")
    assert not is_origin_of("http://example.org", "example.com")
    assert not is_origin_of("ftp://example.org", "example.org")
    assert not is_origin_of("http://", "")


@asynchronous()
async def test_the_longest_host_has_a_qr_code(server: Server, loop_time: LoopTime) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        await ann.ask("GET", f"/api/tables/{table}/qr.svg")
        loop_time.lap()
        headers = {"host": "h" * 253 + ":65535"}
        answer = await ann.ask("GET", f"/api/tables/{table}/qr.svg", headers=headers)
        assert answer.status_code == 200
        assert loop_time.lap() < LONGEST


@asynchronous()
async def test_cookies_and_numbers(server: Server, loop_time: LoopTime) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        path = f"/api/tables/{table}"
        loop_time.lap()
        for cookie in ('fatum0="' + "\\x" * 7000 + '"', "fatum0=" * 2000, ";" * 15_000, "fatum9=a"):
            answer = await ann.ask("GET", path, headers={"cookie": cookie})
            assert answer.status_code in {200, 400}
            assert loop_time.lap() < LONGEST
        for query in ("slot=" + "1" * 5000, "slot=-1", "slot=1e3", "slot=٣", "&" * 9000):
            answer = await ann.ask("GET", f"{path}?{query}")
            assert answer.status_code in {200, 400}
            assert loop_time.lap() < LONGEST
        socket = await ann.socket(f"{table}/socket?slot={'1' * 5000}&x=")
        await socket.close()


def test_seats_are_read_from_cookies() -> None:
    def read(*cookies: bytes) -> dict[int, str]:
        return read_seats([(b"host", b"x"), *((b"cookie", cookie) for cookie in cookies)])

    assert read(b"fatum0=abc") == {0: "abc"}
    assert read(b"a=b; fatum0=abc;fatum7=d", b'fatum1="e"') == {0: "abc", 7: "d", 1: "e"}
    assert read(b"xfatum0=abc; fatum8=d; fatum=e; fatum0", b"") == {}


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", CARD_TABLES, ids=range(len(CARD_TABLES)))
@asynchronous()
async def test_card_tables_made_to_hurt(server: Server, loop_time: LoopTime, text: str) -> None:
    async with Browser(server.url) as ann:
        loop_time.lap()
        answers = await asyncio.gather(
            *(ann.ask("POST", "/api/games/allin/cards", json={"text": text}) for _ in range(4))
        )
        assert loop_time.lap() / len(answers) < LONGEST
        for answer in answers:
            assert answer.status_code in {200, 422}
            assert answer.status_code == 422 or not answer.json()["valid"]


@asynchronous()
async def test_records_made_to_hurt(server: Server, loop_time: LoopTime) -> None:
    pairs = ",".join(f'"{n}":1' for n in range(20_000))
    moves = [["P1", "take"]] * 15_000
    async with Browser(server.url) as ann:
        for body in (
            "{{{},{}}}".format(pairs, '"19999":1'),
            json.dumps({"fatum": 1, "game": "karma", "moves": moves}),
            json.dumps({"fatum": 1, "game": "x" * 200_000}),
            '{"fatum":' + "9" * 5000 + "}",
            '{"fatum":' + "[" * 900 + "]" * 900 + "}",
            '{"fatum":1,"game":"\\ud800"}',
        ):
            loop_time.lap()
            headers = {"content-type": "application/json"}
            answer = await ann.ask("POST", "/api/replay", content=body.encode(), headers=headers)
            assert answer.status_code in {400, 422}, answer.text[:200]
            assert loop_time.lap() < LONGEST


def test_a_key_twice_is_found_at_once() -> None:
    pairs = ",".join(f'"{n}":1' for n in range(50_000))
    begun = time.thread_time()
    with pytest.raises(InvalidFile, match="'49999' appears twice"):
        parse_json("{{{},{}}}".format(pairs, '"49999":2'), "it")
    assert time.thread_time() - begun < 1


@asynchronous()
async def test_what_takes_too_long_to_read_is_ended() -> None:
    parser = ParserProcess(time_limit=30)
    slow = "a=[" + "1," * 45_000 + "]"
    try:
        assert b"false" in await parser.run("cards", "a", game="allin", text="x")
        parser.time_limit = 0.01
        with pytest.raises(Refused, match="too long"):
            await parser.run("cards", "a", game="allin", text=slow)
        parser.time_limit = 30
        assert b"allin.cards.unknown" in await parser.run("cards", "a", game="allin", text=slow)
    finally:
        await parser.close()


@asynchronous()
async def test_one_address_cannot_fill_the_queue() -> None:
    parser = ParserProcess()
    try:
        asked = [
            asyncio.ensure_future(parser.run("cards", "a", game="allin", text="x"))
            for _ in range(MOST_WAITING_PER_ADDRESS + 1)
        ]
        other = await parser.run("cards", "b", game="allin", text="x")
        assert b"false" in other
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert [refusal.code for refusal in refused] == ["too_fast"]
    finally:
        await parser.close()


# --- messages ------------------------------------------------------------------------------------


@asynchronous()
async def test_a_language_and_long_tokens(server: Server, loop_time: LoopTime) -> None:
    """Once matched against the templates of all sentences, for seconds."""
    async with Browser(server.url) as ann:
        table = await ann.open()
        line = Line(ann, table)
        line.socket = await ann.socket(table)
        await line.send({"type": "hello", "protocol": 2, "language": "de"})
        await line.until("snapshot")
        deep = "[" * 800 + "]" * 800
        for message in (
            json.dumps({"type": "ping", " shows " * 600: 1}),
            json.dumps({"type": " must be " * 1500}),
            json.dumps({"type": "explain", "move": "is no card; " * 3}),
            json.dumps({"type": "configure", "options": {" or ": [" or " * 2000]}}),
            '{"type":"configure","options":{"players":' + deep + "}}",
            '{"type":"configure","options":{"players":' + "9" * 4000 + "}}",
            '{"type":"configure","options":{"players":' + "9" * 9000 + "}}",
        ):
            loop_time.lap()
            error = await line.ask(message, "error", "explained")  # type: ignore[arg-type]
            assert error.get("code") != "internal", message[:100]
            assert loop_time.lap() < LONGEST
        await line.close()
