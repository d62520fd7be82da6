"""docs/notation.md lists the moves, options, keys of scenarios and keys of records that there are."""

import dataclasses
import re

import pytest
from tests.docs.pages import DOCS

import fatum
from fatum.core.options import ChoiceOption, IntOption
from fatum.games.registry import find_game
from fatum.records import scenario

PAGE = (DOCS / "notation.md").read_text("utf-8")
TITLES = {"karma": "Karma", "allin": "All In"}

every_game = pytest.mark.parametrize("name", TITLES)


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}")[2].partition("\n## ")[0]


@every_game
def test_moves(name: str) -> None:
    table = section("Moves").partition(f"| {TITLES[name]} | meaning |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`.+?) \|", table, re.MULTILINE)
    shown = {move.split()[0] for row in rows for move in re.findall(r"`([^`]+)`", row)}
    assert shown == {move.split()[0] for move in find_game(name).moves}


@every_game
def test_options(name: str) -> None:
    rows = re.findall(
        r"^\| (both|Karma|All In) \| `(\w+)`.*? \| (.+) \|$", section("Options"), re.MULTILINE
    )
    shown = {option: values for game, option, values in rows if game in {"both", TITLES[name]}}
    options = find_game(name).options
    assert set(shown) == {option.name for option in options}
    for option in options:
        if isinstance(option, IntOption):
            assert f"{TITLES[name]} {option.default}" in shown[option.name]
        elif isinstance(option, ChoiceOption):
            assert re.findall(r"`(\w+)`", shown[option.name]) == list(option.choices)


def test_keys_of_scenarios() -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", section("Scenarios"), re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert named == scenario._SETUP | scenario._PLAY


def test_keys_of_records_in_their_order() -> None:
    match = fatum.new("karma", players=3, seed=7, starter="P2")
    record = dataclasses.replace(match.record(), names=("Ann", "greedy", "ismcts"))
    example = re.search(r"```text\n(.+?)```", section("Records"), re.DOTALL)
    assert example
    inner = re.sub(r"(?<=: )(\{[^{}]*\}|\[.*\])(?=[,}])", "", example[1])
    assert re.findall(r'"(\w+)":', inner) == list(record.to_dict())
