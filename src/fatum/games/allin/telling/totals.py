"""What simulations of All In count."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

from fatum.core.events import Event
from fatum.core.options import Options
from fatum.core.parts import Row, Total
from fatum.games.allin.rules.deck import CODES, from_list
from fatum.games.allin.rules.hands import CATEGORIES, evaluate
from fatum.games.allin.rules.options import SIDE_B
from fatum.games.allin.rules.rounds import added_to_pot

_NAMES: Final = (
    "games",
    "rounds",
    "rounds at the turn limit",
    "predictions",
    "right predictions",
    "pots carried over",
    "runes carried over",
)
_GAMES, _ROUNDS, _LIMITED, _PREDICTIONS, _RIGHT, _CARRIED, _CARRIED_RUNES = _NAMES
_MOVES: Final = {
    "all in": "all-ins",
    "forced pass": "forced passes",
    "pass": "passes",
    "play": "cards played",
    "hypnosis": "hypnoses",
    "eye": "eyes",
    "shuffle": "reshuffles",
}
"""Event → what people read."""
TOTALS: Final[dict[str, tuple[str, ...]]] = {
    "totals": _NAMES,
    "moves": tuple(_MOVES),
    "runes": (),
    "hands": tuple(CATEGORIES),
}
_COUNTED: Final = (*_MOVES, "turn")
_OF_ROUNDS: Final = frozenset(("round", "prediction", "pot", "hand"))


def rounds(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each round; what comes before the first belongs to it."""
    part: list[Event] = []
    for event in events:
        if event.kind == "round" and part:
            yield part
            part = []
        part.append(event)
    yield part


def strongest(events: Iterable[Event], side_b: bool) -> int:
    """The seat that shows the best hand of a round."""
    best = seat = -1
    for event in events:
        if event.kind == "hand":
            strength = int(evaluate(from_list([CODES[card] for card in event.cards]), side_b))
            if strength > best:
                best, seat = strength, event.seat
    return seat


def count(options: Options, outcome: Mapping[str, object], events: list[Event]) -> Counter[Total]:
    """One finished game."""
    kinds = dict.fromkeys(_COUNTED, 0)
    told = []
    for event in events:
        if event.kind in kinds:
            kinds[event.kind] += 1
        elif event.kind in _OF_ROUNDS:
            told.append(event)
    found: Counter[Total] = Counter({("moves", kind): kinds[kind] for kind in _MOVES})
    found["totals", _GAMES] = 1
    for runes in cast("list[int]", outcome["runes"]):
        found["runes", str(runes)] += 1
    limit = options.integer("turn_limit")
    if kinds["turn"] > limit:
        told = events
    left = 0
    for part in rounds(told):
        left = _count_round(found, options, part, left)
        if sum(event.kind == "turn" for event in part) > limit:
            found["totals", _LIMITED] += 1
    return found


def _count_round(found: Counter[Total], options: Options, events: list[Event], pot: int) -> int:
    """Count a round that began with this in the pot; what is left for the next."""
    best = strongest(events, options.text("side") == SIDE_B)
    for event in events:
        if event.kind == "round":
            pot += added_to_pot(options.players, event.number)
        elif event.kind == "prediction":
            found["totals", _PREDICTIONS] += 1
            found["totals", _RIGHT] += event.other == best
        elif event.kind == "pot":
            pot -= event.number
        elif event.kind == "hand":
            found["hands", event.detail] += 1
    found["totals", _ROUNDS] += 1
    found["totals", _CARRIED] += pot > 0
    found["totals", _CARRIED_RUNES] += max(pot, 0)
    return pot


def rows(totals: Mapping[Total, int]) -> list[Row]:
    """What a person reads."""
    of = {name: totals["totals", name] for name in TOTALS["totals"]}
    hands = sum(totals["hands", category] for category in CATEGORIES)
    runes = {int(item): number for (group, item), number in totals.items() if group == "runes"}
    return [
        ("runes at the end", runes),
        ("right predictions", _share(of[_RIGHT], of[_PREDICTIONS])),
        ("pots carried over", _share(of[_CARRIED], of[_ROUNDS])),
        ("runes carried over a round", f"{of[_CARRIED_RUNES] / max(of[_ROUNDS], 1):.2f}"),
        ("rounds at the turn limit", _share(of[_LIMITED], of[_ROUNDS])),
        *(
            (f"{label} per game", f"{totals['moves', kind] / max(of[_GAMES], 1):.2f}")
            for kind, label in _MOVES.items()
        ),
        *(
            (f"hands with {category}", _share(totals["hands", category], hands))
            for category in reversed(CATEGORIES)
        ),
    ]


def _share(count: int, total: int) -> str:
    return f"{count / max(total, 1):.2%} ({count:,})"
