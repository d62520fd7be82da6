"""Every refusal of every game has a scenario that provokes it and names its rule.

What a game refuses is found twice: written in its source, with its rule and its reason, and met in
games in which every seat tries every kind of move.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from tests.contract.subjects import contracts

from fatum.core.errors import IllegalMove
from fatum.games.registry import GAMES
from fatum.records.scenario import play, read_scenarios
from fatum.testing.telling import refusals

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src" / "fatum" / "games"
_ANYTHING = "(.+)"
Refusal = tuple[str, str]
"""The rule and the reason, as a pattern: the reason may name cards and seats."""


def _patterns(source: ast.AST) -> Iterator[tuple[str | None, str]]:
    """The refusals that a source writes down, without the rule where it is a variable."""
    for node in ast.walk(source):
        match node:
            case ast.Call(func=ast.Name(id="IllegalMove"), args=[rule, reason]):
                pass
            case ast.Tuple(elts=[ast.Constant(value=str()) as rule, ast.Constant() as reason]):
                pass
            case _:
                continue
        number = str(rule.value) if isinstance(rule, ast.Constant) else None
        if not isinstance(reason, ast.Name):  # a name: the text stands in a pair elsewhere
            yield number, _pattern(reason)


def _pattern(reason: ast.expr) -> str:
    match reason:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join(_pattern(value) for value in values)
        case ast.FormattedValue():
            return _ANYTHING
    raise AssertionError(f"line {reason.lineno}: a reason that is no text")


@cache
def _written(game: str) -> tuple[tuple[str | None, str], ...]:
    (path,) = (SOURCES / game).rglob("refusals.py")
    return tuple(_patterns(ast.parse(path.read_text("utf-8"))))


@cache
def _classified(game: str, cited: str, reason: str) -> Refusal:
    """The refusal without its cards and seats; of several patterns the one with most words."""
    fitting = [
        pattern
        for rule, pattern in _written(game)
        if rule in {None, cited} and re.fullmatch(pattern, reason)
    ]
    assert fitting, f"{reason} ({cited}) stands nowhere in the source"
    return cited, max(fitting, key=lambda pattern: len(pattern.replace(_ANYTHING, "")))


@cache
def _met(game: str) -> frozenset[Refusal]:
    """What games refuse when every seat, and one that does not exist, tries every kind of move."""
    found: set[Refusal] = set()
    for name, contract in contracts():
        if name.startswith(f"{game}-"):
            for rule, reason in refusals(contract, range(len(contract.variants))):
                found.add(_classified(game, rule, reason))
    return frozenset(found)


def _named(game: str, scenarios: Iterable[Mapping[str, object]]) -> set[Refusal]:
    """What scenarios provoke, naming the rule."""
    found = set()
    for scenario in scenarios:
        claims = scenario.get("illegal")
        if isinstance(claims, dict):
            situation = play(scenario)
            for entry, rule in claims.items():
                refusal = situation.refusal(*situation.by_seat(entry, "illegal"))
                if isinstance(refusal, IllegalMove) and refusal.rule == rule:
                    found.add(_classified(game, refusal.rule, refusal.reason))
    return found


def _unnamed(game: str, scenarios: Iterable[Mapping[str, object]]) -> list[str]:
    named = _named(game, scenarios)
    missing = set(_met(game) - named)
    for rule, pattern in _written(game):
        if not any(reason == pattern and rule in {None, cited} for cited, reason in named):
            missing.add((rule or "any rule", pattern))
    return sorted(f"{rule}: {pattern}" for rule, pattern in missing)


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
