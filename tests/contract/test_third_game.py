"""A third game needs its folder and one registry line: High Card keeps the whole contract."""

import pytest

from fatum.games.registry import GAMES, find_game
from fatum.testing import CHECKS, Contract
from fatum.testing.contract import Check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_smallest_game_keeps_the_contract(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")
    options = tuple({"players": players, "low": players == 3} for players in range(2, 5))
    check(Contract(find_game("toy"), options), range(60))
