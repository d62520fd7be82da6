"""The catalogues as the browser client loads them."""

import json
from pathlib import Path

from fatum.i18n.languages import LANGUAGES, SOURCE
from fatum.i18n.po import Entry
from fatum.i18n.translator import catalogue


def export_client(language: str) -> str:
    """JSON: each key with its text, or with its plural forms by ``Intl.PluralRules`` category."""
    texts = {
        entry.context: _text(language, entry)
        for entry in catalogue(language)
        if entry.context and entry.translated
    }
    return json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def export_sentences(language: str) -> str:
    """JSON: the sentences that a server says in English, each with its translation."""
    texts = {
        entry.id: entry.texts[0]
        for entry in catalogue(language)
        if not entry.context and not entry.plural and entry.translated
    }
    return json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _text(language: str, entry: Entry) -> str | dict[str, str]:
    if not entry.plural:
        return entry.texts[0]
    return dict(zip(LANGUAGES[language].forms, entry.texts, strict=True))


def write_client(folder: Path) -> None:
    """A file for each language; the keys of English are part of the client itself."""
    sentences = folder / "sentences"
    sentences.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        if language != SOURCE:
            (folder / f"{language}.json").write_text(export_client(language), "utf-8")
        (sentences / f"{language}.json").write_text(export_sentences(language), "utf-8")
