"""Third-party bots cannot stop a game: each runs in a separate process with a time limit.

A bot that crashes, stalls or answers illegally is reported, and ``greedy`` makes that move. The
process is ended and started again for the next one. A bot that fails too often in a row is not
asked again, so that nobody waits for it at every move.
"""

import contextlib
import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from typing import Final

from fatum.bots.base import Budget
from fatum.bots.exchange import write_question
from fatum.bots.greedy import greedy_move
from fatum.core.game import View
from fatum.core.rng import Rng

_LOG: Final = logging.getLogger("fatum.bots")
_START_SECONDS: Final = 30.0
_GRACE_SECONDS: Final = 2.0
"""On top of the time a bot is given, unless its budget has a limit."""
_UNTIMED_SECONDS: Final = 20.0
"""For a budget of iterations."""
_PATIENCE: Final = 3
"""Faults in a row after which a bot is not asked again."""
_FAULTS_KEPT: Final = 100
"""Kept for callers that ask for them; servers do not."""


class _FaultError(Exception):
    """What a bot did wrong, in a few words, and the traceback of its error if it had one."""

    def __init__(self, what: str, traceback: str = "") -> None:
        super().__init__(what)
        self.traceback: Final = traceback


class _SilentError(_FaultError):
    """The bot did not answer in time."""


class _NotReady(Exception):
    """The bot's process is still starting, and there is no time to wait for it."""


class _Process:
    """A worker and the lines it answers."""

    def __init__(self, reference: str) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "fatum.bots.worker", reference],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # The bot is found wherever this process would find it.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._ready = False
        self._ready_until = time.monotonic() + _START_SECONDS
        # A thread of its own, because not every system can wait for a pipe with a time limit.
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._child.pid

    def _listen(self) -> None:
        assert self._child.stdout is not None
        with self._child.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    def start(self, limit: float | None) -> None:
        """Wait until it can be asked, but not longer than ``limit``."""
        if self._ready:
            return
        left = max(0.0, self._ready_until - time.monotonic())
        try:
            self.answer(left if limit is None else min(left, limit))
        except _SilentError:
            if limit is not None and limit < left:
                raise _NotReady from None
            raise
        self._ready = True

    def ask(self, question: dict[str, object]) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(question) + "\n")
            self._child.stdin.flush()
        except OSError:
            raise _FaultError("its process has ended") from None

    def answer(self, seconds: float) -> dict[str, object]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise _SilentError(f"no answer within {seconds:.3g} seconds") from None
        if not line:
            raise _FaultError("its process has ended")
        data = json.loads(line)
        assert isinstance(data, dict)
        if "fault" in data:
            raise _FaultError(str(data["fault"]), str(data.get("traceback", "")))
        return data

    def end(self) -> None:
        self._child.kill()
        self._child.wait()
        if self._child.stdin is not None:
            with contextlib.suppress(OSError):
                self._child.stdin.close()


class SafeBot:
    """A bot in a process that holds no true state; ``reference`` is ``module:factory``."""

    def __init__(self, name: str, reference: str, seconds: float | None = None) -> None:
        self.name: Final = name
        self._reference = reference
        self._seconds = seconds
        """A time limit of its own, whatever the budget says."""
        self._process: _Process | None = None
        self._in_a_row = 0
        self._faults: deque[str] = deque(maxlen=_FAULTS_KEPT)
        self._shown: set[str] = set()
        """Tracebacks that were logged, so that each of them is logged once."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        if self._in_a_row >= _PATIENCE:
            self._faults.append(f"not asked after {_PATIENCE} faults in a row")
            return greedy_move(view, legal, rng)
        # Drawn before the bot is asked: its answer must not change anybody's later chances.
        stand_in = greedy_move(view, legal, rng)
        question = write_question(view, legal, rng, budget)
        try:
            move = self._ask(question, legal, budget)
        except _NotReady:
            return stand_in
        except _FaultError as fault:
            self._note(str(fault), fault.traceback)
            return stand_in
        self._in_a_row = 0
        return move

    def take_faults(self) -> list[str]:
        """One sentence for each move that ``greedy`` made since the last call."""
        faults = list(self._faults)
        self._faults.clear()
        return faults

    @property
    def pid(self) -> int | None:
        """The process the bot thinks in, while there is one."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process; the next choice starts another."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def __del__(self) -> None:
        self.close()

    def _ask(self, question: dict[str, object], legal: list[int], budget: Budget) -> int:
        if self._process is None:
            self._process = _Process(self._reference)
        began = time.monotonic()
        self._process.start(budget.limit)
        limit = self._limit(budget)
        if budget.limit is not None:
            limit -= time.monotonic() - began
            if limit < (budget.seconds or 0.0):
                raise _NotReady
        self._process.ask(question)
        answer = self._process.answer(limit)
        texts = question["legal"]
        assert isinstance(texts, list)
        if answer.get("move") not in texts:
            raise _FaultError("its answer cannot be read")
        return legal[texts.index(answer["move"])]

    def _limit(self, budget: Budget) -> float:
        if self._seconds is not None:
            return self._seconds
        if budget.limit is not None:
            return budget.limit
        if budget.seconds is None:
            return _UNTIMED_SECONDS
        return budget.seconds + _GRACE_SECONDS

    def _note(self, fault: str, traceback: str) -> None:
        self.close()
        self._in_a_row += 1
        said = f"bot {self.name!r}: {fault}; greedy made the move"
        if self._in_a_row == _PATIENCE:
            said += f", and makes all others after {_PATIENCE} faults in a row"
        self._faults.append(said)
        if traceback in self._shown or len(self._shown) == _FAULTS_KEPT:
            traceback = ""
        self._shown.add(traceback)
        _LOG.warning("%s", f"{said}\n{traceback}".rstrip())
