"""Finished English sentences are found in the catalogues again."""

import pytest

from fatum.games.allin.rules.hands import CATEGORIES
from fatum.i18n import LANGUAGES, translator
from fatum.i18n.messages import TERMS

TRANSLATIONS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("the game is over", "die Partie ist zu Ende"),
        ("it is P2's turn", "P2 ist am Zug"),
        ("it is P2's turn (K5)", "P2 ist am Zug (K5)"),
        ("It is P2's turn (K5).", "P2 ist am Zug (K5)."),
        (
            "9 does not fit; the pile demands 12 or more",
            "9 passt nicht; der Stapel verlangt: 12 oder mehr",
        ),
        (
            "9 does not fit; the pile demands 5 or less",
            "9 passt nicht; der Stapel verlangt: 5 oder weniger",
        ),
        ("P3 gives you the pile: 9, 9.", "P3 gibt den Stapel an dich: 9, 9."),
        ("You play 9.", "Du spielst 9."),
        ("nobody has ever said this", "nobody has ever said this"),
        ("", ""),
    ],
)
def test_sentences_in_german(english: str, german: str) -> None:
    assert translator("de").sentence(english) == german


def test_english_stays() -> None:
    assert translator("en").sentence("It is P2's turn (K5).") == "It is P2's turn (K5)."


def test_combinations_are_terms() -> None:
    assert set(CATEGORIES) <= set(TERMS)
