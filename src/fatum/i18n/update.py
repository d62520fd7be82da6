"""Writing the catalogues anew from the English texts; what is translated stays. Needs Babel."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from fatum.i18n.languages import LANGUAGES, SOURCE, Language
from fatum.i18n.messages import LOCALES, Message
from fatum.i18n.po import Entry, read_catalogue

_HEADER: Final = """\
# {name}. The English texts come from the client and the code: python -m fatum.i18n update
msgid ""
msgstr ""
"Project-Id-Version: Fatum\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def update(messages: Iterable[Message], folder: Path = LOCALES) -> None:
    """Bring every catalogue in line with these texts."""
    folder.mkdir(exist_ok=True)
    texts = list(messages)
    for language in LANGUAGES.values():
        path = folder / f"{language.code}.po"
        old = read_catalogue(path.read_text("utf-8")) if path.is_file() else []
        path.write_text(catalogue_text(language, texts, old), "utf-8")


def catalogue_text(language: Language, messages: Iterable[Message], old: Iterable[Entry]) -> str:
    """A catalogue with these texts and what the old one knows of them.

    If the English text of a key has changed, its old translation stays but is marked as fuzzy:
    somebody has to look at it.
    """
    exact = {(entry.context, entry.id, bool(entry.plural)): entry for entry in old}
    by_key = {entry.context: entry for entry in exact.values() if entry.context}
    catalogue = Catalog(charset="utf-8")
    # Babel's own rules leave out the forms that only fractions ask for.
    catalogue.mime_headers = [("Plural-Forms", language.header)]
    for message in messages:
        known = exact.get((message.key, message.text, bool(message.plural)))
        fuzzy = known is not None and known.fuzzy
        if known is None:
            known = by_key.get(message.key) if message.key else None
            if known is not None and bool(known.plural) == bool(message.plural):
                fuzzy = any(known.texts)
            else:
                known = None
        elif known.plural != message.plural:
            fuzzy = any(known.texts)
        texts = _texts(language, message, known)
        catalogue.add(
            (message.text, message.plural) if message.plural else message.text,
            texts if message.plural else texts[0],
            context=message.key or None,
            locations=[(message.where, 0)],
            flags=["fuzzy"] if fuzzy and language.code != SOURCE else [],
        )
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, omit_header=True, include_lineno=False)
    header = _HEADER.format(name=language.name, code=language.code, plurals=language.header)
    return header + buffer.getvalue().decode("utf-8").strip() + "\n"


def _texts(language: Language, message: Message, known: Entry | None) -> tuple[str, ...]:
    if language.code == SOURCE:
        return (message.text, message.plural) if message.plural else (message.text,)
    wanted = len(language.forms) if message.plural else 1
    texts = () if known is None else known.texts[:wanted]
    return texts + ("",) * (wanted - len(texts))
