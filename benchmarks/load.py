"""How much the server carries, beside others in the same run: `make load`.

    python -m benchmarks.load [--rounds 3] [--seconds 6] [--tables 250] [--only PART] [--page FILE]

A thousand players at 250 tables of Karma, all of them on sockets. A server has one core to itself
and the players another where there are two. *Saturation*: everybody answers at once. *Latency*: from
sending a move to its durable acknowledgement, at fixed rates.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from tests.services import running_postgres, running_redis

from benchmarks import load_report
from benchmarks.load_clients import BoardgamePlayer, Counts, FatumPlayer, Load, Player
from benchmarks.load_servers import BOARDGAME, Cores, Servers, bare, boardgame, fatum
from benchmarks.load_starvation import starvation

SEATS: Final = 4
AT_ONCE: Final = 40
RATES: Final = (100, 250, 500, 1000, 1500, 2000, 3000)
BUSY: Final = 0.7
BOTS: Final = 50
BOT_TABLES: Final = 50
BOT_RATE: Final = 100
Seat = tuple[int, str, str]
"""Port, path and cookie of a socket."""


class Plan:
    """How long and with how many."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.rounds: Final[int] = given.rounds
        self.seconds: Final[float] = given.seconds
        self.tables: Final[int] = given.tables
        self._cores: Final = (
            sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
        )
        self.own_cores: Final = len(self._cores) >= 4
        """Whether two servers can have a core each beside the players and the database."""

    def cores_for(self, processes: int) -> list[Cores]:
        """A core for each server, or one for all of them; the players get the others."""
        cores = self._cores
        if len(cores) < 2:
            return [None] * processes
        apart = processes if self.own_cores else 1
        os.sched_setaffinity(0, cores[apart:])
        return [{cores[number % apart]} for number in range(processes)]


# --- tables and players --------------------------------------------------------------------------


async def open_tables(ports: list[int], tables: int, spread: bool = False) -> list[Seat]:
    """Seats of new tables: each table at one of the processes, or its seats at all of them."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(client: httpx.AsyncClient, number: int) -> list[Seat]:
        async with limit:
            form = {"game": "karma", "name": "P1", "options": {"players": SEATS}}
            answer = await client.post("/api/tables", json=form)
            table = answer.raise_for_status().json()["table"]
            cookies = [_cookie(answer)]
            for slot in range(1, SEATS):
                path = f"/api/tables/{table}/seats?slot={slot}"
                answer = await client.post(path, json={"name": f"P{slot + 1}"})
                cookies.append(_cookie(answer.raise_for_status()))
        return [
            (
                ports[(slot if spread else number) % len(ports)],
                f"/api/tables/{table}/socket?slot={slot}",
                cookie,
            )
            for slot, cookie in enumerate(cookies)
        ]

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=60) as client:
        made = await asyncio.gather(*(one(client, number) for number in range(tables)))
    return [seat for seats in made for seat in seats]


def _cookie(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].partition(";")[0]


async def connect(load: Load, seats: list[Seat], start: bool) -> None:
    """Everybody; the first at a table begins the game when all four are there."""
    limit = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()
    missing = [SEATS] * (len(seats) // SEATS)
    complete = [loop.create_future() for _ in missing]

    async def one(number: int, seat: Seat) -> None:
        async with limit:
            player = await load.connect(*seat)
        table = number // SEATS
        missing[table] -= 1
        if not missing[table]:
            complete[table].set_result(None)
        if start and number % SEATS == 0:
            await complete[table]
            player.send(b'{"type":"start"}')

    await asyncio.gather(*(one(number, seat) for number, seat in enumerate(seats)))
    await asyncio.sleep(1)


def told(counts: Counts) -> dict[str, Any]:
    latencies = sorted(counts.latencies) or [0.0]

    def at(share: float) -> float:
        return round(1000 * latencies[min(len(latencies) - 1, int(share * len(latencies)))], 2)

    return {
        "moves_per_second": round(counts.moves / counts.taken, 1),
        "messages_per_second": round(counts.messages / counts.taken),
        "mean_message_bytes": round(counts.bytes / max(1, counts.messages)),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "cpu_us_per_move": round(1e6 * counts.cpu / max(1, counts.moves), 1),
        "cpu_share": round(counts.cpu / counts.taken, 3),
        "errors": counts.errors,
    }


# --- what is measured ----------------------------------------------------------------------------


async def saturate(
    servers: Servers, seats: list[Seat], seconds: float, kind: type[Player], start: bool
) -> dict[str, Any]:
    load = Load(kind)
    await connect(load, seats, start)
    # At several processes a game begins slowly: everybody lays cards at the same time.
    counts = await load.saturate(seconds, servers.cpu, 1.0 if len(servers.pids) == 1 else 4.0)
    load.close()
    return told(counts)


async def saturate_fatum(servers: Servers, plan: Plan, spread: bool = False) -> dict[str, Any]:
    seats = await open_tables(servers.ports, plan.tables, spread)
    return await saturate(servers, seats, plan.seconds, FatumPlayer, start=True)


def peers(plan: Plan) -> dict[str, Any]:
    """Fatum, the bare fan-out and boardgame.io by turns."""
    found: dict[str, list[dict[str, Any]]] = {"fatum": [], "bare": [], "boardgame": []}
    places = [(table, seat) for table in range(plan.tables) for seat in range(SEATS)]
    for number in range(plan.rounds):
        say(f"saturation, round {number + 1} of {plan.rounds}")
        with bare(*plan.cores_for(1)) as servers:
            seats = [(servers.ports[0], f"/{table}/{seat}", "") for table, seat in places]
            result = saturate(servers, seats, plan.seconds, FatumPlayer, start=False)
            note(found["bare"], "bare fan-out", asyncio.run(result))
        with fatum(plan.cores_for(1)) as servers:
            note(found["fatum"], "Fatum", asyncio.run(saturate_fatum(servers, plan)))
        if (BOARDGAME / "node_modules").is_dir():
            with boardgame(*plan.cores_for(1)) as servers:
                seats = [(servers.ports[0], f"t{table}/{seat}", "") for table, seat in places]
                result = saturate(servers, seats, plan.seconds, BoardgamePlayer, start=False)
                note(found["boardgame"], "boardgame.io", asyncio.run(result))
    return found


def latency(plan: Plan) -> dict[str, Any]:
    """At fixed rates; and what an idle table and a connection cost."""
    say("latency at fixed rates, and memory")

    async def measure(servers: Servers) -> dict[str, Any]:
        empty = servers.memory()
        seats = await open_tables(servers.ports, plan.tables)
        opened = servers.memory()
        load = Load()
        await connect(load, seats, start=False)
        connected = servers.memory()
        load.close()
        load = Load()
        await asyncio.sleep(1)
        await connect(load, seats, start=True)
        rates = {}
        for rate in RATES:
            counts = await load.pace(rate, plan.seconds, servers.cpu)
            rates[str(rate)] = told(counts)
            say(f"  {rate} moves/s: p99 {rates[str(rate)]['p99_ms']} ms")
        load.close()
        return {
            "rates": rates,
            "bytes_per_idle_table": round((opened - empty) / plan.tables),
            "bytes_per_connection": round((connected - opened) / len(seats)),
        }

    with fatum(plan.cores_for(1)) as servers:
        return asyncio.run(measure(servers))


def cluster(plan: Plan) -> dict[str, Any]:
    """One process and two on PostgreSQL and Redis."""
    found: dict[str, list[dict[str, Any]]] = {"one": [], "two": [], "two_spread": []}
    try:
        with running_postgres(durable=True) as postgres, running_redis() as redis:
            for number in range(plan.rounds):
                say(f"PostgreSQL, round {number + 1} of {plan.rounds}")
                for name, processes, spread in (
                    ("one", 1, False),
                    ("two", 2, False),
                    ("two_spread", 2, True),
                ):
                    where = {"store": postgres.new_database(), "redis": redis.url}
                    with fatum(plan.cores_for(processes), **where) as servers:
                        result = asyncio.run(saturate_fatum(servers, plan, spread))
                    note(found[name], name.replace("_", ", "), result)
    except pytest.skip.Exception as reason:
        say(f"  left out: {reason}")
    return found


def bots(plan: Plan) -> dict[str, Any]:
    """People at some tables while hard bots think at others."""

    async def measure(servers: Servers, thinking: bool) -> dict[str, Any]:
        port = servers.ports[0]
        load = Load()
        await connect(load, await open_tables([port], BOT_TABLES), start=True)
        others = Load()
        if thinking:
            form: dict[str, Any] = {"game": "karma", "name": "P1", "options": {"players": 2}}
            form |= {"bots": ["hard"], "start": True}
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                for _ in range(BOTS):
                    client.cookies.clear()
                    answer = (await client.post("/api/tables", json=form)).raise_for_status()
                    path = f"/api/tables/{answer.json()['table']}/socket"
                    await others.connect(port, path, _cookie(answer))
            others.be_eager()
            await asyncio.sleep(5)
        counts = await load.pace(BOT_RATE, 2 * plan.seconds, servers.cpu)
        numbers = ""
        if thinking:
            async with httpx.AsyncClient() as client:
                numbers = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
        load.close()
        others.close()
        busy = [line.split()[1] for line in numbers.splitlines() if line.startswith("fatum_think")]
        return {**told(counts), "bots_thinking": float(busy[0]) if busy else 0.0}

    found: dict[str, list[dict[str, Any]]] = {"none": [], "thinking": []}
    for number in range(plan.rounds):
        say(f"{BOTS} bots that think, round {number + 1} of {plan.rounds}")
        for name, results in found.items():
            # Bots have cores of their own where there are any, so nobody is tied to one.
            with fatum([None]) as servers:
                result = asyncio.run(measure(servers, name == "thinking"))
            note(results, f"{result['bots_thinking']:.0f} bots thinking", result)
    return found


def starved(plan: Plan) -> dict[str, Any]:
    """One address floods the server with hard bots and hints."""
    say("other tables' bots and hints while one address has 60 tables of hard bots")
    found = starvation(plan.rounds, 2 * plan.seconds)
    for each in found:
        for name, waits in each.items():
            say(f"  {name}: {waits}")
    return {"rounds": found}


PARTS: Final[dict[str, Callable[[Plan], dict[str, Any]]]] = {
    "peers": peers,
    "latency": latency,
    "cluster": cluster,
    "bots": bots,
    "starvation": starved,
}


# --- the run -------------------------------------------------------------------------------------


def say(text: str) -> None:
    print(text, flush=True)


def note(results: list[dict[str, Any]], name: str, result: dict[str, Any]) -> None:
    results.append(result)
    say(
        f"  {name}: {result['moves_per_second']:.0f} moves/s, p99 {result['p99_ms']} ms, "
        f"{result['cpu_us_per_move']:.0f} µs of a core each"
        + (f", {result['errors']} errors" if result["errors"] else "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this")
    parser.add_argument("--page", type=Path, help="write the page with its picture here")
    given = parser.parse_args()
    began = time.monotonic()
    plan = Plan(given)
    if os.getloadavg()[0] > BUSY:
        say(f"This machine is busy (load {os.getloadavg()[0]:.1f}): what follows is worth little.")
    result: dict[str, Any] = {"machine": load_report.machine_line(), "own_cores": plan.own_cores}
    for name in given.only or PARTS:
        result[name] = PARTS[name](plan)
    say(f"took {time.monotonic() - began:.0f} s")
    targets = load_report.targets(result)
    for target in targets:
        say(target.sentence())
    if given.page is not None:
        load_report.write(result, targets, given.page)
        say(f"wrote {given.page}")


if __name__ == "__main__":
    main()
