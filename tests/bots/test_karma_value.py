"""Karma: opponents who think without the searcher's secrets, and the value of late positions."""

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest
from tests.bots.helpers import decisions, twin
from tests.contract.subjects import games, karma

from fatum.arena import training, value_training
from fatum.arena.run.pool import Where
from fatum.bots.base import Budget
from fatum.bots.policies.karma import model
from fatum.bots.policies.karma.examples import noted, stock_left
from fatum.bots.policies.karma.thinking import ThinkingPolicy
from fatum.bots.policies.karma.value import WEIGHTS, chance_not_to_lose, points
from fatum.bots.policies.registry import policy_for, rules_of_thumb_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import RandomChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.registry import find_game

KARMA = find_game("karma")
SHA256 = "43286c30904c55d2862a5707929f1f0495c419d1a293ec22bd8af893b799ac04"
"""Of the shipped model, ..."""
DIGEST = "a67f845b5cdf9cf8feba21f2e84c5a82e0287b26b53369f3e912295f5199cbc9"
"""... and of what it says and leads to: the same in both builds."""


def shipped() -> list[int]:
    found = model.trained_weights()
    assert found is not None
    return found


def position(state: dict[str, object], players: int = 2, **options: object) -> KarmaState:
    read = KARMA.read_options({"players": players, **options})
    found = KARMA.read_state(read, state, RandomChance(Rng(5)))
    assert isinstance(found, KarmaState)
    return found


def test_secrets_are_cards_that_not_everyone_knows() -> None:
    def secrets(own: object, looked: bool | None = None) -> bool:
        data: dict[str, object] = {"turn": "P1", "stock": "empty", "pile": ["2"]}
        data["seats"] = [own, {"hand": ["3", "4"]}]
        if looked is not None:
            data["looked"] = [looked, False]
        view = position(data, foresight=looked is not None).view_for(0)
        policy = policy_for(KARMA, view.options)
        assert policy.opponents_think(view)
        return policy.has_secrets(view)

    assert not secrets({"hand": ["9", "9"], "known": ["9", "9"]})
    assert secrets({"hand": ["9", "9"], "known": ["9"]})
    own = {"hand": ["9"], "known": ["9"], "hidden": ["3", "4", "5"]}
    assert secrets(own, looked=True)
    assert not secrets(own, looked=False)


def test_opponents_do_not_think_while_cards_are_laid() -> None:
    state = KARMA.new(KARMA.read_options({"players": 2}), RandomChance(Rng(5)))
    view = state.view_for(0)
    assert not policy_for(KARMA, view.options).opponents_think(view)


def test_a_search_is_blind_in_late_positions_of_two() -> None:
    """Where the value is used, and where opponents think, the hidden cards change nothing."""
    looked = 0
    for step in decisions(karma(2), games(24, 6), every=5):
        if stock_left(step.state) > 0:
            continue
        looked += 1
        found = []
        for truth in (step.state, twin(step, Rng(1)), twin(step, Rng(2))):
            view, legal = truth.view_for(step.seat), truth.legal_moves(step.seat)
            bot = Ismcts()
            values = bot.evaluate(view, legal, Rng(7), Budget(iterations=24))
            found.append((values, bot.actions))
        assert found[0] == found[1] == found[2], step.name
    assert looked > 0


def test_version_0_1_has_neither() -> None:
    state = position(
        {
            "turn": "P1",
            "stock": "empty",
            "pile": ["2"],
            "seats": [{"hand": ["9"], "known": ["9"]}, {"hand": ["3"]}],
        }
    )
    options = state.view_for(0).options
    previous = rules_of_thumb_for(KARMA, options)
    assert not isinstance(previous, ThinkingPolicy)
    assert not previous.opponents_think(state.view_for(0))
    assert previous.exploration_margin(state.view_for(0), 100) == 0.7
    assert isinstance(policy_for(KARMA, options), ThinkingPolicy)


def test_chances_are_parts_of_one_whole_and_prefer_what_is_good() -> None:
    seats = [{"hand": ["16", "TC"]}, {"hand": ["1", "2", "3", "3", "4"]}]
    state = position({"turn": "P1", "stock": "empty", "pile": [], "seats": seats})
    chance = chance_not_to_lose(shipped(), state, 0)
    assert 0.6 < chance < 1
    assert chance + chance_not_to_lose(shipped(), state, 1) == pytest.approx(1)
    policy = policy_for(KARMA, state.view_for(0).options)
    assert policy.estimate(state) == [chance, 1 - chance]


def test_roll_outs_end_early_only_in_late_positions_of_two() -> None:
    seats = [{"hand": ["5"] * 3 + ["8", "9"]}, {"hand": ["1", "2", "3", "3", "4", "12"]}]
    late: dict[str, object] = {"turn": "P1", "stock": "empty", "pile": []}
    policy = policy_for(KARMA, KARMA.read_options({"players": 2}))
    state = position({**late, "seats": seats})
    policy.roll_out(state, Rng(1), 1000)
    assert state.actor() >= 0
    three = position({**late, "seats": [*seats, {"hand": ["6", "7"]}]}, 3)
    policy_for(KARMA, KARMA.read_options({"players": 3})).roll_out(three, Rng(1), 1000)
    assert three.actor() < 0


def test_features_are_what_the_weights_count() -> None:
    weights = [(7 * place) % 101 - 50 for place in range(WEIGHTS)]
    checked = 0
    for step in decisions(karma(2), games(12, 4), every=7):
        row = noted(step.state)
        if not row:
            continue
        checked += 1
        assert isinstance(step.state, KarmaState)
        ahead = points(weights, step.state, 0) - points(weights, step.state, 1)
        assert sum(w * value for w, value in zip(weights, row, strict=True)) == ahead
    assert checked > 0


def test_the_shipped_model_is_the_trained_one_and_says_the_same_in_both_builds() -> None:
    text = files("fatum.bots.policies.karma").joinpath(model.FILE).read_bytes()
    assert hashlib.sha256(text).hexdigest() == SHA256
    said = []
    for step in decisions(karma(2), range(6), every=6):
        if stock_left(step.state) == 0:
            assert isinstance(step.state, KarmaState)
            said.append(round(chance_not_to_lose(shipped(), step.state, 0) * 10**9))
            view, legal = step.state.view_for(step.seat), step.state.legal_moves(step.seat)
            said.append(Ismcts().choose(view, legal, Rng(3), Budget(iterations=40)))
    assert len(said) > 10
    assert hashlib.sha256(json.dumps(said).encode()).hexdigest() == DIGEST


def test_other_files_are_refused() -> None:
    text = files("fatum.bots.policies.karma").joinpath(model.FILE).read_text("utf-8")
    assert model.read_model(text) == shipped()
    with pytest.raises(ValueError, match="format 1"):
        model.read_model(text.replace("format = 1", "format = 2"))
    with pytest.raises(ValueError, match="other groups"):
        model.read_model(text.replace("hand =", "hands ="))


def test_training_is_repeatable_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(training, "CHUNK", 1)
    monkeypatch.setattr(value_training, "_SIMULATIONS", 2)
    plan = training.Training(seed=5, games=3)
    said: list[str] = []

    def train(name: str) -> str:
        counted: list[int] = []
        run = training.TrainingRun(tmp_path / name, Where(1), counted.append, said.append)
        file = value_training.train_value(plan, run)
        assert counted[-1] == 3
        assert len(json.loads((file.parent / "curve.json").read_text())) == 10
        return file.read_text()

    first = train("whole")
    assert any(model.read_model(first))
    (tmp_path / "whole" / "games-0001.npz").unlink()
    assert train("whole") == first
    assert train("again") == first
    assert len(said) == 3
    with pytest.raises(FatumError, match="holds another training"):
        value_training.train_value(
            training.Training(seed=6),
            training.TrainingRun(tmp_path / "whole", Where(1), lambda _: None, said.append),
        )
