"""Texts in a language, read from the catalogues when first needed."""

import logging
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from fatum.core.game import Game
from fatum.i18n.fill import fill
from fatum.i18n.languages import LANGUAGES, SOURCE, choose_language
from fatum.i18n.po import Entry, UnreadableCatalogue, read_catalogue
from fatum.i18n.sentences import Sentences

_LOG: Final = logging.getLogger("fatum.i18n")


@cache
def catalogue(language: str) -> tuple[Entry, ...]:
    """What the package knows in this language."""
    page = files("fatum.i18n") / "locales" / f"{language}.po"
    return tuple(read_catalogue(page.read_text("utf-8")))


class Translator:
    """Says things in one language; whatever has no translation is said in English."""

    def __init__(self, language: str, entries: Iterable[Entry], source: Iterable[Entry]) -> None:
        self.language = language
        self._form = LANGUAGES[language].form
        self._english = {entry.context: entry for entry in source if entry.context}
        self._entries = {(entry.context, entry.id): entry for entry in entries if entry.translated}
        self._sentences = Sentences(self._entries.values())

    def text(self, message: str, /, **values: object) -> str:
        """An English text, or template, in this language."""
        return self._say("", message, values)

    def plural(self, one: str, other: str, count: int, /, **values: object) -> str:
        """The form that goes with a count, which fills ``{count}``."""
        return self._count("", one, other, count, values)

    def key(self, key: str, /, **values: object) -> str:
        """A text that is known by its key; a plural one needs ``count``. Unknown keys stay."""
        source = self._english.get(key)
        if source is None:
            return key
        if not source.plural:
            return self._say(key, source.id, values)
        count = values.get("count", 0)
        assert isinstance(count, int)
        return self._count(key, source.id, source.plural, count, values)

    def sentence(self, english: str, /) -> str:
        """A finished English sentence in this language, as far as we know its template."""
        return self._sentences.translate(english)

    def knows(self, english: str, /) -> bool:
        """Whether ``sentence`` has a translation for it."""
        return self._sentences.knows(english)

    def _say(self, context: str, message: str, values: dict[str, object]) -> str:
        entry = self._entries.get((context, message))
        return fill(message if entry is None else entry.texts[0], values)

    def _count(
        self, context: str, one: str, other: str, count: int, values: dict[str, object]
    ) -> str:
        entry = self._entries.get((context, one))
        if entry is None or entry.plural != other:
            text = one if count == 1 else other
        else:
            text = entry.texts[self._form(count)]
        return fill(text, {**values, "count": count})


@cache
def game_catalogue(game: Game, language: str) -> tuple[Entry, ...]:
    """What a game of another package brings along in this language."""
    if game.parts.locales is None:
        return ()
    page = game.parts.locales / f"{language}.po"
    try:
        return tuple(read_catalogue(page.read_text("utf-8"))) if page.is_file() else ()
    except (UnreadableCatalogue, UnicodeDecodeError) as error:
        _LOG.warning("the catalogue %s of %s is left out: %s", page.name, game.name, error)
        return ()


@cache
def _translator(language: str, game: Game | None) -> Translator:
    own = () if game is None else game_catalogue(game, language)
    return Translator(language, (*catalogue(language), *own), catalogue(SOURCE))


def translator(language: str, game: Game | None = None) -> Translator:
    """The translator for a language such as ``sk`` or ``de-AT``; English for any we lack.

    With a game it also knows what that game brings along.
    """
    return _translator(choose_language([language]), game)


def speaker(language: str, game: Game | None = None) -> Callable[[str], str]:
    """Says English sentences in this language; English itself needs no catalogue."""
    return str if language == SOURCE else translator(language, game).sentence
