"""Texts in a language, read from the catalogues when first needed."""

import logging
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from fatum.core.game import Game
from fatum.core.messages import Declared, Message, Term, Value, fill
from fatum.i18n.languages import LANGUAGES, SOURCE, choose_language
from fatum.i18n.po import PoEntry, UnreadableCatalogue, read_catalogue

_LOG: Final = logging.getLogger("fatum.i18n")
_AND: Final = Declared("list.and", "and")


@cache
def catalogue(language: str) -> tuple[PoEntry, ...]:
    """The package's own catalogue in this language."""
    page = files("fatum.i18n") / "locales" / f"{language}.po"
    return tuple(read_catalogue(page.read_text("utf-8")))


class Translator:
    """Words messages in one language; one without a translation is said in English."""

    def __init__(self, language: str, entries: Iterable[PoEntry]) -> None:
        self.language = language
        self._form = LANGUAGES[language].form
        self._entries = {entry.context: entry for entry in entries if entry.translated}

    def say(self, message: Message, name: Callable[[Term], str] = str) -> str:
        """A message in this language; ``name`` words cards, seats and moves.

        >>> english, german = translator("en"), translator("de")
        >>> german.say(Declared("list.and", "and")())
        'und'
        >>> english.join(["Ann", "Bob", "Cleo"]), german.join(["Ann", "Bob", "Cleo"])
        ('Ann, Bob, and Cleo', 'Ann, Bob und Cleo')
        """

        def word(value: Value) -> str:
            if isinstance(value, Message):
                return self.say(value, name)
            if isinstance(value, Term):
                return name(value)
            if isinstance(value, tuple):
                return self.join([word(each) for each in value])
            return str(value)

        return fill(self._template(message), message.values, word)

    def translates(self, message: Message) -> bool:
        """Whether there is a text for it in this language; messages inside it count for themselves."""
        entry = self._entries.get(message.key)
        return entry is not None and bool(entry.plural) == bool(message.template.other)

    def join(self, items: list[str]) -> str:
        """Several things as the language lists them."""
        if len(items) < 2:
            return "".join(items)
        # Only English puts a comma before the last of three.
        comma = "," if self.language == SOURCE and len(items) > 2 else ""
        return f"{', '.join(items[:-1])}{comma} {self.say(_AND())} {items[-1]}"

    def _template(self, message: Message) -> str:
        """The text of a message, in the form that goes with its count."""
        entry = self._entries.get(message.key)
        if entry is None or bool(entry.plural) != bool(message.template.other):
            return message.template.form(message.values)
        if not entry.plural:
            return entry.texts[0]
        count = message.values.get("count")
        return entry.texts[self._form(count if isinstance(count, int) else 0)]


@cache
def game_catalogue(game: Game, language: str) -> tuple[PoEntry, ...]:
    """The catalogue of a third-party game in this language."""
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
    if language == SOURCE:
        return Translator(SOURCE, ())
    own = () if game is None else game_catalogue(game, language)
    return Translator(language, (*catalogue(language), *own))


def translator(language: str, game: Game | None = None) -> Translator:
    """The translator for a language such as ``sk`` or ``de-AT``; English for any we lack.

    English needs no catalogue: messages carry it. With a game, the game's own texts are included.
    """
    return _translator(choose_language([language]), game)
