"""Events are typed: a kind that the game declares, and numbers in a field of their own."""

import pytest
from tests.contract.subjects import contracts, games

from fatum.core.events import NO_NUMBER, Event
from fatum.games.registry import find_game
from fatum.testing import Contract
from fatum.testing.subject import drain, walk

NUMBERED = {"flip", "shuffle", "river", "round", "pot", "pay"}


def events_of(contract: Contract) -> list[Event]:
    found: list[Event] = []
    for number in games(40, 12):
        for step in walk(contract, number):
            found.extend(drain(step.state))
        found.extend(step.state.events or [])
    return found


@pytest.mark.parametrize("contract", [pytest.param(c, id=n) for n, c in contracts()])
def test_numbers_are_numbers_and_kinds_are_declared(contract: Contract) -> None:
    for event in events_of(contract):
        assert event.kind in contract.game.event_kinds
        assert (event.number != NO_NUMBER) >= (event.kind in NUMBERED), event.truth()
        assert not event.detail.isdecimal(), event.truth()
        assert event.truth().get("text", "") == event.text


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_every_kind_has_its_words_and_no_other_has(name: str) -> None:
    game = find_game(name)
    assert game.parts.words is not None
    told = {form.partition(".")[0] for form in game.parts.words.events}
    assert told | game.parts.words.quiet == set(game.event_kinds)


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_every_kind_happens(name: str) -> None:
    happened = {e.kind for n, c in contracts() if n.startswith(name) for e in events_of(c)}
    assert happened == set(find_game(name).event_kinds)
