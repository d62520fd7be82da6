"""Events and views as readable English.

A game may offer ``Words``, its phrases; without them everything is still said, only more dryly. Text is made from what the viewer may know, never from the truth behind it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fatum.core.events import HIDDEN, Event
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.core.parts import ViewData, Words
from fatum.core.seats import seat_name
from fatum.records.files import to_json

TRUTH: Final = -2
"""A viewer who sees everything."""
_NO_WORDS: Final = Words({})


class Narrator:
    """Tells what happens at one table to one viewer; ``None`` is a spectator."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self._viewer = viewer
        self._words: Final = game.parts.words or _NO_WORDS

    def tell(self, events: Sequence[Event]) -> list[str]:
        """A line for each event that has something to say."""
        return [line for event in events if (line := self.line(event))]

    def line(self, event: Event) -> str:
        """One sentence, or nothing for an event that needs no words."""
        seen = event.truth() if self._viewer == TRUTH else event.seen_by(self._viewer)
        cards = seen.get("cards", [])
        assert isinstance(cards, list)
        phrases = self._words.events.get(event.kind)
        if phrases is None:
            return self._plainly(seen)
        template = phrases[self._person(event, len(phrases))]
        if not template:
            return ""
        text = template.format(
            seat=self._who(event.seat),
            other=self._who(event.other),
            cards=describe_cards(cards),
            text=self._words.texts.get(event.kind, {}).get(event.text, event.text),
        )
        return text[0].upper() + text[1:]

    def _person(self, event: Event, phrases: int) -> int:
        """First, third or, where there is a phrase for it, no person at all."""
        if event.seat == self._viewer:
            return 0
        return 2 if event.seat < 0 and phrases > 2 else 1

    def _who(self, seat: int) -> str:
        return "you" if seat == self._viewer else seat_name(seat)

    def _plainly(self, seen: Mapping[str, object]) -> str:
        parts = [
            ", ".join(value) if isinstance(value, list) else str(value)
            for key, value in seen.items()
            if key != "seat"
        ]
        seat = seen.get("seat")
        return f"{f'{seat}: ' if seat else ''}{'; '.join(parts)}."

    def screen(self, view: Mapping[str, object]) -> list[str]:
        """All that the viewer may know now."""
        return self._describe(self._words.screen, view)

    def prompt(self, view: Mapping[str, object]) -> list[str]:
        """What the viewer needs for the choice that is due."""
        return self._describe(self._words.prompt, view)

    def _describe(
        self,
        describe: Callable[[ViewData, int | None], list[str]] | None,
        view: Mapping[str, object],
    ) -> list[str]:
        if describe is None:
            return [f"{key}: {to_json(value)}" for key, value in view.items()]
        return describe(view, self._viewer)

    def notices(self, options: Options) -> Sequence[str]:
        """What a player of this game has to know from the start."""
        notices = self._words.notices
        return () if notices is None else notices(options)

    def explain(self, move: str, options: Options) -> str:
        """What a player might want to know about a move, or nothing."""
        explain = self._words.explain
        return "" if explain is None else explain(move, options)

    def moves(self) -> Sequence[tuple[str, str]]:
        """How moves are written, and what they mean."""
        return self._words.moves


def describe_cards(cards: Sequence[str]) -> str:
    """``9, 9, GP``; cards that the viewer does not know are only counted."""
    if not cards:
        return "nothing"
    known = [card for card in cards if card != HIDDEN]
    unknown = len(cards) - len(known)
    if not unknown:
        return ", ".join(known)
    counted = "a card" if unknown == 1 else f"{unknown} cards"
    return ", ".join([*known, counted])
