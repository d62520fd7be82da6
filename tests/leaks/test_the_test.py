"""The leak tests can fail: a game that tells something by any channel is caught."""

import pytest
from tests.contract.subjects import karma
from tests.leaks.leaky import LeakyKarma

from fatum.testing import Contract, check_non_interference, check_redeals_are_fair


def leaky(hole: str) -> Contract:
    return Contract(LeakyKarma(hole), ({"players": 3},), mentions=karma(3).mentions)


@pytest.mark.parametrize("hole", ["view", "legal moves", "refusals", "events"])
def test_a_leak_is_found(hole: str) -> None:
    with pytest.raises(AssertionError, match="karma game"):
        check_non_interference(leaky(hole), range(4))


def test_redeals_stuck_on_the_truth_are_found() -> None:
    with pytest.raises(AssertionError, match="redeals"):
        check_redeals_are_fair(leaky("redeal"), range(8))


def test_without_a_hole_nothing_is_found() -> None:
    check_non_interference(leaky("none"), range(1))
    check_redeals_are_fair(leaky("none"), range(4))
