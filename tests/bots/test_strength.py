"""Who beats whom, in short: the arena measures it properly."""

import pytest
from tests.bots.ceiling import choose_knowing_all
from tests.bots.helpers import mean_payoff

from fatum.bots.base import Budget
from fatum.bots.registry import find_bot
from fatum.core.bits import COMPILED
from fatum.core.rng import Rng

compiled_only = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")


@compiled_only
@pytest.mark.parametrize(("game", "least"), [("karma", 0.85), ("allin", 0.4)])
def test_a_search_beats_greedy(game: str, least: float) -> None:
    """By chance it would be 0.75 in Karma and 0.25 in All In."""
    search = find_bot("ismcts", Budget(iterations=300))
    assert mean_payoff(game, 12, search, find_bot("greedy"), 4) >= least


@compiled_only
def test_knowing_the_truth_is_a_ceiling() -> None:
    """The measuring-only bot wins where one that sees its view can only guess."""
    from fatum.bots.policies.registry import policy_for
    from fatum.core.chance import SeededChance
    from fatum.games.registry import find_game
    from fatum.testing.subject import seed_of

    game = find_game("allin")
    options = game.read_options({"players": 4})
    policy = policy_for(game, options)
    won = 0.0
    for deal in range(16):
        state = game.new(options, SeededChance(seed_of(deal)))
        rng = Rng(deal)
        while (seat := state.actor()) >= 0:
            if seat == deal % 4:
                move = choose_knowing_all(state, seat, rng, Budget(iterations=200))
            else:
                move = policy.move(state, seat, rng)
            state.apply(seat, move)
        won += state.payoffs()[deal % 4]
    assert won / 16 > 0.4
