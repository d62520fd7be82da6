"""Counted texts have the right forms: Slovak says 1 karta, 2 karty, 5 kariet."""

import re

import pytest

from fatum.i18n.languages import LANGUAGES
from fatum.i18n.po import PoEntry
from fatum.i18n.translator import catalogue

NOUNS = """
    karta karty kariet
    kartu karty kariet
    kartou kartami kartami
    karty kariet kariet
    runa runy rún
    runu runy rún
    sekunda sekundy sekúnd
    sekundu sekundy sekúnd
    sekundy sekúnd sekúnd
    minúta minúty minút
    deň dni dní
    miesto miesta miest
    mieste miestach miestach
    hra hry hier
    hre hrách hrách
    ťah ťahy ťahov
    ťahu ťahoch ťahoch
    ťahom ťahmi ťahmi
    osoba osoby osôb
    hráčovi hráčoch hráčoch
    kôpka kôpky kôpok
    pravidlo pravidlá pravidiel
    človek ľudia ľudí
    bod body bodov
    meno mená mien
    variant varianty variantov
    runy rún rún
    runou runami runami
    správa správy správ
"""
"""What can be counted: 1, 2 and 5 of it. A new noun in a counted text needs its line here."""
TIMES = "{count} ×"
COUNTED = [entry for entry in catalogue("sk") if entry.plural]


@pytest.mark.parametrize("entry", COUNTED, ids=lambda entry: entry.context)
def test_slovak_forms(entry: PoEntry) -> None:
    form = LANGUAGES["sk"].form
    said = [entry.texts[form(count)] for count in (1, 2, 5)]
    words = [set(re.findall(r"\w+", text)) for text in said]
    fitting = [
        noun
        for noun in map(str.split, NOUNS.strip().splitlines())
        if all(each in text for each, text in zip(noun, words, strict=True))
    ]
    assert fitting or all(TIMES in text for text in said[1:]), said


@pytest.mark.parametrize("code", LANGUAGES)
def test_more_than_one_is_always_counted(code: str) -> None:
    language = LANGUAGES[code]
    for entry in catalogue(code):
        if entry.plural:
            for count in (2, 5):
                assert "{count}" in entry.texts[language.form(count)], entry.context
