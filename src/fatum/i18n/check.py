"""Whether the catalogues are complete and in line with the texts. Each complaint is one line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from fatum.i18n.fill import placeholders
from fatum.i18n.languages import LANGUAGES, SOURCE, Language
from fatum.i18n.messages import LOCALES, ROOT, Message, all_messages
from fatum.i18n.po import Entry, read_catalogue
from fatum.i18n.usage import client_sources, hard_coded, unknown_keys, used_keys


def check(root: Path = ROOT, locales: Path = LOCALES) -> list[str]:
    """Everything that is wrong with the texts of a checkout."""
    messages = all_messages(root)
    complaints: list[str] = []
    for language in LANGUAGES.values():
        path = locales / f"{language.code}.po"
        if path.is_file():
            entries = read_catalogue(path.read_text("utf-8"))
            complaints += check_catalogue(language, entries, messages)
        else:
            complaints.append(f"{language.code}: there is no catalogue")
    complaints += _check_client(root / "client" / "src", messages)
    return complaints


def check_catalogue(
    language: Language, entries: Iterable[Entry], messages: Iterable[Message]
) -> Iterator[str]:
    """Missing, unused, untranslated, fuzzy or ill-fitting entries of one catalogue."""
    found = {(entry.context, entry.id): entry for entry in entries}
    wanted = {(message.key, message.text): message for message in messages}
    for at, message in wanted.items():
        if at not in found or found[at].plural != message.plural:
            yield f"{language.code}: missing: {_name(*at)}"
    for at, entry in found.items():
        if at not in wanted:
            yield f"{language.code}: unused: {_name(*at)}"
        elif entry.fuzzy:
            yield f"{language.code}: to be looked at (fuzzy): {_name(*at)}"
        elif not entry.translated:
            yield f"{language.code}: untranslated: {_name(*at)}"
        else:
            yield from check_entry(language, entry)


def check_entry(language: Language, entry: Entry) -> Iterator[str]:
    """Whether a translation has the forms and the placeholders of its source."""
    forms = len(language.forms) if entry.plural else 1
    if len(entry.texts) != forms:
        yield f"{language.code}: {forms} forms are needed: {_name(entry.context, entry.id)}"
    source = set(placeholders(entry.plural or entry.id))
    for text in entry.texts:
        given = set(placeholders(text))
        # "one card" need not show its number.
        free = {"count"} if entry.plural else set()
        if given - source or source - given - free:
            yield f"{language.code}: placeholders differ: {_name(entry.context, entry.id)}"
    if language.code == SOURCE and entry.texts[0] != entry.id:
        yield f"{language.code}: differs from its source: {_name(entry.context, entry.id)}"


def _name(key: str, text: str) -> str:
    return key or repr(text)


def _check_client(source: Path, messages: Iterable[Message]) -> Iterator[str]:
    keys = {message.key for message in messages if message.key}
    files = {path: path.read_text("utf-8") for path in client_sources(source)}
    if not keys or not files:
        return
    everything = "\n".join(files.values())
    for key in sorted(keys - used_keys(everything, keys)):
        yield f"client: unused key: {key}"
    for key in sorted(unknown_keys(everything, keys)):
        yield f"client: unknown key: {key}"
    for path, text in files.items():
        if path.suffix == ".svelte":
            for words in hard_coded(text):
                yield f"client: hard-coded text in {path.relative_to(source)}: {words}"
