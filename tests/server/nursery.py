"""Starts servers quickly: everything is imported once, then each server is a fork of it.

Each is a process of its own in every other respect, and can be killed like one. Run as a program it
reads one JSON object a line, ``{"log": …, "environment": {…}}``, and answers with a process number.
"""

import json
import os
import signal
import subprocess
import sys
from typing import Any


class Nursery:
    """The program below, seen from the tests."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, log: str, environment: dict[str, str]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"log": log, "environment": environment}) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def _serve(order: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.update(order["environment"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(nothing, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)

    from fatum.cli import main

    sys.exit(main(["serve"]))


def _run() -> None:
    from fatum.cli import app, serve
    from fatum.games.registry import GAMES, find_game
    from fatum.server import run
    from fatum.table.names import load_prototypes

    del app, serve, run
    load_prototypes()
    for name in GAMES:
        find_game(name)
    # Nobody waits for the children, so the system takes them away.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in os.fdopen(os.dup(0)):
        child = os.fork()
        if child == 0:
            _serve(json.loads(line))
        print(child, flush=True)


if __name__ == "__main__":
    _run()
