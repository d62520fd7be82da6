"""The number of move sequences from fixed deals stays what it was."""

from pathlib import Path

import pytest

from fatum.testing.golden import remake

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    assert remake(path) == path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").count('"deal"') >= 10
