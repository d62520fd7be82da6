"""Stores to test with: a file, and a real PostgreSQL server where one is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.services import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A server of our own."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> str:
    """The address of an empty database."""
    return postgres_server.new_database()


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
