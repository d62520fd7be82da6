"""Forbids whatever is imported later to use libraries, processes, threads and the network."""

import sys
import threading
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import NoReturn

LIBRARIES = {
    *("aiosqlite", "alembic", "litestar", "psycopg", "redis", "sqlalchemy", "sqlite3"),
    *("h11", "httptools", "prometheus_client", "uvicorn", "uvloop", "websockets"),
    *("confusable_homoglyphs", "cyclopts", "platformdirs", "rich", "segno"),
    *("multiprocessing", "_multiprocessing"),
}
"""What a worker in a browser has not got."""
CALLS = {"os.fork", "os.posix_spawn", "subprocess.Popen", "socket.bind", "socket.connect"}


class _Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name.partition(".")[0] in LIBRARIES:
            raise ModuleNotFoundError(f"{name} is forbidden here", name=name)


def _check(event: str, _: object) -> None:
    if event in CALLS:
        raise RuntimeError(f"{event} is forbidden here")


def _start(self: threading.Thread) -> NoReturn:
    raise RuntimeError("a thread is forbidden here")


def forbid() -> None:
    assert not LIBRARIES & set(sys.modules)
    threading.Thread.start = _start  # type: ignore[method-assign]
    sys.meta_path.insert(0, _Finder())
    sys.addaudithook(_check)
