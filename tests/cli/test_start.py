"""``fatum`` without a command: the browser opens on a server for this machine."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.run import Fatum

from fatum.server.api import client_files

need_client = pytest.mark.skipif(
    not client_files.is_built(), reason="the browser client is not built: python client/build.py"
)


@contextmanager
def started(**settings: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command, running, and the address it prints."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    kept = {name: value for name, value in os.environ.items() if name not in screens}
    with subprocess.Popen(
        [sys.executable, "-m", "fatum"],
        env={**kept, "FATUM_BOT_PROCESSES": "1", **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert running.stdout is not None
            found = re.fullmatch(r"Fatum is ready at (http://\S+)\n", running.stdout.readline())
            assert found, running.communicate(timeout=30)
            assert "Ctrl-C" in running.stdout.readline()
            yield running, found[1]
        finally:
            running.kill()


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


@need_client
def test_plays_in_the_browser_until_interrupted(tmp_path: Path) -> None:
    with started(FATUM_PORT="0") as (running, address):
        assert 'id="app"' in read(address)
        assert "karma" in read(f"{address}/api/info")
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (0, "", "")
    assert (tmp_path / "data" / "tables.db").is_file()


@need_client
def test_takes_another_port_when_the_usual_one_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(FATUM_PORT=str(port)) as (_, address):
            assert address.startswith("http://127.0.0.1:")
            assert not address.endswith(f":{port}")
            assert 'id="app"' in read(address)


@need_client
@pytest.mark.skipif(sys.platform == "win32", reason="the browser is played by a shell script")
def test_opens_the_browser_there(tmp_path: Path) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}\n', "utf-8")
    browser.chmod(0o755)
    with started(FATUM_PORT="0", BROWSER=str(browser)) as (_, address):
        assert told.read_text("utf-8").strip() == address


def test_says_so_where_there_is_no_client(
    fatum: Fatum, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(client_files.is_built, "__defaults__", (tmp_path,))
    assert "play in the terminal: fatum play karma" in fatum.refuses()
