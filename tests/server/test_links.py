"""Phones in the same network: which address they are given, and that it works."""

import io
from pathlib import Path

import httpx
import pytest
import segno
from tests.server.clients import Browser, Line, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import serving

from fatum.server.ops.addresses import is_loopback, lan_address, own_addresses
from fatum.server.settings import Settings

LAN = lan_address()


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1", ["http://127.0.0.1:80"]),
        ("::1", ["http://[::1]:80"]),
        ("10.0.0.7", ["http://10.0.0.7:80"]),
        ("0.0.0.0", ["http://localhost:80", "http://192.168.1.5:80"]),
        ("::", ["http://localhost:80", "http://192.168.1.5:80"]),
    ],
)
def test_own_addresses(host: str, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fatum.server.ops.addresses.lan_address", lambda: "192.168.1.5")
    assert own_addresses(Settings(host=host), 80) == found


def test_a_machine_without_a_network_names_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fatum.server.ops.addresses.lan_address", lambda: None)
    assert own_addresses(Settings(host="0.0.0.0"), 80) == ["http://localhost:80"]


@pytest.mark.parametrize(
    ("name", "loopback"),
    [("localhost", True), ("127.0.0.9", True), ("::1", True), ("10.0.0.7", False), ("box", False)],
)
def test_loopback(name: str, loopback: bool) -> None:
    assert is_loopback(name) is loopback


@pytest.mark.skipif(LAN is None, reason="this machine is in no network")
@asynchronous()
async def test_a_phone_opens_what_the_code_shows(nursery: Nursery, tmp_path: Path) -> None:
    with serving(nursery, tmp_path, host="0.0.0.0") as server:
        outside = f"http://{LAN}:{server.port}"
        assert f"ready at http://localhost:{server.port}, for others" in server.logged()
        assert outside in server.logged()
        async with Browser(server.url) as laptop, Browser(outside) as phone:
            table = await laptop.open()
            link = await laptop.do("GET", f"/api/tables/{table}/link")
            url = f"{outside}/t/{table}"
            assert link == {"code": table, "url": url, "reachable": True}
            shown = io.BytesIO()
            segno.make(url, micro=False, error="m").save(
                shown,
                kind="svg",
                border=2,
                dark="#111111",
                light="#ffffff",
                xmldecl=False,
                scale=8,
            )
            picture = await laptop.ask("GET", f"/api/tables/{table}/qr.svg")
            assert picture.content == shown.getvalue()
            assert httpx.get(url).status_code == 200
            assert await phone.sit(table, "Phone") == "P2"
            line = Line(phone, table)
            origin = {"origin": outside}
            line.socket = await phone.socket(table, headers=origin)
            await line.send({"type": "hello", "protocol": 2})
            await line.until("snapshot")
            await line.close()


@asynchronous()
async def test_a_public_address_wins(nursery: Nursery, tmp_path: Path) -> None:
    with serving(nursery, tmp_path, public_url="https://play.example.org") as server:
        async with Browser(server.url) as ann:
            table = await ann.open()
            link = await ann.do("GET", f"/api/tables/{table}/link")
            assert link["url"] == f"https://play.example.org/t/{table}"
            assert link["reachable"] is True
