"""Bots by name."""

import subprocess
import sys

import pytest
from tests.bots.helpers import decisions

from fatum.bots.base import Budget
from fatum.bots.levels import EASY, easy, hard, normal
from fatum.bots.policies.registry import policy_for, rules_of_thumb_for
from fatum.bots.registry import find_bot, isolated_bot, make_bot, register
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.testing import Contract


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


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_easy_plays_its_own_cards_and_normal_watches_the_others(name: str) -> None:
    """``easy`` moves as a search without anything learned; with the same thought, the other levels do not."""
    contract = Contract(find_game(name), ({"players": 3}, {"players": 4}))
    search = Ismcts(policies=rules_of_thumb_for)
    budget = Budget(iterations=EASY)
    read = 0
    for step in decisions(contract, range(2), 12):
        view, legal = step.state.view_for(step.seat), step.state.legal_moves(step.seat)
        own = search.choose(view, legal.copy(), Rng(2), budget)
        assert easy().choose(view, legal.copy(), Rng(2), Budget(seconds=9)) == own
        read += hard().choose(view, legal.copy(), Rng(2), budget) != own
    assert read > 0


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
