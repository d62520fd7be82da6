"""How much one server process carries, beside a bare fan-out in the same run.

    python -m benchmarks.load [--tables 250] [--seconds 8] [--store FILE|URL] [--json FILE]

A thousand players at 250 tables of Karma, all of them on sockets; the server has one core and the
players another where there are two. Saturation: everybody answers at once. Latency: from sending a
move to its durable acknowledgement, at fixed rates.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

from benchmarks.load_clients import Counts, Load

SEATS: Final = 4
AT_ONCE: Final = 40


# --- servers -------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def process(words: list[str], core: int | None, **environment: str) -> Iterator[int]:
    """A server on one core; its process number."""

    def pin() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    started = subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        preexec_fn=pin,  # noqa: PLW1509  # it only chooses a core
    )
    try:
        yield started.pid
    finally:
        started.terminate()
        try:
            started.wait(15)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the server does not start")


def memory_of(pid: int) -> int:
    """Resident bytes."""
    text = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def seconds_of(pid: int) -> float:
    """Time that a process has had a core, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- players -------------------------------------------------------------------------------------


async def open_tables(url: str, tables: int) -> list[tuple[str, str]]:
    """(path, cookie) of each socket."""
    limit = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:

        async def one() -> list[tuple[str, str]]:
            async with limit:
                form = {"game": "karma", "name": "P1", "options": {"players": SEATS}}
                answer = await client.post("/api/tables", json=form)
                table = answer.raise_for_status().json()["table"]
                cookies = [answer.headers["set-cookie"].partition(";")[0]]
                for slot in range(1, SEATS):
                    path = f"/api/tables/{table}/seats?slot={slot}"
                    answer = await client.post(path, json={"name": f"P{slot + 1}"})
                    answer.raise_for_status()
                    cookies.append(answer.headers["set-cookie"].partition(";")[0])
            return [
                (f"/api/tables/{table}/socket?slot={slot}", cookie)
                for slot, cookie in enumerate(cookies)
            ]

        client.cookies.clear()
        made = await asyncio.gather(*(one() for _ in range(tables)))
    return [seat for seats in made for seat in seats]


async def connect(load: Load, seats: list[tuple[str, str]], start: bool) -> None:
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, path: str, cookie: str) -> None:
        async with limit:
            player = await load.connect(path, cookie)
            if start and number % SEATS == SEATS - 1:
                hosts[number // SEATS].set_result(None)
        if start and number % SEATS == 0:
            await hosts[number // SEATS]
            player.send(b'{"type":"start"}')

    loop = asyncio.get_running_loop()
    hosts = [loop.create_future() for _ in range(len(seats) // SEATS)]
    await asyncio.gather(*(one(number, *seat) for number, seat in enumerate(seats)))
    await asyncio.sleep(1)


async def saturate(load: Load, pid: int, seconds: float) -> dict[str, Any]:
    """With the server's own time for each move, which a busy machine does not change much."""
    before = seconds_of(pid)
    counts, taken = await load.saturate(seconds, 1.0)
    share = taken / (taken + 1.0 + 0.5)
    spent = (seconds_of(pid) - before) * share
    return {**told(counts, taken), "cpu_us_per_move": round(1e6 * spent / max(1, counts.moves), 1)}


def told(counts: Counts, taken: float) -> dict[str, Any]:
    latencies = sorted(counts.latencies) or [0.0]

    def at(share: float) -> float:
        return round(1000 * latencies[min(len(latencies) - 1, int(share * len(latencies)))], 2)

    return {
        "moves_per_second": round(counts.moves / taken, 1),
        "messages_per_second": round(counts.messages / taken),
        "mean_message_bytes": round(counts.bytes / max(1, counts.messages)),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "errors": counts.errors,
        "games_over": counts.over,
    }


async def measure_bare(port: int, pid: int, tables: int, seconds: float) -> dict[str, Any]:
    load = Load("127.0.0.1", port)
    seats = [(f"/{table}/{seat}", "") for table in range(tables) for seat in range(SEATS)]
    await connect(load, seats, start=False)
    result = await saturate(load, pid, seconds)
    load.close()
    return result


async def measure_fatum(
    port: int, pid: int, tables: int, seconds: float, rates: list[float]
) -> dict[str, Any]:
    load = Load("127.0.0.1", port)
    empty = memory_of(pid)
    seats = await open_tables(f"http://127.0.0.1:{port}", tables)
    opened = memory_of(pid)
    await connect(load, seats, start=True)
    connected = memory_of(pid)
    paced = {}
    for rate in rates:
        counts, taken = await load.pace(rate, seconds / 2, 1.0)
        paced[f"{rate:g}"] = told(counts, taken)
    saturation = await saturate(load, pid, seconds)
    load.close()
    return {
        "saturation": saturation,
        "paced": paced,
        "bytes_per_idle_table": round((opened - empty) / tables),
        "bytes_per_connection": round((connected - opened) / len(seats)),
    }


# --- the run -------------------------------------------------------------------------------------


def run_bare(tables: int, seconds: float, core: int | None) -> dict[str, Any]:
    port = free_port()
    with process(["-m", "benchmarks.load_bare", str(port)], core) as pid:
        wait_for(port)
        return asyncio.run(measure_bare(port, pid, tables, seconds))


def run_fatum(
    tables: int, seconds: float, core: int | None, store: str | None, rates: list[float]
) -> dict[str, Any]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="fatum-load-", dir=".") as folder:
        environment = {
            "FATUM_STORE": store or str(Path(folder) / "tables.db"),
            "FATUM_PORT": str(port),
            "FATUM_DATA_DIR": folder,
            "FATUM_LOG_LEVEL": "warning",
            "FATUM_REQUESTS_PER_MINUTE": "10000000",
            "FATUM_TABLES_PER_HOUR": "10000000",
            "FATUM_CONNECTIONS_PER_ADDRESS": "100000",
            "FATUM_MESSAGES_PER_SECOND": "100000",
        }
        with process(["-m", "fatum", "serve"], core, **environment) as pid:
            wait_for(port)
            while urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").status != 200:
                time.sleep(0.05)
            return asyncio.run(measure_fatum(port, pid, tables, seconds, rates))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--store", help="a file or postgresql:// address; by default a new file")
    parser.add_argument("--rates", default="100,500,1000,2000", help="moves in a second")
    parser.add_argument("--json", type=Path, help="write the result here")
    given = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    core = cores[0] if len(cores) > 1 else None
    if core is not None:
        os.sched_setaffinity(0, set(cores[1:]))
    rates = [float(rate) for rate in given.rates.split(",") if rate]
    bare, ours = [], []
    for _ in range(given.rounds):
        bare.append(run_bare(given.tables, given.seconds, core))
        ours.append(run_fatum(given.tables, given.seconds, core, given.store, rates))
    ratios = [
        mine["saturation"]["moves_per_second"] / other["moves_per_second"]
        for mine, other in zip(ours, bare, strict=True)
    ]
    costs = [
        other["cpu_us_per_move"] / mine["saturation"]["cpu_us_per_move"]
        for mine, other in zip(ours, bare, strict=True)
    ]
    result = {
        "bare": bare,
        "fatum": ours,
        "ratio": round(statistics.median(ratios), 3),
        "ratio_by_cpu": round(statistics.median(costs), 3),
    }
    text = json.dumps(result, indent=2)
    if given.json is not None:
        given.json.write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
