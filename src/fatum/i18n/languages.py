"""The languages of Fatum and how each of them counts."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Language:
    """``forms`` are the plural categories of Unicode's CLDR, in the order of ``msgstr[0]``, …

    A browser's ``Intl.PluralRules`` uses the same names. Some categories are there for fractions
    only, so no whole number asks for them.
    """

    code: str
    name: str
    forms: tuple[str, ...]
    rule: str
    """The rule as a catalogue's header says it."""
    form: Callable[[int], int]
    """The number of the form for a count."""

    @property
    def header(self) -> str:
        return f"nplurals={len(self.forms)}; plural={self.rule};"


def _one_or_more(count: int) -> int:
    return 0 if count == 1 else 1


def _french(count: int) -> int:
    if count in (0, 1):
        return 0
    return 1 if count % 1_000_000 == 0 else 2


def _slovak(count: int) -> int:
    if count == 1:
        return 0
    return 1 if 2 <= count <= 4 else 3


_TWO: Final = ("one", "other")
_NOT_ONE: Final = "(n != 1)"

_ALL: Final = (
    Language("en", "English", _TWO, _NOT_ONE, _one_or_more),
    Language("de", "Deutsch", _TWO, _NOT_ONE, _one_or_more),
    Language("nl", "Nederlands", _TWO, _NOT_ONE, _one_or_more),
    Language(
        "fr",
        "Français",
        ("one", "many", "other"),
        "(n <= 1 ? 0 : n % 1000000 == 0 ? 1 : 2)",
        _french,
    ),
    Language(
        "sk",
        "Slovenčina",
        ("one", "few", "many", "other"),
        "(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 3)",
        _slovak,
    ),
)
LANGUAGES: Final[dict[str, Language]] = {language.code: language for language in _ALL}
_LANGUAGE_PART: Final = re.compile(r"\s*([A-Za-z]+)(?![A-Za-z])")
SOURCE: Final = "en"
"""The source language, and the fallback for missing texts."""


ASKED: Final = ("FATUM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables for the language, in order of priority."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the terminal."""
    return choose_language([next(filter(None, map(environment.get, ASKED)), SOURCE)])


def choose_language(wanted: Iterable[str]) -> str:
    """The first supported language of those wanted (``de-AT``, ``fr_CA.UTF-8``, …), else English."""
    for tag in wanted:
        code = _LANGUAGE_PART.match(tag)
        if code is not None and code[1].lower() in LANGUAGES:
            return code[1].lower()
    return SOURCE
