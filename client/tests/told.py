"""Events of whole games as the terminal words them, for the client's test to word them again.

``python told.py`` prints JSON: for each kind of line one event as the wire carries it, who is told, the
names of the seats, and the line in every language.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any, Final

from fatum.core.chance import SeededChance
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.messages import SEAT, Declared, Message, Term
from fatum.core.rng import Rng
from fatum.core.seats import parse_seat
from fatum.games.registry import find_game
from fatum.i18n.languages import LANGUAGES
from fatum.i18n.translator import translator
from fatum.play.narration import Narrator

NAMES: Final = ["Ann shows Bob 3.", "Boris", "Chloé", "Dagmar", "Emil", "{count}"]
GAMES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("karma", {"players": 2}),
    ("karma", {"players": 6, "foresight": True}),
    ("karma", {"players": 4, "table_card_follow_up": "free"}),
    ("allin", {"players": 2}),
    ("allin", {"players": 5, "discard": "shadows", "side": "B"}),
    ("allin", {"players": 3, "discard": "closed_eye", "heirs": True}),
]
EACH: Final = 12
"""Games of each variant."""
MOST: Final = 4
"""Cases with the same key and the same number of cards."""
YOU: Final = Declared("seat.you", "You")


def steps(game: Game, options: dict[str, Any], number: int) -> Iterator[tuple[State, list[Event]]]:
    rng = Rng(number)
    state = game.new(game.read_options(options), SeededChance(bytes([number]) * 32))
    state.events = []
    while to_act := state.to_act():
        seat = to_act[rng.below(len(to_act))]
        legal = state.legal_moves(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        yield state, state.events
        state.events = []


def worded(said: Message, narrator: Narrator, state: State, viewer: int | None) -> dict[str, str]:
    texts = {}
    for language in LANGUAGES:
        speak = translator(language)

        def name(term: Term, speak: Any = speak) -> str:
            if term.kind != SEAT:
                named = narrator.name(term, state.view_for(viewer))
                return str(speak.say(named, name))
            seat = parse_seat(term.text, len(NAMES))
            return str(speak.say(YOU())) if seat == viewer else NAMES[seat]

        texts[language] = speak.say(said, name)
    return texts


def cases() -> Iterator[dict[str, Any]]:
    seen: dict[tuple[str, int], int] = {}
    for name, options in GAMES:
        game = find_game(name)
        viewers = [*range(options["players"]), None]
        narrators = {viewer: Narrator(game, viewer) for viewer in viewers}
        for number in range(EACH):
            for state, events in steps(game, options, number):
                for event in events:
                    for viewer, narrator in narrators.items():
                        said = narrator.say(event)
                        kind = (said.key if said else f"{name} {event.kind}", len(event.cards))
                        if seen.setdefault(kind, 0) == MOST:
                            continue
                        seen[kind] += 1
                        yield {
                            "game": name,
                            "viewer": None if viewer is None else f"P{viewer + 1}",
                            "names": NAMES[: options["players"]],
                            "event": event.to_wire(event.cards_seen_by(viewer)),
                            "key": said.key if said else None,
                            "said": worded(said, narrator, state, viewer) if said else None,
                        }


if __name__ == "__main__":
    json.dump(list(cases()), sys.stdout, ensure_ascii=False)
