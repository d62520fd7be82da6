"""Every test has a data folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("FATUM_DATA_DIR", str(folder))
    monkeypatch.setenv("FATUM_LANGUAGE", "en")
    return folder
