"""The bot of docs/bots.md runs as the page says."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.helpers import result

from fatum.bots import registry
from fatum.bots.base import Budget
from fatum.bots.registry import find_bot
from fatum.bots.seating import find_chooser

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the example as a module, as if it had been installed there."""
    (tmp_path / "careful.py").write_text(block("python"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    registry._installed.cache_clear()
    yield tmp_path
    registry._registered.clear()
    registry._installed.cache_clear()
    sys.modules.pop("careful", None)


def test_it_is_about_twenty_lines() -> None:
    assert len(block("python").strip().splitlines()) <= 22


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_it_plays_through_its_entry_point(package: Path, game: str) -> None:
    entry = re.search(r'"fatum.bots"]\n(.*)', block("toml"))
    assert entry is not None
    info = package / "careful-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: careful\nVersion: 1.0\n", "utf-8")
    text = "[fatum.bots]\n" + entry.group(1).replace('"', "") + "\n"
    (info / "entry_points.txt").write_text(text, "utf-8")
    assert "careful" in registry.BOTS
    bot = find_bot("careful", Budget(iterations=1))
    greedy = find_bot("greedy")
    assert len(result(game, 1, [bot, greedy], turn_limit=30)) == 2
    assert bot.take_faults() == []
    assert "careful" not in sys.modules, "a foreign bot is loaded in its own process only"
    bot.close()


def test_it_plays_when_a_program_registers_it(package: Path) -> None:
    registry.register("careful", "careful:Careful")
    chooser = find_chooser("careful")
    assert isinstance(chooser, registry.Player)
    assert len(result("karma", 2, [chooser, find_bot("greedy")], turn_limit=20)) == 2
    assert chooser.take_faults() == []
    chooser.close()
