"""Finds unused and missing texts in the client, and words outside the catalogues."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_LITERAL: Final = re.compile(r"'([\w. -]+)'|\"([\w. -]+)\"")
_PATTERN: Final = re.compile(r"`([^`\n]*\.[^`\n]*)`")
_HOLE: Final = re.compile(r"\$\{[^{}`]*\}")
_SAID: Final = re.compile(r"\bt\(\s*'([\w. -]+)'")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
_READ_ALOUD: Final = re.compile(r"\s(?:aria-label|alt|placeholder|title)=(\"[^\"]*\"|'[^']*')")
_NO_TEXT: Final = re.compile(
    r"<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->", re.DOTALL | re.IGNORECASE
)
_TEXT: Final = re.compile(r">([^<>]*)<")
_SHORT: Final = frozenset({"Fatum"})
_LEFT_OUT: Final = frozenset({"dev", "locales"})
"""What only developers see, and the texts themselves."""


def client_sources(source: Path) -> Iterator[Path]:
    """The client's files in which texts are used."""
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source).parts
        if path.suffix in {".ts", ".svelte"} and inside[0] not in _LEFT_OUT:
            yield path


def used_keys(sources: str, keys: set[str]) -> set[str]:
    """Keys that stand somewhere as a string, or fit a template string such as `card.${kind}`."""
    literals = {first or second for first, second in _LITERAL.findall(sources)}
    patterns = [_key_pattern(text) for text in set(_PATTERN.findall(sources)) if "${" in text]
    fits = re.compile("|".join(patterns) or r"(?!)")
    return {key for key in keys if key in literals or fits.fullmatch(key)}


def unknown_keys(sources: str, keys: set[str]) -> set[str]:
    """Keys that are said but do not exist."""
    return set(_SAID.findall(sources)) - keys


def _key_pattern(template: str) -> str:
    parts = [re.escape(part) for part in _HOLE.split(template)]
    # A template that is nothing but holes and dots would fit every key.
    return r"[\w -]+(?:\.[\w -]+)*".join(parts) if _LETTERS.search("".join(parts)) else r"(?!)"


def hard_coded(component: str) -> list[str]:
    """Words in the markup of a Svelte component that are not taken from the catalogues."""
    markup = _NO_TEXT.sub("", component)
    words = [literal[1:-1] for literal in _READ_ALOUD.findall(markup)]
    words += _TEXT.findall(_without_braces(markup))
    found = (" ".join(_without_braces(text).split()) for text in words)
    return [text for text in found if _LETTERS.search(text) and text not in _SHORT]


def _without_braces(text: str) -> str:
    """The text without expressions, which may contain braces and comparisons themselves."""
    kept = ""
    depth = 0
    for letter in text:
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept += letter
    return kept
