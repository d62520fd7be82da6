"""Whole games as every seat sees them stay what they were.

After a change that is meant: ``python -m fatum.testing.golden tests/playthroughs/*.txt``.
"""

from pathlib import Path

import pytest

from fatum.testing.golden import remake

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    assert remake(path) == path.read_text(encoding="utf-8")
