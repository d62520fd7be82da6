"""Messages: declared once, filled in with values, said in English or sent as data."""

import copy
import doctest

import pytest

from fatum.core import messages
from fatum.core.errors import FatumError, IllegalMove
from fatum.core.messages import Declared, card, declared, message, move, seat

CARDS = Declared("core.cards", "{name} has {count} card", "{name} has {count} cards")
HOLDS = Declared("core.holds", "{seat} holds {cards}; {why}")


def test_the_documentation_is_true() -> None:
    assert doctest.testmod(messages).failed == 0


@pytest.mark.parametrize(
    ("count", "said"), [(0, "Ann has 0 cards"), (1, "Ann has 1 card"), (2, "Ann has 2 cards")]
)
def test_a_count_chooses_the_form(count: int, said: str) -> None:
    assert str(CARDS(name="Ann", count=count)) == said


def test_lists_terms_and_messages_are_values() -> None:
    said = HOLDS(seat=seat(1), cards=(card("JM"), card("Ru")), why=CARDS(name="Ann", count=2))
    assert str(said) == "P2 holds JM, Ru; Ann has 2 cards"
    assert said.to_wire() == {
        "key": "core.holds",
        "values": {
            "seat": {"seat": "P2"},
            "cards": [{"card": "JM"}, {"card": "Ru"}],
            "why": {"key": "core.cards", "values": {"name": "Ann", "count": 2}},
        },
    }


def test_a_name_with_braces_is_not_filled_in_again() -> None:
    assert str(CARDS(name="{count} {name}", count=2)) == "{count} {name} has 2 cards"


def test_a_missing_value_is_seen() -> None:
    assert str(CARDS(count=1)) == "{name} has 1 card"


def test_one_key_has_one_text() -> None:
    assert Declared("core.cards", CARDS.text, CARDS.other).key in declared()
    with pytest.raises(ValueError, match="declared twice"):
        Declared("core.cards", "another text")
    assert declared()["core.cards"].text == CARDS.text


def test_messages_are_equal_by_key_and_values() -> None:
    assert CARDS(name="Ann", count=2) == CARDS(name="Ann", count=2) != CARDS(name="Ann", count=3)
    assert HOLDS(seat=seat(0)) != HOLDS(seat=move("P1"))


def test_errors_carry_messages() -> None:
    error = IllegalMove("K6", CARDS(name="Ann", count=2))
    assert (error.reason, str(error)) == ("Ann has 2 cards", "Ann has 2 cards (K6)")
    assert FatumError("in plain words").message == message("in plain words")
    again = copy.copy(error)  # made again as another process does
    assert (again.rule, again.message) == (error.rule, error.message)
