"""The check complains about everything it should."""

import pytest

from fatum.i18n import LANGUAGES
from fatum.i18n.check import check_catalogue
from fatum.i18n.messages import Text
from fatum.i18n.po import PoEntry, read_catalogue

GERMAN = LANGUAGES["de"]
TEXTS = [
    Text("a.b", "Play {card}", "", "here"),
    Text("a.c", "{count} card of {name}", "{count} cards of {name}", "here"),
]
PLAY = PoEntry("a.b", "Play {card}", "", ("{card} spielen",), False)
COUNT = PoEntry(
    "a.c",
    "{count} card of {name}",
    "{count} cards of {name}",
    ("eine Karte von {name}", "{count} Karten von {name}"),
    False,
)


def _complaints(*entries: PoEntry) -> list[str]:
    return list(check_catalogue(GERMAN, entries, TEXTS))


def test_nothing_to_complain_about() -> None:
    assert _complaints(PLAY, COUNT) == []


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (PLAY._replace(texts=("",)), "de: untranslated: a.b"),
        (PLAY._replace(fuzzy=True), "de: to be looked at (fuzzy): a.b"),
        (PLAY._replace(texts=("spielen",)), "de: placeholders differ: a.b"),
        (PLAY._replace(texts=("{karte} {card}",)), "de: placeholders differ: a.b"),
    ],
)
def test_complaints(entry: PoEntry, complaint: str) -> None:
    assert _complaints(entry, COUNT) == [complaint]


def test_missing_and_unused() -> None:
    other = PLAY._replace(context="a.d")
    assert _complaints(other, COUNT) == ["de: missing: a.b", "de: unused: a.d"]


def test_forms() -> None:
    assert _complaints(PLAY, COUNT._replace(texts=("{count} {name}",))) == [
        "de: 2 forms are needed: a.c"
    ]
    assert _complaints(PLAY, COUNT._replace(texts=("{name}", "viele"))) == [
        "de: placeholders differ: a.c"
    ]


def test_updating_keeps_what_is_known() -> None:
    pytest.importorskip("babel")
    from fatum.i18n.update import catalogue_text

    changed = [Text("a.b", "Play the {card}", "", "here"), TEXTS[1]]
    entries = read_catalogue(catalogue_text(GERMAN, changed, [PLAY, COUNT]))
    assert entries == [PLAY._replace(id="Play the {card}", fuzzy=True), COUNT]
    new = read_catalogue(catalogue_text(GERMAN, TEXTS, []))
    assert [entry.texts for entry in new] == [("",), ("", "")]
    english = read_catalogue(catalogue_text(LANGUAGES["en"], TEXTS, []))
    assert [entry.texts for entry in english] == [
        ("Play {card}",),
        ("{count} card of {name}", "{count} cards of {name}"),
    ]
