"""Saying things, with English for whatever is missing."""

import json

import pytest

from fatum.i18n import LANGUAGES, Translator, export_client, translator
from fatum.i18n.po import Entry

ENGLISH = (
    Entry("", "hello {name}", "", ("hello {name}",), False),
    Entry("pile.size", "{count} card", "{count} cards", ("{count} card", "{count} cards"), False),
    Entry("only.english", "still English", "", ("still English",), False),
)
SLOVAK = (
    Entry("", "hello {name}", "", ("ahoj, {name}",), False),
    Entry(
        "pile.size",
        "{count} card",
        "{count} cards",
        ("{count} karta", "{count} karty", "{count} karty", "{count} kariet"),
        False,
    ),
    Entry("", "not sure", "", ("asi",), True),
    Entry("", "empty", "", ("",), False),
)


@pytest.fixture
def slovak() -> Translator:
    return Translator("sk", SLOVAK, ENGLISH)


def test_templates_are_filled(slovak: Translator) -> None:
    assert slovak.text("hello {name}", name="Eva") == "ahoj, Eva"
    assert slovak.text("hello {name}") == "ahoj, {name}"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 kariet"), (1, "1 karta"), (3, "3 karty"), (5, "5 kariet")]
)
def test_counts_choose_the_form(slovak: Translator, count: int, text: str) -> None:
    assert slovak.key("pile.size", count=count) == text


def test_english_stands_in(slovak: Translator) -> None:
    assert slovak.text("unheard of {thing}", thing="thing") == "unheard of thing"
    assert slovak.key("only.english") == "still English"
    assert slovak.text("not sure") == "not sure"
    assert slovak.text("empty") == "empty"
    assert slovak.plural("{count} game", "{count} games", 1) == "1 game"
    assert slovak.plural("{count} game", "{count} games", 2) == "2 games"
    assert slovak.key("no.such.key") == "no.such.key"


def test_unknown_languages_speak_english() -> None:
    assert translator("xx").language == "en"
    assert translator("xx").text("the game is over") == "the game is over"
    assert translator("xx").key("card.karma.TC") == "Table Card"


def test_a_translator_is_made_once() -> None:
    assert translator("de-AT") is translator("de")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_client_gets_every_key(code: str) -> None:
    english = json.loads(export_client("en"))
    texts = json.loads(export_client(code))
    assert texts.keys() == english.keys()
    for key, text in texts.items():
        if isinstance(english[key], str):
            assert isinstance(text, str), key
        else:
            assert set(text) == set(LANGUAGES[code].forms), key


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "Bottoms Up"),
        ("de", "Unterste Karte nach oben"),
        ("nl", "Onderste boven"),
        ("fr", "Dessous dessus"),
        ("sk", "Spodná nahor"),
    ],
)
def test_printed_terms(code: str, name: str) -> None:
    assert translator(code).key("card.karma.BU") == name
