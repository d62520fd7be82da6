"""Stores to test with: a file, and a real PostgreSQL server where one is installed."""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def _postgres_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    path = shutil.which("postgres")
    return Path(path).parent if path else None


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    pytest.skip("PostgreSQL does not run as root, and there is no other user")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server of our own, without its database."""
    programs = _postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    user = _server_user()
    folder = Path(tempfile.mkdtemp(prefix="fatum-pg-"))
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)

    def run(*words: str) -> None:
        subprocess.run(words, check=True, cwd=folder, user=user, capture_output=True, timeout=60)

    data = str(folder / "data")
    control = str(programs / "pg_ctl")
    try:
        run(str(programs / "initdb"), "-D", data, "-U", "fatum", "-A", "trust", "--no-sync")
        # The tests kill clients, not the server, so it need not sync.
        settings = f"-c fsync=off -c listen_addresses='' -c unix_socket_directories={folder}"
        run(control, "-D", data, "-w", "-l", str(folder / "log"), "-o", settings, "start")
        try:
            yield f"postgresql://fatum@/{{name}}?host={folder}"
        finally:
            run(control, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The address of an empty database."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    url = postgres_server.format(name="postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return postgres_server.format(name=name)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each kind of store in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "fatum.db")
    url: str = request.getfixturevalue("postgres")
    return url


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "fatum.db")
