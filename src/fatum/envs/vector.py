"""Thousands of games in lockstep: NumPy in, NumPy out, the loop over them in compiled code."""

import secrets
from collections.abc import Mapping
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.envs.batches import ITERATIONS, final_observations
from fatum.envs.encode import OBSERVATION, Array, Encoding, read_game
from fatum.envs.workers import Crew, Here
from fatum.play.arguments import whole_number


class Vector:
    """Many games of one kind; see ``make_vec``.

    Every step is one move in each game, made by the seat in ``to_play``. Of arrays that a step
    returns, those of more than one process are valid until the step after the next.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_envs: int,
        seed: int | None,
        workers: int,
        settings: Mapping[str, Any],
    ) -> None:
        self.num_envs: Final = num_envs
        self.players: Final = options.players
        self.encoding: Final = Encoding(game, options, settings["form"])
        """What the columns of ``observations`` mean."""
        self.num_moves: Final = len(game.moves)
        self.learner: Final = settings["opponents"] is not None
        """Whether one seat is played from outside and bots play the others."""
        self.autoreset: Final[str] = settings["autoreset"]
        if workers == 1:
            self._games: Here | Crew = Here(game, options, num_envs, settings)
        else:
            self._games = Crew(game, options, num_envs, settings, workers)
        self._seat: Final = self._games.learner
        self._finals: dict[int, Array] | None = None
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    # What the last step, or the last reset, has left.

    observations: Array
    """Zeros and ones, a row for each game, as the seat to play sees it."""
    action_mask: Array
    """A 1 for each legal move, a row for each game; no 1 in games that are over."""
    to_play: NDArray[np.int64]
    """Whose move is due, -1 in games that are over."""
    rewards: NDArray[np.float32]
    """Payoffs of the games that just ended, else 0: for each seat, or for the learner alone."""
    terminations: NDArray[np.bool_]
    """Which games have just ended."""

    @property
    def final_observations(self) -> dict[int, Array]:
        """With ``same_step``: the last observation of each game that has just ended."""
        if self._finals is None:
            self._finals = final_observations(self._games.finals, self.terminations)
        return self._finals

    def reset(self, *, seed: int | None = None, mask: NDArray[np.bool_] | None = None) -> Array:
        """Deal new games.

        :param seed: game ``i`` gets ``seed + i``, as in Gymnasium; without a seed the games go on
            to their next deals.
        :param mask: which games; all of them if not given.
        """
        seeds = None
        if seed is not None:
            first = whole_number(seed, "a seed")
            seeds = [first + place for place in range(self.num_envs)]
        places = None if mask is None else np.flatnonzero(mask).tolist()
        self._games.reset(seeds, places)
        self._read()
        return self.observations

    def step(self, actions: ArrayLike) -> tuple[Array, NDArray[np.float32], NDArray[np.bool_]]:
        """Make one move in each game.

        :returns: observations, rewards and terminations.
        :raises FatumError: if a move is not legal; then no move was made.
        """
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,) or moves.dtype.kind not in "iu":
            raise FatumError(f"a step takes {self.num_envs} whole numbers, one for each game")
        self._games.step(moves)
        self._read()
        return self.observations, self.rewards, self.terminations

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal move for each game, each equally likely; 0 where a game is over."""
        return self._games.sample()

    def _read(self) -> None:
        games = self._games
        self.observations = games.observations
        self.action_mask = games.masks[:, : self.num_moves]
        self.to_play = games.to_play
        self.terminations = games.ended
        self.rewards = games.rewards[:, self._seat] if self.learner else games.rewards
        self._finals = None

    def close(self) -> None:
        """End the processes, if there are any."""
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Vector of {self.num_envs} games: {self.encoding!r}>"


def make_vec(
    game: str,
    num_envs: int,
    *,
    players: int | None = None,
    seed: int | None = None,
    form: str = OBSERVATION,
    autoreset: str = "same_step",
    opponents: object = None,
    seat: object = None,
    iterations: int = ITERATIONS,
    workers: int = 1,
    **options: object,
) -> Vector:
    """Many games at once.

    :param num_envs: how many games.
    :param seed: game ``i`` is that of an environment with ``seed + i``.
    :param form: ``observation`` or ``information_state``.
    :param autoreset: ``same_step``, ``next_step`` or ``disabled``, as Gymnasium defines them.
    :param opponents: bots at the other seats, by name or as objects: one for all or a list of one
        for each, from the left of ``seat``, P1 if not given. Without them every seat is played from
        outside.
    :param iterations: how many simulations per move opponents may make that search.
    :param workers: how many processes share the games; this one is the first of them.
    :param options: the options of the game.
    :raises FatumError: if an argument cannot be used.

    >>> from fatum.envs.vector import make_vec
    >>> env = make_vec("karma", 1000, players=4, seed=1)
    >>> observations, rewards, terminations = env.step(env.sample_actions())
    >>> observations.shape, env.action_mask.shape, rewards.shape
    ((1000, 896), (1000, 152), (1000, 4))
    """
    found, read = read_game(game, players, options)
    count = whole_number(num_envs, "the number of games")
    processes = whole_number(workers, "the number of workers")
    if not 1 <= processes <= count:
        raise FatumError(
            "there are at least one game and one worker, and no more workers than games"
        )
    settings = {
        "form": form,
        "autoreset": autoreset,
        "seat": seat,
        "opponents": opponents,
        "iterations": iterations,
    }
    return Vector(found, read, count, seed, processes, settings)
