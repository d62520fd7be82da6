"""Budgets."""

import pytest

from fatum.bots.base import Budget, read_budget
from fatum.core.errors import FatumError


@pytest.mark.parametrize("text", ["400", "1", "0.5s", "2s"])
def test_budgets_round_trip(text: str) -> None:
    assert str(read_budget(text)) == text


@pytest.mark.parametrize("text", ["", "s", "fast", "1.5", "0", "-3", "0s", "-1s", "infs", "nans"])
def test_other_budgets_are_refused(text: str) -> None:
    with pytest.raises(FatumError):
        read_budget(text)


def test_a_budget_is_one_of_both() -> None:
    with pytest.raises(FatumError):
        Budget()
    with pytest.raises(FatumError):
        Budget(iterations=1, seconds=1.0)
