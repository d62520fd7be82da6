"""The picture rulebooks explain every rule, and the same in every language."""

import re
from pathlib import Path

import pytest

from fatum.i18n import LANGUAGES, numbered_rules, rules_text

ROOT = Path(__file__).parents[2]
BOOKS = ROOT / "src" / "fatum" / "i18n" / "rulebook"
GAMES = ("karma", "allin")
HEADING = re.compile(r"## (.+) \{(\w+)(?:: ([\w ]+))?\}")
PICTURE = re.compile(r"::(\w+ ?[^|]*)")
OF_A_GAME = {"karma": r"KR?\d+", "allin": r"AR?\d+"}

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def book(game: str, language: str) -> list[str]:
    return (BOOKS / language / f"{game}.md").read_text("utf-8").splitlines()


def sections(game: str, language: str) -> dict[str, list[str]]:
    """The rules that each section explains."""
    found = [HEADING.fullmatch(line) for line in book(game, language) if line.startswith("#")]
    assert all(found)
    return {match[2]: (match[3] or "").split() for match in found if match}


def refusing_rules(game: str) -> set[str]:
    """Every rule number that the game can give with a refusal."""
    source = (ROOT / "src/fatum/games" / game / "rules" / "refusals.py").read_text("utf-8")
    return set(re.findall(rf'"({OF_A_GAME[game]})"', source))


@every_game
@every_language
def test_every_refusal_leads_to_a_section(game: str, language: str) -> None:
    explained = {rule for rules in sections(game, language).values() for rule in rules}
    assert len(refusing_rules(game)) > 10
    assert refusing_rules(game) <= explained


@every_game
@every_language
def test_every_rule_is_explained_once(game: str, language: str) -> None:
    explained = [rule for rules in sections(game, language).values() for rule in rules]
    assert sorted(explained) == sorted(numbered_rules(rules_text(game)))


@every_game
@every_language
def test_books_are_built_alike(game: str, language: str) -> None:
    assert sections(game, language) == sections(game, "en")
    assert shape(game, language) == shape(game, "en")
    assert next(iter(sections(game, language))) == "minute"
    assert list(sections(game, language))[-1] == "aid"


def shape(game: str, language: str) -> list[str]:
    """Titles, items, paragraphs and the pictures with what is on them."""
    kinds: list[str] = []
    for line in book(game, language):
        picture = PICTURE.match(line)
        if picture:
            kinds.append(picture[1].strip())
        elif line:
            kinds.append("item" if line.startswith("- ") else "##" if line[0] == "#" else "text")
    return kinds


@every_game
@every_language
def test_pictures_show_real_cards(game: str, language: str) -> None:
    suits = r"(?:[2-9]|10|[JQKA])[CMST]|Ru"
    card = {"karma": r"\d{1,2}|TC|BU|FB|GP", "allin": suits}[game]
    plain = re.compile(rf"(?:{card})(?:/(?:{card}))?|yes|no|top|[AB]|[:>]|Ann|Ben|Cleo|\d+")
    for line in book(game, language):
        picture = PICTURE.match(line)
        for word in picture[1].split()[1:] if picture else []:
            assert plain.fullmatch(word), line


@every_game
@every_language
def test_words_are_not_the_numbered_rules(game: str, language: str) -> None:
    """Players read sentences, not codes."""
    for line in book(game, language):
        text = HEADING.sub("", line)
        assert not re.search(rf"\b(?:{OF_A_GAME[game]})\b|`", text), line


@every_game
def test_french_marks_do_not_begin_a_line(game: str) -> None:
    for line in book(game, "fr"):
        words = line.partition("|")[2] if line.startswith("::") else line
        assert not re.search(r" [:;?!»]|« ", words), line
