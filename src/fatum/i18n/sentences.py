"""Finished English sentences in another language.

Rules and tables refuse with an English sentence, and its parts are known only where it is made. To
translate it elsewhere, its template is found again: ``it is P2's turn`` was made from ``it is
{seat}'s turn``. The values are translated the same way, so ``7 or more`` is found in turn.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from fatum.i18n.fill import fill, split
from fatum.i18n.po import Entry

_ENDS: Final = re.compile(r"(.*?)( \([A-Z]+\d+\))?(\.?)", re.DOTALL)
_DEEPEST: Final = 4


class Sentences:
    """Translates sentences whose templates a catalogue has."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._known = {
            entry.id: entry.texts[0] for entry in entries if not entry.context and not entry.plural
        }

    @cached_property
    def _templates(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns with their translations, those with most literal text first."""
        found = [template for template in self._known if len(split(template)) > 1]
        found.sort(key=lambda template: -sum(map(len, split(template)[::2])))
        return [(_pattern(template), self._known[template]) for template in found]

    def translate(self, english: str) -> str:
        """The sentence in this language; unchanged if nobody knows it."""
        found = self._translated(english)
        return english if found is None else found

    def knows(self, english: str) -> bool:
        """Whether there is a translation, even one that reads the same."""
        return self._translated(english) is not None

    def _translated(self, english: str) -> str | None:
        whole = self._find(english, 0)
        if whole is not None:
            return whole
        ends = _ENDS.fullmatch(english)
        assert ends is not None
        core = self._find(ends[1], 0)
        return None if core is None else f"{core}{ends[2] or ''}{ends[3]}"

    def _find(self, english: str, depth: int) -> str | None:
        text = self._exactly(english)
        if text is not None or depth > _DEEPEST:
            return text
        for pattern, template in self._templates:
            found = pattern.fullmatch(english)
            if found is not None:
                values = {
                    name: self._part(value, depth) for name, value in found.groupdict().items()
                }
                return _begin_like(english, fill(template, values))
        return None

    def _exactly(self, english: str) -> str | None:
        text = self._known.get(english)
        if text is None and english[:1].isupper():
            lower = self._known.get(english[0].lower() + english[1:])
            text = None if lower is None else _begin_like(english, lower)
        return text

    def _part(self, english: str, depth: int) -> str:
        text = self._find(english, depth + 1)
        return english if text is None else text


def _pattern(template: str) -> re.Pattern[str]:
    parts = split(template)
    seen: set[str] = set()
    pattern = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            pattern += re.escape(part)
        else:
            pattern += f"(?P={part})" if part in seen else f"(?P<{part}>.*?)"
            seen.add(part)
    first = template[:1]
    if first.isalpha() and first.islower():
        pattern = f"[{first}{first.upper()}]{pattern[1:]}"
    return re.compile(pattern, re.DOTALL)


def _begin_like(english: str, text: str) -> str:
    """Sentences in the middle of others begin small in English; their translations follow."""
    return text[:1].upper() + text[1:] if english[:1].isupper() else text
