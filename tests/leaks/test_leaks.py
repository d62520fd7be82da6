"""Nobody learns what they may not know, in any game, at any step, by any channel."""

import pytest
from tests.contract.subjects import contracts, games

from fatum.testing import Contract, check_non_interference, check_redeals_are_fair

BATCHES = 4
"""Each number of players is split up, so that several processes can share the work."""


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize(
    "contract", [pytest.param(contract, id=name) for name, contract in contracts()]
)
def test_hidden_cards_change_nothing(contract: Contract, batch: int) -> None:
    each = len(games(compiled=200, plain=16)) // BATCHES
    check_non_interference(contract, range(batch * each, (batch + 1) * each))


@pytest.mark.parametrize(
    "contract", [pytest.param(contract, id=name) for name, contract in contracts()]
)
def test_redeals_do_not_know_the_truth(contract: Contract) -> None:
    check_redeals_are_fair(contract, games(compiled=120, plain=24))
