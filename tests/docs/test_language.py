"""Words that read as translated stay out of sources, pages and texts."""

import re
import subprocess

import pytest
from tests.docs.pages import ROOT

# Written so that the pattern does not find itself.
WORDS = r"[a]new|[w]hoever|comes?[\s_]+again|with[\s_]+commas"
INSIDE = r"(?-i:(?<=[a-z])(?:[A]new|[W]hoever))"
TRANSLATED = re.compile(rf"(?:\b|_)({WORDS})(?:\b|_)|({INSIDE})", re.IGNORECASE)


@pytest.mark.parametrize("text", ["read_{}", "read_{}()", "{} it is", "find{}", "to {}.", "x_{}_y"])
def test_words_inside_names_are_found(text: str) -> None:
    word = "".join(["a", "new"])
    assert TRANSLATED.search(text.format(word.title() if text == "find{}" else word))
    assert not TRANSLATED.search(text.format("again"))


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
