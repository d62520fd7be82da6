"""The catalogues as the browser client loads them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from fatum.i18n.languages import LANGUAGES, SOURCE
from fatum.i18n.po import Entry
from fatum.i18n.translator import catalogue


def export_client(language: str) -> str:
    """JSON: each key with its text, or with its plural forms by ``Intl.PluralRules`` category."""
    return _json(texts_by_key(language, catalogue(language)))


def export_sentences(language: str) -> str:
    """JSON: the sentences that a server says in English, each with its translation."""
    return _json(sentences(catalogue(language)))


def texts_by_key(language: str, entries: Iterable[Entry]) -> dict[str, str | dict[str, str]]:
    """Each key with its text, or with its plural forms by category."""
    return {
        entry.context: _text(language, entry)
        for entry in entries
        if entry.context and entry.translated
    }


def sentences(entries: Iterable[Entry]) -> dict[str, str]:
    """Each English sentence, or template, with its translation."""
    return {
        entry.id: entry.texts[0]
        for entry in entries
        if not entry.context and not entry.plural and entry.translated
    }


def _json(texts: Mapping[str, object]) -> str:
    return json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _text(language: str, entry: Entry) -> str | dict[str, str]:
    if not entry.plural:
        return entry.texts[0]
    return dict(zip(LANGUAGES[language].forms, entry.texts, strict=True))


def write_client(folder: Path) -> None:
    """A file for each language; the keys of English are part of the client itself."""
    said = folder / "sentences"
    said.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        if language != SOURCE:
            (folder / f"{language}.json").write_text(export_client(language), "utf-8")
        (said / f"{language}.json").write_text(export_sentences(language), "utf-8")
