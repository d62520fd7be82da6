"""How the terminal names seats, cards and moves, in one language."""

import re
from collections.abc import Mapping
from typing import Final

from fatum.core.events import HIDDEN
from fatum.core.game import Game, View
from fatum.core.messages import CARD, SEAT, Message, Term, declare
from fatum.core.seats import seat_name, seat_number
from fatum.i18n.keyed import keyed_texts
from fatum.i18n.translator import translator
from fatum.play.narration import Narrator

_NAMELESS: Final = re.compile(r"(random|greedy|easy|normal|hard|ismcts)( \d+)?")
"""A bot that nobody has named is called after its level; the browser knows them by the same rule."""
_CODED: Final = declare("line.coded", {"term": "{name} ({code})"})


def level_name(language: str, level: str) -> str:
    """``easy`` as people read it; a bot of another package has only its name."""
    texts = keyed_texts(language)
    return texts(f"level.{level}") if f"level.{level}" in texts else level


def player_name(language: str, seat: int, name: str) -> str:
    """A bot that is called after its level gets a name by its seat."""
    texts = keyed_texts(language)
    key = f"bot.{seat_name(seat)}"
    return texts(key) if _NAMELESS.fullmatch(name) and key in texts else name or seat_name(seat)


class Wording:
    """Words messages for one viewer of one table. Set ``view`` before naming moves."""

    def __init__(
        self, language: str, game: Game, viewer: int | None, names: Mapping[int, str]
    ) -> None:
        self.language: Final = language
        self.game: Final = game
        self.viewer: Final = viewer
        self.narrator: Final = Narrator(game, viewer)
        self.text: Final = keyed_texts(language)
        self.view: View | None = None
        self.codes = False
        """Whether the notation stands behind each name."""
        self._translator: Final = translator(language, game)
        self._names: Final = {
            seat: player_name(language, seat, name) for seat, name in names.items()
        }

    def say(self, message: Message) -> str:
        """A message with its first letter as a sentence has it."""
        return capitalised(self._translator.say(message, self.name))

    def join(self, items: list[str]) -> str:
        return self._translator.join(items)

    def name(self, term: Term) -> str:
        """A seat, a card or a move as people call it."""
        if term.kind == SEAT:
            return self.seat(seat_number(term.text))
        if term.text == HIDDEN:
            return self.text("card.hidden")
        if self.view is None:
            return term.text
        plain = self._translator.say(self.narrator.name(term, self.view), self.name)
        return self._coded(plain, term.text) if term.kind == CARD else plain

    def _coded(self, name: str, code: str) -> str:
        if not self.codes or name == code:
            return name
        return self._translator.say(_CODED["term"](name=name, code=code))

    def seat(self, number: int) -> str:
        if number == self.viewer:
            return self._coded(self.text("seat.you"), seat_name(number))
        return self._coded(self._names.get(number, seat_name(number)), seat_name(number))

    def listed(self, number: int) -> str:
        """A seat's name in a list inside a sentence, where “you” has a small letter."""
        name = self.seat(number)
        return name[:1].lower() + name[1:] if number == self.viewer else name

    def move(self, move: str) -> str:
        """What a legal move is called."""
        return capitalised(self.name(Term("move", move)))

    def card(self, card: str) -> str:
        return capitalised(self.name(Term(CARD, card)))


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
