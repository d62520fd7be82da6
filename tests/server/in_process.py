"""A real server in the process of the test, so that a test can change what it stands on."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fatum.server import run
from fatum.server.settings import Settings


@contextlib.asynccontextmanager
async def running(
    folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> AsyncIterator[str]:
    """Its address. It ends as an operator would end it."""
    monkeypatch.setattr(run, "_settle_memory", lambda: None)
    ready = asyncio.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        store = str(folder / "tables.db")
        serving = asyncio.create_task(run._serve(settings, store, listening, lambda _: ready.set()))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.is_set(), serving
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            signal.raise_signal(signal.SIGTERM)
            await serving
