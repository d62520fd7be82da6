"""Batches of games: the same games as one by one, in one process or several."""

import subprocess
import sys
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from tests.envs.variants import some

import fatum
from fatum.core.bits import COMPILED
from fatum.core.errors import FatumError, IllegalMove
from fatum.envs.encode import FORMS
from fatum.envs.pettingzoo import env
from fatum.envs.stepping import game_seed
from fatum.envs.vector import Vector, make_vec

ARRAYS = ("observations", "action_mask", "to_play", "rewards", "terminations")


def same(one: Vector, other: Vector) -> None:
    for name in ARRAYS:
        assert (getattr(one, name) == getattr(other, name)).all(), name
    assert one.final_observations.keys() == other.final_observations.keys()
    for place, last in one.final_observations.items():
        assert (last == other.final_observations[place]).all()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", some())
def test_batches_play_what_pettingzoo_plays(name: str, form: str) -> None:
    """Game ``i`` of a batch is that of one environment with seed + i: arrays, rewards, next deals."""
    game, options = some()[name]
    options = {**options, "turn_limit": 10}
    batch = make_vec(game, 3, seed=40, form=form, **options)
    singles: list[Any] = [env(game, form=form, **options) for _ in range(3)]
    for place, single in enumerate(singles):
        single.reset(seed=40 + place)
    ended = 0
    for _ in range(150):
        moves = batch.sample_actions()
        for place, single in enumerate(singles):
            agent = f"player_{batch.to_play[place]}"
            observation, _, _, _, info = single.last()
            assert agent == single.agent_selection
            assert (observation == batch.observations[place]).all()
            assert (info["action_mask"] == batch.action_mask[place]).all()
            single.step(int(moves[place]))
        batch.step(moves)
        for place, single in enumerate(singles):
            assert batch.rewards[place].tolist() == pytest.approx(list(single.rewards.values()))
            over = any(single.terminations.values())
            assert batch.terminations[place] == over
            if over:
                ended += 1
                last = f"player_{agent_of(batch, place, single)}"
                assert (batch.final_observations[place] == single.observe(last)).all()
                single.reset()
    assert ended > 0


def agent_of(batch: Vector, place: int, single: Any) -> int:
    """Whose last view a batch keeps: it stands in the view itself."""
    seat = batch.encoding.decode(batch.final_observations[place])["seat"]
    assert isinstance(seat, str)
    return int(seat[1:]) - 1


@pytest.mark.parametrize("settings", [{}, {"opponents": "greedy", "seat": "P2"}])
@pytest.mark.parametrize("game", ["karma", "allin"])
def test_processes_change_nothing(game: str, settings: dict[str, Any]) -> None:
    alone = make_vec(game, 5, players=3, seed=7, autoreset="next_step", **settings)
    with make_vec(
        game, 5, players=3, seed=7, autoreset="next_step", workers=2, **settings
    ) as shared:
        same(alone, shared)
        for _ in range(60):
            moves = alone.sample_actions()
            assert (moves == shared.sample_actions()).all()
            before = shared.observations
            kept = before.copy()
            alone.step(moves)
            shared.step(moves)
            assert (before == kept).all()
            same(alone, shared)
        with pytest.raises(FatumError, match="game 3"):
            shared.step(np.where(np.arange(5) == 3, 10_000, shared.sample_actions()))
        same(alone, shared)
        alone.reset(seed=1)
        shared.reset(seed=1)
        same(alone, shared)


def test_the_first_game_is_a_game_of_the_front_door() -> None:
    batch = make_vec("karma", 2, players=3, seed=5)
    match = fatum.new("karma", players=3, seed=game_seed(6, 0))
    view = match.view(int(batch.to_play[1]))
    assert (batch.encoding.encode(view) == batch.observations[1]).all()
    assert (batch.encoding.mask(m.number for m in view.legal) == batch.action_mask[1]).all()


def digest(game: str) -> str:
    """A trajectory, of which both builds and every process make the same."""
    total = sha256()
    batch = make_vec(game, 4, players=3, seed=9, form="information_state")
    for _ in range(120):
        batch.step(batch.sample_actions())
        for name in ARRAYS:
            total.update(np.ascontiguousarray(getattr(batch, name)).tobytes())
    return total.hexdigest()[:16]


DIGESTS = {"karma": "4433eabe77b3d4e1", "allin": "a42fe7df31f20e03"}


@pytest.mark.parametrize("game", DIGESTS)
def test_trajectories_are_the_same_in_every_process_and_build(game: str) -> None:
    assert digest(game) == DIGESTS[game], f"compiled: {COMPILED}"
    program = f"from tests.envs.test_vector import digest; print(digest({game!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == DIGESTS[game]


def test_illegal_moves_change_nothing() -> None:
    batch = make_vec("karma", 3, players=2, seed=1)
    before = batch.observations.copy()
    moves = batch.sample_actions()
    moves[2] = 123
    with pytest.raises(IllegalMove) as found:
        batch.step(moves)
    assert found.value.__notes__ == ["in game 2"]
    moves[2] = batch.sample_actions()[2]
    batch.step(moves)
    assert (batch.to_play == 0).all()
    assert not (batch.observations == before).all()


def test_games_that_are_over_wait_for_a_reset() -> None:
    batch = make_vec("karma", 4, players=2, seed=1, autoreset="disabled", turn_limit=3)
    while not batch.terminations.any():
        batch.step(batch.sample_actions())
    over = batch.terminations
    assert (batch.to_play[over] == -1).all()
    assert not batch.action_mask[over].any()
    with pytest.raises(FatumError, match="is over"):
        batch.step(batch.sample_actions())
    batch.reset(mask=over)
    assert (batch.to_play >= 0).all()
    batch.step(batch.sample_actions())


def test_opponents_play_between_the_learners_moves() -> None:
    """Against bots only the learner's seat is ever to play, and rewards are its own."""
    batch = make_vec("allin", 6, players=3, seed=2, opponents=["greedy", "random"], seat="P3")
    rewards = []
    for _ in range(300):
        assert (batch.to_play == 2).all()
        _, reward, ended = batch.step(batch.sample_actions())
        rewards += reward[ended].tolist()
    assert batch.rewards.shape == (6,)
    assert {0.0, 1.0} >= set(rewards)
    assert rewards


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"autoreset": "never"}, "next_step, same_step, disabled"),
        ({"workers": 9}, "no more workers"),
        ({"num_envs": 0}, "at least one game"),
        ({"seat": "P1"}, "only against opponents"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_arguments_are_explained(given: dict[str, Any], said: str) -> None:
    settings: dict[str, Any] = {"num_envs": 4, **given}
    with pytest.raises(FatumError, match=said):
        make_vec("karma", **settings)


def test_wrong_actions_are_explained() -> None:
    batch = make_vec("karma", 4, players=2, seed=1)
    for wrong in ([1, 2, 3], [0.5] * 4, [[1, 2, 3, 4]]):
        with pytest.raises(FatumError, match="4 whole numbers"):
            batch.step(wrong)
