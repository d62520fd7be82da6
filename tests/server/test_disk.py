"""A disk that is full, a store that may only be read: said clearly, and nothing is lost."""

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import Server, serving
from tests.services import free_port

REFUSED = {"key": "refuse.store.down"}
TROUBLE = "the store cannot be written: nobody can play until it can"


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of our own that is soon full."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "fatum-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Use what is free, to the last byte."""
    file = folder / "filling"
    with suppress(OSError), file.open("wb", buffering=0) as rest:
        while True:
            rest.write(bytes(1024))
    return file


def told(log: str) -> list[str]:
    """The events that an operator reads."""
    lines = [line for line in log.splitlines() if line.startswith("{")]
    return [entry["event"] for entry in map(json.loads, lines) if entry["level"] != "debug"]


async def until_ready(url: str, status: int) -> None:
    end = time.monotonic() + 20
    async with httpx.AsyncClient() as web:
        while (await web.get(f"{url}/readyz")).status_code != status:
            assert time.monotonic() < end, f"/readyz never says {status}"
            await asyncio.sleep(0.1)


@asynchronous()
async def test_a_full_disk_refuses_moves_and_loses_none(nursery: Nursery, tmp_path: Path) -> None:
    rng = random.Random(1)
    with (
        small_disk(tmp_path / "disk", "8m") as disk,
        serving(nursery, tmp_path, str(disk / "tables.db")) as server,
    ):
        async with Browser(server.url) as ann, Browser(server.url) as bob:
            table = await ann.open(options={"players": 3}, bots=["greedy"])
            await bob.sit(table, "Bob")
            line = Line(ann, table)
            await line.connect()
            await line.send({"type": "start"})
            await line.until("updates")
            filling = fill(disk)
            refusal = await _until_refused(line, rng)
            assert (refusal["code"], refusal["message"]) == ("busy", REFUSED)
            kept = entries(server.store, table)
            assert len(kept) == line.seq
            await until_ready(server.url, 503)
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            assert told(server.logged()).count(TROUBLE) == 1
            entry = next(line for line in server.logged().splitlines() if TROUBLE in line)
            assert json.loads(entry)["fault"] == "database or disk is full"
            filling.unlink()
            await until_ready(server.url, 200)
            assert told(server.logged())[-1] == "the store can be written again"
            await line.close()
            players = [Stubborn(ann, table, seed=2), Stubborn(bob, table, seed=3)]
            await asyncio.gather(*(player.play() for player in players))
        now = entries(server.store, table)
        assert now[: len(kept)] == kept
        assert not any(str(refusal["key"]) in str(body) for _, body in now)


def entries(store: str, table: str) -> list[tuple[int, bytes]]:
    with closing(sqlite3.connect(store)) as connection:
        query = "SELECT seq, body FROM log WHERE table_id = ? ORDER BY seq"
        return connection.execute(query, (table,)).fetchall()


async def _until_refused(line: Line, rng: random.Random) -> dict[str, object]:
    for number in range(2000):
        what = rng.choice(("wow", "thanks"))
        await line.send({"type": "react", "what": what, "key": f"reaction-{number}."})
        message = await line.until("updates", "error")
        if message["type"] == "error" and message["code"] != "too_fast":
            return message
    raise AssertionError("the disk is never full")


def without_override(words: list[str]) -> list[str]:
    """Root may write what nobody may write; this command may not."""
    if os.getuid() != 0:
        return words
    if shutil.which("setpriv") is None:
        pytest.skip("root cannot give up its rights without setpriv")
    given_up = ["--inh-caps", "-dac_override", "--bounding-set", "-dac_override"]
    return ["setpriv", *given_up, *words]


def test_a_store_that_may_only_be_read_is_logged(own_server: Server) -> None:
    opened = {"game": "karma", "name": "Ann"}
    answer = httpx.post(f"{own_server.url}/api/tables", json=opened)
    table = answer.json()["table"]
    own_server.stop()
    Path(own_server.store).chmod(0o444)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {**os.environ, **own_server.environment(), "FATUM_PORT": str(port)}
    log = own_server.folder / "read-only.log"
    with log.open("w") as output:
        words = without_override([sys.executable, "-m", "fatum", "serve"])
        running = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
    try:
        end = time.monotonic() + 30
        while "Fatum is ready" not in log.read_text("utf-8"):
            assert running.poll() is None, log.read_text("utf-8")
            assert time.monotonic() < end
            time.sleep(0.05)
        assert httpx.get(f"{url}/readyz").status_code == 503
        assert httpx.get(f"{url}/healthz").status_code == 200
        assert httpx.get(f"{url}/api/tables/{table}").status_code == 200
        refused = httpx.post(f"{url}/api/tables", json=opened, timeout=20)
        assert (refused.status_code, refused.json()["message"]) == (503, REFUSED)
        assert told(log.read_text("utf-8")).count(TROUBLE) == 1
        assert "attempt to write a readonly database" in log.read_text("utf-8")
    finally:
        running.terminate()
        running.wait(30)
    assert "Traceback" not in log.read_text("utf-8")
    Path(own_server.store).chmod(0o644)
    own_server.start()
    assert httpx.get(f"{own_server.url}/api/tables/{table}").status_code == 200


def test_asking_for_readiness_often_writes_seldom(own_server: Server) -> None:
    """Whatever asks, the disk is asked about once a second."""
    wal = Path(f"{own_server.store}-wal")
    before = wal.stat().st_size
    begun = time.monotonic()
    with httpx.Client(base_url=own_server.url) as web:
        for _ in range(200):
            assert web.get("/readyz").status_code == 200
    seconds = time.monotonic() - begun
    written = (wal.stat().st_size - before) / (4096 + 24)
    assert written <= seconds + 2
