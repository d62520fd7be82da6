"""The games as PettingZoo environments (AEC).

Importing this module registers ``fatum/karma_v0`` and ``fatum/allin_v0``.

Agents ``player_0``, ``player_1``, … are the seats P1, P2, …. They live until the game is over: a Karma
player who is out can come back. Choices that the rules make simultaneous are asked for one after
the other, in the order of seats; nobody sees another's before all are made.
"""

import secrets
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils.wrappers import BaseWrapper

from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import State
from fatum.core.views import view_type
from fatum.envs.encode import OBSERVATION, Array, Encoding, arrays_of, read_game
from fatum.envs.stepping import Window, game_seed
from fatum.play.arguments import whole_number

MASK: Final = "action_mask"
_INT8: Final = np.dtype(np.int8)


class FatumAECEnv(AECEnv[str, Array, int]):
    """One game; see ``env``."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        form: str = OBSERVATION,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        found, read = read_game(game, players, options)
        self.encoding: Final = Encoding(found, read, form)
        self.metadata = {
            "name": f"fatum_{found.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        if render_mode not in {None, "ansi", "human"}:
            raise FatumError("the render modes are ansi and human")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(read.players)]
        self.agents: list[str] = []
        self._game = found
        self._options = read
        self._window = Window(arrays_of(found, read), self.encoding.recall)
        self._packed = np.frombuffer(self._window.buffer(), np.uint8)
        size = self.encoding.size
        self._own_columns = slice(0, size)
        self._mask_columns = slice(size, size + self.encoding.moves)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = {agent: spaces.Discrete(self.encoding.moves) for agent in self._seats}
        self._views = {agent: spaces.Box(0, 1, (size,), np.int8) for agent in self._seats}
        self._seed: int | None = None
        self._number = 0
        self._seat = 0
        self._state: State | None = None
        self._seen: Array | None = None

    def observation_space(self, agent: str) -> spaces.Box:
        return self._views[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first one of a seed, or the next one of the last seed."""
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(64) if seed is None else whole_number(seed, "a seed")
            self._number = 0
        else:
            self._number += 1
        chance = SeededChance(game_seed(self._seed, self._number))
        self._state = self._game.new(self._options, chance)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._idle = {MASK: np.zeros(self.encoding.moves, np.int8)}
        self.infos = dict.fromkeys(self.agents, self._idle)
        self._skip_agent_selection = None
        seat = self._state.actor()
        self._select(seat, self._observe(seat))

    def _select(self, seat: int, seen: tuple[Array, Array]) -> None:
        """Let this seat choose."""
        self._seat = seat
        self.agent_selection = agent = self.possible_agents[seat]
        self._seen, mask = seen
        self.infos[agent] = {MASK: mask}

    def _observe(self, seat: int) -> tuple[Array, Array]:
        assert self._state is not None
        self._window.look(self._state, seat)
        return self._read()

    def _read(self) -> tuple[Array, Array]:
        """Observation and mask from the words that were just written."""
        # Named arguments would take half as long again.
        row = np.unpackbits(self._packed, None, None, "little").view(_INT8)
        return row[self._own_columns], row[self._mask_columns]

    def observe(self, agent: str) -> Array:
        """What this agent sees."""
        if agent == self.agent_selection and self._seen is not None:
            return self._seen
        return self._observe(self._seats[agent])[0]

    def step(self, action: int | None) -> None:
        """Make a move for the selected agent.

        :raises FatumError: if it is not legal; then nothing has changed.
        """
        state = self._state
        if state is None:
            raise FatumError("reset the environment before the first step")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._seen = None
            self._was_dead_step(action)
            return
        move = action if type(action) is int else whole_number(action, "a move")
        seat = self._window.move(state, self._seat, move)
        self.infos[agent] = self._idle
        if seat >= 0:
            self._select(seat, self._read())
            return
        self._seen = None
        for number, payoff in enumerate(state.payoffs()):
            name = self.possible_agents[number]
            self.rewards[name] = payoff
            self._cumulative_rewards[name] = payoff
            self.terminations[name] = True
        self._deads_step_first()

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        if self.render_mode is None or self._state is None:
            return None
        text = str(view_type(self._game)(self._state.view_for(None), ()))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to close."""


class MaskedObservations(BaseWrapper[str, Any, int]):
    """Observations ``{"observation": …, "action_mask": …}`` instead of a mask in ``infos``."""

    def __init__(self, env: AECEnv[str, Any, int]) -> None:
        super().__init__(env)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": env.observation_space(agent),
                    MASK: spaces.Box(0, 1, (int(env.action_space(agent).n),), np.int8),
                }
            )
            for agent in env.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, Array]:
        """What this agent sees, and what it may choose."""
        return {"observation": self.env.observe(agent), MASK: self.env.infos[agent][MASK]}


def env(
    game: str,
    players: int | None = None,
    *,
    form: str = OBSERVATION,
    mask_in_observation: bool = False,
    render_mode: str | None = None,
    **options: object,
) -> AECEnv[str, Any, int]:
    """A game in which every seat is an agent.

    :param form: ``observation`` or ``information_state``, see ``fatum.envs.encode``.
    :param mask_in_observation: observations are dictionaries with the mask inside; else the mask is
        in ``infos[agent]["action_mask"]``.
    :param options: the options of the game.
    :raises FatumError: if an argument cannot be used.

    >>> from fatum.envs.pettingzoo import env
    >>> karma = env("karma", players=3)
    >>> karma.reset(seed=7)
    >>> for agent in karma.agent_iter():
    ...     observation, reward, over, _, info = karma.last()
    ...     karma.step(None if over else info["action_mask"].argmax())
    """
    made: AECEnv[str, Any, int] = FatumAECEnv(game, players, form, render_mode, **options)
    return MaskedObservations(made) if mask_in_observation else made


def karma_env(players: int | None = None, **settings: Any) -> AECEnv[str, Any, int]:
    """Karma, for PettingZoo's registry."""
    return env("karma", players, **settings)


def allin_env(players: int | None = None, **settings: Any) -> AECEnv[str, Any, int]:
    """All In, for PettingZoo's registry."""
    return env("allin", players, **settings)


register("aec", "fatum/karma_v0", entry_point=f"{__name__}:karma_env")
register("aec", "fatum/allin_v0", entry_point=f"{__name__}:allin_env")
