"""PettingZoo's own tests, without a warning, for all variants; and what they do not ask."""

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from tests.envs.variants import some, variants

from fatum.core.errors import FatumError, IllegalMove
from fatum.envs.pettingzoo import env

ABOUT_DICTIONARIES = (
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
)
"""What the test says of every dictionary that is not of an environment of its own."""


@pytest.mark.parametrize("name", variants())
def test_api_and_seeds(name: str) -> None:
    game, options = variants()[name]
    api_test(env(game, **options), num_cycles=20)
    seed_test(lambda: env(game, **options), num_cycles=20)


@pytest.mark.parametrize("name", some())
def test_masks_inside_observations(name: str) -> None:
    game, options = some()[name]
    with warnings.catch_warnings():
        for text in ABOUT_DICTIONARIES:
            warnings.filterwarnings("ignore", text)
        api_test(env(game, **options, mask_in_observation=True), num_cycles=20)
    seed_test(lambda: env(game, **options, mask_in_observation=True), num_cycles=20)


@pytest.mark.parametrize("name", some())
def test_performance_benchmark(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, options = some()[name]
    clock = iter(range(1000))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))
    performance_benchmark(env(game, **options, mask_in_observation=True))


@pytest.mark.parametrize(("name", "moves"), [("fatum/karma_v0", 152), ("fatum/allin-v0", 611)])
def test_registered(name: str, moves: int) -> None:
    made: Any = pettingzoo.make("aec", name, players=3, form="information_state")
    made.reset(seed=1)
    assert made.num_agents == 3
    assert made.action_space("player_0").n == moves


def test_agents_live_until_the_game_is_over() -> None:
    """In Karma players are out and come back; nobody is terminated before everybody is."""
    karma: Any = env("karma", players=3)
    rng = np.random.default_rng(5)
    came_back = 0
    for seed in range(8):
        karma.reset(seed=seed)
        out: set[str] = set()
        for agent in karma.agent_iter():
            _, _, over, cut, info = karma.last()
            assert not cut
            assert len(set(karma.terminations.values())) == 1
            if over:
                assert karma.rewards.keys() == set(karma.agents)
                karma.step(None)
                continue
            came_back += agent in out
            karma.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            seats = karma.unwrapped._state.view_for(None).to_dict()["seats"]
            out |= {
                f"player_{n}"
                for n, s in enumerate(seats)
                if not s["hand"] and not any(s["hidden"]) and not s["open"]
            }
    assert came_back > 0


def test_rewards_are_the_payoffs() -> None:
    allin: Any = env("allin", players=4)
    allin.reset(seed=3)
    total = dict.fromkeys(allin.agents, 0.0)
    for agent in allin.agent_iter():
        _, reward, over, _, info = allin.last()
        total[agent] += reward
        allin.step(None if over else int(info["action_mask"].argmax()))
    assert list(total.values()) == allin.unwrapped._state.payoffs()
    assert sum(total.values()) == 1


def test_simultaneous_choices_are_hidden_until_all_are_made() -> None:
    karma: Any = env("karma", players=2)
    karma.reset(seed=1)
    before = karma.observe("player_1").copy()
    hand = karma.unwrapped.encoding.slices["open +1"]
    for _ in range(3):
        assert karma.agent_selection == "player_0"
        karma.step(int(karma.last()[4]["action_mask"].argmax()))
    assert karma.agent_selection == "player_1"
    assert (karma.observe("player_1")[hand] == before[hand]).all()


def test_illegal_moves_change_nothing() -> None:
    karma: Any = env("karma", players=2)
    with pytest.raises(FatumError, match="reset"):
        karma.step(0)
    karma.reset(seed=1)
    before = karma.observe("player_0")
    with pytest.raises(IllegalMove):
        karma.step(123)
    assert (karma.observe("player_0") == before).all()
    assert karma.agent_selection == "player_0"
    with pytest.raises(FatumError, match="form"):
        env("karma", form="picture")


def test_render() -> None:
    karma: Any = env("karma", players=2, render_mode="ansi")
    karma.reset(seed=1)
    assert "seen by a spectator" in karma.render()
    with pytest.raises(FatumError, match="ansi"):
        env("karma", render_mode="rgb_array")
