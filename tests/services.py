"""PostgreSQL and Redis of our own, which can be stopped and started again."""

import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


def programs(name: str, *folders: str) -> Path:
    """Where a program is; the test is skipped where it is not installed."""
    for pattern in folders:
        found = sorted(Path("/").glob(pattern.lstrip("/")))
        if found:
            return found[-1]
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return Path(path)


class Postgres:
    def __init__(self, folder: Path, durable: bool = False) -> None:
        self._folder = folder
        # Tests kill processes, not the machine, so nothing need be synced.
        self._settings = "" if durable else "-c fsync=off "
        self._control = programs("pg_ctl", "/usr/lib/postgresql/*/bin/pg_ctl")
        self._user = _other_user()
        if self._user is not None:
            entry = pwd.getpwnam(self._user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        data = str(folder / "data")
        words = ("-D", data, "-U", "fatum", "-A", "trust", "--no-sync")
        self._run(str(self._control.with_name("initdb")), *words)

    @property
    def url(self) -> str:
        return self._url("postgres")

    def _url(self, database: str) -> str:
        return f"postgresql://fatum@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The address of an empty one."""
        import psycopg

        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._url(name)

    def start(self) -> None:
        settings = f"-c listen_addresses='' -c unix_socket_directories={self._folder}"
        log = str(self._folder / "log")
        self._command("-w", "-l", log, "-o", self._settings + settings, "start")

    def stop(self) -> None:
        """At once, as if it had crashed."""
        self._command("-m", "immediate", "stop")

    def _command(self, *words: str) -> None:
        self._run(str(self._control), "-D", str(self._folder / "data"), *words)

    def _run(self, *words: str) -> None:
        subprocess.run(
            words, check=True, cwd=self._folder, user=self._user, capture_output=True, timeout=60
        )


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    pytest.skip("PostgreSQL does not run as root, and there is no other user")


class Redis:
    def __init__(self, folder: Path) -> None:
        self._program = programs("redis-server")
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [str(self._program), "--port", str(self._port), "--save", "", "--appendonly", "no"],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        import redis

        end = time.monotonic() + 20
        while True:
            try:
                with redis.Redis.from_url(self.url) as client:
                    client.ping()
                return
            except redis.ConnectionError:
                assert time.monotonic() < end, "Redis does not start"
                time.sleep(0.02)

    def freeze(self) -> None:
        """Still there, but it does not answer."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None


@contextmanager
def running_postgres(durable: bool = False) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="fatum-pg-"))
    try:
        server = Postgres(folder, durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_redis() -> Iterator[Redis]:
    server = Redis(Path(tempfile.gettempdir()))
    server.start()
    try:
        yield server
    finally:
        server.kill()


def free_port() -> int:
    """Below the ports that the system hands out: nobody gets it while its server restarts."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port")
