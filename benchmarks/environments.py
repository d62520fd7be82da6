"""Fatum's environments for research, driven as the peers' are."""

from __future__ import annotations

from functools import partial

from benchmarks.framework import Meter, add, cores, looped, random01, require
from benchmarks.ours import GAMES
from benchmarks.peers_openspiel import play
from benchmarks.workers import everywhere

BATCH = 512  # what the second level of a processor's cache holds of All In
LARGE_BATCH = 4096  # shared by all cores: waiting for each other costs the same for any number
# A random game of Karma takes about 670 moves. No game ends in the first 250 steps of a batch, and
# these cost a fifth less than later ones; from here on games of all ages are mixed.
WARM_UP = 1000
PYTHON_GAMES = {"tic_tac_toe": "python_tic_tac_toe", "kuhn": "python_kuhn_poker"}


def vector(name: str, form: str = "observation") -> Meter:
    """Random moves drawn and made, observations and masks as arrays, games dealt again when over."""
    return stepping(name, BATCH, 1, form)


def all_cores(name: str, workers: int | None = None) -> Meter:
    """The same with a process for each core."""
    return stepping(name, LARGE_BATCH, workers or len(cores()), "observation")


def stepping(name: str, games: int, workers: int, form: str) -> Meter:
    make = require("fatum.envs.vector").make_vec
    env = make(name, games, players=4, seed=1, form=form, workers=workers)
    for _ in range(WARM_UP):
        env.step(env.sample_actions())

    def chunk() -> float:
        env.step(env.sample_actions())
        return games

    return looped(chunk)


def pettingzoo(name: str) -> Meter:
    env, random = require("fatum.envs.pettingzoo").env(name, players=4), random01(1)

    def chunk() -> float:
        actions = 0
        env.reset()
        for _ in env.agent_iter():
            _, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            # As docs/research.md tells: NumPy finds ones among truth values in half the time.
            moves = info["action_mask"].view(bool).nonzero()[0]
            env.step(int(moves[int(random() * len(moves))]))
            actions += 1
        return actions

    return looped(chunk)


def openspiel(name: str) -> Meter:
    """Whole games, chance nodes included, as OpenSpiel documents it."""
    require("fatum.envs.openspiel")
    return python_game(f"fatum_{name}(players=4)")


def python_game(spec: str) -> Meter:
    require("open_spiel.python.games")
    game, random = require("pyspiel").load_game(spec), random01(1)
    return looped(lambda: play(game.new_initial_state(), random))


def register() -> None:
    rate = "actions/s"
    for name, title in GAMES.items():
        add(f"ours.{name}.vector", title, rate, partial(vector, name))
        add(
            f"ours.{name}.vector_recall",
            f"{title}, information states",
            rate,
            partial(vector, name, "information_state"),
        )
        add(f"ours.{name}.vector_shared", title, rate, partial(all_cores, name))
        add(f"ours.{name}.vector_alone", f"{title}, 1 process", rate, partial(all_cores, name, 1))
        add(f"ours.{name}.vector_two", f"{title}, 2 processes", rate, partial(all_cores, name, 2))
        for kind, label in (
            ("vector_shared", f"{title}, all cores"),
            ("vector_two", f"{title}, 2 cores"),
            ("vector_alone", f"{title}, 1 core"),
        ):
            where = partial(everywhere, f"ours.{name}.{kind}")
            add(f"ours.{name}.{kind}.everywhere", label, rate, where)
        add(f"ours.{name}.pettingzoo", f"{title}, PettingZoo", rate, partial(pettingzoo, name))
        add(f"ours.{name}.openspiel", f"{title}, OpenSpiel", rate, partial(openspiel, name))
    for name, spec in PYTHON_GAMES.items():
        add(f"openspiel.{spec}", f"OpenSpiel {name} in Python", rate, partial(python_game, spec))
    add(
        "pgx.leduc.everywhere",
        "Pgx leduc, all cores",
        rate,
        partial(everywhere, "pgx.leduc.batch"),
    )
