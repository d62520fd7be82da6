"""Checks names and chat: visible characters only, and no two names that look alike.

Two names look alike if their skeletons are equal: the algorithm of Unicode Technical Standard 39 with
Unicode's own table of confusable characters, from the package ``confusable_homoglyphs``
(``docs/decisions/0058-names-that-can-be-told-apart.md``).
"""

import json
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache
from importlib import resources
from typing import Final

from fatum.table.refusals import refused

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4
"""Accents and the like on one letter, as in Unicode Technical Standard 39."""


_JOINERS: Final = frozenset("\u200c\u200d")
_FLAG: Final = "\U0001f3f4"
"""The black flag, which tags turn into those of England, Scotland and Wales."""


def _range(first: int, last: int) -> frozenset[str]:
    return frozenset(map(chr, range(first, last + 1)))


_TAGS: Final = _range(0xE0020, 0xE007F)
_SELECTORS: Final = (
    _range(0x180B, 0x180D) | {"\u180f"} | _range(0xFE00, 0xFE0F) | _range(0xE0100, 0xE01EF)
)
"""Variants of the character before them, such as an emoji in colour."""
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Letters, marks and symbols that render as nothing."""
_IGNORED: Final = _JOINERS | _TAGS | _SELECTORS
_PICTOGRAPHS: Final = ((0x1F000, 0x1FAFF), (0x1FC00, 0x1FFFD))
"""Set aside for emoji, also those that are newer than this Python."""


def clean_text(text: str) -> str:
    """Strip blanks; refuse invisible text."""
    text = text.strip()
    if not is_visible(text):
        raise refused("unreadable", "text.unprintable")
    return text


def clean_name(text: str, taken: Collection[str], *, numbered: bool = False) -> str:
    """A clean name that differs from those already at the table.

    The same name a second time gets a number; one that only looks the same is refused, or with
    ``numbered`` gets a number as well.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST_NAME or not is_visible(name):
        raise refused("name", "name.unprintable", longest=LONGEST_NAME)
    known = {skeleton(other) for other in taken}
    if skeleton(name) not in known:
        return name
    if name not in taken and not numbered:
        raise refused("name", "name.alike")
    number = 2
    while skeleton(unique := _numbered(name, number)) in known:
        number += 1
    return unique


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    kept = name[: LONGEST_NAME - len(suffix)]
    while kept[-1] in _IGNORED:
        kept = kept[:-1]
    return kept + suffix


# --- what can be seen ----------------------------------------------------------------------------


def is_visible(text: str) -> bool:
    """Whether every character shows something, alone or together with the one before it."""
    before = ""
    marks = 0
    for place, character in enumerate(text):
        after = text[place + 1 : place + 2]
        if character in _IGNORED:
            if not _may_follow(character, before, after):
                return False
        elif unicodedata.category(character)[0] == "M" and character not in _BLANK:
            marks += 1
            if not before or before == " " or marks > MOST_MARKS:
                return False
        elif character == " " or _is_seen(character):
            marks = 0
        else:
            return False
        before = character
    return any(character != " " for character in text)


def _may_follow(character: str, before: str, after: str) -> bool:
    """Whether an invisible character changes its neighbour."""
    if character in _TAGS:
        return before == _FLAG or before in _TAGS
    if before in {"", " "} or before in _JOINERS:
        return False
    if character in _JOINERS:
        return after not in {"", " "} and after not in _IGNORED
    return before not in _SELECTORS


def _is_seen(character: str) -> bool:
    if character in _BLANK:
        return False
    category = unicodedata.category(character)
    if category == "Cn":
        return any(first <= ord(character) <= last for first, last in _PICTOGRAPHS)
    return category[0] in "LNPS"


# --- what looks alike ----------------------------------------------------------------------------


def skeleton(name: str) -> str:
    """The skeleton, equal for names that look alike; never shown."""
    prototypes = load_prototypes()
    letters = (letter for letter in _decomposed(name) if letter not in _IGNORED)
    return _decomposed("".join(prototypes.get(letter, letter) for letter in letters))


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@cache
def load_prototypes() -> dict[str, str]:
    """The prototype of each confusable character. The first call takes a moment.

    Empty without the package, as in a browser, where all players share one device.
    """
    try:
        data = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    except ModuleNotFoundError:
        return {}
    groups = _groups(
        (one, str(other["c"]))
        for one, others in json.loads(data.read_text("utf-8")).items()
        for other in others
    )
    found: dict[str, str] = {}
    for group in groups:
        # A group has at most one string of several letters, which is what the others are taken for.
        chosen = max(group, key=lambda text: (len(text), -ord(text[0])))
        found |= {letter: chosen for letter in group if len(letter) == 1}
    return {
        letter: "".join(found.get(part, part) for part in _decomposed(chosen))
        if len(chosen) > 1
        else chosen
        for letter, chosen in found.items()
    }


def _groups(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Characters that are connected by pairs."""
    by_letter: dict[str, set[str]] = {}
    for pair in pairs:
        # The table puts marks of direction around letters that are written from right to left.
        one, other = (text.replace("\u200e", "") for text in pair)
        joined = by_letter.get(one, {one})
        added = by_letter.get(other, {other})
        if joined is not added:
            if len(joined) < len(added):
                joined, added = added, joined
            joined |= added
            for letter in added:
                by_letter[letter] = joined
            for letter in (one, other):
                by_letter[letter] = joined
    return list({id(group): group for group in by_letter.values()}.values())
