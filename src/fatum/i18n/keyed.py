"""Texts by key, for what terminal and browser word alike."""

from functools import cache

from fatum.core.messages import Term, Value, fill
from fatum.i18n.languages import LANGUAGES, SOURCE, choose_language
from fatum.i18n.po import PoEntry
from fatum.i18n.translator import catalogue


class KeyedTexts:
    """The catalogue of one language; a text that it lacks is said in English.

    >>> KeyedTexts("de")("table.continue")
    'Weiter'
    """

    def __init__(self, language: str) -> None:
        self.language = choose_language([language])
        self._entries = {**_entries(SOURCE), **_entries(self.language)}

    def __call__(self, key: str, /, **values: Value) -> str:
        """The text of a key; one that counts takes the form for ``count``.

        :raises KeyError: if there is no such text.
        """
        entry = self._entries[key]
        count = values.get("count")
        form = 0
        if entry.plural:
            form = LANGUAGES[self.language].form(count if isinstance(count, int) else 0)
        return fill(entry.texts[form], values, self._word)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def _word(self, value: Value) -> str:
        return value.text if isinstance(value, Term) else str(value)


@cache
def _entries(language: str) -> dict[str, PoEntry]:
    return {entry.context: entry for entry in catalogue(language) if entry.translated}


@cache
def keyed_texts(language: str) -> KeyedTexts:
    return KeyedTexts(language)
