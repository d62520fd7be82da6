"""Every scenario passes, and every rule has one."""

import re
from pathlib import Path

import pytest

from fatum.games.registry import GAMES
from fatum.records.scenario import read_scenarios, run_scenario

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "docs" / "rules"
SCENARIOS = [
    pytest.param(scenario, id=f"{path.parent.name}/{path.stem}-{number}")
    for path in sorted(HERE.rglob("*.json"))
    for number, scenario in enumerate(read_scenarios(path), 1)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: dict[str, object]) -> None:
    result = run_scenario(scenario)
    assert not result.failure, str(result)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_scenario(game: str) -> None:
    text = (RULES / f"{game}.md").read_text("utf-8")
    numbers = re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)
    assert numbers, f"docs/rules/{game}.md numbers no rules"
    assert len(numbers) == len(set(numbers)), "a rule's number appears twice"
    covered = {
        str(scenario.get("rule"))
        for path in (HERE / game).rglob("*.json")
        for scenario in read_scenarios(path)
    }
    assert [number for number in numbers if number not in covered] == []
    assert sorted(covered - set(numbers) - {"None"}) == [], "scenarios name rules that do not exist"
