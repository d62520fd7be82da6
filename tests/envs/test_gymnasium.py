"""Gymnasium's own tests, without a warning, and its vector environments as the measure of ours."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.envs.variants import some, variants

import fatum.envs.gymnasium
from fatum.core.errors import FatumError
from fatum.envs.encode import Array

IDS = {"karma": "Fatum/Karma-v0", "allin": "Fatum/AllIn-v0"}
COUNT = 4


@pytest.mark.parametrize("name", variants())
def test_check_env(name: str) -> None:
    game, options = variants()[name]
    made: Any = gymnasium.make(IDS[game], opponents="random", **options)
    check_env(made.unwrapped)


@pytest.mark.parametrize("game", IDS)
def test_a_game_to_its_end(game: str) -> None:
    made: Any = gymnasium.make(IDS[game], players=3, form="information_state")
    _, info = made.reset(seed=2)
    over = False
    reward = 0.0
    while not over:
        _, reward, over, cut, info = made.step(int(info["action_mask"].argmax()))
        assert not cut
    assert reward in {0.0, 1.0}
    assert not info["action_mask"].any()


def choose(masks: Array, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("name", some())
def test_vector_environments_do_as_gymnasiums_own(name: str, mode: AutoresetMode) -> None:
    """The same arrays as single environments that Gymnasium steps one by one."""
    game, options = some()[name]
    settings = {**options, "opponents": "random", "turn_limit": 8}
    ours: Any = gymnasium.make_vec(IDS[game], COUNT, autoreset_mode=mode, **settings)
    theirs: Any = SyncVectorEnv(
        [lambda: gymnasium.make(IDS[game], **settings)] * COUNT, autoreset_mode=mode
    )
    rng = np.random.default_rng(3)
    for one, other in zip(ours.reset(seed=11), theirs.reset(seed=11), strict=True):
        assert data_equivalence(one, other)
    masks = ours.reset(seed=11)[1]["action_mask"]
    theirs.reset(seed=11)
    endings = 0
    for _ in range(120):
        moves = choose(masks, rng)
        results = ours.step(moves)
        for one, other in zip(results, theirs.step(moves), strict=True):
            assert data_equivalence(one, other)
        masks = results[4]["action_mask"]
        ended = results[2]
        endings += ended.sum()
        if mode == AutoresetMode.DISABLED and ended.any():
            chosen = {"reset_mask": ended}
            again = ours.reset(options=chosen.copy())
            for one, other in zip(again, theirs.reset(options=chosen.copy()), strict=True):
                assert data_equivalence(one, other)
            masks = np.where(ended[:, None], again[1]["action_mask"], masks)
    assert endings > 0
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    theirs.close()
    ours.close()


def test_a_move_that_is_not_legal_loses() -> None:
    made: Any = gymnasium.make("Fatum/Karma-v0", players=2)
    made.reset(seed=1)
    _, reward, over, _, _ = made.step(123)
    assert over
    assert reward == 0


def test_wrong_arguments_are_explained() -> None:
    make = fatum.envs.gymnasium.FatumEnv
    with pytest.raises(FatumError, match="no bot 'nobody'"):
        make("karma", opponents="nobody")
    with pytest.raises(FatumError, match="2 opponents are given for 3 seats"):
        make("karma", players=4, opponents=["random", "greedy"])
    with pytest.raises(FatumError, match="P1 to P2"):
        make("karma", players=2, seat="P3")


def test_bots_of_ones_own_are_opponents() -> None:
    class First:
        def choose(self, view: Any) -> str:
            return str(view.legal[0])

    made: Any = gymnasium.make(
        "Fatum/AllIn-v0", players=3, seat="P2", opponents=["greedy", First()]
    )
    _, info = made.reset(seed=4)
    over = False
    while not over:
        _, _, over, _, info = made.step(int(info["action_mask"].argmax()))
