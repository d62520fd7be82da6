"""The table in a terminal: how long it takes to appear, and what it costs while bots play."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep

from benchmarks.framework import Meter, MissingError, add

STARTS = 8
WATCHED = 10.0
"""Seconds of play for the share of a processor."""
_DRAWN = "╭".encode()


class _Screen:
    """``fatum play karma`` on a terminal of 100 by 30 characters."""

    def __init__(self) -> None:
        command = Path(sys.executable).with_name("fatum")
        if not command.exists():
            raise MissingError("the command fatum is not installed")
        self._end, other = pty.openpty()
        self._folder = tempfile.TemporaryDirectory()
        env = {**os.environ, "FATUM_DATA_DIR": self._folder.name, "TERM": "xterm-256color"}
        env |= {"COLUMNS": "100", "LINES": "30", "FATUM_LINES": "0"}
        words = [str(command), "play", "karma", "--bots", "greedy"]
        self._started = perf_counter()
        self.running = subprocess.Popen(words, stdin=other, stdout=other, stderr=other, env=env)
        os.close(other)

    def until_drawn(self) -> None:
        """Until the first card is on the screen."""
        seen = b""
        while _DRAWN not in seen:
            seen += os.read(self._end, 65536)

    def watch(self, seconds: float) -> None:
        """Read what is drawn, pressing Enter now and then."""
        end = perf_counter() + seconds
        while perf_counter() < end:
            os.write(self._end, b"\r")
            ready, _, _ = select.select([self._end], [], [], 0.5)
            if ready:
                os.read(self._end, 65536)
            sleep(0.1)

    def made_a_move(self) -> bool:
        """Whether a key has done something: every move of the player is saved."""
        return any(Path(self._folder.name, "saves").glob("*.json"))

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.running.pid}/stat").read_text("ascii").rpartition(")")[2]
        used = [int(field) for field in fields.split()[11:13]]
        return sum(used) / os.sysconf("SC_CLK_TCK")

    def undisturbed_seconds(self) -> float:
        """Seconds since the start in which other programs did not take the processor away."""
        waited = int(Path(f"/proc/{self.running.pid}/schedstat").read_text("ascii").split()[1])
        return perf_counter() - self._started - waited / 1e9

    def close(self) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self._end)
        self._folder.cleanup()


def appears() -> Meter:
    """Seconds from the command to the first card, the best of a few."""

    def meter(_: float) -> float:
        best = float("inf")
        for _ in range(STARTS):
            screen = _Screen()
            screen.until_drawn()
            best = min(best, screen.undisturbed_seconds())
            screen.close()
        return best

    return meter


def share() -> Meter:
    """The share of one core while a game is played at the usual pace."""

    def meter(_: float) -> float:
        screen = _Screen()
        screen.until_drawn()
        before, start = screen.processor_seconds(), screen.undisturbed_seconds()
        screen.watch(WATCHED)
        used = screen.processor_seconds() - before
        passed = screen.undisturbed_seconds() - start
        moved = screen.made_a_move()
        screen.close()
        if not moved:
            raise RuntimeError("no move was made: there was nothing to measure")
        return used / passed

    return meter


def register() -> None:
    add("terminal.start", "fatum play karma, to the first card", "s", appears, less=True)
    add("terminal.share", "fatum play karma, share of a core", "cores", share, less=True)
