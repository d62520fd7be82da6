"""The search."""

import time

import pytest
from tests.bots.helpers import decisions
from tests.contract.subjects import contracts, games

from fatum.bots.base import Budget
from fatum.bots.levels import normal
from fatum.bots.policies.policy import Policy
from fatum.bots.policies.registry import policy_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import RandomChance, SeededChance
from fatum.core.game import Game, Redealer, State, View
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.karma.rules.cards import from_list
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.registry import find_game
from fatum.testing import Contract

KARMA, ALLIN = find_game("karma"), find_game("allin")
SOME = Budget(iterations=150)


def karma(state: dict[str, object], players: int = 2, **options: object) -> State:
    read = KARMA.read_options({"players": players, **options})
    return KARMA.read_state(read, state, RandomChance(Rng(5)))


def chosen(state: State, budget: Budget = SOME, seed: int = 1) -> str:
    seat = int(state.actor())
    bot = Ismcts()
    return KARMA.format_move(
        bot.choose(state.view_for(seat), state.legal_moves(seat), Rng(seed), budget)
    )


def test_it_plays_its_last_cards() -> None:
    seats = [{"hand": ["9", "9"]}, {"hand": ["3", "4", "5", "6"]}]
    assert (
        chosen(karma({"turn": "P1", "stock": "empty", "pile": [], "seats": seats})) == "play 9 x2"
    )


def test_it_blocks_an_opponent_whose_only_card_is_known() -> None:
    # After the 2 the 9 goes out and wins; after the 16 it has to take the pile.
    seats = [{"hand": ["2", "16"]}, {"hand": [], "open": ["9"]}]
    assert chosen(karma({"turn": "P1", "stock": "empty", "pile": [], "seats": seats})) == "play 16"


def test_a_single_legal_move_is_returned_at_once() -> None:
    seats = [{"hand": ["2"]}, {"hand": ["3", "4"]}]
    state = karma({"turn": "P1", "stock": "empty", "pile": ["9"], "seats": seats})
    bot = Ismcts()
    start = time.perf_counter()
    move = bot.choose(state.view_for(0), state.legal_moves(0), Rng(1), Budget(seconds=30.0))
    assert KARMA.format_move(move) == "take"
    assert bot.simulations == 0
    assert time.perf_counter() - start < 5


def test_a_time_budget_is_kept() -> None:
    state = KARMA.new(KARMA.read_options({}), SeededChance(bytes(32)))
    start = time.perf_counter()
    Ismcts().choose(state.view_for(0), state.legal_moves(0), Rng(1), Budget(seconds=0.2))
    assert 0.2 <= time.perf_counter() - start < 2


def test_a_limit_ends_a_search_with_simulations_left() -> None:
    state = KARMA.new(KARMA.read_options({}), SeededChance(bytes(32)))
    view, legal = state.view_for(0), state.legal_moves(0)
    bot = Ismcts()
    budget = Budget(iterations=10**9, limit=0.2)
    start = time.perf_counter()
    bot.choose(view, legal, Rng(1), budget)
    assert 0.2 <= time.perf_counter() - start < 2
    level, simulations = normal(), policy_for(KARMA, view.options).simulations()
    level.choose(view, legal, Rng(1), Budget(seconds=1.0, limit=0.001))
    assert level.search.simulations < simulations
    level.choose(view, legal, Rng(1), Budget(seconds=0.001))
    assert level.search.simulations == simulations


def test_a_limit_leaves_time_for_fewer_worlds_where_none_are_searched() -> None:
    game = find_game("allin")
    state = game.new(game.read_options({"players": 3}), SeededChance(bytes(32)))
    while not game.format_move(state.legal_moves(state.actor())[0]).startswith("predict"):
        seat = state.actor()
        state.apply(seat, state.legal_moves(seat)[0])
    view, legal = state.view_for(state.actor()), state.legal_moves(state.actor())
    bot = Ismcts()
    for limit, samples in ((None, 400), (0.7, 400), (0.02, 200), (0.001, 40)):
        bot.choose(view, legal, Rng(2), Budget(seconds=0.5, limit=limit))
        assert bot.simulations == samples


@pytest.mark.parametrize("contract", [pytest.param(c, id=n) for n, c in contracts()])
def test_every_choice_is_legal_and_repeatable(contract: Contract) -> None:
    for step in decisions(contract, games(4, 1), every=17):
        view, legal = step.state.view_for(step.seat), step.state.legal_moves(step.seat)
        budget = Budget(iterations=20)
        first = Ismcts().choose(view, legal, Rng(3), budget)
        assert first in legal, step.name
        assert Ismcts().choose(view, legal, Rng(3), budget) == first, step.name


@pytest.mark.parametrize("contract", [pytest.param(c, id=n) for n, c in contracts()])
def test_every_legal_move_is_valued(contract: Contract) -> None:
    for step in decisions(contract, games(2, 1), every=41):
        view, legal = step.state.view_for(step.seat), step.state.legal_moves(step.seat)
        bot = Ismcts()
        values = bot.evaluate(view, legal, Rng(3), Budget(iterations=60))
        assert [move for move, _, _ in values] == legal
        assert all(-1e-9 <= value <= 1 + 1e-9 for _, value, _ in values), step.name
        policy = policy_for(view.game, view.options)
        if policy.direct_values(view, legal, Rng(3), 1) is None:
            # Every second simulation is the opponents', if they think and do not know everything.
            shared = policy.opponents_think(view) and policy.has_secrets(view)
            assert bot.simulations == 60
            assert sum(visits for _, _, visits in values) == (30 if shared else 60)
        else:
            assert {visits for _, _, visits in values} == {60}


class Watched(View):
    """Counts the worlds that are asked for."""

    def __init__(self, view: View) -> None:
        self.game = view.game
        self.seat = view.seat
        self.options = view.options
        self._view = view
        self.redeals = 0

    def to_dict(self) -> dict[str, object]:
        return self._view.to_dict()

    def redeal(self, rng: Rng) -> State:
        self.redeals += 1
        return self._view.redeal(rng)

    def redealer(self) -> Redealer:
        return Redealer(self)


def test_every_simulation_has_a_world_of_its_own() -> None:
    state = ALLIN.new(ALLIN.read_options({}), SeededChance(bytes(32)))
    seat = int(state.actor())
    view = Watched(state.view_for(seat))
    bot = Ismcts()
    bot.choose(view, state.legal_moves(seat), Rng(1), Budget(iterations=25))
    assert view.redeals == bot.simulations == 25


class Told(Policy):
    """Everyone thinks; notes what opponents learn from: the searcher's hands where roll-outs begin."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.hands: list[int] = []

    def opponents_think(self, view: View) -> bool:
        return True

    def roll_out(self, state: State, rng: Rng, most: int) -> int:
        assert isinstance(state, KarmaState)
        self.hands.append(state.seats[0].hand)
        return super().roll_out(state, rng, most)


def test_opponents_learn_nothing_from_the_searchers_secrets() -> None:
    """In every second simulation the searcher's unknown cards are any, whatever they are in truth."""
    seats = [{"hand": ["2", "9", "9", "12"], "known": ["9"]}, {"hand": ["3", "4", "5"]}]
    state = karma({"turn": "P1", "stock": ["1", "7", "8", "16", "16", "TC"], "seats": seats})
    policies: list[Told] = []

    def told(_game: Game, options: Options) -> Policy:
        policies.append(Told(options))
        return policies[-1]

    view, legal = state.view_for(0), [KARMA.parse_move("play 9")]
    bot = Ismcts(policies=told)
    bot.evaluate(view, legal, Rng(1), Budget(iterations=200))
    (policy,) = policies
    theirs, own = policy.hands[1::2], policy.hands[0::2]
    truth = from_list([1, 8, 11])
    assert sum(hand & truth == truth for hand in own) > 30
    assert sum(hand & truth == truth for hand in theirs) < 10
    assert len(set(theirs)) > 20
