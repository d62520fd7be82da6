"""The servers that are measured, each in processes of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
BOARDGAME: Final = HERE / "boardgameio"
BUILD: Final = HERE.parent / "build"
Cores = set[int] | None
"""Where processes may run; ``None``: anywhere."""


class Servers:
    """One or more processes that serve the same tables."""

    def __init__(self, ports: list[int], pids: list[int]) -> None:
        self.ports: Final = ports
        self.pids: Final = pids

    def memory(self) -> int:
        """Resident bytes."""
        total = 0
        for pid in self.pids:
            text = Path(f"/proc/{pid}/status").read_text("ascii")
            line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
            total += int(line.split()[1]) * 1024
        return total

    def cpu(self) -> float:
        """Seconds that the processes have had a core, all their threads together."""
        total = 0
        for pid in self.pids:
            fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")


@contextmanager
def bare(cores: Cores) -> Iterator[Servers]:
    """A Litestar server that only passes messages on."""
    port = free_port()
    with _process([sys.executable, "-m", "benchmarks.load_bare", str(port)], cores) as pid:
        _wait_for(port)
        yield Servers([port], [pid])


@contextmanager
def boardgame(cores: Cores) -> Iterator[Servers]:
    """boardgame.io with its tables in memory."""
    port = free_port()
    words = ["node", str(BOARDGAME / "server.cjs"), str(port)]
    with _process(words, cores, NODE_ENV="production") as pid:
        _wait_for(port)
        yield Servers([port], [pid])


@contextmanager
def fatum(
    cores: list[Cores], store: str | None = None, redis: str = "", **settings: object
) -> Iterator[Servers]:
    """As many processes of Fatum's server as there are sets of cores, with all durability."""
    with ExitStack() as stack:
        # Not in /tmp, which is no disk on many machines.
        BUILD.mkdir(exist_ok=True)
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="load-", dir=BUILD))
        given = {
            "store": store or str(Path(folder) / "tables.db"),
            "redis": redis,
            "data_dir": folder,
            "log_level": "warning",
            "requests_per_minute": 10_000_000,
            "tables_per_hour": 10_000_000,
            "connections_per_address": 100_000,
            "messages_per_second": 100_000,
            **settings,
        }
        ports: list[int] = []
        pids: list[int] = []
        for allowed in cores:
            ports.append(free_port())
            environment = {f"FATUM_{name.upper()}": str(value) for name, value in given.items()}
            environment["FATUM_PORT"] = str(ports[-1])
            words = [sys.executable, "-m", "fatum", "serve"]
            pids.append(stack.enter_context(_process(words, allowed, **environment)))
        for port in ports:
            _wait_for(port)
            while urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").status != 200:
                time.sleep(0.05)
        yield Servers(ports, pids)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _process(words: list[str], cores: Cores, **environment: str) -> Iterator[int]:
    def pin() -> None:
        if cores is not None:
            os.sched_setaffinity(0, cores)
        elif hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, range(os.cpu_count() or 1))

    started = subprocess.Popen(
        words,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        preexec_fn=pin,  # noqa: PLW1509  # it only chooses cores
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


def _wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("a server does not start")
