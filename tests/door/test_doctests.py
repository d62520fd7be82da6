"""The examples in the docstrings of the front door say what really happens."""

import doctest
import sys
from pathlib import Path

import pytest

import fatum

MODULES = sorted(
    {"fatum", *(getattr(getattr(fatum, name), "__module__", "fatum") for name in fatum.__all__)}
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(sys.modules[name])
    assert result.failed == 0
    assert result.attempted > 0 or name.startswith("fatum.core")
