"""Saves are where earlier versions put them."""

import sys
from pathlib import Path

import pytest

from fatum.terminal.saves import data_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="folders differ by platform")


@pytest.mark.parametrize(("named", "expected"), [("share", "share"), ("", ".local/share")])
def test_the_folder_is_the_one_of_the_platform(
    named: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FATUM_DATA_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / named) if named else "")
    assert data_folder() == tmp_path / expected / "fatum"
    assert not any(tmp_path.iterdir()), "asking for a folder does not make it"
