"""Bringing the catalogues in line with the English texts; translations stay. Needs Babel."""

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from fatum.core.errors import FatumError
from fatum.core.messages import fill, placeholders
from fatum.i18n.languages import LANGUAGES, SOURCE, Language
from fatum.i18n.messages import LOCALES, SCREENS, Text
from fatum.i18n.po import PoEntry, read_catalogue

_HEADER: Final = """\
# {name}. The English texts come from the code and from screens.toml: python -m fatum.i18n update
msgid ""
msgstr ""
"Project-Id-Version: Fatum\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
_SHORT: Final = {
    ("fr", 2): (0, 1, 1),
    ("sk", 3): (0, 1, 1, 2),
}
"""Which of the given forms stand for all, where those for fractions or millions are left out."""


def update(texts: Iterable[Text], folder: Path = LOCALES) -> None:
    """Bring every catalogue in line with these texts."""
    folder.mkdir(exist_ok=True)
    wanted = list(texts)
    for language in LANGUAGES.values():
        path = folder / f"{language.code}.po"
        old = read_catalogue(path.read_text("utf-8")) if path.is_file() else []
        path.write_text(catalogue_text(language, wanted, old), "utf-8")


def drop_declared_screens(keys: Iterable[str], source: Path = SCREENS) -> None:
    """Take the lines of these keys out of ``screens.toml``: the code declares them now."""
    gone = {json.dumps(key, ensure_ascii=False) for key in keys}
    lines = source.read_text("utf-8").splitlines(keepends=True)
    source.write_text(
        "".join(line for line in lines if line.partition(" = ")[0] not in gone), "utf-8"
    )


def fill_in(
    given: Mapping[str, Mapping[str, str | list[str]]],
    texts: Iterable[Text],
    folder: Path = LOCALES,
) -> None:
    """Put translations into the catalogues: a text, or a list of plural forms, by language and key.

    :raises FatumError: if a key is unknown or the number of forms does not fit.
    """
    wanted = {text.key: text for text in texts}
    for code, translations in given.items():
        language = LANGUAGES[code]
        path = folder / f"{code}.po"
        entries = {entry.context: entry for entry in read_catalogue(path.read_text("utf-8"))}
        for key, translation in translations.items():
            if key not in wanted:
                raise FatumError(f"{code}: there is no text {key}")
            forms = _forms(language, wanted[key], translation)
            entries[key] = PoEntry(key, wanted[key].text, wanted[key].plural, forms, fuzzy=False)
        path.write_text(catalogue_text(language, wanted.values(), entries.values()), "utf-8")


def catalogue_text(language: Language, texts: Iterable[Text], old: Iterable[PoEntry]) -> str:
    """A catalogue of these texts with the translations of the old one.

    If the English text of a key has changed, its old translation stays but is marked as fuzzy:
    somebody has to look at it. A new key takes over the translation of the same English text.
    """
    entries = list(old)
    by_key = {entry.context: entry for entry in entries}
    by_text = {_pattern(entry.id, entry.plural): entry for entry in reversed(entries)}
    catalogue = Catalog(charset="utf-8")
    # Babel's own rules leave out the forms that only fractions ask for.
    catalogue.mime_headers = [("Plural-Forms", language.header)]
    for text in texts:
        known = by_key.get(text.key)
        if known is None:
            same = by_text.get(_pattern(text.text, text.plural))
            known = None if same is None else _renamed(same, text)
        if known is not None and bool(known.plural) != bool(text.plural):
            known = None
        fuzzy = known is not None and (
            known.fuzzy
            or (any(known.texts) and (known.id, known.plural) != (text.text, text.plural))
        )
        forms = _known_forms(language, text, known)
        catalogue.add(
            (text.text, text.plural) if text.plural else text.text,
            forms if text.plural else forms[0],
            context=text.key,
            locations=[(text.where, 0)],
            flags=["fuzzy"] if fuzzy and language.code != SOURCE else [],
        )
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, omit_header=True, include_lineno=False)
    header = _HEADER.format(name=language.name, code=language.code, plurals=language.header)
    return header + buffer.getvalue().decode("utf-8").strip() + "\n"


def _pattern(text: str, plural: str) -> tuple[str, str]:
    """The English text whatever its placeholders are called."""
    names = dict.fromkeys(placeholders(plural or text))
    numbered = {name: f"<{number}>" for number, name in enumerate(names)}
    return fill(text, numbered, str), fill(plural, numbered, str)


def _renamed(entry: PoEntry, text: Text) -> PoEntry:
    """The entry with the placeholders of another text that otherwise reads the same."""
    old = dict.fromkeys(placeholders(entry.plural or entry.id))
    new = dict.fromkeys(placeholders(text.plural or text.text))
    names = {was: f"{{{now}}}" for was, now in zip(old, new, strict=True)}
    texts = tuple(fill(each, names, str) for each in entry.texts)
    return entry._replace(id=text.text, plural=text.plural, texts=texts)


def _known_forms(language: Language, text: Text, known: PoEntry | None) -> tuple[str, ...]:
    if language.code == SOURCE:
        return (text.text, text.plural) if text.plural else (text.text,)
    wanted = len(language.forms) if text.plural else 1
    texts = () if known is None else known.texts[:wanted]
    return texts + ("",) * (wanted - len(texts))


def _forms(language: Language, text: Text, given: str | list[str]) -> tuple[str, ...]:
    texts = [given] if isinstance(given, str) else given
    order = _SHORT.get((language.code, len(texts)), range(len(texts))) if text.plural else (0,)
    if len(order) != (len(language.forms) if text.plural else 1) or len(texts) > len(order):
        wanted = ", ".join(language.forms) if text.plural else "one text"
        raise FatumError(f"{language.code}: {text.key} needs {wanted}")
    return tuple(texts[place] for place in order)
