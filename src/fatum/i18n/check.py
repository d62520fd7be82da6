"""Checks that the catalogues are complete and match the texts. Each fault is one line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from fatum.core.messages import declared, placeholders
from fatum.i18n.languages import LANGUAGES, SOURCE, Language
from fatum.i18n.messages import LOCALES, ROOT, Text, all_texts, screen_texts
from fatum.i18n.po import PoEntry, read_catalogue
from fatum.i18n.usage import client_sources, hard_coded, unknown_keys, used_keys


def check(root: Path = ROOT, locales: Path = LOCALES) -> list[str]:
    """All errors in the texts of a checkout."""
    texts = all_texts(root)
    complaints: list[str] = []
    for language in LANGUAGES.values():
        path = locales / f"{language.code}.po"
        if path.is_file():
            entries = read_catalogue(path.read_text("utf-8"))
            complaints += check_catalogue(language, entries, texts)
        else:
            complaints.append(f"{language.code}: there is no catalogue")
    complaints += [
        f"screens.toml: declared in the code, too: {text.key}"
        for text in screen_texts()
        if text.key in declared()
    ]
    complaints += _check_client(root / "client" / "src", texts)
    return complaints


def check_catalogue(
    language: Language, entries: Iterable[PoEntry], texts: Iterable[Text]
) -> Iterator[str]:
    """Missing, unused, untranslated, fuzzy or ill-fitting entries of one catalogue."""
    found = {entry.context: entry for entry in entries}
    wanted = {text.key: text for text in texts}
    for key, text in wanted.items():
        if key not in found:
            yield f"{language.code}: missing: {key}"
        elif (found[key].id, found[key].plural) != (text.text, text.plural):
            yield f"{language.code}: of another English text: {key}"
    for key, entry in found.items():
        if key not in wanted:
            yield f"{language.code}: unused: {key or entry.id}"
        elif entry.fuzzy:
            yield f"{language.code}: to be looked at (fuzzy): {key}"
        elif not entry.translated:
            yield f"{language.code}: untranslated: {key}"
        else:
            yield from check_entry(language, entry)


def check_entry(language: Language, entry: PoEntry) -> Iterator[str]:
    """Whether a translation has the forms and the placeholders of its source."""
    forms = len(language.forms) if entry.plural else 1
    if len(entry.texts) != forms:
        yield f"{language.code}: {forms} forms are needed: {entry.context or entry.id}"
    source = set(placeholders(entry.plural or entry.id))
    for text in entry.texts:
        given = set(placeholders(text))
        # "one card" need not show its number.
        free = {"count"} if entry.plural else set()
        if given - source or source - given - free:
            yield f"{language.code}: placeholders differ: {entry.context or entry.id}"
    if language.code == SOURCE and entry.texts[0] != entry.id:
        yield f"{language.code}: differs from its source: {entry.context or entry.id}"


def _check_client(source: Path, texts: Iterable[Text]) -> Iterator[str]:
    keys = {text.key for text in texts}
    screens = {text.key for text in screen_texts()}
    files = {path: path.read_text("utf-8") for path in client_sources(source)}
    if not files:
        return
    everything = "\n".join(files.values())
    for key in sorted(screens - used_keys(everything, screens)):
        yield f"client: unused key: {key}"
    for key in sorted(unknown_keys(everything, keys)):
        yield f"client: unknown key: {key}"
    for path, text in files.items():
        if path.suffix == ".svelte":
            for words in hard_coded(text):
                yield f"client: hard-coded text in {path.relative_to(source)}: {words}"
