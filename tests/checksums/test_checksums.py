"""Many games give the same digests on every build, machine and Python.

``rules`` never changes. ``events`` may, in a commit of its own, when events are told differently.
"""

import json
from pathlib import Path

import pytest

from fatum.testing.golden import remake

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_checksum(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    made = remake(path)
    for kept, now in zip(json.loads(text), json.loads(made), strict=True):
        assert now["rules"] == kept["rules"], now
    assert made == text
