"""Messages in words: plural forms, lists, nested messages and terms; names stay as they are."""

import pytest

from fatum.core.messages import Declared, Message, Term, card, seat
from fatum.i18n import LANGUAGES, Translator, translator
from fatum.i18n.po import PoEntry

CARDS = Declared("test.cards", "{who} has {count} card", "{who} has {count} cards")
SHOWS = Declared("test.shows", "{who} shows {cards} to {name}")
BECAUSE = Declared("test.because", "{what}, because {why}")

SLOVAK = (
    PoEntry(
        "test.cards",
        CARDS.text,
        CARDS.other,
        ("{who}: {count} karta", "{who}: {count} karty", "zlomok", "{who}: {count} kariet"),
        False,
    ),
    PoEntry("test.shows", SHOWS.text, "", ("{name} vidí {cards} ({who})",), False),
    PoEntry("test.because", BECAUSE.text, "", ("{what}, lebo {why}",), False),
    PoEntry("list.and", "and", "", ("a",), False),
    PoEntry("test.fuzzy", "one", "{count} of {name}", ("a", "b", "c", "d"), True),
    PoEntry("test.empty", "one", "{count} of {name}", ("a", "b", "c", ""), False),
    PoEntry("test.uncounted", "one", "", ("a",), False),
)


@pytest.fixture
def slovak() -> Translator:
    return Translator("sk", SLOVAK)


def _name(term: Term) -> str:
    return {"P2": "Bruno", "TC": "Karta zo stola"}.get(term.text, term.text)


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 kariet"), (1, "1 karta"), (2, "2 karty"), (4, "4 karty"), (5, "5 kariet")],
)
def test_counts_choose_the_form(slovak: Translator, count: int, text: str) -> None:
    assert slovak.say(CARDS(who=seat(1), count=count), _name) == f"Bruno: {text}"


def test_lists_terms_and_nested_messages(slovak: Translator) -> None:
    shows = SHOWS(who=seat(1), cards=(card("7"), card("TC"), card("9")), name="Eva")
    said = slovak.say(BECAUSE(what=shows, why=CARDS(who=seat(2), count=3)), _name)
    assert said == "Eva vidí 7, Karta zo stola a 9 (Bruno), lebo P3: 3 karty"


def test_english_needs_no_catalogue() -> None:
    english = translator("en")
    shows = SHOWS(who=seat(1), cards=(card("7"), card("9"), card("9")), name="Eva")
    assert english.say(shows, _name) == "Bruno shows 7, 9, and 9 to Eva"
    assert english.say(CARDS(who="Eva", count=1)) == "Eva has 1 card"


@pytest.mark.parametrize("key", ["test.unknown", "test.fuzzy", "test.empty", "test.uncounted"])
def test_a_message_without_a_sound_translation_is_english(slovak: Translator, key: str) -> None:
    unknown = Declared(key, "one", "{count} of {name}")
    assert slovak.say(unknown(count=2, name="x")) == "2 of x"
    assert not slovak.translates(unknown(count=2, name="x"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Ann shows Bob 3.", "{count}", "list.and", "nothing"])
def test_names_are_never_translated(language: str, name: str) -> None:
    plain = Declared("plain", "{text}")
    said: Message = plain(text=(name, name))
    assert translator(language).say(said) == translator(language).join([name, name])
    assert translator(language).say(said).count(name) == 2


def test_unknown_languages_speak_english() -> None:
    assert translator("xx").language == "en"
    assert translator("xx").say(CARDS(who="Eva", count=2)) == "Eva has 2 cards"


def test_a_translator_is_made_once() -> None:
    assert translator("de-AT") is translator("de")
