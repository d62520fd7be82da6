"""High Card is registered as one more game, as anybody's third game would be."""

import pytest

from fatum.games.registry import GAMES


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")
