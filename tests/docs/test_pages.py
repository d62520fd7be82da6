"""Pages that must keep up with the code: nothing is added without being named there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.contract.subjects import contracts, games

from fatum.testing.subject import walk

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "fatum"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text("utf-8")
STATES = NOTATION.partition("## States as data")[2].partition("\n## ")[0]

PACKAGES = sorted(
    path.parent.relative_to(SOURCE).as_posix()
    for path in SOURCE.rglob("__init__.py")
    if path.parent != SOURCE
)
MODULES = sorted(
    {
        path.stem
        for room in ("core", "games")
        for path in (SOURCE / room).rglob("*.py")
        if path.stem != "__init__"
    }
)
RARE = {"foreseen", "on", "demand", "looked", "predicted", "since", "home", "loose", "discards"}


def named(text: str) -> set[str]:
    """Everything between backticks, with every part of a path."""
    found = set()
    for place in re.findall(r"`([\w/.]+)`", text):
        path = place.removesuffix("/").removesuffix(".py")
        found |= {path, *path.split("/")}
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_architecture_names_every_package(package: str) -> None:
    for game in ("karma", "allin"):
        package = package.replace(f"/{game}", "/GAME")
    assert package in named(ARCHITECTURE)


@pytest.mark.parametrize("module", MODULES)
def test_the_architecture_names_every_module_of_core_and_games(module: str) -> None:
    assert module in named(ARCHITECTURE)


def keys(data: object) -> Iterator[str]:
    """All keys, but not the cards and seats by which something is listed."""
    if isinstance(data, dict):
        for key, value in data.items():
            if re.fullmatch("[a-z_]+", key):
                yield key
            yield from keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys(value)


def test_the_notation_names_every_key_of_every_view() -> None:
    found: set[str] = set()
    for _, contract in contracts():
        for number in games(12, 12):
            for place, step in enumerate(walk(contract, number)):
                if place % 5 == number % 5:
                    for viewer in (None, step.seat):
                        found |= set(keys(step.state.view_for(viewer).to_dict()))
    assert found >= RARE, "too few games to see everything"
    assert found <= named(STATES) | set(re.findall(r'"(\w+)":', STATES))
