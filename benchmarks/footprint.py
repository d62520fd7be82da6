"""What is not a rate: start-up time, memory, the time an installation takes."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import ours, peers_openspiel
from benchmarks.framework import Meter, MissingError, add, pin, random01
from benchmarks.workers import ROOT, all_cores, fresh

STARTS = 5
STATES = 5000
PAGES = Path("/proc/self/statm")


def started(command: list[str]) -> Meter:
    """Seconds from the start of a command to its end, the best of a few."""

    def meter(_: float) -> float:
        best = float("inf")
        for _ in range(STARTS):
            start = perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            best = min(best, perf_counter() - start)
        return best

    return meter


def start_python() -> Meter:
    return started([sys.executable, "-c", "pass"])


def start_fatum() -> Meter:
    command = Path(sys.executable).with_name("fatum")
    if not command.exists():
        raise MissingError("the command fatum is not installed")
    return started([str(command), "--help"])


def install() -> Meter:
    """Clone, make an environment, install with pip, start once; everything from scratch."""

    def meter(seconds: float) -> float:
        if not seconds:
            return 0.0  # nothing to warm up
        folder = Path(tempfile.mkdtemp(prefix="fatum-install-"))
        pin(all_cores())
        try:
            start = perf_counter()
            clone = ["git", "clone", "--quiet", str(ROOT), str(folder / "fatum")]
            subprocess.run(clone, check=True)
            venv.create(folder / "venv", with_pip=True)
            programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
            pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
            subprocess.run([*pip, str(folder / "fatum")], check=True)
            subprocess.run(
                [str(programs / "fatum"), "--version"], check=True, stdout=subprocess.DEVNULL
            )
            return perf_counter() - start
        except subprocess.CalledProcessError as error:
            raise MissingError(f"{error.cmd[0]} failed") from error
        finally:
            pin(all_cores()[-1:])
            shutil.rmtree(folder, ignore_errors=True)

    return meter


def resident() -> int:
    """Bytes of memory this process holds."""
    if not PAGES.exists():
        raise MissingError("this system does not tell")
    from resource import getpagesize

    return int(PAGES.read_text("ascii").split()[1]) * getpagesize()


def memory(prepare: Callable[[], Callable[[], Any]]) -> Meter:
    """Bytes for each of many states held at once, by the growth of the process."""

    def meter(seconds: float) -> float:
        make = prepare()
        warm = [make() for _ in range(100)]
        if not seconds:
            return 0.0
        gc.collect()
        before = resident()
        held = [make() for _ in range(STATES)]
        gc.collect()
        grown = resident() - before
        return grown / len(held) if warm else 0.0

    return meter


def our_states(name: str) -> Callable[[], Any]:
    deal, random, number = ours.dealer(name), random01(1), 0

    def make() -> Any:
        nonlocal number
        number += 1
        state = deal(number)
        ours.play(state, random, ours.MIDDLE)
        return state

    return make


def spiel_states() -> Callable[[], Any]:
    game, random = peers_openspiel.load(peers_openspiel.CRAZY_EIGHTS), random01(1)

    def make() -> Any:
        state = peers_openspiel.dealt(game, random)
        peers_openspiel.play_tuned(state, random, ours.MIDDLE)
        return state

    return make


def register() -> None:
    add("python.start", "python -c pass", "s", start_python, less=True)
    add("ours.start", "fatum --help", "s", start_fatum, less=True)
    add("ours.install", "fresh clone", "s", install, less=True)
    for name, title in ours.GAMES.items():
        here = f"here.{name}.memory"
        add(here, title, "B", partial(memory, partial(our_states, name)), less=True)
        add(f"ours.{name}.memory", title, "B", partial(fresh, here), less=True)
    here = "here.crazy_eights.memory"
    title = "OpenSpiel crazy_eights"
    add(here, title, "B", partial(memory, spiel_states), less=True)
    add("openspiel.crazy_eights.memory", title, "B", partial(fresh, here), less=True)
