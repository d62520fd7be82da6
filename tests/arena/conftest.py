"""High Card is registered as one more game, as anybody's third game would be."""

from pathlib import Path

import pytest

from fatum.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")
    return "toy"
