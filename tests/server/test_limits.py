"""How much and how fast."""

import httpx
import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fatum.server.ops.limits import Bucket, PerAddress, Places, address_of


class Clock:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_bucket_fills_again() -> None:
    clock = Clock()
    bucket = Bucket(2, 4, clock)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    clock.at = 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_addresses_do_not_share_a_bucket() -> None:
    limit = PerAddress(1, 1, Clock())
    assert limit.take("a")
    assert not limit.take("a")
    assert limit.take("b")


def test_places() -> None:
    places = Places(3, 2)
    assert [places.enter("a") is None for _ in range(3)] == [True, True, False]
    assert places.enter("b") is None
    assert places.enter("c") is not None
    places.leave("a")
    assert places.enter("c") is None


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("10.0.0.1", 5), "10.0.0.1"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("::ffff:10.0.0.1", 5), "10.0.0.1"),
        (("unix", 0), "unix"),
        (None, ""),
    ],
)
def test_whom_a_limit_counts(client: tuple[str, int] | None, counted: str) -> None:
    assert address_of(client) == counted


@asynchronous()
async def test_limits_of_a_server(
    nursery: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with serving(
        nursery,
        tmp_path_factory.mktemp("limits"),
        requests_per_minute=30,
        tables_per_hour=2,
        connections_per_address=2,
        messages_per_second=5,
        largest_request=2000,
    ) as server:
        async with Browser(server.url) as ann:
            table = await ann.open()
            await ann.open()
            many = await ann.ask("POST", "/api/tables", json={"game": "karma", "name": "Ann"})
            assert (many.status_code, many.json()["code"]) == (429, "too_fast")
            large = await ann.ask("POST", f"/api/tables/{table}/seats", content=b"x" * 3000)
            assert (large.status_code, large.json()["code"]) == (413, "too_large")

            async def parts() -> object:
                for _ in range(5):
                    yield b"x" * 1000

            endless = await ann.ask(
                "POST",
                f"/api/tables/{table}/seats",
                content=parts(),
                headers={"content-type": "application/json"},
            )
            assert endless.status_code == 413

            first, second = Line(ann, table), Line(ann, table)
            await first.connect()
            await second.connect()
            with pytest.raises(InvalidStatus) as refusal:
                await ann.socket(table)
            assert refusal.value.response.status_code == 429

            for _ in range(60):
                await first.send({"type": "ping"})
            assert (await first.until("error"))["code"] == "too_fast"
            with pytest.raises(ConnectionClosed):
                await first.until("never")
            assert first.messages[-1]["code"] == "too_fast"

            answers = [await ann.ask("GET", "/api/lobby") for _ in range(30)]
            assert answers[-1].status_code == 429
            assert answers[-1].headers["retry-after"]
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            await second.close()
