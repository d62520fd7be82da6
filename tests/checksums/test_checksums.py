"""Many games with everything in them give the same digest on every build, machine and Python."""

from pathlib import Path

import pytest

from fatum.testing.golden import remake

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_checksum(path: Path) -> None:
    assert remake(path) == path.read_text(encoding="utf-8")
