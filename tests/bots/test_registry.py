"""Bots by name."""

import subprocess
import sys

import pytest

from fatum.bots.base import Budget
from fatum.bots.levels import EASY, easy, hard, normal
from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import find_bot, isolated_bot, make_bot, register
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.games.registry import find_game


@pytest.mark.parametrize("find", [find_bot, make_bot, isolated_bot])
def test_an_unknown_name_is_answered_with_all_names(find: object) -> None:
    assert callable(find)
    with pytest.raises(FatumError, match="no bot 'deep'; the bots are random, greedy, easy"):
        find("deep")


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_levels_keep_their_own_budget(name: str) -> None:
    game = find_game(name)
    state = game.new(game.read_options({"players": 4}), SeededChance(bytes(32)))
    (seat, *_) = state.to_act()
    view, legal = state.view_for(seat), state.legal_moves(seat)
    taken = []
    for level in (easy(), normal(), hard()):
        level.choose(view, legal, Rng(1), Budget(iterations=500))
        taken.append(level.search.simulations)
    assert taken == [EASY, policy_for(game, view.options).simulations(), 500]
    assert taken == sorted(set(taken))


def test_our_names_cannot_be_taken() -> None:
    with pytest.raises(FatumError, match="already"):
        register("greedy", "somewhere:Bot")


def test_names_are_listed_without_loading_a_bot() -> None:
    code = (
        "import sys; from fatum.bots import registry; registry.BOTS; "
        "sys.exit(any(m in sys.modules for m in "
        "('fatum.bots.search.ismcts', 'fatum.bots.levels', 'fatum.bots.safety')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
