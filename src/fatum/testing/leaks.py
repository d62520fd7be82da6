"""Leaks are tested as non-interference.

Two cards that a viewer cannot tell apart are exchanged wherever they lie hidden from that viewer.
Then everything the viewer could receive must stay the same to the byte: the view, the legal moves,
the texts of refusals, and the events of the next move.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from fatum.core.chance import Chance, SeededChance
from fatum.core.errors import FatumError
from fatum.core.events import HIDDEN, Event
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.testing.subject import Contract, Step, as_bytes, drain, refusal, seed_of, walk

MANY_CARDS: Final = 8


def check_non_interference(contract: Contract, games: range) -> int:
    """Nothing that a seat or a spectator receives depends on what it may not know.

    :returns: how many positions were tested by exchanging two cards hidden from a viewer.
    """
    exchanged = 0
    for number in games:
        rng = Rng(number)
        for step in walk(contract, number):
            drain(step.state)
            exchanged += _check_step(contract, number, step, rng)
    if len(contract.copies) > 1:
        assert exchanged > 0, "no hidden cards could be exchanged, so nothing was tested"
    return exchanged


def _check_step(contract: Contract, number: int, step: Step, rng: Rng) -> int:
    """How many viewers could be tested by exchanging two cards."""
    truth = step.state.to_dict()
    after = _reread(contract, number, truth)
    events = _make(after, step.seat, step.move)
    exchanged = 0
    for viewer in contract.viewers(number):
        view = step.state.view_for(viewer)
        seen = view.to_dict()
        redealt = view.redeal(rng).view_for(viewer).to_dict()
        assert redealt == seen, f"{step.name}: {viewer} sees through a redeal"
        told = _told(events, viewer)
        pair = _exchangeable(contract, truth, seen, told, rng)
        if pair is None:
            continue
        exchanged += 1
        name = f"{step.name}, seen by {viewer}, with {pair[0]} and {pair[1]} exchanged"
        other = _reread(contract, number, _exchange(contract, truth, seen, pair), pair)
        _same_for(contract, step.state, other, viewer, rng, name)
        move = step.move if step.seat == viewer else _renamed(contract, step.move, pair)
        try:
            other_events = _make(other, step.seat, move)
        except FatumError:
            # Another seat's choice may rest on the very cards that were exchanged.
            assert step.seat != viewer, f"{name}: the viewer's own move is refused"
            continue
        if any(event.kind in contract.discloses for event in events):
            continue
        assert _told(other_events, viewer) == told, f"{name}: the events differ"
        _same_for(contract, after, other, viewer, rng, f"{name}, afterwards")
    return exchanged


class _Renamed(Chance):
    """Shuffles as another chance would if the two cards had not been exchanged.

    The places that cards come to depend on the order before the shuffle. Where a game puts them in
    order for that, exchanged cards stand at other places, which tells nobody anything.
    """

    def __init__(self, chance: Chance, pair: tuple[int, int]) -> None:
        self._chance = chance
        self._pair = pair

    def first(self, players: int) -> int:
        return self._chance.first(players)

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        in_order = cards == sorted(cards)
        renamed = [self._rename(card) for card in cards]
        if in_order:
            renamed.sort()
        self._chance.shuffle(number, what, renamed)
        cards[:] = [self._rename(card) for card in renamed]

    def _rename(self, card: int) -> int:
        one, other = self._pair
        return {one: other, other: one}.get(card, card)


def _reread(
    contract: Contract, number: int, data: Mapping[str, object], pair: tuple[str, str] | None = None
) -> State:
    chance: Chance = SeededChance(seed_of(number))
    if pair is not None:
        codes = (contract.game.card_code(pair[0]), contract.game.card_code(pair[1]))
        chance = _Renamed(chance, codes)
    state = contract.game.read_state(contract.variant(number), data, chance)
    state.events = []
    return state


def _make(state: State, seat: int, move: int) -> list[Event]:
    state.apply(seat, move)
    return drain(state)


def _told(events: list[Event], viewer: int | None) -> bytes:
    return as_bytes([event.seen_by(viewer) for event in events])


def _same_for(
    contract: Contract, one: State, other: State, viewer: int | None, rng: Rng, name: str
) -> None:
    """View, legal moves and refusals are the same for the viewer."""
    assert one.view_for(viewer).to_dict() == other.view_for(viewer).to_dict(), f"{name}: the view"
    assert one.to_act() == other.to_act(), f"{name}: others are to act"
    for channel, receive in contract.channels.items():
        assert receive(one, viewer) == receive(other, viewer), f"{name}: {channel}"
    if viewer is None:
        return
    legal = one.legal_moves(viewer)
    assert other.legal_moves(viewer) == legal, f"{name}: the legal moves differ"
    for _ in range(3):
        move = rng.below(len(contract.game.moves))
        if move not in legal:
            assert str(refusal(one, viewer, move)) == str(refusal(other, viewer, move)), name


# --- exchanging two hidden cards -----------------------------------------------------------------


def _exchangeable(
    contract: Contract, truth: Mapping[str, object], seen: object, told: bytes, rng: Rng
) -> tuple[str, str] | None:
    """Two cards that exist and lie hidden equally often, and that the next move does not show."""
    hidden = Counter(_hidden_cards(contract, truth, seen))
    named = told + as_bytes(list(_mentioned(contract, seen)))
    cards = [card for card in hidden if f'"{card}"'.encode() not in named]
    if len(cards) < 2:
        return None
    one = cards[rng.below(len(cards))]
    copies = contract.copies
    others = [
        card
        for card in cards
        if card != one and hidden[card] == hidden[one] and copies[card] == copies[one]
    ]
    return (one, others[rng.below(len(others))]) if others else None


def _hidden_cards(contract: Contract, truth: object, seen: object) -> Iterator[str]:
    if truth == seen:
        return
    if isinstance(truth, dict):
        assert isinstance(seen, dict)
        for key, value in truth.items():
            if key not in contract.mentions and key in seen:
                yield from _hidden_cards(contract, value, seen[key])
    elif isinstance(truth, list):
        assert isinstance(seen, list)
        if _is_cards(contract, truth):
            yield from (Counter(truth) - Counter(seen)).elements()
        else:
            for value, seen_value in zip(truth, seen, strict=True):
                yield from _hidden_cards(contract, value, seen_value)
    elif isinstance(truth, str):
        yield truth


def _mentioned(contract: Contract, seen: object) -> Iterator[object]:
    """What the viewer remembers, beside what lies before its eyes."""
    if isinstance(seen, dict):
        for key, value in seen.items():
            if key in contract.mentions:
                yield value
            else:
                yield from _mentioned(contract, value)
    elif isinstance(seen, list):
        for value in seen:
            yield from _mentioned(contract, value)


def _is_cards(contract: Contract, values: list[object]) -> bool:
    return all(
        value is None or (isinstance(value, str) and value in contract.copies) for value in values
    )


def _exchange(
    contract: Contract, truth: object, seen: object, pair: tuple[str, str]
) -> dict[str, object]:
    changed = _exchanged(contract, truth, seen, {pair[0]: pair[1], pair[1]: pair[0]})
    assert isinstance(changed, dict)
    return changed


def _exchanged(contract: Contract, truth: object, seen: object, names: Mapping[str, str]) -> object:
    """The truth with new names for the cards that the viewer does not see."""
    if truth == seen:
        return truth
    if isinstance(truth, dict):
        shown = seen if isinstance(seen, dict) else {}
        return {
            key: _renamed_in(value, names)
            if key in contract.mentions
            else _exchanged(contract, value, shown.get(key), names)
            for key, value in truth.items()
        }
    if isinstance(truth, list):
        shown_list = seen if isinstance(seen, list) else []
        if _is_cards(contract, truth):
            return _exchanged_cards(truth, shown_list, names)
        shown_list = shown_list or [None] * len(truth)
        return [
            _exchanged(contract, value, shown_value, names)
            for value, shown_value in zip(truth, shown_list, strict=True)
        ]
    return names.get(truth, truth) if isinstance(truth, str) else truth


def _renamed_in(value: object, names: Mapping[str, str]) -> object:
    """What others know of the exchanged cards; the viewer knows nothing of them."""
    if isinstance(value, dict):
        return {names.get(key, key): _renamed_in(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed_in(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _exchanged_cards(
    truth: list[object], seen: list[object], names: Mapping[str, str]
) -> list[object]:
    in_order = len(truth) == len(seen) and all(
        shown in (HIDDEN, card) for card, shown in zip(truth, seen, strict=True)
    )
    left = Counter(card for card in seen if card != HIDDEN)
    changed: list[object] = []
    for place, card in enumerate(truth):
        visible = seen[place] == card if in_order else left[card] > 0
        left[card] -= 1
        changed.append(card if visible or not isinstance(card, str) else names.get(card, card))
    return changed


def _renamed(contract: Contract, move: int, pair: tuple[str, str]) -> int:
    """The same secret choice in a world where the two cards have changed names."""
    names = {pair[0]: pair[1], pair[1]: pair[0]}
    words = contract.game.format_move(move).split(" ")
    return contract.game.parse_move(" ".join(names.get(word, word) for word in words))


# --- redeals ---------------------------------------------------------------------------------------


def check_redeals_are_fair(contract: Contract, games: range) -> None:
    """Redeals do not know the truth: hidden cards come up no more often than chance allows.

    Two redeals of a view are compared with each other and one with the truth. If the truth is just
    one more redeal, both pairs agree equally often; and two redeals of many cards hardly ever agree
    in all of them.
    """
    hits = expected = compared = equal = 0
    for number in games:
        rng = Rng(number)
        for place, step in enumerate(walk(contract, number)):
            if place % 11 != number % 11:
                continue
            view = step.state.view_for(rng.below(contract.variant(number).players))
            seen = view.to_dict()
            true = list(_hidden_cards(contract, step.state.to_dict(), seen))
            one = list(_hidden_cards(contract, view.redeal(rng).to_dict(), seen))
            two = list(_hidden_cards(contract, view.redeal(rng).to_dict(), seen))
            hits += _agreeing(one, true)
            expected += _agreeing(one, two)
            if len(set(true)) >= MANY_CARDS:
                compared += 1
                equal += one == two
    spread = 4 * (hits + expected) ** 0.5 + 10
    assert abs(hits - expected) <= spread, (
        f"redeals show the true card {hits} times, where chance gives about {expected}"
    )
    assert equal * 20 <= compared, f"{equal} of {compared} redeals repeat each other"


def _agreeing(one: list[str], other: list[str]) -> int:
    """At how many places the same card lies; hands are sorted, so alike hands agree."""
    return sum(card == same for card, same in zip(one, other, strict=True))
