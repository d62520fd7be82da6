"""Words that read as translated stay out of sources, pages and texts."""

import re
import subprocess

import pytest
from tests.docs.pages import ROOT

# Written so that the pattern does not find itself.
TRANSLATED = re.compile(r"\b([a]new|[w]hoever|comes?\s+again|with\s+commas)\b", re.IGNORECASE)


def files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return [name for name in listed.stdout.split("\0") if name]


def test_plain_english() -> None:
    names = files()
    if not names:
        pytest.skip("this is not a git checkout")
    found = {}
    for name in names:
        try:
            text = (ROOT / name).read_text("utf-8")
        except (UnicodeDecodeError, OSError):
            continue  # a picture, or a file that is being removed
        if words := TRANSLATED.findall(f"{name.replace('-', ' ')} {text}"):
            found[name] = words
    assert found == {}
