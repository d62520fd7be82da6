"""Batches of games: the same games as one by one, in one process or several."""

import subprocess
import sys
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from tests.envs.variants import some

import fatum
from fatum.bots.base import Budget
from fatum.bots.greedy import GreedyBot
from fatum.core.bits import COMPILED
from fatum.core.errors import FatumError, IllegalMove, InvalidMove
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.envs.encode import FORMS
from fatum.envs.pettingzoo import env
from fatum.envs.stepping import game_seed
from fatum.envs.vector import Vector, make_vec
from fatum.games.registry import find_game
from fatum.play.match import Match

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


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_illegal_moves_are_refused_by_the_rules_and_change_nothing(
    place: int, workers: int
) -> None:
    """Any number of processes gives the same error, whichever of them has the game."""
    with make_vec("karma", 3, players=2, seed=1, workers=workers) as batch:
        before = batch.observations.copy()
        drawn = batch.sample_actions()
        moves = drawn.copy()
        moves[place] = 123
        with pytest.raises(IllegalMove) as found:
            batch.step(moves)
        assert found.value.__notes__ == [f"in game {place}"]
        match = fatum.new("karma", players=2, seed=game_seed(1 + place, 0))
        with pytest.raises(IllegalMove) as expected:
            match.state.apply(int(batch.to_play[place]), 123)
        assert found.value.rule == expected.value.rule
        assert found.value.reason == expected.value.reason
        moves[place] = 10_000
        with pytest.raises(InvalidMove, match="no move number 10000") as unknown:
            batch.step(moves)
        assert unknown.value.__notes__ == [f"in game {place}"]
        assert (batch.observations == before).all()
        batch.step(drawn)
        assert not (batch.observations == before).all()


@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_are_over_wait_for_a_reset(workers: int) -> None:
    settings: dict[str, Any] = {"autoreset": "disabled", "turn_limit": 3, "workers": workers}
    batch = make_vec("karma", 4, players=2, seed=1, **settings)
    while not batch.terminations.any():
        batch.step(batch.sample_actions())
    over = batch.terminations.copy()
    assert (batch.to_play[over] == -1).all()
    assert not batch.action_mask[over].any()
    with pytest.raises(FatumError, match="is over"):
        batch.step(batch.sample_actions())
    batch.reset(mask=over)
    assert (batch.to_play >= 0).all()
    batch.step(batch.sample_actions())
    batch.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_moves_that_were_drawn_are_checked_once_they_are_changed(workers: int) -> None:
    with make_vec("karma", 4, players=2, seed=1, workers=workers) as batch:
        before = batch.observations.copy()
        moves = batch.sample_actions()
        moves[3] = 123
        with pytest.raises(FatumError):
            batch.step(moves)
        assert (batch.observations == before).all()
        drawn = batch.sample_actions()
        batch.step(drawn)
        with pytest.raises(FatumError):  # what was legal before the step
            batch.step(drawn)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_moves_drawn_ahead_are_those_that_would_be_drawn_later(
    autoreset: str, workers: int
) -> None:
    """Whether they are asked for, asked for twice, or not at all."""
    settings: dict[str, Any] = {"players": 2, "turn_limit": 3, "seed": 3, "autoreset": autoreset}
    later = make_vec("karma", 4, **settings)
    with make_vec("karma", 4, workers=workers, **settings) as batch:
        for number in range(90):
            over = later.terminations.copy()
            if over.any() and autoreset == "disabled":
                later.reset(mask=over)
                batch.reset(mask=over)
            moves = later.action_mask.argmax(axis=1)
            for _ in range((1, 1, 1, 0, 2, 1, 0)[number % 7]):
                moves = later.sample_actions()
                assert (batch.sample_actions() == moves).all()
            later._games._sampled = False  # type: ignore[union-attr]
            later.step(moves)
            batch.step(moves)
            same(later, batch)


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


class Follower:
    """Plays like ``greedy``, and plays every move in a match beside the environment's."""

    def __init__(self, seed: int, players: int) -> None:
        karma = find_game("karma")
        self.match: Match = Match.new(
            karma, karma.read_options({"players": players}), game_seed(seed, 0)
        )
        self.longest = 0

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        assert view.seat is not None
        expected = self.match.known(view.seat)
        assert view == expected
        assert view.past == expected.past
        self.longest = max(self.longest, len(view.past))
        move = GreedyBot().choose(view, legal, rng, budget)
        self.match.make(view.seat, move)
        return move


def test_opponents_know_earlier_positions() -> None:
    """As at a table, so that they do not go in circles."""
    longest = 0
    for seed in range(4):
        follower = Follower(seed, players=2)
        batch = make_vec("karma", 1, players=2, seed=seed, opponents=follower, autoreset="disabled")
        while batch.to_play[0] >= 0:
            # The learner plays well and knows nothing: then positions come back.
            view = follower.match.state.view_for(0)
            move = GreedyBot().choose(
                view, follower.match.state.legal_moves(0), Rng(1), Budget(iterations=1)
            )
            follower.match.make(0, move)
            batch.step([move])
        longest = max(longest, follower.longest)
    assert longest > 2


def test_opponents_answer_a_learner_that_always_likes_the_same_moves() -> None:
    """An untrained network plays like that, and brings positions back again and again."""
    likes = np.random.default_rng(0).random(152)
    batch = make_vec("karma", 100, players=2, seed=10**6, opponents="greedy")
    for _ in range(80):
        batch.step(np.where(batch.action_mask == 1, likes, -1).argmax(1))
        assert (batch.to_play == 0).all()


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
