"""Decision pages: one number each, the same in title and name, and no number without a page."""

import re
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, NAMES, PAGES

DECISIONS = sorted((DOCS / "decisions").glob("0*.md"))
NUMBERS = [int(page.name[:4]) for page in DECISIONS]


def test_numbers_are_used_once() -> None:
    assert len(set(NUMBERS)) == len(NUMBERS) > 50


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_the_title_has_the_number_of_the_file(page: Path) -> None:
    assert re.match(rf"# {int(page.name[:4])}\. \S", page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_decisions_that_are_named_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    named = re.findall(r"(?i)\bdecisions? (\d+)", text)
    if page.parent.name == "decisions":
        named += re.findall(r"(?<![\w.,-])(00\d\d)(?![\w-])", text)
    assert {int(number) for number in named} <= set(NUMBERS)
