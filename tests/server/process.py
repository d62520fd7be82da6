"""A real server in a process of its own."""

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.server.nursery import Nursery
from tests.services import free_port

STARTING = 60.0


class Server:
    """``fatum serve``, started, killed and started again on the same port."""

    def __init__(
        self, nursery: Nursery, folder: Path, store: str | None = None, **settings: object
    ) -> None:
        self.folder = folder
        self.store = store or str(folder / "tables.db")
        self.settings = {
            "bot_delay": 0,
            "bot_processes": 1,
            "requests_per_minute": 1_000_000,
            "tables_per_hour": 1_000_000,
            "connections_per_address": 100_000,
            "messages_per_second": 10_000,
            "log_level": "debug",
            **settings,
        }
        self.port = free_port()
        self.log = Path(tempfile.mkstemp(prefix="server-", suffix=".log", dir=folder)[1])
        self._nursery = nursery
        self.pid = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return {
            **{f"FATUM_{name.upper()}": str(value) for name, value in self.settings.items()},
            "FATUM_STORE": self.store,
            "FATUM_PORT": str(self.port),
            "FATUM_DATA_DIR": str(self.folder),
        }

    def start(self, *, wait: bool = True) -> None:
        self.pid = self._nursery.start(str(self.log), self.environment())
        if wait:
            self.wait_ready()

    def wait_ready(self) -> None:
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            if not self.alive():
                raise AssertionError(f"the server has ended:\n{self.logged()[-3000:]}")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError(f"the server does not start:\n{self.logged()[-3000:]}")

    def alive(self) -> bool:
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, how)
            end = time.monotonic() + 20
            while self.alive():
                assert time.monotonic() < end, "the server does not end"
                time.sleep(0.005)
            self.pid = 0

    def logged(self) -> str:
        return self.log.read_text("utf-8")


@contextmanager
def serving(
    nursery: Nursery, folder: Path, store: str | None = None, **settings: object
) -> Iterator[Server]:
    server = Server(nursery, folder, store, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()
