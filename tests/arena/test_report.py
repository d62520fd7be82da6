"""The designer's report is one page that needs nothing but itself."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="plots need the extra: pip install 'fatum-cards[arena]'")

from fatum.cli import main
from fatum.games.allin.rules.cards import default_table
from fatum.games.allin.rules.deck import CODES, NAMES


class _Addresses(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.images = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.images += tag == "img"
        assert tag not in {"script", "link", "iframe"}
        if tag == "img":
            assert given["alt"]
        self.found += [value or "" for name, value in attrs if name in {"src", "href", "srcset"}]


def _check_page(html: str, figures: int) -> None:
    parser = _Addresses()
    parser.feed(html)
    assert parser.images >= figures
    assert all(re.match(r"#s\d+$|data:image/svg\+xml;base64,", place) for place in parser.found)
    assert "://" not in re.sub(r"data:image/[^\"]+", "", html)


def _table(path: Path) -> Path:
    """The default table, but no card has more than its star."""
    lines = ["[cards]"]
    for name in NAMES:
        star = next(effect for effect in default_table().effects_of(CODES[name]) if "*" in effect)
        lines.append(f'"{name}" = ["{star}"]')
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_two_card_tables_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = _table(tmp_path / "plain.toml")
    page = tmp_path / "page.html"
    command = "arena report allin --bots random --games 4 --players 2,3 --jobs 1 --seed r"
    page.write_text("<!DOCTYPE html>an older report", "utf-8")
    code = main([*command.split(), "--compare", str(own), "--out", str(page)])
    assert code == 0
    assert main([*command.split(), "--out", str(own)]) == 2
    assert own.read_text("utf-8").startswith("[cards]")
    assert "The report on 48 games is in " in capsys.readouterr().out
    html = page.read_text("utf-8")
    _check_page(html, 8)
    for text in (
        "Seat advantage",
        "Predictions",
        "Comebacks",
        "Effects",
        "standard rules",
        "plain",
        "discard closed eye",
        "The card effects are a reconstruction",
    ):
        assert text in html


def test_karma_without_variants(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = "arena report karma --bots random --games 5 --players 3 --no-variants --jobs 1"
    assert main([*command.split(), "--seed", "r", "--out", str(page)]) == 0
    html = page.read_text("utf-8")
    _check_page(html, 3)
    assert "The effect of options" not in html
    assert "next player takes" in html


def test_any_option_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    command = "arena report karma --bots random --games 3 --players 2 --no-variants --jobs 1 --json"
    code = main([*command.split(), "--compare", "foresight=true", "--out", str(page)])
    assert code == 0
    assert '"foresight": true' in capsys.readouterr().out
    _check_page(page.read_text("utf-8"), 3)


def test_a_third_game_has_a_report(toy: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = f"arena report {toy} --bots random --games 8 --jobs 1 --seed r"
    assert main([*command.split(), "--out", str(page)]) == 0
    html = page.read_text("utf-8")
    _check_page(html, 2)
    assert "Seat advantage" in html


def test_the_same_seed_gives_the_same_page(tmp_path: Path) -> None:
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    command = "arena report karma --bots random --games 30 --players 2 --no-variants --seed r"
    for jobs, page in enumerate(pages, 1):
        assert main([*command.split(), "--jobs", str(jobs), "--out", str(page)]) == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()
