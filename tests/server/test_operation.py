"""Running a server: settings, health, numbers, logs, stopping, backups."""

import asyncio
import dataclasses
import io
import json
import math
import os
import re
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import segno
from tests.server.clients import Browser, Line, Stubborn, asynchronous, quiet
from tests.server.process import Server
from websockets.exceptions import ConnectionClosed

from fatum.server.app import build
from fatum.server.ops import health
from fatum.server.process import ServerProcess
from fatum.server.settings import InvalidSettings, Settings, read_settings, specs

HOSTING = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text("utf-8")


# --- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, *_ in specs()])
def test_every_setting_is_documented(name: str) -> None:
    row = re.search(rf"^\| `{name}` \|.*$", HOSTING, re.MULTILINE)
    assert row, f"docs/hosting.md has no row for {name!r}"
    default = next(default for known, _, default, _ in specs() if known == name)
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    assert not shown or f"`{shown}`" in row[0], row[0]


def test_nothing_is_documented_that_does_not_exist() -> None:
    table = HOSTING.partition("## Settings")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == {name for name, *_ in specs()}


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "fatum.toml"
    file.write_text('port = 1\nhost = "file"\nbot_delay = 2\nmetrics = false\n')
    environment = {"FATUM_PORT": "2", "FATUM_HOST": "environment", "FATUM_CONFIG": str(file)}
    settings = read_settings({"port": 3, "host": None}, environment)
    assert (settings.port, settings.host) == (3, "environment")
    assert (settings.bot_delay, settings.metrics) == (2.0, False)
    assert settings.connections == Settings().connections


@pytest.mark.parametrize(
    ("environment", "fault"),
    [
        ({"FATUM_PORT": "many"}, "FATUM_PORT must be a whole number"),
        ({"FATUM_PORT": "70000"}, "port must be at most 65535"),
        ({"FATUM_CONNECTIONS": "0"}, "connections must be at least 1"),
        ({"FATUM_METRICS": "perhaps"}, "FATUM_METRICS must be true or false"),
        ({"FATUM_LOG_LEVEL": "loud"}, "log_level must be"),
        ({"FATUM_PUBLIC_URL": "example.org"}, "public_url must be an address"),
        ({"FATUM_REDIS": "localhost"}, "redis must be an address"),
        ({"FATUM_PUBLIC_URL": "http://["}, "public_url must be an address"),
        ({"FATUM_PUBLIC_URL": "http://a:99999"}, "public_url must be an address"),
        ({"FATUM_ORIGINS": "https://a, http://:80"}, "origins must be an address"),
        ({"FATUM_REDIS": "redis://["}, "redis must be an address"),
        ({"FATUM_REDIS": "redis://a:b"}, "redis must be an address"),
        ({"FATUM_PROXIES": "127.0.0.1, proxy"}, "proxies must be addresses or networks"),
        ({"FATUM_STOP_SECONDS": "nan"}, "stop_seconds must be a number, not nan"),
        ({"FATUM_BOT_DELAY": "inf"}, "bot_delay must be a number, not inf"),
        ({"FATUM_CERTIFICATE": "a.pem"}, "belong together"),
        ({"FATUM_CONFIG": "/nothing.toml"}, "cannot read /nothing.toml"),
    ],
)
def test_bad_settings_are_one_sentence(environment: dict[str, str], fault: str) -> None:
    with pytest.raises(InvalidSettings, match=re.escape(fault)):
        read_settings({}, environment)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("colour = 1", "there is no setting 'colour'"),
        ('port = "x"', "port must be a whole number"),
        ("port", "is not TOML"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "fatum.toml"
    file.write_text(text)
    with pytest.raises(InvalidSettings, match=fault):
        read_settings({}, {}, file)


def test_settings_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def serve(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fatum", "serve", *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_server_that_cannot_start_says_why(server: Server, tmp_path: Path) -> None:
    folder = {"FATUM_DATA_DIR": str(tmp_path)}
    taken = serve("--port", str(server.port), **folder)
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    (tmp_path / "text").write_text("hello")
    for words, sentence in (
        (("--store", "mysql://localhost/x"), "a store is a file"),
        (("--store", "postgresql://fatum@localhost:x/y"), "the store's address cannot be read"),
        (("--store", str(tmp_path / "text")), "cannot open the store: file is not a database"),
        (("--store", str(tmp_path)), "cannot open the store: unable to open database file"),
        (("--certificate", "no.pem", "--certificate-key", "no.key"), "No such file or directory"),
        (
            ("--certificate", str(tmp_path / "text"), "--certificate-key", str(tmp_path / "text")),
            "cannot use the certificate",
        ),
        (("--host", "192.0.2.1"), "Cannot assign requested address"),
        (("--config", str(tmp_path)), "Is a directory"),
    ):
        done = serve("--port", "0", *words, **folder)
        assert done.returncode == 2, done.stderr
        assert done.stderr.startswith("fatum: "), done.stderr
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr


# --- looking after it ----------------------------------------------------------------------------


def test_health_and_numbers(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").text == "ok"
    assert httpx.get(f"{server.url}/readyz").text == "ready"
    numbers = httpx.get(f"{server.url}/metrics").text
    told = set(re.findall(r"^# TYPE (fatum_\w+)", numbers, re.MULTILINE))
    assert told >= {"fatum_rooms", "fatum_sockets", "fatum_entries_total", "fatum_request_seconds"}
    assert told == set(re.findall(r"`(fatum_\w+)`", HOSTING)), "docs/hosting.md lists all metrics"


def test_every_address_of_an_operator_is_documented() -> None:
    for handler in health.HANDLERS:
        for path in handler.paths:
            assert f"`{path}`" in HOSTING


def test_the_log_is_json_without_queries(server: Server) -> None:
    httpx.get(f"{server.url}/api/lobby?secret=verysecret")
    while '"/api/lobby"' not in server.logged():  # written after the answer
        time.sleep(0.01)
    lines = server.logged().splitlines()
    entries = [json.loads(line) for line in lines if not line.startswith("Fatum is ready")]
    assert {"at", "level", "event"} <= set(entries[0])
    assert any(entry.get("path") == "/api/lobby" for entry in entries)
    assert "verysecret" not in server.logged()


@asynchronous()
async def test_stopping_tells_everybody_to_come_back(own_server: Server) -> None:
    async with Browser(own_server.url) as ann:
        table = await ann.open()
        line = Line(ann, table)
        await line.connect()
        stopping = asyncio.create_task(asyncio.to_thread(own_server.stop))
        goodbye = await line.until("bye")
        assert goodbye["code"] == "restart"
        assert 0 < goodbye["again"] <= 5
        with pytest.raises(ConnectionClosed) as closed:
            await line.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        await stopping
        own_server.start()
        seq = line.seq
        await line.connect()
        assert line.seq == seq
        await line.close()


def command(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fatum", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@asynchronous()
async def test_backup_and_restore_while_people_play(own_server: Server, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    async with Browser(own_server.url) as ann:
        table = await ann.open(settings={"chat": True})
        line = Line(ann, table)
        await line.connect()
        await line.send({"type": "chat", "text": "kept", "key": "a"})
        await line.until("updates")
        kept = line.seq
        words = ("--store", own_server.store)
        await asyncio.to_thread(command, "backup", str(file), *words)
        await line.send({"type": "chat", "text": "lost", "key": "b"})
        await line.until("updates")
        later = await ann.open()
        other = Line(ann, later)
        await other.connect()
        said = await asyncio.to_thread(command, "restore", str(file), "--force", *words)
        assert "restored 1 table " in said
        snapshot = await line.until("snapshot")
        assert snapshot["snapshot"]["seq"] == kept
        assert [said["text"] for said in snapshot["snapshot"]["chat"]] == ["kept"]
        assert (await other.until("bye"))["code"] == "gone"
        await line.send({"type": "chat", "text": "after", "key": "c"})
        await line.until("updates")
        await line.close()


# --- absence -------------------------------------------------------------------------------------


@pytest.mark.slow
@asynchronous()
async def test_somebody_who_goes_is_away_and_comes_back(own_server: Server) -> None:
    async with Browser(own_server.url) as ann, Browser(own_server.url) as bob:
        table = await ann.open(options={"players": 2}, settings={"grace": 5})
        await bob.sit(table, "Bob")
        first, second = Line(ann, table), Line(bob, table)
        await first.connect()
        await second.connect()
        await first.send({"type": "start"})
        await first.until("updates")
        await second.close()

        async def news(what: str) -> str:
            """Wait for this, and say whom it is about."""
            while True:
                for update in (await first.until("updates"))["updates"]:
                    if update.get("news", {}).get("what") == what:
                        return str(update["news"]["seat"])

        assert await news("away") == "P2"
        assert await news("taken_over") == "P2"
        await second.connect()
        assert await news("returned") == "P2"
        await first.close()
        await second.close()


@asynchronous()
async def test_leaving_is_not_undone_by_the_open_socket(own_server: Server) -> None:
    async with Browser(own_server.url) as ann, Browser(own_server.url) as bob:
        table = await ann.open(options={"players": 2})
        await bob.sit(table, "Bob")
        first, second = Line(ann, table), Line(bob, table)
        await first.connect()
        await second.connect()
        await first.send({"type": "start"})
        await second.until("updates")
        for request, bot, seconds in (("leave", True, 2.5), ("back", False, 0.5)):
            await second.send({"type": request})
            await quiet(first, seconds)
            assert first.picture["table"]["seats"][1]["stand_in"] is bot
        await first.close()
        await second.close()


@pytest.mark.slow
@asynchronous()
async def test_the_clock_moves_for_somebody_who_does_not(own_server: Server) -> None:
    async with Browser(own_server.url) as ann:
        table = await ann.open(
            bots=["greedy"],
            options={"players": 2, "starter": "P1"},
            settings={"move_time": 5},
            start=True,
        )
        line = Line(ann, table)
        await line.connect()
        by = ""
        while by != "clock":
            for update in (await line.until("updates"))["updates"]:
                by = update.get("news", {}).get("by", by)
        await line.close()


@asynchronous()
async def test_bots_keep_their_beat(own_server: Server) -> None:
    """How long a bot takes says nothing about its cards."""
    own_server.kill()
    own_server.settings["bot_delay"] = 0.4
    own_server.start()
    async with Browser(own_server.url) as ann:
        table = await ann.open(bots=["random", "greedy"], options={"players": 3}, start=True)
        line = Line(ann, table)
        await line.connect()
        times: list[float] = []
        since = 0
        alone = False
        before: list[str] = []
        while len(times) < 8:
            prompt = line.picture["prompt"]
            if prompt is not None:
                move = {"move": prompt["legal"][0], "answers": prompt["seq"]}
                await line.send({"type": "move", **move})
            for update in (await line.until("updates"))["updates"]:
                # Only then was the bot asked by the entry before.
                if alone and update.get("news", {}).get("by") == "bot":
                    times.append((update["at"] - since) / 400)
                since = update["at"]
                turn = [asked["seat"] for asked in line.picture["turn"]]
                alone = len(turn) == 1 and turn[0] not in before
                before = turn
        await line.close()
    assert min(times) > 0.95


@asynchronous()
async def test_one_bad_log_stops_nobody(own_server: Server) -> None:
    import sqlite3
    from contextlib import closing

    async with Browser(own_server.url) as ann:
        broken = await ann.open()
        fine = await ann.open(bots=["greedy"] * 3, start=True)
        own_server.kill()
        with closing(sqlite3.connect(own_server.store)) as store:
            store.execute("UPDATE log SET body = '{' WHERE table_id = ?", (broken,))
            store.commit()
        own_server.start()
        answer = await ann.http.get(f"/api/tables/{broken}")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal")
        line = Line(ann, broken)
        line.socket = await ann.socket(broken)
        assert (await line.until("error"))["code"] == "internal"
        await Stubborn(ann, fine).play()


# --- a terminal ----------------------------------------------------------------------------------


@contextmanager
def on_terminal(*words: str, **environment: str) -> Iterator[Callable[[str], str]]:
    """A server on a terminal of its own; waits for a text and gives all that was printed."""
    import pty

    master, slave = pty.openpty()
    command = [sys.executable, "-m", "fatum", "serve", "--port", "0", *words]
    running = subprocess.Popen(
        command, env={**os.environ, **environment}, stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    shown = b""

    def until(text: str) -> str:
        nonlocal shown
        while text not in shown.decode(errors="replace"):
            shown += os.read(master, 10_000)
        return shown.decode().replace("\r\n", "\n")

    try:
        yield until
    finally:
        running.terminate()
        running.wait(30)
        os.close(master)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of our own")
def test_a_terminal_shows_text_and_a_qr_code(tmp_path: Path) -> None:
    url = "http://192.168.1.20:8000"
    expected = io.StringIO()
    segno.make(url, micro=False).terminal(out=expected, compact=True)
    data = {
        "FATUM_DATA_DIR": str(tmp_path),
        "FATUM_BOT_PROCESSES": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    with on_terminal("--public-url", url, **data) as until:
        shown = until(expected.getvalue().strip().splitlines()[-1])
        # The end of the last line may still be on its way.
        assert f"{url}:\n{expected.getvalue().rstrip()}" in shown
        assert re.search(r"^20\d\d-\d\d-\d\dT\S+Z info started version=", shown, re.MULTILINE)
    # Only this machine can reach it: a phone would find nothing.
    with on_terminal("--log-format", "json", **data) as until:
        shown = until("Fatum is ready at")
        assert '"event": "started"' in shown
        assert "█" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_server_may_open_as_many_files_as_it_has_connections() -> None:
    code = (
        "import resource; from fatum.server.run import allow_open_files;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 300));"
        "print(allow_open_files(200), allow_open_files(900),"
        " resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "200 300 (300, 300)\n"


# --- inside one process --------------------------------------------------------------------------


@asynchronous()
async def test_tables_can_be_kept_for_longer_than_there_were_days(tmp_path: Path) -> None:
    settings = Settings(keep_days=10**400)
    async with ServerProcess.open(settings, str(tmp_path / "tables.db")) as server:
        server.housekeeping._pruned = -math.inf
        await server.housekeeping._prune()


@asynchronous()
async def test_the_routes_use_nothing_that_is_deprecated(tmp_path: Path) -> None:
    async with ServerProcess.open(Settings(), str(tmp_path / "tables.db")) as server:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            build(server)
