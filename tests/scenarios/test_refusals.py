"""Every refusal of every game has a scenario that provokes it and names its rule.

What a game refuses is found twice: declared as messages, and met with its rule in games in which
every seat tries every kind of move.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest
from tests.contract.subjects import contracts

from fatum.core.errors import IllegalMove
from fatum.core.messages import declared
from fatum.games.registry import GAMES, find_game
from fatum.records.scenario import play, read_scenarios
from fatum.testing.telling import refused

HERE = Path(__file__).parent
UNREADABLE = {"unreadable", "seat.unknown"}
"""Refusals of texts that are not moves, or not seats."""
Refusal = tuple[str, str]
"""The rule and the key of the message."""


def _declared(game: str) -> set[str]:
    """Keys of the refusals that a game can make."""
    find_game(game)
    prefixes = (f"{game}.refuse.", "game.refuse.")
    keys = {key for key in declared() if key.startswith(prefixes)}
    return {key for key in keys if key.partition(".refuse.")[2] not in UNREADABLE}


@cache
def _met(game: str) -> frozenset[Refusal]:
    """What games refuse when every seat, and one that does not exist, tries every kind of move."""
    return frozenset(
        (rule, said.key)
        for name, contract in contracts()
        if name.startswith(f"{game}-")
        for rule, said in refused(contract, range(len(contract.variants)))
    )


def _named(scenarios: Iterable[Mapping[str, object]]) -> set[Refusal]:
    """What scenarios provoke, naming the rule."""
    found = set()
    for scenario in scenarios:
        claims = scenario.get("illegal")
        if isinstance(claims, dict):
            situation = play(scenario)
            for entry, rule in claims.items():
                refusal = situation.refusal(*situation.by_seat(entry, "illegal"))
                if isinstance(refusal, IllegalMove) and refusal.rule == rule:
                    found.add((refusal.rule, refusal.message.key))
    return found


def _unnamed(game: str, scenarios: Iterable[Mapping[str, object]]) -> list[str]:
    named = _named(scenarios)
    keys = {key for _, key in named}
    missing = set(_met(game) - named) | {("any rule", key) for key in _declared(game) - keys}
    return sorted(f"{rule}: {key}" for rule, key in missing)


def _scenarios(game: str) -> list[Mapping[str, object]]:
    paths = sorted((HERE / game).rglob("*.json"))
    return [scenario for path in paths for scenario in read_scenarios(path)]


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_scenario_that_names_its_rule(game: str) -> None:
    assert _unnamed(game, _scenarios(game)) == []


@pytest.mark.parametrize(("game", "rule"), [("karma", "KR14"), ("allin", "A11")])
def test_a_refusal_without_a_scenario_is_found(game: str, rule: str) -> None:
    def names(scenario: Mapping[str, object]) -> bool:
        claims = scenario.get("illegal")
        return isinstance(claims, dict) and rule in claims.values()

    others = [scenario for scenario in _scenarios(game) if not names(scenario)]
    assert any(missing.startswith(f"{rule}:") for missing in _unnamed(game, others))
