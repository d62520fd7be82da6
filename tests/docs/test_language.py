"""Words that read as translated stay out of the pages."""

import re
from pathlib import Path

import pytest
from tests.docs.pages import NAMES, ROOT

TRANSLATED = re.compile(r"\b(anew|whoever|comes?\s+again|with\s+commas)\b", re.IGNORECASE)
GENERATED = {"docs/benchmarks.md", "docs/ladder.md", "docs/load.md"}
"""Their words stand in ``benchmarks/``."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GENERATED])
def test_plain_english(name: str) -> None:
    assert TRANSLATED.findall((ROOT / name).read_text("utf-8")) == []
    assert TRANSLATED.findall(Path(name).stem.replace("-", " ")) == []
