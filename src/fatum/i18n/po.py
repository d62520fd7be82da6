"""Reading gettext catalogues.

Players have no gettext tools, and the standard library reads only compiled catalogues; so the
texts themselves travel with the package and are read here, once, when they are first needed.
"""

import re
from typing import Final, NamedTuple

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+)?"(.*)"')
_ESCAPE: Final = re.compile(r"\\(.)")
_MEANS: Final = {"n": "\n", "t": "\t", "r": "\r"}


class UnreadableCatalogue(Exception):
    """A catalogue with a line that cannot be read."""


class PoEntry(NamedTuple):
    """A message: where it belongs, its English text (one or two forms) and its translation."""

    context: str
    id: str
    plural: str
    texts: tuple[str, ...]
    fuzzy: bool

    @property
    def translated(self) -> bool:
        return not self.fuzzy and all(self.texts)


def read_catalogue(text: str) -> list[PoEntry]:
    """All entries but the header and obsolete ones, in the order of the file."""
    entries = []
    for number, block in _blocks(text):
        entry = _read_block(number, block)
        if entry is not None and entry.id:
            entries.append(entry)
    return entries


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """Groups of lines between empty lines, each with the number of its first line."""
    blocks: list[tuple[int, list[str]]] = [(1, [])]
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            blocks[-1][1].append(line.strip())
        else:
            blocks.append((number + 1, []))
    return blocks


def _read_block(number: int, lines: list[str]) -> PoEntry | None:
    parts: dict[str, str] = {}
    forms: dict[int, str] = {}
    fuzzy = False
    part = ""
    for offset, line in enumerate(lines):
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or part):
            raise UnreadableCatalogue(f"line {number + offset}: {line}")
        text = _ESCAPE.sub(lambda escape: _MEANS.get(escape[1], escape[1]), found[3])
        part = found[1] or part
        if found[1] == "msgstr":
            forms[int(found[2] or 0)] = text
        elif part == "msgstr":
            forms[max(forms)] += text
        else:
            parts[part] = parts.get(part, "") + text
    if "msgid" not in parts:
        return None
    return PoEntry(
        parts.get("msgctxt", ""),
        parts["msgid"],
        parts.get("msgid_plural", ""),
        tuple(forms[form] for form in sorted(forms)),
        fuzzy,
    )
