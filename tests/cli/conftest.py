"""High Card is registered as one more game, as anybody's third game would be."""

from pathlib import Path

import pytest
from tests.cli.run import Fatum

from fatum.games.registry import GAMES


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("FATUM_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def fatum(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fatum:
    return Fatum(capsys, monkeypatch)
