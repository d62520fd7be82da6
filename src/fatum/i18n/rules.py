"""The rules pages. English lives in ``docs/rules``; the other languages beside this module.

A game of another package has a folder of its own, with a page per language.
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.games.registry import find_game
from fatum.i18n.languages import SOURCE, choose_language

_ITEM: Final = re.compile(r"- \*\*([A-Z]+\d+)\*\* +(.*)")


def rules_text(game: str, language: str = SOURCE) -> str:
    """The numbered rules of a game as Markdown, in English if there is no other page."""
    return rules_page(find_game(game), language)


def rules_page(game: Game, language: str = SOURCE) -> str:
    """The same for a game that need not be registered."""
    code = choose_language([language])
    own = game.parts.rules
    if own is not None:
        page = own / f"{code}.md"
        return (page if page.is_file() else own / f"{SOURCE}.md").read_text("utf-8")
    page = files("fatum.i18n") / "rules" / code / f"{game.name}.md"
    if code != SOURCE and page.is_file():
        return page.read_text("utf-8")
    return _english_rules(game.name)


def _english_rules(game: str) -> str:
    """From the package, or from the checkout it runs in."""
    page = f"{game}.md"
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules"
    for place in (files("fatum") / "rules" / page, checkout / page):
        if place.is_file():
            return place.read_text("utf-8")
    raise FatumError(f"the rules of {game} are not part of this installation")


def numbered_rules(page: str) -> dict[str, str]:
    """Each rule of a page by its number, as Markdown, with any table that belongs to it."""
    rules: dict[str, str] = {}
    number = ""
    for line in page.splitlines():
        found = _ITEM.fullmatch(line)
        if found is not None:
            number = found[1]
            rules[number] = found[2]
        elif line and not line.startswith("  "):
            number = ""
        elif number:
            rules[number] += f"\n{line[2:]}"
    return {number: text.strip() for number, text in rules.items()}


def rules_about(rules: dict[str, str], wanted: str) -> dict[str, str]:
    """The rule with this number, else all rules in which the text occurs.

    >>> list(rules_about({"K1": "Cards", "K10": "As K1 says"}, "k1"))
    ['K1']
    >>> list(rules_about({"K1": "Cards", "K10": "As K1 says"}, "says"))
    ['K10']
    """
    text = wanted.strip().casefold()
    exact = {number: rule for number, rule in rules.items() if number.casefold() == text}
    return exact or {number: rule for number, rule in rules.items() if text in rule.casefold()}
