"""Bots by name."""

import subprocess
import sys

import pytest
from tests.bots.helpers import result

from fatum.bots import registry
from fatum.bots.base import Budget
from fatum.bots.levels import EASY, easy, hard, normal
from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import find_bot, isolated_bot, make_bot, register
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.games.registry import find_game

OWN = ["random", "greedy", "easy", "normal", "hard", "ismcts"]


def test_our_own_bots_are_there_and_described() -> None:
    assert list(registry.BOTS)[: len(OWN)] == OWN
    assert all(registry.BOTS.values())


@pytest.mark.parametrize("find", [find_bot, make_bot, isolated_bot])
def test_an_unknown_name_is_answered_with_all_names(find: object) -> None:
    assert callable(find)
    with pytest.raises(FatumError, match="no bot 'deep'; the bots are random, greedy, easy"):
        find("deep")


@pytest.mark.parametrize("game", ["karma", "allin"])
@pytest.mark.parametrize("name", OWN)
def test_every_bot_plays_a_game(name: str, game: str) -> None:
    budget = Budget(iterations=2)
    others = find_bot("greedy")
    bot = find_bot("ismcts" if name in {"easy", "normal"} else name, budget)
    assert len(result(game, 3, [bot, others, others])) == 3


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


def test_the_truth_seeing_bot_is_not_shipped() -> None:
    assert not [name for name in registry.BOTS if "truth" in name or "ceiling" in name]


def test_names_are_listed_without_loading_a_bot() -> None:
    code = (
        "import sys; from fatum.bots import registry; registry.BOTS; "
        "sys.exit(any(m in sys.modules for m in "
        "('fatum.bots.search.ismcts', 'fatum.bots.levels', 'fatum.bots.safety')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
