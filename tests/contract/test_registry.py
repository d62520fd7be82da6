"""Games of other packages: found by their entry point, and never in the way of the others."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatum.core.errors import FatumError
from fatum.games import registry
from fatum.games.registry import GAMES, all_games, find_game, references, register

GAME = "from tests.toy.game import _high_card, Parts\nGAME = _high_card(Parts())\n"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, as ``pip install --target`` fills one."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._installed.cache_clear()
    registry._report.cache_clear()
    yield tmp_path
    registry._installed.cache_clear()


def install(folder: Path, module: str, text: str, **games: str) -> None:
    """A package with one module, and its entry points."""
    (folder / f"{module}.py").write_text(text)
    about = folder / f"{module}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    lines = [f"{name} = {place}" for name, place in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[fatum.games]", *lines]))


def test_a_game_of_another_package_is_found(packages: Path) -> None:
    install(packages, "fatum_toy_found", GAME, toy="fatum_toy_found:GAME")
    assert list(references()) == ["karma", "allin", "toy"]
    assert find_game("toy").title == "High Card"
    assert [game.name for game in all_games()] == ["karma", "allin", "toy"]


def test_a_built_in_game_cannot_be_replaced(
    packages: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(packages, "fatum_toy_thief", GAME, karma="fatum_toy_thief:GAME")
    assert find_game("karma").title == "Karma"
    assert [game.name for game in all_games()] == ["karma", "allin"]
    assert [record.getMessage() for record in caplog.records] == [
        "the game 'karma' from fatum_toy_thief:GAME is skipped: the name is taken"
    ]
    with pytest.raises(FatumError, match="there is a game 'karma' already"):
        register("karma", "fatum_toy_thief:GAME")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("GAME = 3", "TypeError: it is not a fatum.core.game.Game"),
        ("", "AttributeError: module 'fatum_toy_broken' has no attribute 'GAME'"),
        (GAME, "ValueError: it calls itself 'toy'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_once_and_skipped(
    packages: Path,
    text: str,
    fault: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(packages, "fatum_toy_broken", text, broken="fatum_toy_broken:GAME")
    monkeypatch.delitem(sys.modules, "fatum_toy_broken", raising=False)
    registry._load.cache_clear()
    said = f"the game 'broken' from fatum_toy_broken cannot be loaded: {fault}"
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert [game.name for game in all_games()] == ["karma", "allin"]
    assert [record.getMessage() for record in caplog.records] == [said]
    with pytest.raises(FatumError) as refused:
        find_game("broken")
    assert str(refused.value) == said


def test_a_program_registers_a_game_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "")  # so that it is gone afterwards
    register("toy", "tests.toy.game:GAME")
    assert find_game("toy").title == "High Card"
    with pytest.raises(FatumError, match="there is no game 'chess'; the games are karma, allin, "):
        find_game("chess")
