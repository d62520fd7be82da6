"""Words that players stumbled over stay out of the catalogues, and card names are quoted."""

import re

import pytest

from fatum.core.errors import InvalidRecord
from fatum.core.events import EVERYONE, Event
from fatum.core.messages import MOVE, SEAT, Message, Term
from fatum.games.registry import find_game
from fatum.i18n.languages import LANGUAGES
from fatum.i18n.translator import Translator, catalogue, translator
from fatum.play.narration import Narrator
from fatum.play.opening import new
from fatum.records import parse_record

TUTORIAL = "learn."
BAD = {
    "en": r"""
        Leave it out|Play on myself|Go on playing|Load again|To the start page|as the device|I looks closer
        The connection slept|is no record|no (?:card|move|number|bot) of|In the order of getting|Listed for everybody
        predicts (?:you|oneself|\{)|Predict \{|is to act|\d or more|or less\b|any more\b|\b[a]new\b|\boneself\b
    """,
    "de": r"""
        prophezeit (?:dich|sich|\{)|\} prophezeien|Kartengeber|Gastgeber|Letzter(?! Platz)|oder mehr|oder weniger
        Selbst weiterspielen|wegschicken
    """,
    "nl": r"""
        op handen|voorspelt (?:jou|zichzelf|\{)|verborgen kaart|apparaat|in het beeld|daar niet van|verslag\b
        Tafelkaart spelen|gastheer|hij of zij
    """,
    "fr": r"""
        n’importe quoi|\bprédit (?:vous|\{)|se prédit|vous prédit|^Laisser$|Rediffusion|[Rr]elevé|prophétie
        Vous seul\b|rattrapé|hypnotisé|Jouer la table|comme l’appareil|Qui en garde
    """,
    "sk": r"""
        Vaša ruka|predpovedá (?:vás|seba|:)|idete prví|rozoberá\.|\bČet\b|\bčet\b|ako prišli|dostihla|Daruj
        do ruky: |je kariet
    """,
}
"""Faults that were found on screens, by language."""
QUOTES = {"en": "“{}”", "de": "„{}“", "nl": "‘{}’", "fr": "«\u00a0{}\u00a0»", "sk": "„{}“"}
PHRASES = ("TC", "BU", "FB", "GP")


def texts(code: str) -> list[tuple[str, str]]:
    return [(entry.context, text) for entry in catalogue(code) for text in entry.texts]


@pytest.mark.parametrize("code", LANGUAGES)
def test_named_faults_stay_mended(code: str) -> None:
    bad = re.compile("|".join(line.strip() for line in BAD[code].strip().splitlines()))
    found = [
        (key, text)
        for key, text in texts(code)
        if bad.search(text) and not key.startswith(TUTORIAL)
    ]
    assert found == []


def test_french_apostrophes_are_curved() -> None:
    assert [key for key, text in texts("fr") if re.search(r"[^\W\d_]'[\w{]", text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_loss_of_chances_is_in_percentage_points(code: str) -> None:
    points = "percentage point|Prozentpunkt|procentpunt|points? de pourcentage|percentuáln"
    costs = [text for key, text in texts(code) if key.startswith("analysis.cost.")]
    assert costs
    for text in costs:
        assert re.search(rf"\{{count\}} (?:{points})", text), text
        assert "%" not in text


def worded(said: Message, speak: Translator, seats: tuple[str, ...] = ("Ann", "Bo")) -> str:
    narrator = Narrator(find_game("karma"), None)
    view = new("karma", players=2, seed=1).view(None).known

    def name(term: Term) -> str:
        if term.kind == SEAT:
            return seats[int(term.text[1:]) - 1]
        return speak.say(narrator.name(term, view), name)

    return speak.say(said, name)


@pytest.mark.parametrize("card", PHRASES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_names_that_are_phrases_are_quoted(code: str, card: str) -> None:
    speak = translator(code)
    narrator = Narrator(find_game("karma"), None)
    names = {key: text for key, text in texts(code) if key == f"card.karma.{card}"}
    quoted = QUOTES[code].format(names[f"card.karma.{card}"])
    for cards, said in (([card], quoted), ([card] * 2, f"2 × {quoted}")):
        told = narrator.say(Event("play", EVERYONE, 0, cards=tuple(cards)))
        assert told is not None
        assert said in worded(told, speak)
    view = new("karma", players=2, seed=1).view(None).known
    move = narrator.name(Term(MOVE, f"play {card}"), view)
    assert quoted in worded(move, speak)


@pytest.mark.parametrize("code", LANGUAGES)
def test_equal_numbers_do_not_read_as_arithmetic(code: str) -> None:
    told = Narrator(find_game("karma"), None).say(Event("play", EVERYONE, 0, cards=("3", "3")))
    assert told is not None
    line = worded(told, translator(code))
    assert "3" in line
    assert "×" not in line


def test_what_is_wrong_with_a_record_is_worded_at_the_edge() -> None:
    with pytest.raises(InvalidRecord, match="'game' must be a game's name") as raised:
        parse_record('{"fatum": 1}')
    said = translator("de").say(raised.value.message)
    assert said == "„game“ muss der Name eines Spiels sein, nicht null"
