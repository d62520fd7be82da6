"""``fatum`` without a command: the browser opens on a server for this machine.

So does a game that was begun in the terminal and goes on in the browser.
"""

import asyncio
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
from tests.server.clients import Browser, Stubborn, asynchronous

from fatum.records import load_record, parse_record, verify
from fatum.server.api import client_files
from fatum.terminal.saves import newest_save

need_client = pytest.mark.skipif(
    not client_files.is_built(), reason="the browser client is not built: python client/build.py"
)


@contextmanager
def started(*words: str, **settings: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command, running, and the address it prints."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    kept = {name: value for name, value in os.environ.items() if name not in screens}
    with subprocess.Popen(
        [sys.executable, "-m", "fatum", *words],
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
    # A busy machine may hold the loop, which is logged.
    said = [line for line in err.splitlines() if "the event loop was held" not in line]
    assert (running.returncode, out, said) == (0, "", [])
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


@need_client
@pytest.mark.parametrize(("game", "limit"), [("karma", 60), ("allin", 10)])
@asynchronous()
async def test_a_game_begun_in_the_terminal_goes_on_in_the_browser(
    fatum: Fatum, game: str, limit: int
) -> None:
    begun = await asyncio.to_thread(
        fatum,
        *f"play {game} --players 2 --bots greedy --seed s --turn-limit {limit}".split(),
        typed="1\n1\n1\nquit\n",
    )
    assert begun.code == 0, begun.err
    path = newest_save(game)
    saved = load_record(path)
    assert saved.moves
    words = ["play", game, "--resume", "--browser"]
    with started(*words, FATUM_PORT="0", FATUM_BOT_DELAY="0") as (_, link):
        address, _, claim = link.partition("#claim=")
        url, _, table = address.partition("/t/")
        browser = Browser(url)
        token = {"token": claim, "key": "k"}
        seated = await browser.do("POST", f"/api/tables/{table}/claim", json=token)
        assert seated["you"]["seat"] == "P1"
        await Stubborn(browser, table, seed=3).play()
        ended = parse_record((await browser.ask("GET", f"/api/tables/{table}/record")).text)
    verify(ended)
    assert ended.outcome is not None
    assert ended.seed == saved.seed
    assert ended.moves[: len(saved.moves)] == saved.moves
    assert len(ended.moves) > len(saved.moves)
    assert not path.exists()


def test_the_browser_keeps_the_game_itself(fatum: Fatum) -> None:
    for flag in (["--lines"], ["--record", "game.json"]):
        assert "leave out --lines and --record" in fatum.refuses(
            "play", "karma", "--browser", *flag
        )
