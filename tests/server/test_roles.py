"""Nobody gets in: each role with each command, over real requests and sockets."""

import secrets
from typing import Any

import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.process import Server

from fatum.protocol.requests import SocketRequest
from fatum.protocol.table_settings import TableSettings
from fatum.table.roles import ALLOWED, Role

LOBBY_COMMANDS: dict[str, dict[str, Any]] = {
    "move": {"move": "x", "answers": 0},
    "back": {},
    "leave": {},
    "react": {"what": "wow"},
    "chat": {"text": "hello"},
    "rematch": {},
    "hurry": {},
    "link": {},
    "start": {},
    "add_bot": {"level": "greedy"},
    "remove": {"seat": "P4"},
    "let_in": {"name": "Bob"},
    "mute": {"seat": "P2"},
    "make_host": {"seat": "P2"},
    "stand_in": {"seat": "P2"},
    "end_game": {},
    "configure": {"options": {"players": 4}},
    "rule": {"settings": {"hints": True}},
    "close": {},
}
ROLES = ("host", "player", "other player", "spectator", "stranger", "no cookie of this table")


def test_every_command_is_in_the_matrix() -> None:
    tags = {request.__struct_config__.tag for request in SocketRequest.__args__}
    assert tags == set(LOBBY_COMMANDS)


async def cast(server: Server, role: str, table: str, people: dict[str, Browser]) -> Browser:
    """A browser that plays this role at the table."""
    if role in people:
        return people[role]
    browser = Browser(server.url)
    if role == "stranger":
        browser.tokens[table, 0] = secrets.token_urlsafe(32)
    elif role == "no cookie of this table":
        other = await browser.open()
        browser.tokens[table, 0] = browser.token(other)
    return browser


@pytest.mark.parametrize("role", ROLES)
@asynchronous()
async def test_role_and_command(server: Server, role: str) -> None:
    mine = {
        "host": {Role.HOST, Role.PLAYER},
        "player": {Role.PLAYER},
        "other player": {Role.PLAYER},
        "spectator": {Role.SPECTATOR},
    }.get(role, {Role.STRANGER})
    for request in SocketRequest.__args__:
        name = str(request.__struct_config__.tag)
        host, bob, cem = Browser(server.url), Browser(server.url), Browser(server.url)
        table = await host.open(settings={"chat": True})
        await bob.sit(table, "Bob")
        await cem.sit(table, "Cem")
        browser = await cast(
            server, role, table, {"host": host, "player": bob, "other player": cem}
        )
        line = Line(browser, table)
        line.socket = await browser.socket(table)
        await line.send({"type": "hello", "protocol": 2})
        if Role.STRANGER in mine:
            refusal = await line.until("error")
            assert refusal["code"] == "forbidden"
            assert (await line.until("bye"))["code"] == "forbidden"
            continue
        await line.until("snapshot")
        before = line.seq
        await line.send({"type": name, **LOBBY_COMMANDS[name]})
        pong = {"type": "ping", "n": 7}
        await line.send(pong)
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1]["type"] not in {"pong", "bye"}:
            answers.append(await line.receive())
        errors = [answer["code"] for answer in answers if answer["type"] == "error"]
        if ALLOWED[request].isdisjoint(mine):
            assert errors == ["forbidden"], (role, name)
            assert line.seq == before
        else:
            assert "forbidden" not in errors, (role, name)
        for used in (host, bob, cem, browser):
            await used.close()


@pytest.mark.parametrize("spectators", [True, False])
@asynchronous()
async def test_http_requests_by_role(server: Server, spectators: bool) -> None:
    settings = {"spectators": spectators}
    async with Browser(server.url) as host, Browser(server.url) as eve:
        table = await host.open(settings=settings)
        path = f"/api/tables/{table}"
        assert (await host.do("GET", path))["you"] == {"seat": "P1", "host": True}
        card = await eve.do("GET", path)
        assert card["you"] == {"seat": None, "host": False}
        assert (card["may_sit"], card["may_watch"]) == (True, spectators)
        assert "seed" not in card
        again = await host.ask("POST", f"{path}/seats", json={"name": "Ann"})
        assert (again.status_code, again.json()["code"]) == (403, "forbidden")
        for page in ("record", "analysis"):
            early = await host.ask("GET", f"{path}/{page}")
            assert (early.status_code, early.json()["code"]) == (409, "phase")
            refused = await eve.ask("GET", f"{path}/{page}")
            assert refused.status_code == (409 if spectators else 403)
        for browser, status in ((host, 409), (eve, 403)):
            assert (await browser.ask("POST", f"{path}/follow")).status_code == status
        guess = await eve.ask("POST", f"{path}/claim", json={"token": secrets.token_urlsafe(32)})
        assert (guess.status_code, guess.json()["code"]) == (409, "link")


@asynchronous()
async def test_unknown_tables_and_codes(server: Server) -> None:
    async with Browser(server.url) as eve:
        for code in ("AAAAAAAA", "aaaaaaaa", "..%2f..", "A" * 100, "%00", "ABCDEFG"):
            answer = await eve.ask("GET", f"/api/tables/{code}")
            assert answer.status_code in {400, 404}, code
            assert set(answer.json()) == {"code", "message"}
        line = Line(eve, "AAAAAAAA")
        line.socket = await eve.socket("AAAAAAAA")
        await line.until("error")
        assert (await line.until("bye"))["code"] == "gone"
        await line.close()


def test_the_settings_of_a_table_are_private_by_default() -> None:
    assert TableSettings().public is False
    assert TableSettings().chat is False
