"""Servers for tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.nursery import Nursery
from tests.server.process import Server, serving


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a module."""
    with serving(nursery, tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(nursery: Nursery, tmp_path: Path) -> Iterator[Server]:
    """One for this test alone."""
    with serving(nursery, tmp_path) as running:
        yield running
