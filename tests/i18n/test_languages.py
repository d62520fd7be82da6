"""Plural forms are those of Unicode, and the catalogues' headers say the same."""

import gettext
from collections.abc import Callable
from typing import cast

import pytest

from fatum.i18n import LANGUAGES, choose_language

babel = pytest.importorskip("babel")
COUNTS = (*range(200), 999, 1000, 1_000_000, 1_000_001, 2_000_000)


@pytest.mark.parametrize("code", LANGUAGES)
def test_forms_are_those_of_the_cldr(code: str) -> None:
    language = LANGUAGES[code]
    rule = babel.Locale(code).plural_form
    assert set(language.forms) == rule.tags | {"other"}
    for count in COUNTS:
        assert language.forms[language.form(count)] == rule(count), count


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_header_says_the_same(code: str) -> None:
    language = LANGUAGES[code]
    # The standard library reads such headers with a function that it does not document.
    compile_rule = cast("Callable[[str], Callable[[int], int]]", vars(gettext)["c2py"])
    rule = compile_rule(language.rule)
    assert [rule(count) for count in COUNTS] == [language.form(count) for count in COUNTS]


def test_slovak_counts_in_three_ways() -> None:
    slovak = LANGUAGES["sk"]
    assert [slovak.forms[slovak.form(count)] for count in (0, 1, 2, 4, 5, 22)] == [
        "other",
        "one",
        "few",
        "few",
        "other",
        "other",
    ]


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (["sk"], "sk"),
        (["cs", "SK-sk", "de"], "sk"),
        (["nl_BE.UTF-8"], "nl"),
        (["pl", " fr-CH;q=0.9", " de;q=0.8"], "fr"),
        (["", "*", "deutsch"], "en"),
        (["C", "POSIX"], "en"),
        ([], "en"),
    ],
)
def test_choosing_a_language(wanted: list[str], chosen: str) -> None:
    assert choose_language(wanted) == chosen
