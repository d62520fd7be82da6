"""The rules pages say the same in every language."""

import re

import pytest

from fatum.i18n import LANGUAGES, numbered_rules, rules_text

GAMES = ("karma", "allin")
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
NUMBERS = re.compile(r"\b(?:KR?|AR?)\d+\b")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_rule_has_its_number(game: str, language: str) -> None:
    english = numbered_rules(rules_text(game))
    translated = numbered_rules(rules_text(game, language))
    assert list(translated) == list(english)
    assert all(translated.values())


@pytest.mark.parametrize(("game", "rules"), [("karma", 45), ("allin", 48)])
def test_no_rule_is_missing(game: str, rules: int) -> None:
    assert len(numbered_rules(rules_text(game))) == rules


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_pages_are_built_alike(game: str, language: str) -> None:
    assert _shape(rules_text(game, language)) == _shape(rules_text(game))


def _shape(page: str) -> list[str]:
    """Headings by depth, list items and table rows, in their order."""
    found = (re.match(r"#+|- |\s*\|", line) for line in page.splitlines())
    return [match[0].strip() for match in found if match]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_rules_point_to_the_same_rules(game: str, language: str) -> None:
    english = numbered_rules(rules_text(game))
    for number, text in numbered_rules(rules_text(game, language)).items():
        assert set(NUMBERS.findall(text)) == set(NUMBERS.findall(english[number])), number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_moves_and_codes_are_the_same(game: str, language: str) -> None:
    english = numbered_rules(rules_text(game))
    for number, text in numbered_rules(rules_text(game, language)).items():
        missing = set(_codes(english[number])) - set(_codes(text))
        assert not missing, (number, missing)


def _codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_numbers_in_the_tables_are_the_same(game: str, language: str) -> None:
    assert _rows(rules_text(game, language)) == _rows(rules_text(game))


def _rows(page: str) -> list[list[str]]:
    """Cells with numbers or effects of every table row; words differ."""
    rows = (line.split("|") for line in page.splitlines() if line.lstrip().startswith("|"))
    return [[cell for cell in row if re.search(r"^ \**\d+\** $|★", cell)] for row in rows]


@pytest.mark.parametrize("language", ["xx", "en", "en-GB", ""])
def test_other_languages_read_english(language: str) -> None:
    assert rules_text("karma", language) == rules_text("karma")


def test_regional_languages_are_understood() -> None:
    assert rules_text("allin", "de-AT") == rules_text("allin", "de")
    assert rules_text("allin", "fr_CA.UTF-8") == rules_text("allin", "fr")


def test_a_rule_keeps_its_table() -> None:
    assert "| `FB` | 1 bis 5 |" in numbered_rules(rules_text("karma", "de"))["KR7"]
    assert "## " not in numbered_rules(rules_text("karma", "de"))["KR7"]
