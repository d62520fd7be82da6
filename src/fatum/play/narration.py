"""Events and views as readable English.

A game's folder may offer a module ``words`` with its phrases; without it everything is still said,
only more dryly. Text is made from what the viewer may know, never from the truth behind it.
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from fatum.core.events import HIDDEN, Event
from fatum.core.options import Options
from fatum.core.seats import seat_name
from fatum.games.parts import game_part
from fatum.records.files import to_json

TRUTH: Final = -2
"""A viewer who sees everything."""


class Narrator:
    """Tells what happens at one table to one viewer; ``None`` is a spectator."""

    def __init__(self, game: str, viewer: int | None) -> None:
        self._viewer = viewer
        self._words: ModuleType | None = game_part(game, "telling.words")
        self._phrases: Mapping[str, tuple[str, ...]] = self._data("EVENTS")
        self._texts: Mapping[str, Mapping[str, str]] = self._data("TEXTS")

    def _data(self, name: str) -> Mapping[str, Any]:
        data: Mapping[str, Any] = getattr(self._words, name, {})
        return data

    def tell(self, events: Sequence[Event]) -> list[str]:
        """A line for each event that has something to say."""
        return [line for event in events if (line := self.line(event))]

    def line(self, event: Event) -> str:
        """One sentence, or nothing for an event that needs no words."""
        seen = event.truth() if self._viewer == TRUTH else event.seen_by(self._viewer)
        cards = seen.get("cards", [])
        assert isinstance(cards, list)
        phrases = self._phrases.get(event.kind)
        if phrases is None:
            return self._plainly(seen)
        template = phrases[self._person(event, len(phrases))]
        if not template:
            return ""
        text = template.format(
            seat=self._who(event.seat),
            other=self._who(event.other),
            cards=describe_cards(cards),
            text=self._texts.get(event.kind, {}).get(event.text, event.text),
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
        return self._describe("screen", view)

    def prompt(self, view: Mapping[str, object]) -> list[str]:
        """What the viewer needs for the choice that is due."""
        return self._describe("prompt", view)

    def _describe(self, part: str, view: Mapping[str, object]) -> list[str]:
        describe = getattr(self._words, part, None)
        if describe is None:
            return [f"{key}: {to_json(value)}" for key, value in view.items()]
        lines: list[str] = describe(view, self._viewer)
        return lines

    def notices(self, options: Options) -> Sequence[str]:
        """What a player of this game has to know from the start."""
        notices: Callable[[Options], Sequence[str]] | None = getattr(self._words, "notices", None)
        return () if notices is None else notices(options)

    def explain(self, move: str, options: Options) -> str:
        """What a player might want to know about a move, or nothing."""
        explain: Callable[[str, Options], str] | None = getattr(self._words, "explain", None)
        return "" if explain is None else explain(move, options)

    def moves(self) -> Sequence[tuple[str, str]]:
        """How moves are written, and what they mean."""
        if self._words is None:
            return ()
        moves: Sequence[tuple[str, str]] = self._words.MOVES
        return moves


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
