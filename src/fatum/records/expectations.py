"""What a scenario may expect of the situation after its moves, one function per key."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from fatum.core.errors import FatumError, IllegalMove, InvalidMove
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.seats import parse_seat, seat_name
from fatum.core.values import as_open_object
from fatum.records.files import same_json, to_json

SPECTATOR: Final = "spectator"
_MULTISETS: Final = frozenset({"hand", "hands", "open", "gone"})
_HYPNOSIS: Final = "hypnosis"


class InvalidScenario(FatumError):
    """A scenario that is not written as the notation says."""


class Failed(Exception):
    """An expectation that is not met."""


class Situation:
    """Where the moves of a scenario have led, and what happened on the way."""

    def __init__(self, game: Game, options: Options, state: State) -> None:
        self.game: Final = game
        self.players: Final = options.players
        self.state: Final = state
        self.events: Final[list[Event]] = list(state.events or [])

    def viewers(self) -> list[int | None]:
        """Every seat, and the spectator."""
        return [*range(self.players), None]

    def cards_known(self, viewer: int | None) -> set[str]:
        """Every card that this viewer's view or event stream names."""
        cards = set(self.game.deck)
        known = {text for text in _texts_in(self.state.view_for(viewer).to_dict()) if text in cards}
        for event in self.events:
            seen = event.seen_by(viewer).get("cards", [])
            assert isinstance(seen, list)
            known.update(card for card in seen if card in cards)
        return known

    def by_seat(self, entry: str, key: str) -> tuple[str, str]:
        """Seat and move; the seat may be left out while exactly one is to act."""
        seat, separator, move = entry.partition(": ")
        if separator:
            return seat, move
        acting = self.state.to_act()
        if len(acting) == 1:
            return seat_name(acting[0]), entry
        raise InvalidScenario(f"{entry!r} in {key!r} must name its seat, as in 'P1: {entry}'")

    def refusal(self, seat: str, move: str) -> IllegalMove | InvalidMove | None:
        """Try this move: the game's refusal, or ``None`` if it was legal and made.

        The seat may be any that the game knows, also one that is empty with so few players.
        """
        try:
            number = parse_seat(seat, self.game.player_counts()[-1])
            self.state.apply(number, self.game.parse_move(move))
        except (IllegalMove, InvalidMove) as refusal:
            return refusal
        return None

    def fingerprint(self) -> list[object]:
        """Everything that a refused move must leave as it is."""
        views = [self.state.view_for(viewer).to_dict() for viewer in self.viewers()]
        return [self.state.to_dict(), views, len(self.state.events or [])]


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key  # a card may be the key of a count
            yield from _texts_in(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _texts_in(entry)


def texts(value: object, key: str) -> list[str]:
    """A list of texts, as most keys demand."""
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise InvalidScenario(f"{key!r} must be a list of texts, not {to_json(value)}")
    return value


def _viewer(situation: Situation, name: str) -> int | None:
    return None if name == SPECTATOR else parse_seat(name, situation.players)


# --- states and views ----------------------------------------------------------------------------


def difference(expected: object, actual: object, where: str = "") -> str | None:
    """The first thing in which ``actual`` does not contain ``expected``, as a sentence."""
    key = where.rpartition(".")[2]
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            path = f"{where}.{name}" if where else name
            if name not in actual:
                return f"there is no {path}"
            if found := difference(value, actual[name], path):
                return found
        return None
    if isinstance(expected, list) and isinstance(actual, list):
        if key == "seats" or (key == "hands" and any(isinstance(e, list) for e in expected)):
            return _entries_differ(expected, actual, where)
        if key.partition("[")[0] in _MULTISETS:
            expected, actual = _sorted(expected), _sorted(actual)
    if same_json(expected, actual):
        return None
    return f"{where or 'it'} is {to_json(actual)}, not {to_json(expected)}"


def _entries_differ(expected: list[object], actual: list[object], where: str) -> str | None:
    if len(expected) != len(actual):
        return f"{where} has {len(actual)} entries, not {len(expected)}"
    for seat, (one, other) in enumerate(zip(expected, actual, strict=True)):
        if found := difference(one, other, f"{where}[{seat_name(seat)}]"):
            return found
    return None


def _sorted(cards: list[object]) -> list[object]:
    return sorted(cards, key=to_json)


def _check_then(situation: Situation, expected: object) -> None:
    if found := difference(as_open_object(expected, "'then'"), situation.state.to_dict()):
        raise Failed(found)


def _check_sees(situation: Situation, expected: object) -> None:
    for name, part in as_open_object(expected, "'sees'").items():
        view = situation.state.view_for(_viewer(situation, name)).to_dict()
        if found := difference(as_open_object(part, f"'sees {name}'"), view):
            raise Failed(f"in the view of {name} {found}")


def _check_shows(situation: Situation, expected: object) -> None:
    for name, card, known in _card_claims(situation, expected, "shows"):
        if not known:
            raise Failed(f"{name} is not shown {card}")


def _check_hides(situation: Situation, expected: object) -> None:
    for name, card, known in _card_claims(situation, expected, "hides"):
        if known:
            raise Failed(f"{name} is shown {card}")


def _card_claims(
    situation: Situation, expected: object, key: str
) -> Iterator[tuple[str, str, bool]]:
    for name, cards in as_open_object(expected, repr(key)).items():
        known = situation.cards_known(_viewer(situation, name))
        for card in texts(cards, key):
            if card not in situation.game.deck:
                raise InvalidScenario(
                    f"{card!r} in {key!r} is not a card of {situation.game.title}"
                )
            yield name, card, card in known


def _check_said(situation: Situation, expected: object) -> None:
    for viewer in situation.viewers():
        heard = [
            [seen.get("other"), seen.get("text")]
            for event in situation.events
            if event.kind == _HYPNOSIS
            for seen in [event.seen_by(viewer)]
        ]
        if not same_json(heard, expected):
            raise Failed(f"the answers are {to_json(heard)}, not {to_json(expected)}")


# --- moves ---------------------------------------------------------------------------------------


def _by_seat(situation: Situation, value: object, key: str) -> Iterator[tuple[str, str]]:
    for entry in texts(value, key):
        yield situation.by_seat(entry, key)


def _legal(situation: Situation, seat: str) -> list[str]:
    moves = situation.state.legal_moves(parse_seat(seat, situation.players))
    return [situation.game.format_move(move) for move in moves]


def _check_legal(situation: Situation, expected: object) -> None:
    claimed: dict[str, list[str]] = {
        seat_name(seat): [] for seat in situation.state.to_act() if not expected
    }
    for seat, move in _by_seat(situation, expected, "legal"):
        claimed.setdefault(seat, []).append(move)
    for seat, moves in claimed.items():
        legal = _legal(situation, seat)
        if Counter(legal) != Counter(moves):
            raise Failed(f"{seat} may move {_listed(legal)}, not {_listed(moves)}")


def _check_legal_includes(situation: Situation, expected: object) -> None:
    for seat, move in _by_seat(situation, expected, "legal_includes"):
        legal = _legal(situation, seat)
        if move not in legal:
            raise Failed(f"{seat} may move {_listed(legal)}, but not {move!r}")


def _listed(moves: list[str]) -> str:
    return ", ".join(sorted(moves)) if moves else "nothing"


def _check_illegal(situation: Situation, expected: object) -> None:
    before = situation.fingerprint()
    verbs = {text.partition(" ")[0] for text in situation.game.moves}
    entries = list(expected) if isinstance(expected, dict) else expected
    claims = list(expected.values()) if isinstance(expected, dict) else None
    for place, (seat, move) in enumerate(_by_seat(situation, entries, "illegal")):
        refusal = situation.refusal(seat, move)
        if refusal is None:
            raise Failed(f"{seat} may move {move!r}, which should be refused")
        if isinstance(refusal, InvalidMove) and move.partition(" ")[0] not in verbs:
            # A move outside the game is refused too, but a misspelt one would prove nothing.
            raise InvalidScenario(f"{move!r} in 'illegal' is not a move")
        if claims is not None:
            _check_rule(seat, move, refusal, claims[place])
        if not same_json(situation.fingerprint(), before):
            raise Failed(f"{move!r} of {seat} was refused, but it changed something")


def _check_rule(seat: str, move: str, refusal: IllegalMove | InvalidMove, rule: object) -> None:
    """The refusal cites this rule; ``None`` stands for a move that cannot be read."""
    if rule is not None and not isinstance(rule, str):
        raise InvalidScenario(f"{move!r} in 'illegal' names no rule, but {to_json(rule)}")
    cited = refusal.rule if isinstance(refusal, IllegalMove) else None
    if cited != rule:
        raise Failed(
            f"{move!r} of {seat} is refused by {cited or 'no rule'}, not by {rule or 'no rule'}: "
            f"{refusal}"
        )


def _check_to_act(situation: Situation, expected: object) -> None:
    acting = [seat_name(seat) for seat in situation.state.to_act()]
    if sorted(acting) != sorted(texts(expected, "to_act")):
        raise Failed(f"{_listed(acting)} may act, not {to_json(expected)}")


def _check_outcome(situation: Situation, expected: object) -> None:
    outcome = situation.state.outcome()
    if not same_json(outcome, expected):
        raise Failed(f"the outcome is {to_json(outcome)}, not {to_json(expected)}")


CHECKS: Final[Mapping[str, Callable[[Situation, object], None]]] = {
    "then": _check_then,
    "to_act": _check_to_act,
    "legal": _check_legal,
    "legal_includes": _check_legal_includes,
    "illegal": _check_illegal,
    "outcome": _check_outcome,
    "sees": _check_sees,
    "shows": _check_shows,
    "hides": _check_hides,
    "said": _check_said,
}
"""Key → its check, in the order in which they are made."""
