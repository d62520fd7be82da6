"""Worlds that are imagined in proportion to how well they explain what opponents did."""

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest
from tests.bots.helpers import decisions, twin
from tests.contract.subjects import allin, games

from fatum.arena import belief_training, training
from fatum.arena.run.pool import Where
from fatum.bots.base import Budget
from fatum.bots.policies.allin import model
from fatum.bots.policies.allin.beliefs import Beliefs, Chain, LikelyWorlds, WorldPool
from fatum.bots.policies.allin.policy import AllInPolicy
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.traits import (
    GROUP_STARTS,
    GROUPS,
    PLACE,
    PREDICTED,
    TRAITS,
    Reading,
)
from fatum.bots.policies.registry import policy_for, rules_of_thumb_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.dealing import Gaps
from fatum.games.allin.knowledge.redeal import AllInRedealer, deal_into
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.hands import evaluate
from fatum.games.allin.rules.rules import AllInState
from fatum.games.registry import find_game
from fatum.testing.subject import seed_of

ALLIN = find_game("allin")
SHA256 = "775e046e88f579f635659ce50d09b7034b3c94f604f51213493e4f5c88cd90e5"
"""Of the shipped model, ..."""
DIGEST = "bf90d78704c6ad6d34d5add0bbf61ec2f7a49696726ea5a4c2d243652284cf95"
"""... and of what it says and leads to: the same in both builds."""
PLAYERS = [pytest.param(players, id=f"{players} players") for players in range(2, 6)]


def shipped() -> Beliefs:
    found = model.trained_beliefs()
    assert found is not None
    return found


def prospects_of(view: AllInView) -> Prospects:
    return Prospects(view.options)


@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_agree_with_the_view_and_with_nothing_else(players: int) -> None:
    """Whatever the seat cannot know is exchanged, and the same worlds are imagined."""
    for step in decisions(allin(players), games(24, 6), every=13):
        found = []
        for truth in (step.state, twin(step, Rng(1)), twin(step, Rng(2))):
            view = truth.view_for(step.seat)
            assert isinstance(view, AllInView)
            rng = Rng(5)
            worlds = LikelyWorlds(view, shipped(), prospects_of(view), 40, rng)
            dealt = [worlds.deal(rng) for _ in range(3)]
            for world in dealt:
                assert world.view_for(step.seat).to_dict() == view.to_dict(), step.name
            pool = WorldPool(view, shipped(), prospects_of(view), 2, rng)
            dealt.append(pool.deal(rng))
            assert dealt[-1].view_for(step.seat).to_dict() == view.to_dict(), step.name
            found.append([world.to_dict() for world in dealt])
        assert found[0] == found[1] == found[2], step.name


@pytest.mark.parametrize("players", PLAYERS)
def test_every_hand_has_one_trait_of_each_group(players: int) -> None:
    starts = [*GROUP_STARTS.values(), TRAITS]
    for step in decisions(allin(players), games(24, 8), every=7):
        view = step.state.view_for(step.seat)
        assert isinstance(view, AllInView)
        assert isinstance(step.state, AllInState)
        reading = Reading(view, prospects_of(view), shipped().weights)
        traits = reading.traits(step.state)
        assert len(traits) == GROUPS * (players - 1), step.name
        for place, trait in enumerate(traits):
            group = place % GROUPS
            assert starts[group] <= trait < starts[group + 1], (step.name, place)
        total = sum(shipped().weights[trait] for trait in traits)
        assert total == reading.weigh(step.state), step.name


def first_view(players: int = 3) -> AllInView:
    state = ALLIN.new(ALLIN.read_options({"players": players}), SeededChance(seed_of(3)))
    view = state.view_for(state.actor())
    assert isinstance(view, AllInView)
    return view


def share_of_pairs(view: AllInView, weights: list[int], worlds: int) -> float:
    """How often the player after the viewer has a pair."""
    rng = Rng(11)
    gaps = Gaps(view)
    reading = Reading(view, prospects_of(view), weights)
    chain = Chain(gaps, reading, deal_into(gaps, rng))
    assert view.seat is not None
    other = (view.seat + 1) % view.table.setup.players
    found = 0
    for _ in range(worlds):
        chain.advance(6, rng)
        found += evaluate(chain.world(rng).seats[other].hand, False) >> 6 == 1
    return found / worlds


def test_worlds_are_as_frequent_as_the_weights_say() -> None:
    """Pairs, twice as likely as by chance: of worlds with p pairs, 2p of 1 + p."""
    view = first_view()
    worlds = 20_000 if games(2, 1) == range(2) else 3000
    tolerance = 0.02 if worlds == 20_000 else 0.05
    equal = share_of_pairs(view, [0] * TRAITS, worlds)
    redealer = AllInRedealer(view)
    rng = Rng(12)
    assert view.seat is not None
    other = (view.seat + 1) % 3
    dealt = [evaluate(redealer.deal(rng).seats[other].hand, False) >> 6 for _ in range(worlds)]
    by_chance = dealt.count(1) / worlds
    assert equal == pytest.approx(by_chance, abs=tolerance)
    weights = [0] * TRAITS
    weights[PREDICTED + 1] = 693  # the logarithm of 2
    assert share_of_pairs(view, weights, worlds) == pytest.approx(
        2 * by_chance / (1 + by_chance), abs=tolerance
    )


def test_without_a_model_all_worlds_are_alike() -> None:
    view = first_view()
    plain = AllInPolicy(view.options).worlds(view, Rng(1), 40)
    assert type(plain) is AllInRedealer
    assert type(rules_of_thumb_for(ALLIN, view.options).worlds(view, Rng(1), 40)) is AllInRedealer
    assert type(policy_for(ALLIN, view.options).worlds(view, Rng(1), 40)) is WorldPool
    spectator = ALLIN.new(view.options, SeededChance(seed_of(3))).view_for(None)
    assert type(policy_for(ALLIN, view.options).worlds(spectator, Rng(1), 40)) is AllInRedealer


def test_the_shipped_model_is_what_was_trained() -> None:
    file = files(model.__package__).joinpath(model.FILE)
    data = file.read_bytes()
    assert len(data) <= 1_000_000
    assert hashlib.sha256(data).hexdigest() == SHA256


def test_both_builds_believe_the_same() -> None:
    found: list[object] = []
    for step in decisions(allin(4), range(2), every=23):
        view = step.state.view_for(step.seat)
        assert isinstance(view, AllInView)
        assert isinstance(step.state, AllInState)
        reading = Reading(view, prospects_of(view), shipped().weights)
        found.append(int(reading.weigh(step.state)))
        legal = step.state.legal_moves(step.seat)
        found.append(Ismcts().choose(view, legal, Rng(3), Budget(iterations=8)))
    assert hashlib.sha256(json.dumps(found).encode()).hexdigest() == DIGEST


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    weights = [number - 600 for number in range(TRAITS)]
    model.write_model(file, weights, {"seed": 3})
    text = file.read_text()
    assert model.read_model(text).weights == weights
    for old, new in (("format = 1", "format = 2"), ("place = [", "pace = ["), ("-600, ", "")):
        with pytest.raises(ValueError, match=r"model|group"):
            model.read_model(text.replace(old, new, 1))


def test_strong_hands_are_likelier_than_by_chance() -> None:
    """Players keep what is good: late in a round that says a lot."""
    weights = shipped().weights
    late = [weights[PLACE + place] for place in range(9)]
    assert late[4] + late[5] + late[6] > 3 * late[0]


def test_training_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(training, "CHUNK", 1)
    monkeypatch.setattr(belief_training, "_SIMULATIONS", (2, 3))
    plan = belief_training.BeliefTraining(seed=5, games=2, rounds=2)
    said: list[str] = []

    def train(name: str) -> str:
        counted: list[int] = []
        run = training.TrainingRun(tmp_path / name, Where(1), counted.append, said.append)
        file = belief_training.train_beliefs(plan, run)
        assert counted[-1] == 4
        assert len(json.loads((file.parent / "curve.json").read_text())) == 24
        return file.read_text()

    first = train("whole")
    model.read_model(first)
    (tmp_path / "whole" / "round-2-0001.npz").unlink()
    assert train("whole") == first
    assert train("again") == first
    assert len(said) == 6
    with pytest.raises(FatumError, match="holds another training"):
        belief_training.train_beliefs(
            belief_training.BeliefTraining(seed=6),
            training.TrainingRun(tmp_path / "whole", Where(1), lambda _: None, said.append),
        )
