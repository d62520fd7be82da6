"""Bots cannot know what their seat does not know."""

import gc
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest
from tests.bots.helpers import decisions, twin
from tests.contract.subjects import contracts, games

from fatum.bots.base import Budget
from fatum.bots.greedy import GreedyBot
from fatum.bots.levels import easy
from fatum.bots.policies.registry import policy_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import NO_CHANCE, Chance, SeededChance
from fatum.core.game import State, View
from fatum.core.rng import Rng
from fatum.testing import Contract
from fatum.testing.subject import seed_of, walk

EVERY_GAME = [pytest.param(contract, id=name) for name, contract in contracts()]
ROOTS = (type, ModuleType, FunctionType, BuiltinFunctionType)
"""What leads to the whole program and belongs to nobody's view."""


@pytest.mark.parametrize("contract", EVERY_GAME)
def test_a_search_is_blind_to_what_its_seat_cannot_know(contract: Contract) -> None:
    budget = Budget(iterations=12)
    for step in decisions(contract, games(8, 2), every=9):
        seat, state = step.seat, step.state
        found = []
        for world in (state, twin(step, Rng(1)), twin(step, Rng(2))):
            bot = Ismcts()
            view, legal = world.view_for(seat), world.legal_moves(seat)
            move = bot.choose(view, legal, Rng(7), budget)
            values = Ismcts().evaluate(view, legal, Rng(7), budget)
            found.append((move, bot.simulations, bot.actions, values))
        assert found[0] == found[1] == found[2], step.name


@pytest.mark.parametrize("contract", EVERY_GAME)
def test_rules_of_thumb_are_blind_to_what_their_seat_cannot_know(contract: Contract) -> None:
    for step in decisions(contract, games(24, 8), every=2):
        seat = step.seat
        policy = policy_for(contract.game, step.state.view_for(seat).options)
        move = policy.move(step.state, seat, Rng(7))
        assert move in step.state.legal_moves(seat), step.name
        for number in (1, 2):
            other = twin(step, Rng(number))
            assert policy.move(other, seat, Rng(7)) == move, step.name


@pytest.mark.parametrize("contract", EVERY_GAME)
def test_levels_and_greedy_are_blind_too(contract: Contract) -> None:
    budget = Budget(iterations=5)
    for step in decisions(contract, games(2, 1), every=31):
        seat, other = step.seat, twin(step, Rng(3))
        for bot in (GreedyBot(), easy()):
            moves = {
                bot.choose(world.view_for(seat), world.legal_moves(seat), Rng(7), budget)
                for world in (step.state, other)
            }
            assert len(moves) == 1, step.name


def reachable(start: object) -> list[object]:
    """Everything that can be got at from an object, without the program itself."""
    seen: dict[int, object] = {id(start): start}
    waiting = [start]
    while waiting:
        for found in gc.get_referents(waiting.pop()):
            if id(found) not in seen and not isinstance(found, ROOTS):
                seen[id(found)] = found
                waiting.append(found)
    return list(seen.values())


@pytest.mark.parametrize("contract", EVERY_GAME)
def test_a_view_leads_to_no_truth_chance_or_seed(contract: Contract) -> None:
    """The one state in a view is its public part: the same whatever the hidden cards are."""
    for number in games(4, 2):
        for count, step in enumerate(walk(contract, number)):
            if count % 20 == 0:
                for seat in (step.seat, None):
                    view = step.state.view_for(seat)
                    assert isinstance(view, View)
                    public = getattr(view, "table", None)
                    for found in reachable(view):
                        assert not isinstance(found, Rng), step.name
                        assert not isinstance(found, State) or found is public, step.name
                        assert not isinstance(found, Chance) or found is NO_CHANCE, step.name
                        assert found != seed_of(number), step.name
                    if public is not None:
                        other = view.redeal(Rng(number)).view_for(seat)
                        assert getattr(other, "table").to_dict() == public.to_dict(), step.name  # noqa: B009


def test_the_walk_would_find_a_seed() -> None:
    seed = seed_of(0)
    assert seed in [found for found in reachable([SeededChance(seed)]) if isinstance(found, bytes)]
