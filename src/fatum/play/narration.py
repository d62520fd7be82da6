"""What happens at a table, and what is asked there, as messages to one viewer.

A game may offer ``Words``; without them a generic wording is used. Messages are made
from what the viewer may know, never from the truth behind it. The browser tells events by the same
keys and forms: see ``client/src/lib/say.ts``.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from fatum.core.events import NO_NUMBER, Event
from fatum.core.game import Game, View
from fatum.core.messages import SEAT, Declared, Message, Term, Value, card, message, seat
from fatum.core.options import Options
from fatum.core.parts import Words
from fatum.core.seats import seat_name
from fatum.core.telling import card_list, equal_cards
from fatum.records.files import to_json

TRUTH: Final = -2
"""A viewer who sees everything."""
_NO_WORDS: Final = Words({})

_DRYLY: Final = Declared("event.dry", "{name}: {what}.")
_WAIT: Final = Declared("prompt.wait", "{name} is choosing.")
_WAIT_FOR_MANY: Final = Declared("prompt.wait.many", "Waiting for {names}.")
_OVER: Final = Declared("prompt.over", "The game is over.")
_YOUR_TURN: Final = Declared("prompt.yourturn", "Your turn.")


def forms(event: Event, viewer: int | None) -> Iterator[str]:
    """The ways in which an event can be told to a viewer, the best first.

    ``nobody`` for what no seat did; ``you.self`` and ``self`` for what a seat does to itself;
    ``you`` for the seat that does it, ``toyou`` for the one that it is done to; ``other``.
    """
    if event.seat < 0:
        yield "nobody"
    elif event.seat == event.other:
        yield "you.self" if event.seat == viewer else "self"
    if event.seat == viewer:
        yield "you"
    elif event.other == viewer:
        yield "toyou"
    yield "other"


class Narrator:
    """Tells what happens at one table to one viewer; ``None`` is a spectator."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self._viewer = viewer
        self._words: Final = game.parts.words or _NO_WORDS
        self._kinds: Final = {key.partition(".")[0] for key in self._words.events}

    def tell(self, events: Sequence[Event]) -> list[Message]:
        """A message for each event that has something to say."""
        return [said for event in events if (said := self.say(event)) is not None]

    def say(self, event: Event) -> Message | None:
        """One message, or nothing for an event that needs no words."""
        words = self._words
        if event.kind in words.quiet:
            return None
        if event.kind not in self._kinds:
            return self._plainly(event)
        for form in forms(event, self._viewer):
            declared = words.events.get(f"{event.kind}.{form}")
            if declared is not None:
                values = self._values(event)
                if values is None:
                    return None
                return declared(**{name: values[name] for name in values if name in declared.names})
        return None

    def _values(self, event: Event) -> dict[str, Value] | None:
        cards = self._cards(event)
        values: dict[str, Value] = {
            "name": seat(event.seat),
            "other": seat(event.other),
            "cards": card_list(cards, self._words.equal or equal_cards),
            "number": event.number,
            "count": event.number if event.number != NO_NUMBER and not cards else len(cards),
        }
        if len(cards) == 2:
            values["first"], values["second"] = card(cards[0]), card(cards[1])
        if self._words.values is not None:
            own = self._words.values(event)
            if own is None:
                return None
            values.update(own)
        return values

    def _cards(self, event: Event) -> Sequence[str]:
        seen = event.truth() if self._viewer == TRUTH else event.seen_by(self._viewer)
        cards = seen.get("cards", [])
        assert isinstance(cards, list)
        return cards

    def _plainly(self, event: Event) -> Message:
        facts = [event.kind, ", ".join(self._cards(event)), event.text]
        if event.other >= 0:
            facts.insert(2, seat_name(event.other))
        said = "; ".join(filter(None, facts))
        return _DRYLY(name=seat(event.seat), what=said) if event.seat >= 0 else message(f"{said}.")

    def prompt(self, view: View, legal: Sequence[str], acting: Sequence[int]) -> Message:
        """What the viewer is asked, or who is waited for."""
        if not acting:
            return _OVER()
        prompt = self._words.prompt
        if legal and prompt is not None and (asked := prompt(view, view.to_dict(), legal)):
            return asked
        if legal:
            return _YOUR_TURN()
        if len(acting) == 1:
            return _WAIT(name=seat(acting[0]))
        return _WAIT_FOR_MANY(names=tuple([seat(other) for other in acting]))

    def situation(self, view: View) -> list[Message]:
        """What the viewer needs for the choice that is due."""
        words = self._words
        return _dryly(view) if words.situation is None else words.situation(view)

    def screen(self, view: View) -> list[Message]:
        """All that the viewer may know now."""
        words = self._words
        return _dryly(view) if words.screen is None else words.screen(view)

    def notices(self, options: Options) -> Sequence[Message]:
        """What a player of this game has to know from the start."""
        notices = self._words.notices
        return () if notices is None else notices(options)

    def explain(self, move: str, options: Options) -> Message | None:
        """A detail about a move for players, or nothing."""
        explain = self._words.explain
        return None if explain is None else explain(move, options)

    def moves(self) -> Sequence[tuple[str, Message]]:
        """How moves are written, and what they mean."""
        return self._words.moves

    def name(self, term: Term, view: View) -> Message:
        """What a card or a move is called; seats are for those who know who sits there."""
        name = self._words.name
        return message(term.text) if name is None or term.kind == SEAT else name(term, view)


def _dryly(view: View) -> list[Message]:
    return [message(f"{key}: {to_json(value)}") for key, value in view.to_dict().items()]
