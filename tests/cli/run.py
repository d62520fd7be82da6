"""Running commands in tests."""

import io
import os
import subprocess
import sys
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from fatum.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Fatum:
    """``fatum WORD WORD …`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, typed: str = "") -> Ran:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([str(word) for word in words])
        return Ran(code, *self._capsys.readouterr())

    def refuses(self, *words: object, code: int = 2) -> str:
        """The one sentence of a command that cannot be done."""
        ran = self(*words)
        assert ran.code == code, ran
        assert ran.err.startswith("fatum: "), ran
        assert ran.err.count("\n") == 1, ran
        return ran.err


def real(words: Iterable[object], **settings: str) -> Ran:
    """A process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "fatum", *(str(word) for word in words)],
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
