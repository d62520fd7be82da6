"""One seat against bots, as Gymnasium environments.

Importing this module registers ``Fatum/Karma-v0`` and ``Fatum/AllIn-v0``, each also as a vector
environment (``gymnasium.make_vec``).

Legal moves are in ``info["action_mask"]``. A move that is not legal loses the game at once, as
sampling from the action space without the mask would otherwise be an error.
"""

import secrets
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fatum.core.errors import FatumError
from fatum.core.views import view_type
from fatum.envs.batches import ITERATIONS, Slice, final_observations, make_batch
from fatum.envs.encode import OBSERVATION, Array, Encoding, read_game
from fatum.play.arguments import whole_number

MASK: Final = "action_mask"
_MODES: Final = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class FatumEnv(gymnasium.Env[Array, np.int64]):
    """One seat; bots play the others.

    :param game: its name.
    :param players: how many play.
    :param opponents: a bot for all other seats, or a list of one for each from the left, by name or
        as objects.
    :param seat: the seat to learn for, P1 if not given.
    :param form: ``observation`` or ``information_state``.
    :param iterations: how many simulations per move opponents may make that search.
    :param options: the options of the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: object = "greedy",
        seat: object = None,
        form: str = OBSERVATION,
        iterations: int = ITERATIONS,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        found, read = read_game(game, players, options)
        if render_mode not in {None, "ansi"}:
            raise FatumError("the render mode is ansi")
        self.render_mode = render_mode
        self.encoding: Final = Encoding(found, read, form)
        batch = make_batch(
            found, read, 1, form, "disabled", seat, opponents, iterations, lenient=True
        )
        self._slice = Slice(batch)
        self._seeded = False
        self.observation_space = spaces.Box(0, 1, (self.encoding.size,), np.int8)
        self.action_space = spaces.Discrete(self.encoding.moves)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a new game: the first one of a seed, or the next one of the last seed."""
        super().reset(seed=seed)
        if seed is None and self._seeded:
            self._slice.reset(None)
        else:
            first = secrets.randbits(62) if seed is None else whole_number(seed, "a seed")
            self._slice.reset([first])
        self._seeded = True
        return self._observe()

    def _observe(self) -> tuple[Array, dict[str, Any]]:
        mask = self._slice.masks()[0, : self.encoding.moves]
        return self._slice.observations()[0], {MASK: mask}

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others make theirs."""
        batch = self._slice.batch
        if not self._seeded:
            raise FatumError("reset the environment before the first step")
        self._slice.step(np.array([whole_number(action, "a move")]))
        over = batch.to_play[0] < 0
        reward = float(batch.results[0][batch.learner]) if over else 0.0
        observation, info = self._observe()
        return observation, reward, over, False, info

    def render(self) -> str | None:
        """What the seat sees, as text."""
        if self.render_mode is None:
            return None
        batch = self._slice.batch
        view = batch.state(0).view_for(batch.learner)
        return str(view_type(batch.game)(view, ()))


class FatumVectorEnv(VectorEnv[Array, NDArray[np.int64], NDArray[Any]]):
    """Many games at once, each with one seat to learn for; stepped in compiled code."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        opponents: object = "greedy",
        seat: object = None,
        form: str = OBSERVATION,
        iterations: int = ITERATIONS,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        found, read = read_game(game, players, options)
        if render_mode is not None:
            raise FatumError("many games cannot be rendered")
        self.autoreset_mode: Final = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.encoding: Final = Encoding(found, read, form)
        self.num_envs = num_envs
        self._batch = make_batch(
            found,
            read,
            num_envs,
            form,
            _MODES[self.autoreset_mode],
            seat,
            opponents,
            iterations,
            True,
        )
        self._slice = Slice(self._batch)
        self._seeded = False
        self.single_observation_space = spaces.Box(0, 1, (self.encoding.size,), np.int8)
        self.single_action_space = spaces.Discrete(self.encoding.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Deal new games; ``options={"reset_mask": …}`` says which, if not all."""
        first = seed if isinstance(seed, int) else None
        super().reset(seed=first)
        count = self.num_envs
        places = None
        if options is not None and "reset_mask" in options:
            places = np.flatnonzero(options["reset_mask"]).tolist()
        if seed is None and self._seeded:
            self._slice.reset(None, places)
        else:
            base = secrets.randbits(62) if first is None else first
            seeds = [base + place for place in range(count)]
            if isinstance(seed, list):
                seeds = [
                    base + place if given is None else given for place, given in enumerate(seed)
                ]
            self._slice.reset(seeds)
        self._seeded = True
        return self._slice.observations(), self._masks(places)

    def _masks(self, places: list[int] | None = None) -> dict[str, Any]:
        masks = self._slice.masks()[:, : self.encoding.moves]
        if places is None:
            return {MASK: masks, f"_{MASK}": np.ones(self.num_envs, np.bool_)}
        here = np.zeros(self.num_envs, np.bool_)
        here[places] = True
        return {MASK: np.where(here[:, None], masks, 0), f"_{MASK}": here}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Array, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a move in each game, and let the others make theirs."""
        if not self._seeded:
            raise FatumError("reset the environment before the first step")
        self._slice.step(np.asarray(actions))
        ended = self._slice.ended == 1
        rewards = np.zeros(self.num_envs, np.float64)
        for place, payoffs in zip(np.flatnonzero(ended).tolist(), self._batch.results, strict=True):
            rewards[place] = payoffs[self._batch.learner]
        infos = self._masks()
        if ended.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            final = np.full(self.num_envs, None, dtype=object)
            for place, row in final_observations(self._slice.finals(), ended).items():
                final[place] = row
            nothing = np.zeros((self.num_envs, self.encoding.moves), np.int8)
            infos |= {
                "final_obs": final,
                "_final_obs": ended.copy(),
                "final_info": {MASK: nothing, f"_{MASK}": ended.copy()},
                "_final_info": ended.copy(),
            }
        cut = np.zeros(self.num_envs, np.bool_)
        return self._slice.observations(), rewards, ended, cut, infos


for _game, _id in (("karma", "Fatum/Karma-v0"), ("allin", "Fatum/AllIn-v0")):
    gymnasium.register(
        _id,
        entry_point=f"{__name__}:FatumEnv",
        vector_entry_point=f"{__name__}:FatumVectorEnv",
        kwargs={"game": _game},
    )
